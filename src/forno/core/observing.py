"""Observations: what a seat knows as numbers, for programs that learn.

A game that can be learned says how many numbers there are, what each means and how large it can get (`Layout`), and
fills them in (`Observer`). They are bytes, laid one after another into a buffer of the caller's: nothing is made for
an observation, and NumPy sees such a buffer as an array without a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from forno.core.chance import Chance
from forno.core.errors import OptionError, Shown, UnknownSeat, WrongArgument
from forno.core.language import _
from forno.core.states import GameState

if TYPE_CHECKING:
    from forno.core.game import Game, State
    from forno.core.views import Memory, View

NOW: Final = "now"
"""Knowledge of the present moment: the seat's view."""
MEMORY: Final = "memory"
"""The same, and what a perfect memory keeps of earlier announcements."""
EVERYTHING: Final = "everything"
"""The whole state, hidden cards included: for a critic while learning, never for a player."""
KNOWLEDGE: Final = (NOW, MEMORY, EVERYTHING)

MAX_VALUE: Final = 255
"""Largest number in an observation; larger amounts are cut off there."""


def known_as(knowledge: str) -> str:
    """Return the kind of knowledge if it is one of the three. Raises `OptionError`."""
    if knowledge not in KNOWLEDGE:
        raise OptionError(
            _("a seat can't be shown {knowledge!r}; choose from {all}.").format(
                knowledge=Shown(knowledge), all=", ".join(KNOWLEDGE)
            )
        )
    return knowledge


@dataclass(frozen=True)
class Field:
    """A group of numbers in an observation."""

    name: str
    size: int
    most: int
    """The largest that each of them can be. None is below 0."""
    about: str
    """Meaning of the numbers, as a phrase."""
    shows: str = ""
    """The part of the view that can be told from them: `hand`, `opening.table`. Views that differ there differ here."""


@dataclass(frozen=True)
class Layout:
    """Meaning of the numbers of an observation. The same for all positions and seats of a game."""

    fields: tuple[Field, ...]

    @classmethod
    def of(cls, knowledge: str, now: Iterable[Field], memory: Iterable[Field], hidden: Iterable[Field]) -> Layout:
        """Return the layout of one kind of knowledge: the fields of `now`, of a memory too, or all of them."""
        remembered = () if knowledge == NOW else memory
        return cls((*now, *remembered, *(hidden if knowledge == EVERYTHING else ())))

    @cached_property
    def size(self) -> int:
        """Number of bytes in an observation."""
        return sum(field.size for field in self.fields)

    @cached_property
    def places(self) -> Mapping[str, slice]:
        """Slice of each field, by name."""
        found: dict[str, slice] = {}
        start = 0
        for field in self.fields:
            if field.name in found or not 0 < field.most <= MAX_VALUE or field.size < 0:
                raise ValueError(f"{field} can't be laid out")
            found[field.name] = slice(start, start + field.size)
            start += field.size
        return MappingProxyType(found)

    def start(self, name: str) -> int:
        """Return the place where a field begins; -1 if there is none of that name."""
        place = self.places.get(name)
        return -1 if place is None else place.start

    @cached_property
    def most(self) -> bytes:
        """The largest that each number can be."""
        return b"".join(bytes([field.most]) * field.size for field in self.fields)

    def read(self, numbers: bytes | bytearray) -> dict[str, list[int]]:
        """Return an observation field by field, for people."""
        return {name: list(numbers[place]) for name, place in self.places.items()}

    def __str__(self) -> str:
        """Return the fields as a table in Markdown."""
        rows = ["| from | field | numbers | up to | what |", "|---|---|---|---|---|"]
        for field in self.fields:
            row = (self.places[field.name].start, f"`{field.name}`", field.size, field.most, field.about)
            rows.append("| " + " | ".join(map(str, row)) + " |")
        return "\n".join(rows)


class Observer(Protocol):
    """Fills in what a seat knows. Made once for a game (`Game.observer`); it keeps nothing of what it saw.

    Invariants, checked by `forno.testing`: the numbers are within the layout's bounds; they are the same after
    everything that the seat can't know has been dealt anew, but for `everything`; views that differ in what a field
    `shows` differ there.
    """

    @property
    def layout(self) -> Layout: ...

    def fill(self, state: State, seat: int, into: bytearray, start: int) -> None:
        """Write what the seat knows as `layout.size` bytes from `start` on.

        Raises `UnknownSeat`, and `WrongArgument` for a state of another game or a buffer that is too short.
        """


@runtime_checkable
class Refilling(Observer, Protocol):
    """Observer that updates only what changes from one step of a turn to the next, which saves time."""

    def refill(self, state: State, seat: int, into: bytearray, start: int) -> None:
        """Do what `fill` does, where `into` was filled for this seat before the latest action, which was its own."""


def check_fill(game: Game, given: Any, seat: Any, into: Any, start: Any, size: int) -> int:
    """Return the seat for which an observer of this game can fill in `size` bytes from `start` on.

    Raises `UnknownSeat`, and `WrongArgument` for another game's state or a buffer without room.
    """
    if not isinstance(given, GameState) or (given.game is not game and given.game != game):
        raise WrongArgument(
            _("this observer takes states of {game!r}, not {value!r}.").format(game=game, value=Shown(given))
        )
    if type(seat) is not int or not 0 <= seat < game.players:
        if seat is None:
            raise UnknownSeat(_("a spectator has no observations; choose a seat."))
        game.check_seat(seat)
    if not isinstance(into, bytearray) or not isinstance(start, int) or not 0 <= start <= len(into) - size:
        raise WrongArgument(
            _("an observation takes {size} bytes of a bytearray; there is no room for them from {start!r} on.").format(
                size=size, start=Shown(start)
            )
        )
    return int(seat)


def observe_state(observer: Observer, state: State, seat: int) -> bytearray:
    """Return an observation of a seat in a new buffer."""
    into = bytearray(observer.layout.size)
    observer.fill(state, seat, into, 0)
    return into


def observe_view(observer: Observer, view: View, memory: Memory) -> bytearray:
    """Return a seat's observation from what its bot has: the view, and a memory that forgot nothing.

    For the knowledge `now` and `memory` alone. It is what `fill` says of the true state, which the bot never sees:
    those numbers are the same in every state that agrees with view and memory, so one that is sampled will do.
    """
    if view.seat is None:
        raise UnknownSeat(_("a spectator has no observations; choose a seat."))
    return observe_state(observer, view.sample(memory, Chance(0)), view.seat)
