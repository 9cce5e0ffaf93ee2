"""A first game of Pizza Master, and the pictures of its rules."""

from __future__ import annotations

from forno.games.pizza_master.lesson.menu import PizzaMasterMenu
from forno.games.pizza_master.lesson.topics import INTRODUCTION, TOPICS
from forno.pages.lessons import Lesson

LESSON = Lesson(
    "pizza-master",
    "pizza-master",
    {"mode": "tutorial", "players": 3},
    "buon appetito",
    ("garzone", "garzone"),
    TOPICS,
    15,
    INTRODUCTION,
)
MENU = PizzaMasterMenu()
