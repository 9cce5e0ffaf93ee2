"""History of a game: a move's events, cut where somebody is asked who has only one answer, and those that were told.

The other seats are told that an answer is awaited whether or not there is a choice (see `Awaits`). If what follows
came at once, they would know that there was none. So the table asks the seat with one answer as it asks one with
several, and tells the rest when the answer has come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from forno.core.events import Awaits, Event
from forno.core.game import Game, State
from forno.core.views import Memory, OwnPlace, View
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


class History:
    """Events that were told, in order. What is still held back isn't among them."""

    def __init__(self, players: int = 0) -> None:
        self.events: list[Event] = []
        self._steps: dict[int | None, list[int]] = {seat: [] for seat in (None, *range(players))}
        """Entry numbers of the steps that were seen, by seat; `None` for spectators."""
        self._memories: dict[int | None, tuple[Memory, int]] = {}
        """Memories by seat, each with the number of events that it has observed."""

    def tell(self, parts: Sequence[Part], number: int) -> None:
        """Add the parts that the entry of that number tells. Each is a step for everybody who sees some of it."""
        for part in parts:
            self.events += part.events
            for seat, steps in self._steps.items():
                if part.shown or any(event.seen_by(seat) is not None for event in part.events):
                    steps.append(number)

    def steps(self, seat: int | None) -> int:
        """Return the number of steps that a seat has seen; `None` is a spectator."""
        return len(self._steps.get(seat, ()))

    def entry_after(self, step: int, seat: int) -> int | None:
        """Return the number of the entry that followed a seat's step of that number.

        `None` if another part of the same entry followed, or nothing yet.
        """
        steps = self._steps.get(seat, [])
        if not 0 <= step < len(steps) or (step and steps[step - 1] == steps[step]):
            return None
        return steps[step]

    def view(self, game: Game, seat: int | None) -> View:
        """Return a seat's view made of the events that were told, while the game's state is further on."""
        return self._memory(game, seat).view()

    def own_place(self, game: Game, seat: int) -> OwnPlace:
        """Return a seat's own place made of the events that were told."""
        return self._memory(game, seat).own_place()

    def _memory(self, game: Game, seat: int | None) -> Memory:
        memory, seen = self._memories.get(seat) or (game.memory(seat), 0)
        for event in self.events[seen:]:
            part = event if event.public else event.seen_by(seat)
            if part is not None:
                memory.observe(part)
        self._memories[seat] = memory, len(self.events)
        return memory
