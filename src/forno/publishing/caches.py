"""What is rendered again and again is kept.

`functools.cache` is the fastest there is and forgets nothing, so what could grow without end is swept: now and then
everything is forgotten of which there is too much. `functools.lru_cache`, which never holds too much, takes twice the
time to look something up, and a move looks up dozens of things.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_kept: Final[list[tuple[Any, int]]] = []


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function returned. It is swept when there are more than so many."""

    def keep(function: Callable[P, T]) -> Callable[P, T]:
        kept: Any = cache(function)
        _kept.append((kept, most))
        found: Callable[P, T] = kept
        return found

    return keep


def sweep() -> None:
    """Forget what has become too much."""
    for kept, most in _kept:
        if kept.cache_info().currsize > most:
            kept.cache_clear()
