"""History of clients: what they sent, were answered and saw, checked against what is stored.

A history is checked against the logs in one pass over it. It must hold that

- a move that was acknowledged is stored, and is one entry of its own;
- a move that was refused isn't stored, unless the same move was sent again and taken;
- nothing is stored of a client that it didn't send;
- whoever read along saw what is stored, in the order in which it is stored, without gaps, and nothing else.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"


class Move(NamedTuple):
    """A decision as it was sent: the same again is the same move."""

    table: str
    seat: int
    number: int
    actions: tuple[int, ...]


class Sent(NamedTuple):
    """A move and its answer: without one it isn't known whether it was taken."""

    move: Move
    answer: str


class Seen(NamedTuple):
    """Events that a reader was told, and the position after them."""

    reader: int
    table: str
    position: int
    events: Sequence[Any]


class Began(NamedTuple):
    """A reader began, or began anew, at a position."""

    reader: int
    table: str
    position: int


@dataclass
class Stored:
    """A table as its log tells it."""

    moves: list[Move]
    """Those that people made."""
    told: list[list[Any]]
    """Events that everybody was told up to each position, the first position first."""
    decided: set[Move] = field(default_factory=set)
    """Moves that a clock made for somebody: whoever sends the same later on is told that it is done."""


@dataclass
class History:
    """History that many clients write at a time."""

    entries: list[Sent | Seen | Began] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, entry: Sent | Seen | Began) -> None:
        with self._lock:
            self.entries.append(entry)


def faults(history: Iterable[Sent | Seen | Began], stored: Mapping[str, Stored]) -> list[str]:
    """Return a sentence for each contradiction. One pass over the history, and one over what is stored."""
    found: list[str] = []
    kept = Counter(move for table in stored.values() for move in table.moves)
    found += [f"stored {number} times: {move}" for move, number in kept.items() if number > 1]
    taken: set[Move] = set()
    tried: set[Move] = set()
    refused: set[Move] = set()
    places: dict[tuple[int, str], int] = {}
    for entry in history:
        if isinstance(entry, Sent):
            (refused if entry.answer == REFUSED else tried).add(entry.move)
            if entry.answer == OK:
                taken.add(entry.move)
        elif entry.table not in stored:
            found.append(f"seen, but not stored: table {entry.table}")
        elif isinstance(entry, Began):
            places[entry[:2]] = entry.position
            if entry.position > len(stored[entry.table].told):
                found.append(f"begun after what is stored: {entry}")
        else:
            found += _wrong_sight(entry, places, stored[entry.table].told)
    decided = {move for table in stored.values() for move in table.decided}
    found += [f"acknowledged, but not stored: {move}" for move in taken - decided if not kept[move]]
    found += [f"refused, but stored: {move}" for move in refused - tried if kept[move]]
    found += [f"stored, but not sent: {move}" for move in kept if move not in tried and move not in refused]
    return found


def _wrong_sight(seen: Seen, places: dict[tuple[int, str], int], told: Sequence[Sequence[Any]]) -> list[str]:
    before = places.get(seen[:2], 0)
    places[seen[:2]] = seen.position
    if seen.position < before:
        return [f"told again what was told: reader {seen.reader} at {seen.position} after {before}"]
    if seen.position > len(told):
        return [f"told what isn't stored: reader {seen.reader} at {seen.position} of {len(told)}"]
    due = [event for part in told[before : seen.position] for event in part]
    if list(seen.events) != due:
        return [f"told something else than is stored: reader {seen.reader} at {seen.position} of table {seen.table}"]
    return []
