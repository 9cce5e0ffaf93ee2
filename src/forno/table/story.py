"""What has happened at a table: how much of it was told, to whom in how many steps, and what has to wait."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.events import Awaits, Event
from forno.core.game import Game, State
from forno.core.views import Memory, View
from forno.table import holds
from forno.table.holds import Part

Steps = Sequence[Sequence[Event]]
"""What each decision of a move led to."""


class Story:
    """The events of one game. Nobody is told more than what comes before the next question that has one answer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []
        """All events so far."""
        self.told = 0
        """How many of them may be known."""
        self.question: Awaits | None = None
        """A question that has one answer: the rules have gone on, and nobody can tell. So it is asked here, …"""
        self.held: list[Part] = []
        """… and these parts aren't told before it is answered."""
        self.awaits: Awaits | None = None
        """What everybody was told last about who is awaited."""
        self._steps: dict[int | None, list[int]] = {seat: [] for seat in (None, *range(game.players))}
        """For every seat and the spectators: of each step that they have been told of, the number of its entry."""
        self._memories: dict[int | None, tuple[Memory, int]] = {}
        """Where something is held: what everyone has seen, and how far."""

    @property
    def unnamed(self) -> bool:
        """Whether somebody is awaited whom the others may not know."""
        return self.awaits is not None and self.awaits.seat is None

    def question_after(self, steps: Steps) -> Awaits | None:
        """The question that would be asked here after these steps."""
        return holds.first_question(holds.cut(steps, self.unnamed))

    def tell(self, steps: Steps, number: int) -> list[Part]:
        """This happened with the entry of that number. Returns what may be told now, in parts."""
        for events in steps:
            self.events += events
        self.held += holds.cut(steps, self.unnamed)
        return self.go_on(number)

    def go_on(self, number: int) -> list[Part]:
        """Tell what was held back, up to the next question that has one answer."""
        self.question = None
        parts = []
        while self.held and self.question is None:
            part = self.held.pop(0)
            self._count(part, number)
            self.told += len(part.events)
            self.awaits = holds.awaits_after(part.events, self.awaits)
            self.question = part.question
            parts.append(part)
        return parts

    def _count(self, part: Part, number: int) -> None:
        """It is a step for everyone who sees something of it."""
        for seat, steps in self._steps.items():
            if part.shown or any(event.seen_by(seat) is not None for event in part.events):
                steps.append(number)

    def since(self, event: int) -> list[Event]:
        """What may be known, from that event on."""
        return self.events[event : self.told]

    def steps(self, seat: int | None) -> int:
        """How many steps a seat has been told of; `None` is a spectator."""
        return len(self._steps.get(seat, ()))

    def entry_after(self, step: int, seat: int) -> int | None:
        """The number of the entry that came when a seat had been told of so many steps; `None` if another part of the
        same entry came then, or nothing yet."""
        steps = self._steps.get(seat, [])
        if not 0 <= step < len(steps) or (step and steps[step - 1] == steps[step]):
            return None
        return steps[step]

    def awaited(self, state: State) -> int | None:
        """The seat whose answer is awaited, even if it has only one and the state has gone on without it."""
        if self.question is not None:
            return self.question.seat
        return None if state.is_over else state.seat

    def view(self, state: State, seat: int | None) -> View:
        """What a seat may know of what was told."""
        if self.question is None:
            return state.view(seat)
        memory, seen = self._memories.get(seat) or (self.game.memory(seat), 0)
        for event in self.events[seen : self.told]:
            part = event.seen_by(seat)
            if part is not None:
                memory.observe(part)
        self._memories[seat] = memory, self.told
        return memory.view()
