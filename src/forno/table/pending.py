"""Pending questions: a move's events, cut where somebody is asked who has only one answer.

The other seats are told that an answer is awaited whether or not there is a choice (see `Awaits`). If what follows
came at once, they would know that there was none. So the table asks the seat with one answer as it asks one with
several, and tells the rest when the answer has come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from forno.core.events import Awaits, Event
from forno.core.game import State
from forno.table.composing import is_shown

Steps = Sequence[Sequence[Event]]
"""Events of each decision of a move."""


class Part(NamedTuple):
    """Events that are told together."""

    events: tuple[Event, ...]
    question: Awaits | None = None
    """Question with one answer that ends the part: what follows is held back until it is answered."""
    shown: bool = True
    """Whether everybody sees some of the events."""


class Pending(NamedTuple):
    """Question that waits for an answer, and the parts that wait with it. Immutable."""

    question: Awaits | None = None
    """Question with one answer. The rules have gone on without the answer, and nobody can tell."""
    held: tuple[Part, ...] = ()
    """Parts that aren't told before the question is answered."""
    awaits: Awaits | None = None
    """Latest event that told everybody who is awaited."""

    @property
    def unnamed(self) -> bool:
        """Whether a seat is awaited that the others may not know."""
        return self.awaits is not None and self.awaits.seat is None

    def awaited(self, state: State) -> int | None:
        """Return the seat whose answer is awaited, even if it has only one and the state has gone on without it."""
        if self.question is not None:
            return self.question.seat
        return None if state.is_over else state.seat

    def after(self, steps: Steps) -> tuple[Pending, Sequence[Part]]:
        """Return what is pending after these steps, and the parts that may be told now."""
        return self._tell((*self.held, *cut(steps, self.unnamed)))

    def after_answer(self) -> tuple[Pending, Sequence[Part]]:
        """Return the same after the answer to the question."""
        return self._tell(self.held)

    def _tell(self, parts: Sequence[Part]) -> tuple[Pending, Sequence[Part]]:
        """Tell parts up to the first that ends with a question."""
        awaits = self.awaits
        for place, part in enumerate(parts, 1):
            awaits = awaits_after(part.events, awaits)
            if part.question is not None:
                return Pending(part.question, tuple(parts[place:]), awaits), parts[:place]
        return Pending(None, (), awaits), parts


def cut(steps: Iterable[Sequence[Event]], unnamed: bool = False) -> list[Part]:
    """Cut the events of a move into parts.

    `unnamed`: the others don't know whose answer is awaited, as while help is asked for. Then what one seat is told is
    a part of its own, apart from what everybody is told before and after: so that nobody, counting parts, can tell
    whether somebody else was told something in between.
    """
    parts: list[Part] = []
    events: list[Event] = []
    shown = False

    def end(question: Awaits | None = None) -> None:
        nonlocal events, shown
        if events:
            parts.append(Part(tuple(events), question, shown))
        events, shown = [], False

    for step in steps:
        last = len(step) - 1
        for place, event in enumerate(step):
            told = is_shown(event)
            if told and unnamed and not shown:
                end()
            events.append(event)
            shown = shown or told
            if isinstance(event, Awaits):
                if told:
                    unnamed = event.seat is None
                if event.actions is not None and place < last:
                    end(event)
                elif unnamed:
                    end()
            elif told:
                unnamed = False
    end()
    return parts


def awaits_after(events: Sequence[Event], before: Awaits | None) -> Awaits | None:
    """Return the latest event that told everybody who is awaited."""
    for event in reversed(events):
        if isinstance(event, Awaits) and event.shown:
            return event
    return before


def affected_seats(events: Sequence[Event], players: int) -> set[int]:
    """Return the seats that any of these events concerns."""
    seats: set[int] = set()
    for event in events:
        concerned = event.concerns()
        if concerned is None:
            return set(range(players))
        seats.update(concerned)
    return seats
