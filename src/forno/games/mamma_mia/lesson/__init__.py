"""A first game of Mamma Mia!, and the pictures of its rules."""

from __future__ import annotations

from forno.games.mamma_mia.lesson.menu import MammaMiaMenu
from forno.games.mamma_mia.lesson.topics import INTRODUCTION, TOPICS
from forno.pages.lessons import Lesson

LESSON = Lesson(
    "mamma-mia",
    "mamma-mia",
    {"edition": "classic", "players": 3, "starter": "yellow"},
    "buon appetito 10",
    ("garzone", "garzone"),
    TOPICS,
    10,
    INTRODUCTION,
)
MENU = MammaMiaMenu()
