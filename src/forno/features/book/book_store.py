"""Visitors' books, kept with the tables: each under a key that its visitor's browser has, and of which a hash is kept.

A finished table is worked through once, in a process beside the loop; what it tells is kept, and books copy their line
from there. So a book outlives the tables it tells of. Of one that was deleted is left when that was: what had ended by
then doesn't come back, on whichever device it is still on a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from forno.background.pool import ProcessPool
from forno.core.errors import FornoError
from forno.features.book.book import Book, Line, line_of, read_line
from forno.features.digests import Told, read_told, tell_all
from forno.features.your_tables.seat_cookie import Kept
from forno.store import Store
from forno.store.dumps import OF_TABLES
from forno.table.errors import Damaged, NotFound
from forno.table.keys import key_hash, new_key

BOOK_COOKIE: Final = "forno_book"
WRITTEN: Final = re.compile(r"[\w-]{10,64}", re.ASCII)
GAME: Final = "game "
"""What a leaf with a game's line is called begins so; the table's name follows."""
SINCE: Final = "since"
"""The leaf that says from when on games are written in."""
AT_ONCE: Final = 8
"""So many tables are worked through in one go, …"""
MAX_WAITING_PER_CLIENT: Final = 24
"""… and so many while somebody waits for a page."""


@dataclass(frozen=True)
class BookKey:
    """What opens a book."""

    key: str

    @property
    def binder(self) -> str:
        return f"book {key_hash(self.key)}"

    @property
    def exercise_binder(self) -> str:
        """Where the exercise lies that is under way."""
        return f"exercise {key_hash(self.key)}"


def read_book_key(text: str) -> BookKey | None:
    return BookKey(text) if WRITTEN.fullmatch(text) else None


def new_book_key() -> BookKey:
    return BookKey(new_key())


class Books:
    """All books of a house."""

    def __init__(self, store: Store, workers: ProcessPool) -> None:
        self.store = store
        self.workers = workers

    async def write_in(self, book: BookKey, tables: Sequence[Kept], name: str) -> int:
        """Write in whatever is over of these tables. Returns how many are left for another time."""
        known = await self.store.leaves.read(book.binder, [SINCE, *(GAME + kept.table for kept in tables)])
        new = [kept for kept in tables if GAME + kept.table not in known]
        over = {
            row.table
            for row in await self.store.summaries([kept.table for kept in new])
            if row.phase == "over" and row.changed >= _since(known)
        }
        new = [kept for kept in new if kept.table in over]
        told, left = await self.told([kept.table for kept in new], MAX_WAITING_PER_CLIENT)
        lines = [line for kept in new if (line := _line(kept, told.get(kept.table), name)) is not None]
        await self.store.leaves.put(book.binder, {GAME + line.table: line.to_json() for line in lines})
        return left

    async def told(self, tables: Sequence[str], most: int) -> tuple[dict[str, Told | None], int]:
        """What finished tables tell, `None` for one that tells nothing; no more than so many are worked through.

        And how many are left."""
        kept = await self.store.leaves.read(OF_TABLES, tables)
        missing = [table for table in tables if table not in kept]
        for start in range(0, min(len(missing), most), AT_ONCE):
            kept |= await self._work_through(missing[start : min(start + AT_ONCE, most)])
        return {table: read_told(text) for table, text in kept.items()}, max(0, len(missing) - most)

    async def _work_through(self, tables: Sequence[str]) -> dict[str, str]:
        logs = []
        for table in tables:
            try:
                logs.append((table, await self.store.load(table)))
            except (NotFound, Damaged):
                continue
        try:
            found = await self.workers.run(tell_all, logs)
        except FornoError:  # too much at once; another time
            return {}
        await self.store.leaves.put(OF_TABLES, found)
        return found

    async def read(self, book: BookKey) -> Book:
        leaves = await self.store.leaves.read(book.binder)
        lines = [read_line(text) for name, text in leaves.items() if name.startswith(GAME)]
        return Book.of(line for line in lines if line is not None)

    async def export(self, book: BookKey) -> Mapping[str, Any]:
        """Everything that is kept of it."""
        leaves = await self.store.leaves.read(book.binder)
        return {"kind": "forno book", "version": 1, "leaves": {name: json.loads(text) for name, text in leaves.items()}}

    async def delete(self, book: BookKey) -> None:
        """Everything in it. Whatever ends from now on is written in again."""
        await self.store.leaves.clear(book.binder)
        await self.store.leaves.clear(book.exercise_binder)
        await self.store.leaves.put(book.binder, {SINCE: str(self.store.now())})

    async def join(self, mine: BookKey, other: BookKey) -> BookKey:
        """Two books of one visitor become one: the other, with everything from mine."""
        if mine.key == other.key:
            return other
        added, there = await self.store.leaves.read(mine.binder), await self.store.leaves.read(other.binder, [SINCE])
        since = max(_since(added), _since(there))
        await self.store.leaves.put(other.binder, {**added, **({SINCE: str(since)} if since else {})})
        await self.store.leaves.clear(mine.binder)
        return other


def _since(leaves: Mapping[str, str]) -> float:
    return float(leaves.get(SINCE, 0.0))


def _line(kept: Kept, told: Told | None, name: str) -> Line | None:
    """A key counts for the seat that it opens."""
    if told is None:
        return None
    hashes = {key_hash(key) for key in kept.keys.values()}
    return line_of(kept.table, told, [seat for seat, hashed in enumerate(told.keys) if hashed in hashes], name)
