"""Former versions of the rules, for tables and records begun under them."""

from __future__ import annotations

from typing import ClassVar

from forno.games.pizza_master.game import PizzaMaster


class PizzaMasterRules2(PizzaMaster):
    """Version 2: the ingredient kept by Refrigerator lies beside the tray until it is used (PMR-8)."""

    rules_version: ClassVar[int] = 2
