"""Storage of visitors' books, as key–value entries beside the tables.

The visitor's browser holds the book's key in a cookie; the server stores its hash alone. A finished table is digested
once, in a worker process, and books copy their lines from the digest, so a book outlives its tables. Deleting a book
leaves the time of the deletion: games that ended before it are never added again, from any device.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from forno.background.pool import ProcessPool
from forno.core.errors import FornoError
from forno.core.plain import read_stored
from forno.features.digests import FinishedTable, tell_all
from forno.features.you.book import Book, BookLine, ReviewFigures, line_of
from forno.features.your_tables.seat_cookie import Kept
from forno.store import Store
from forno.store.dumps import TABLES_NAMESPACE
from forno.table.errors import Damaged, NotFound
from forno.table.keys import key_hash

BOOK_COOKIE: Final = "forno_book"
BOOK_KEY_PATTERN: Final = re.compile(r"[\w-]{10,64}", re.ASCII)
GAME_PREFIX: Final = "game "
"""Key prefix of game lines; the table's id follows."""
SINCE_KEY: Final = "since"
"""Key of the time from which games are added."""
TABLES_PER_BATCH: Final = 8
"""Number of tables digested in one worker call."""
MAX_TABLES_PER_REQUEST: Final = 24
"""Maximum number of tables digested while a visitor waits for a page."""


@dataclass(frozen=True)
class BookKey:
    """Secret key of a book."""

    key: str

    @property
    def namespace(self) -> str:
        return f"book {key_hash(self.key)}"

    @property
    def exercise_namespace(self) -> str:
        """Key–value namespace of the current exercise."""
        return f"exercise {key_hash(self.key)}"


def read_book_key(text: str) -> BookKey | None:
    return BookKey(text) if BOOK_KEY_PATTERN.fullmatch(text) else None


class Books:
    """Reads and writes visitors' books."""

    def __init__(self, store: Store, workers: ProcessPool) -> None:
        self.store = store
        self.workers = workers

    async def write_in(self, book: BookKey, tables: Sequence[Kept], name: str) -> int:
        """Add the finished ones of these tables. Return how many are left for another request."""
        known = await self.store.key_values.read(
            book.namespace, [SINCE_KEY, *(GAME_PREFIX + kept.table for kept in tables)]
        )
        new = [kept for kept in tables if GAME_PREFIX + kept.table not in known]
        over = {
            row.table
            for row in await self.store.summaries([kept.table for kept in new])
            if row.phase == "over" and row.changed >= _since(known)
        }
        new = [kept for kept in new if kept.table in over]
        told, left = await self.told([kept.table for kept in new], MAX_TABLES_PER_REQUEST)
        lines = [line for kept in new if (line := _line(kept, told.get(kept.table), name)) is not None]
        await self.store.key_values.put(book.namespace, {GAME_PREFIX + line.table: line.to_json() for line in lines})
        return left

    async def add_review(self, book: BookKey, table: str, seat: int, figures: ReviewFigures) -> None:
        """Add a review's figures to the line of the game, if the visitor played that seat to the end."""
        name = GAME_PREFIX + table
        line = read_stored(BookLine, await self.store.key_values.get(book.namespace, name))
        if line is not None and line.counts and line.seat == seat and line.review != figures:
            await self.store.key_values.put(book.namespace, {name: replace(line, review=figures).to_json()})

    async def told(self, tables: Sequence[str], most: int) -> tuple[dict[str, FinishedTable | None], int]:
        """Return the digests of finished tables, `None` for a table without one, and how many tables are left.

        At most `most` tables are digested now.
        """
        kept = await self.store.key_values.read(TABLES_NAMESPACE, tables)
        missing = [table for table in tables if table not in kept]
        for start in range(0, min(len(missing), most), TABLES_PER_BATCH):
            kept |= await self._work_through(missing[start : min(start + TABLES_PER_BATCH, most)])
        return {table: read_stored(FinishedTable, text) for table, text in kept.items()}, max(0, len(missing) - most)

    async def _work_through(self, tables: Sequence[str]) -> dict[str, str]:
        logs = []
        for table in tables:
            try:
                logs.append((table, await self.store.load(table)))
            except (NotFound, Damaged):
                continue
        try:
            found = await self.workers.run(tell_all, logs)
        except FornoError:  # the worker is busy: a later request tries again
            return {}
        await self.store.key_values.put(TABLES_NAMESPACE, found)
        return found

    async def read(self, book: BookKey) -> Book:
        stored = await self.store.key_values.read(book.namespace)
        lines = [read_stored(BookLine, text) for name, text in stored.items() if name.startswith(GAME_PREFIX)]
        return Book.of(line for line in lines if line is not None)

    async def export(self, book: BookKey) -> Mapping[str, Any]:
        """Return everything stored in the book."""
        stored = await self.store.key_values.read(book.namespace)
        return {"kind": "forno book", "version": 1, "leaves": {name: json.loads(text) for name, text in stored.items()}}

    async def delete(self, book: BookKey) -> None:
        """Delete everything in the book. Games that end from now on are added again."""
        await self.store.key_values.clear(book.namespace)
        await self.store.key_values.clear(book.exercise_namespace)
        await self.store.key_values.put(book.namespace, {SINCE_KEY: str(self.store.now())})

    async def copy(self, source: BookKey, target: BookKey) -> None:
        """Copy games and exercises of one book into another, which keeps its own lines. The source isn't changed.

        What ended before the target was deleted stays out.
        """
        there = await self.store.key_values.read(target.namespace)
        given = await self.store.key_values.read(source.namespace)
        new = {
            name: text
            for name, text in given.items()
            if name not in there and name != SINCE_KEY and _end_time(text) >= _since(there)
        }
        await self.store.key_values.put(target.namespace, new)


def _since(stored: Mapping[str, str]) -> float:
    return float(stored.get(SINCE_KEY, 0.0))


def _end_time(text: str) -> float:
    """Return when a game or exercise ended."""
    data = json.loads(text)
    return float(data["digest"]["ended"] if "digest" in data else data["time"])


def _line(kept: Kept, told: FinishedTable | None, name: str) -> BookLine | None:
    """Return the line of a table, for the seats that the visitor's keys open."""
    if told is None:
        return None
    hashes = {key_hash(key) for key in kept.keys.values()}
    return line_of(kept.table, told, [seat for seat, hashed in enumerate(told.keys) if hashed in hashes], name)
