"""Seat cookie: the tables at which a browser has seats, with the keys of the seats.

Where players have keys, the server has a copy that is encrypted with the player's key (`features.identity.players`);
elsewhere the cookie is the only one. The cookie isn't trusted: naming a table in it shows no more than following the
table's link, and a key opens its own seat and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

TABLES_COOKIE: Final = "forno_tables"
TABLE_SEPARATOR: Final = "~"
SEAT_SEPARATOR: Final = "."
ENTRY_PATTERN: Final = re.compile(r"[a-z0-9]{1,36}(\.[0-9]{1,2}-[\w-]{1,64})+", re.ASCII)
MAX_COOKIE_CHARACTERS: Final = 3600
"""Maximum length of the cookie's value: the limit of browsers, less the name and the attributes."""
MAX_SEATS_PER_TABLE: Final = 8


@dataclass(frozen=True)
class Kept:
    """A table in the cookie, with this browser's seats."""

    table: str
    keys: Mapping[int, str] = field(default_factory=dict)
    """Key of each seat."""

    def __str__(self) -> str:
        return SEAT_SEPARATOR.join([self.table, *(f"{seat}-{key}" for seat, key in sorted(self.keys.items()))])


def read_kept(text: str) -> list[Kept]:
    """Return the tables in a cookie, the newest first. Invalid entries are skipped."""
    found: dict[str, Kept] = {}
    for entry in text[: MAX_COOKIE_CHARACTERS * 2].split(TABLE_SEPARATOR):
        if ENTRY_PATTERN.fullmatch(entry):
            table, *seats = entry.split(SEAT_SEPARATOR)
            keys = {int(seat): key for seat, _, key in (part.partition("-") for part in seats[:MAX_SEATS_PER_TABLE])}
            found.setdefault(table, Kept(table, keys))
    return list(found.values())


def write_kept(tables: Iterable[Kept]) -> str:
    return TABLE_SEPARATOR.join(map(str, tables))


def with_table(tables: Sequence[Kept], new: Kept) -> list[Kept]:
    """Return the tables with a new or changed one. A table without seats is dropped."""
    if any(kept.table == new.table for kept in tables):
        changed = [new if kept.table == new.table else kept for kept in tables]
    else:
        changed = [new, *tables]
    return [kept for kept in changed if kept.keys]


def together(tables: Sequence[Kept], others: Sequence[Kept]) -> list[Kept]:
    """Return the tables of two browsers, with the seats of both at shared tables."""
    mine = {kept.table: kept.keys for kept in tables}
    theirs = [Kept(kept.table, {**kept.keys, **mine.pop(kept.table, {})}) for kept in others]
    return [*theirs, *(Kept(table, keys) for table, keys in mine.items())]


def too_long(tables: Iterable[Kept]) -> bool:
    return len(write_kept(tables)) > MAX_COOKIE_CHARACTERS


def fit_tables(tables: Sequence[Kept], running: frozenset[str] | set[str]) -> list[Kept]:
    """Return as many tables as fit: the oldest are dropped first, running ones last."""
    left = list(tables)
    for leaving in [*(kept for kept in reversed(tables) if kept.table not in running), *reversed(tables)]:
        if not too_long(left):
            break
        if leaving in left:
            left.remove(leaving)
    return left
