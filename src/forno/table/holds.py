"""What is shown when: the events of a move, cut where somebody is asked who has one answer.

The others are told that somebody's word is awaited whether or not there is a choice (see `Awaits`). If what follows
came at once, they would know that there was none. So the table asks whoever has one answer as well as whoever has
several, and tells the rest when the answer has come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from forno.core.events import Awaits, Event
from forno.table.composing import is_shown


class Part(NamedTuple):
    """Events that are told together."""

    events: tuple[Event, ...]
    question: Awaits | None = None
    """The question with one answer that they end with: what follows is held back until that is given."""
    shown: bool = True
    """Whether everybody sees something of it."""


def cut(steps: Iterable[Sequence[Event]], unnamed: bool = False) -> list[Part]:
    """The parts of what happened in a move, step by step.

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


def first_question(parts: Iterable[Part]) -> Awaits | None:
    """The first question with one answer that these parts come to."""
    return next((part.question for part in parts if part.question is not None), None)


def awaits_after(events: Sequence[Event], before: Awaits | None) -> Awaits | None:
    """The latest that everybody was told of who is awaited."""
    for event in reversed(events):
        if isinstance(event, Awaits) and event.shown:
            return event
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
