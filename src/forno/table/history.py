"""History of a game: the events that were told, and how many steps each seat has seen."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import Memory, OwnPlace, View
from forno.table.pending import Part


class History:
    """Events that were told, in order. What is still held back isn't among them."""

    def __init__(self, players: int = 0) -> None:
        self.events: list[Event] = []
        self._steps: dict[int | None, list[int]] = {seat: [] for seat in (None, *range(players))}
        """Entry numbers of the steps that were seen, by seat; `None` for spectators."""
        self._memories: dict[int | None, tuple[Memory, int]] = {}
        """Memories by seat, each up to an event. Kept only while something is held back."""

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
