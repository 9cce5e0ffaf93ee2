"""Views and memories: what a seat may know now, and what it has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from forno.core.errors import Shown, WrongArgument
from forno.core.language import _

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.core.events import Event
    from forno.core.game import Game, State


@dataclass(frozen=True)
class View(ABC):
    """View of a seat: what it may know now, and nothing more. The only way out of a state.

    Two views are equal if they show the same, whatever lies hidden behind them. They can be pickled; a copy is the view
    itself.
    """

    game: Game
    seat: int | None
    """The seat that sees this; `None` for a spectator."""
    awaited: int | None
    """The seat whose decision is awaited; `None` if the game is over or this seat may not know."""
    actions: tuple[int, ...]
    """The seat's legal actions: empty unless it is awaited."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @abstractmethod
    def sample(self, memory: Memory, chance: Chance) -> State:
        """Return a full state in which everything unknown is dealt at random, consistently with what is known.

        Known is what the view shows and what the memory holds. The memory may be a poor one: where it
        contradicts the view, the view is right. The view of the sampled state for this seat equals this one.
        """


Kept = TypeVar("Kept", bound="Memory")


def own_memory(view: View, memory: Memory, kind: type[Kept]) -> Kept:
    """Return the memory with which a view is sampled. Raises `WrongArgument` for one of another game or seat."""
    if (
        not isinstance(memory, kind)
        or memory.seat != view.seat
        or not (memory.game is view.game or memory.game == view.game)
    ):
        raise WrongArgument(
            _("a view is sampled with a memory of its own game and seat, {seat}, not with {value!r}.").format(
                seat=view.seat, value=Shown(memory)
            )
        )
    return memory


def out_of_order(event: Event) -> WrongArgument:
    """Return the error for an event that can't follow those that a memory has seen."""
    return WrongArgument(
        _("{event!r} can't follow what this memory has seen; give it every event of one game, in order.").format(
            event=Shown(event)
        )
    )


class OwnPlace(Protocol):
    """The part of a seat's view that its own place at a table shows. A whole `View` is one, too."""

    @property
    def seat(self) -> int | None:
        """The seat; `None` for a spectator."""

    @property
    def actions(self) -> tuple[int, ...]:
        """The seat's legal actions: empty unless it is awaited."""


class Memory(ABC):
    """Memory of a seat: what it has seen so far. A perfect one forgets nothing; bots may have poorer ones.

    It can be copied and pickled.
    """

    game: Game
    seat: int | None
    """The seat; `None` for a spectator."""

    def __repr__(self) -> str:
        return f"<what seat {self.seat} has seen of {self.game!r}>"

    @abstractmethod
    def observe(self, event: Event) -> None:
        """Take in an event as this seat sees it (`event.seen_by(seat)`)."""

    def clone(self) -> Self:
        """Return an independent copy: what one takes in, the other doesn't know of."""
        return deepcopy(self)

    @abstractmethod
    def view(self) -> View:
        """Return the view that follows from the events alone: equal to `state.view(seat)` at any time."""

    def own_place(self) -> OwnPlace:
        """Return as much of the view as the seat's own place shows, where that is less work (`Game.own_place`)."""
        return self.view()
