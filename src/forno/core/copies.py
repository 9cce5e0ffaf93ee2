"""Taking things along: what `copy` and `pickle` need to know of classes that may be compiled.

A game never changes, so a copy of it or of what belongs to it is the thing itself, and a pickle says only how the game
is made. A state is copied as `clone` does it, and pickled field by field: its constructor takes each by its name. What
only grows from its beginnings, as a memory does, is begun again and gets all that it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import signature
from operator import attrgetter
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

Reduced = tuple[Any, ...]
"""What `__reduce__` returns: something to call, and with what."""


def belonging(game: object, attribute: str) -> Reduced:
    """For `__reduce__` of what a game keeps under that name."""
    return attrgetter(attribute), (game,)


def by_fields(thing: object, chain: str = "") -> Reduced:
    """For `__reduce__` of a class whose constructor takes every field by its name.

    `chain` names a field that grows with the game, `((((), 1), 2, 3), 4)`: it is taken apart, since pickles can't be as
    deep as a game is long.
    """
    fields = {name: getattr(thing, name) for name in signature(type(thing)).parameters}
    if chain:
        fields[chain] = _links(fields[chain])
    return _made, (type(thing), fields, chain)


def begun_again(thing: object, *beginnings: object) -> Reduced:
    """For `__reduce__` of a class that is made from these, whatever it has come to hold since."""
    kind: type = type(thing)
    held = dict(getattr(thing, "__dict__", {}))
    for name in _kept_apart(kind):
        held[name] = getattr(thing, name)
    return _begun, (kind, beginnings, held)


def _begun(kind: type, beginnings: tuple[object, ...], held: Mapping[str, Any]) -> Any:
    thing = kind(*beginnings)
    for name, value in held.items():
        setattr(thing, name, value)
    return thing


@cache
def _kept_apart(kind: type) -> list[str]:
    """The attributes that aren't in `__dict__`: classes that are compiled, or have slots, have descriptors."""
    names = [name for name in dir(kind) if not name.startswith("__")]
    return [name for name in names if isinstance(getattr(kind, name), GetSetDescriptorType | MemberDescriptorType)]


def _made(kind: type, fields: Mapping[str, Any], chain: str) -> Any:
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
