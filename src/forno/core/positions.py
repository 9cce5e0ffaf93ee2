"""Positions built by hand: reads piles named in words; errors give the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

from forno.core.errors import PositionError, Shown, suggest
from forno.core.seeds import settled_seed

if TYPE_CHECKING:
    from forno.core.game import Game

REST = "rest"
"""Word for all cards that lie nowhere else."""
SEED = "seed"
"""Name of the argument that is no pile: the seed by which `rest` is shuffled."""
MAX_NUMBER = 10**6
"""The largest number in a position."""


@dataclass(frozen=True)
class Position:
    """Arguments of `Game.position` from which a state was built."""

    piles: tuple[tuple[str, Any], ...]

    def __repr__(self) -> str:
        return f"position({', '.join(f'{name}={value!r}' for name, value in self.piles)})"


class BuiltPosition(Protocol):
    """A state that says what it began with."""

    start: int | str | Position | None


S = TypeVar("S", bound=BuiltPosition)


def build_position(build: Callable[..., S], game: Game, piles: Mapping[str, Any]) -> S:
    """Return the state that `build` makes of the piles, which remembers how it was built.

    Raises `PositionError` if a pile is missing, unknown or of another type than `build` says.
    """
    named = checked_piles(build, piles)
    state = build(game, **named)
    state.start = Position(tuple(named.items()))
    return state


def checked_piles(build: Callable[..., Any], piles: Mapping[str, Any]) -> dict[str, Any]:
    """Return the piles, lists as tuples, if `build` can take them. Raises `PositionError`."""
    required, types = _piles(build)
    for name in piles:
        if name not in types:
            known = list(types)
            raise PositionError(f"there is no {name!r}{suggest(name, known)}; there are {', '.join(known)}.")
    missing = [repr(name) for name in required if name not in piles]
    if missing:
        raise PositionError(f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing.")
    for name, value in piles.items():
        if name == SEED:
            settled_seed(value)
        elif not _fits(value, types[name]):
            raise PositionError(f"{name!r} must be {_word(types[name])}, not {Shown(value)!r}.")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in piles.items()}


@cache
def _piles(build: Callable[..., Any]) -> tuple[list[str], dict[str, Any]]:
    """Return the piles that can't be left out, and the types of all. (Those of other arguments can't be looked up.)"""
    piles = [each for each in signature(build).parameters.values() if each.kind is Parameter.KEYWORD_ONLY]
    named = {"__annotations__": {each.name: each.annotation for each in piles}, "__module__": build.__module__}
    required = [each.name for each in piles if each.default is Parameter.empty]
    return required, get_type_hints(type("Piles", (), named))


def _fits(value: Any, kind: Any) -> bool:
    if get_origin(kind) is Sequence:
        (inner,) = get_args(kind)
        return isinstance(value, (list, tuple)) and all(_fits(part, inner) for part in value)
    if get_args(kind):
        return any(_fits(value, part) for part in get_args(kind))
    if kind is int:
        return type(value) is int and abs(value) <= MAX_NUMBER
    return isinstance(value, kind)


def _word(kind: Any) -> str:
    if get_origin(kind) is Sequence:
        (inner,) = get_args(kind)
        return "a list of whole numbers" if inner is int else "a list of texts"
    if get_args(kind):
        return _word(get_args(kind)[0])
    return "a whole number" if kind is int else "a text"


def cards(text: str) -> list[tuple[int, str]]:
    """Return numbers and names: `"3 salami, order 4-olive"` is 3 salami and 1 order 4-olive."""
    found: list[tuple[int, str]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        number, _, name = part.partition(" ")
        counted = number.isdecimal() and len(number) < 4 and name
        found.append((int(number), name.strip()) if counted else (1, part))
    return found


def each_seat(game: Game, where: str, piles: Sequence[str] | None) -> list[tuple[int, str, str]]:
    """Return every seat with the name of its pile, for messages, and the pile's text; all empty if none is given."""
    texts = [""] * game.players if piles is None else piles
    if len(texts) != game.players:
        raise PositionError(f"{where}: give one text for each of the {game.players} players.")
    return [(seat, f"{where} of {game.seat_name(seat)}", text) for seat, text in enumerate(texts)]


def place_of_kind(where: str, kind: str, kinds: Sequence[str]) -> int:
    """Return the place of an ingredient among the kinds. Raises `PositionError`."""
    if kind not in kinds:
        raise PositionError(f"{where}: there is no {kind!r}; the ingredients are {', '.join(kinds)}.")
    return kinds.index(kind)


def lie_nowhere(cards: Iterable[str], pile: str, what: str = "these") -> PositionError:
    """Return the error for cards that are in no pile, though `pile` could be all the rest."""
    return PositionError(f"{what} lie nowhere: {', '.join(cards)}. Name them, or let {pile} be {REST!r}.")


def player(game: Game, where: str, colour: str) -> int:
    """Return the seat of a colour. Raises `PositionError`."""
    if colour not in game.colours:
        raise PositionError(f"{where}: nobody plays {colour!r}; there are {', '.join(game.colours)}.")
    return game.colours.index(colour)
