"""Caches of rendered parts, by language, and of the latest of anything.

`functools.cache` is the fastest there is and forgets nothing, so what could grow without end is swept: now and then
everything is forgotten of which there is too much. `functools.lru_cache`, which never holds too much, takes twice the
time to look something up, and a move looks up dozens of things.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, cast

from forno.core.game import Game
from forno.core.language import language

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")
T = TypeVar("T")
G = TypeVar("G", bound=Game)

SMALL_CACHE: Final = 500
LARGE_CACHE: Final = 5000
"""Maximum entries of a small and of a large cache."""


class Latest(OrderedDict[K, V]):
    """The latest `most` values by key; beyond them those go that were set longest ago."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self.most:
            self.popitem(last=False)


class _Kept(NamedTuple):
    """A cache: its size, how to clear it, and its limit."""

    size: Callable[[], int]
    forget: Callable[[], None]
    most: int


_everything: Final[list[_Kept]] = []


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache a function's results by arguments and language; `sweep` clears it above its limit."""

    def keep(function: Callable[P, T]) -> Callable[P, T]:
        make: Callable[..., T] = function
        kept = cache(lambda _language, *args: make(*args))

        @wraps(function)
        def look_up(*args: Any) -> Any:
            return kept(language(), *args)

        _everything.append(_Kept(lambda: kept.cache_info().currsize, kept.cache_clear, most))
        return cast("Callable[P, T]", look_up)

    return keep


def once_a_game(most: int) -> Callable[[Callable[[G], T]], Callable[[G], T]]:
    """Cache a function of a game by language, once for all tables that play it."""

    def keep(make: Callable[[G], T]) -> Callable[[G], T]:
        known: dict[tuple[str, int], tuple[G, T]] = {}

        def look_up(game: G) -> T:
            key = (language(), id(game))  # the game is kept, too, so its id stays its own
            found = known.get(key)
            if found is None:
                found = known[key] = (game, make(game))
            return found[1]

        _everything.append(_Kept(known.__len__, known.clear, most))
        return look_up

    return keep


def sweep() -> None:
    """Clear the caches that are above their limit."""
    for kept in _everything:
        if kept.size() > kept.most:
            kept.forget()


def forget() -> None:
    """Clear all caches."""
    for kept in _everything:
        kept.forget()
