"""Learning by playing: for each game a guided first game, and what its pages of rules show in pictures."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from forno.web.lessons.lessons import Lesson
from forno.web.lessons.menus import Menu


def lesson_for(game: str) -> Lesson | None:
    """The guided first game of a registered game: `LESSON` of `forno.web.lessons.NAME`, if there is one."""
    found: Lesson | None = _of(game, "LESSON")
    return found


def menu_for(game: str) -> Menu | None:
    """What the pages of a game's rules show: `MENU` of `forno.web.lessons.NAME`, if there is one."""
    found: Menu | None = _of(game, "MENU")
    return found


@cache
def _of(game: str, what: str) -> Any:
    module = f"{__name__}.{game.replace('-', '_')}"
    if not game.replace("-", "_").isidentifier() or find_spec(module) is None:
        return None
    return getattr(import_module(module), what, None)
