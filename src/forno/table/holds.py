"""What is shown when: the events of a move, cut where the game went on without asking.

The others are told that somebody's word is awaited whether or not there is a choice (see `Awaits`). If what follows
came at once, they would know that there was none. So it is held back for as long as an answer might take.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from forno.core.events import Awaits, Event
from forno.table.composing import is_shown


class Part(NamedTuple):
    """Events that are told together; `hold`: only after a while."""

    events: tuple[Event, ...]
    hold: bool = False
    shown: bool = True
    """Whether everybody sees something of it."""


def cut(events: Sequence[Event], unnamed: bool = False) -> list[Part]:
    """The parts of what happened in a move.

    `unnamed`: the others didn't know whose answer was awaited, as while help is asked for. Whether there was anybody
    left to ask is theirs to guess as well, so what they see of the answer is held.
    """
    parts: list[Part] = []
    start = 0
    waiting = 0 if unnamed else -1
    hold = shown = False
    for place, event in enumerate(events):
        if not is_shown(event):
            continue
        if waiting >= 0:
            end = place if unnamed else waiting
            unnamed = False
            if end > start:
                parts.append(Part(tuple(events[start:end]), hold, shown))
            start, hold = end, True
        shown = True
        waiting = place + 1 if isinstance(event, Awaits) else -1
    parts.append(Part(tuple(events[start:]), hold, shown))
    return parts


def unnamed_after(events: Sequence[Event], before: bool) -> bool:
    """Whether somebody is awaited whom the others may not know."""
    for event in reversed(events):
        if isinstance(event, Awaits) and event.shown:
            return event.seat is None
    return before


def affected(events: Sequence[Event], players: int) -> set[int]:
    """The seats that any of these events concerns."""
    seats: set[int] = set()
    for event in events:
        concerned = event.concerns()
        if concerned is None:
            return set(range(players))
        seats.update(concerned)
    return seats
