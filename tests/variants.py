"""All tables that can be set up with the registered games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import forno
from tests.amounts import THOROUGH

SHORTER: dict[str, dict[str, Any]] = {"pizza-master": {"max_days": 5}}
"""Options that keep random games short: random players would never come to an end by themselves."""


@dataclass(frozen=True)
class Variant:
    """A game in one edition or mode, for so many players."""

    info: forno.GameInfo
    name: str
    players: int

    def __str__(self) -> str:
        return f"{self.info.name}-{self.name}-{self.players}"

    def game(self, **options: Any) -> forno.Game:
        options = SHORTER.get(self.info.name, {}) | options
        return forno.game(self.info.name, **{self.info.variant: self.name}, players=self.players, **options)

    def games(self) -> list[forno.Game]:
        """Return the game with every setting of its switches that it can have."""
        return list(_games(self))


@cache
def _games(variant: Variant) -> tuple[forno.Game, ...]:
    switches = [option.name for option in variant.info.options if option.kind == "switch"]
    games: list[forno.Game] = []
    for values in product((False, True), repeat=len(switches)):
        try:
            games.append(variant.game(**dict(zip(switches, values, strict=True))))
        except forno.OptionError:
            continue
    return tuple(games)


@cache
def variants() -> tuple[Variant, ...]:
    """Return all editions and modes with all numbers of players."""
    found: list[Variant] = []
    for info in forno.catalogue():
        players = info.option("players")
        for name, number in product(info.variants, range(players.least, players.most + 1)):
            variant = Variant(info, name, number)
            try:
                variant.game()
            except forno.OptionError:
                continue
            found.append(variant)
    return tuple(found)


def quick_at_smallest(tables: Sequence[Variant]) -> list[Any]:
    """Parameters of a test that `make quick` runs at the smallest table of every edition and mode alone."""
    import pytest  # which a browser's Python lacks

    smallest = {(table.info.name, table.name): table for table in reversed(tables)}.values()
    return [pytest.param(table, id=str(table), marks=() if table in smallest else pytest.mark.slow) for table in tables]


@cache
def chosen_variants() -> tuple[Variant, ...]:
    """Return every edition and mode at its smallest and its largest table; all tables in a thorough test run."""
    if THOROUGH:
        return variants()
    tables: dict[tuple[str, str], list[Variant]] = {}
    for variant in variants():
        tables.setdefault((variant.info.name, variant.name), []).append(variant)
    return tuple(variant for found in tables.values() for variant in (found[0], found[-1]))
