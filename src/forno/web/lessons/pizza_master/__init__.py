"""A first game of Pizza Master, and the pictures of its rules."""

from __future__ import annotations

from forno.web.lessons.lessons import Lesson
from forno.web.lessons.pizza_master.menu import PizzaMasterMenu
from forno.web.lessons.pizza_master.topics import TOPICS

LESSON = Lesson(
    "pizza-master",
    "pizza-master",
    {"mode": "tutorial", "players": 3},
    "buon appetito",
    ("cuoco", "cuoco"),
    TOPICS,
)
MENU = PizzaMasterMenu()
