"""A first game of Mamma Mia!, and the pictures of its rules."""

from __future__ import annotations

from forno.web.lessons.lessons import Lesson
from forno.web.lessons.mamma_mia.menu import MammaMiaMenu
from forno.web.lessons.mamma_mia.topics import TOPICS

LESSON = Lesson(
    "mamma-mia",
    "mamma-mia",
    {"edition": "classic", "players": 3, "starter": "yellow"},
    "buon appetito 10",
    ("cuoco", "cuoco"),
    TOPICS,
)
MENU = MammaMiaMenu()
