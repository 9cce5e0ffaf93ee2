"""What a browser keeps of its own: the tables at which it has seats, with the keys that open them.

The list travels in a cookie, and the server has no other. So nobody is ever told of somebody else's tables, and nothing
has to be forgotten. What comes in the cookie is a visitor's word: whoever names a table here learns no more of it than
whoever follows its link, and a key counts for what it opens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

TABLES_COOKIE: Final = "forno_tables"
BETWEEN_TABLES: Final = "~"
BETWEEN_SEATS: Final = "."
ENTRY: Final = re.compile(r"[a-z0-9]{1,36}(\.[0-9]{1,2}-[\w-]{1,64})+", re.ASCII)
MOST_LETTERS: Final = 3600
"""As much as any browser keeps in a cookie, less its name and what else is told of it."""
MOST_SEATS: Final = 8


@dataclass(frozen=True)
class Kept:
    """One table, and this browser's seats there."""

    table: str
    keys: Mapping[int, str] = field(default_factory=dict)
    """The key of each seat."""

    def __str__(self) -> str:
        return BETWEEN_SEATS.join([self.table, *(f"{seat}-{key}" for seat, key in sorted(self.keys.items()))])


def read_kept(text: str) -> list[Kept]:
    """The tables in a cookie, the newest first. What isn't one is left out."""
    found: dict[str, Kept] = {}
    for entry in text[: MOST_LETTERS * 2].split(BETWEEN_TABLES):
        if ENTRY.fullmatch(entry):
            table, *seats = entry.split(BETWEEN_SEATS)
            keys = {int(seat): key for seat, _, key in (part.partition("-") for part in seats[:MOST_SEATS])}
            found.setdefault(table, Kept(table, keys))
    return list(found.values())


def write_kept(tables: Iterable[Kept]) -> str:
    return BETWEEN_TABLES.join(map(str, tables))


def with_table(tables: Sequence[Kept], new: Kept) -> list[Kept]:
    """The tables, and one that is new or has changed. One without seats isn't kept any longer."""
    if any(kept.table == new.table for kept in tables):
        changed = [new if kept.table == new.table else kept for kept in tables]
    else:
        changed = [new, *tables]
    return [kept for kept in changed if kept.keys]


def together(tables: Sequence[Kept], others: Sequence[Kept]) -> list[Kept]:
    """The tables of two browsers; at a table of both, all their seats."""
    mine = {kept.table: kept.keys for kept in tables}
    theirs = [Kept(kept.table, {**kept.keys, **mine.pop(kept.table, {})}) for kept in others]
    return [*theirs, *(Kept(table, keys) for table, keys in mine.items())]


def too_long(tables: Iterable[Kept]) -> bool:
    return len(write_kept(tables)) > MOST_LETTERS


def shortened(tables: Sequence[Kept], running: frozenset[str] | set[str]) -> list[Kept]:
    """As many as fit: the oldest go first, and those at which the game still goes on last."""
    left = list(tables)
    for leaving in [*(kept for kept in reversed(tables) if kept.table not in running), *reversed(tables)]:
        if not too_long(left):
            break
        if leaving in left:
            left.remove(leaving)
    return left
