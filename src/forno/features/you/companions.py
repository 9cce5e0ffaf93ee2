"""Recent players: the people of a visitor's finished tables, to be invited again by a rematch.

Nobody's key or address is needed: whoever sat at a table finds the invitation to its rematch among their own tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from forno.features.your_tables.seat_cookie import Kept
from forno.live.host import rematch_id
from forno.store import TableSummary

MAX_GROUPS: Final = 5


@dataclass(frozen=True)
class Companions:
    """People with whom a visitor finished a game."""

    table: str
    """Their latest finished table."""
    seat: int
    """The visitor's own seat there."""
    game: str
    names: tuple[str, ...]
    when: float


def companions(kept: Iterable[Kept], tables: Mapping[str, TableSummary]) -> list[Companions]:
    """Return the groups, the latest first; `tables` are summaries of the kept tables and of their rematches."""
    found: dict[tuple[str, ...], Companions] = {}
    for one in kept:
        summary, again = tables.get(one.table), tables.get(rematch_id(one.table))
        if summary is None or summary.phase != "over" or (again is not None and again.phase != "gathering"):
            continue
        names = others_at(summary, one)
        group = tuple(sorted(names))
        mine = [seat for seat in one.keys if seat < summary.players]
        if not names or not mine or (group in found and found[group].when >= summary.changed):
            continue
        found[group] = Companions(one.table, mine[0], summary.game, names, summary.changed)
    return sorted(found.values(), key=lambda one: -one.when)[:MAX_GROUPS]


def others_at(summary: TableSummary, kept: Kept) -> tuple[str, ...]:
    """Return the names of the other people at a table."""
    named = enumerate(zip(summary.names, summary.bots, strict=True))
    return tuple(name for seat, (name, bot) in named if name and not bot and seat not in kept.keys)
