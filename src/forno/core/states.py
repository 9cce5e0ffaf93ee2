"""States of games, and how they and what belongs to a game are copied and pickled, compiled or not.

A game never changes, so a copy of it or of what belongs to it is the same object, and its pickle says only how the
game is made. A state is copied by `clone` and pickled field by field. An object that grows from its beginnings, as a
memory does, is made again from them and given the attributes it has come to hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from inspect import signature
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, Self

from forno.core.errors import IllegalAction
from forno.core.positions import Position

if TYPE_CHECKING:
    from forno.core.events import Event
    from forno.core.game import State
    from forno.core.outcomes import Outcome

Reduced = tuple[Any, ...]
"""Return type of `__reduce__`: a callable and its arguments."""


def by_fields(thing: object, chain: str = "") -> Reduced:
    """Return the `__reduce__` value of an object whose constructor takes every field by its name.

    `chain` names a field that is nested as deep as the game is long, `((((), 1), 2, 3), 4)`: it is flattened, since
    pickles can't be that deep.
    """
    fields = {name: getattr(thing, name) for name in signature(type(thing)).parameters}
    if chain:
        fields[chain] = _links(fields[chain])
    return _rebuild, (type(thing), fields, chain)


def reduce_with_attributes(thing: object, *beginnings: object) -> Reduced:
    """Return the `__reduce__` value of an object made from these arguments, with all attributes it has now."""
    kind: type = type(thing)
    held = dict(getattr(thing, "__dict__", {}))
    for name in _kept_apart(kind):
        held[name] = getattr(thing, name)
    return _rebuild_with_attributes, (kind, beginnings, held)


def _rebuild_with_attributes(kind: type, beginnings: tuple[object, ...], held: Mapping[str, Any]) -> Any:
    thing = kind(*beginnings)
    for name, value in held.items():
        setattr(thing, name, value)
    return thing


@cache
def _kept_apart(kind: type) -> list[str]:
    """Return the attributes that aren't in `__dict__`: those of compiled classes and of classes with slots."""
    names = [name for name in dir(kind) if not name.startswith("__")]
    return [name for name in names if isinstance(getattr(kind, name), GetSetDescriptorType | MemberDescriptorType)]


def _rebuild(kind: type, fields: Mapping[str, Any], chain: str) -> Any:
    if not chain:
        return kind(**fields)
    past: Any = ()
    for link in fields[chain]:
        past = (past, *link)
    return kind(**{**fields, chain: past})


def _links(past: Any) -> list[Any]:
    links = []
    while past:
        links.append(past[1:])
        past = past[0]
    return links[::-1]


def state_repr(state: State) -> str:
    """Return the `repr` of a state: its game, how it began, and how far it is."""
    begun = f"dealt from {state.seed!r}" if state.seed is not None else repr(state.built_from or "sampled")
    now = "over" if state.is_over else f"{state.game.seat_name(state.seat)} decides"
    return f"<{state.game!r}: {begun}, {len(state.history())} actions, {now}>"


class GameState:
    """Base class of states that are compiled: the fields and methods that don't depend on the rules.

    Only classes of this package can inherit from it, since no other class can inherit from a compiled one. A subclass
    sets every field in its constructor, which takes those that `clone` copies by their names.
    """

    __slots__ = ("events", "game", "is_over", "legal", "past", "question", "quiet", "seat", "start", "telling", "turn")

    game: Any
    """The game, of the state's own kind: a compiled class must not declare an attribute of its base again."""
    start: int | str | Position | None
    """The seed it was dealt from, or the position it was built from; `None` if it was sampled."""
    quiet: bool
    is_over: bool
    seat: int
    question: int
    turn: int
    legal: list[int]
    """The legal actions. The list may be shared with other states: it is replaced, never changed."""
    past: Any
    """The actions applied so far, as nested tuples with the latest outside; see `history`."""
    events: Sequence[Event]
    telling: list[Event]
    """The events of the step under way."""

    @property
    def seed(self) -> int | str | None:
        start = self.start
        return None if isinstance(start, Position) else start

    @property
    def built_from(self) -> Position | None:
        start = self.start
        return start if isinstance(start, Position) else None

    def legal_actions(self) -> list[int]:
        return self.legal.copy()

    @property
    def outcome(self) -> Outcome:
        if not self.is_over:
            raise IllegalAction("the game isn't over yet.")
        return self.final_outcome()

    def final_outcome(self) -> Outcome:
        """Return the outcome of a game that is over."""
        raise NotImplementedError

    def clone(self) -> Self:
        raise NotImplementedError

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> Reduced:
        return by_fields(self, "past")

    def __repr__(self) -> str:
        state: Any = self
        return state_repr(state)
