"""Plain data: events, views and stored dataclasses as dictionaries, lists, numbers and texts for JSON; and back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from forno.core.errors import UnknownEvent
from forno.core.events import Event
from forno.core.game import Game
from forno.core.outcomes import Outcome
from forno.core.views import View

T = TypeVar("T")


def plain(value: Any) -> Any:
    """Return a value as plain data. Of a view everything but its game, of an event its name and its fields."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        named = {"event": type(value).__name__} if isinstance(value, Event) else {}
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        return named | {name: plain(part) for name, part in parts.items() if not isinstance(part, Game)}
    raise TypeError(f"{value!r} has no plain form")


def from_plain(kind: type[T], data: Any) -> T:
    """Rebuild a dataclass from its plain form by the types of its fields: tuples, mappings and dataclasses within.

    Fields that it doesn't know, since a later version has written them, are left out. Raises `ValueError`.
    """
    try:
        return cast("T", _rebuilding(cast("Any", kind))(data))
    except (TypeError, AttributeError) as error:
        raise ValueError(f"this is no {kind.__name__}: {error}.") from error


def read_stored(kind: type[T], text: str) -> T | None:
    """Return a dataclass from the JSON text that it was stored as; `None` if that is empty or unreadable."""
    try:
        return from_plain(kind, json.loads(text))
    except ValueError:
        return None


@cache
def _rebuilding(hint: Any) -> Callable[[Any], Any]:
    """Return the function that rebuilds values of a type."""
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        parts = {field.name: _rebuilding(hints[field.name]) for field in fields(hint)}
        make: Callable[..., Any] = cast("Any", hint)
        return lambda data: make(**{name: part(data[name]) for name, part in parts.items() if name in data})
    origin, inside = get_origin(hint), [kind for kind in get_args(hint) if kind is not NoneType]
    if origin not in (UnionType, Mapping, tuple):
        return lambda value: value
    item = _rebuilding(inside[1 if origin is Mapping else 0])
    if origin is tuple:
        return lambda values: tuple(map(item, values))
    if origin is Mapping:
        return lambda values: {name: item(value) for name, value in values.items()}
    return lambda value: None if value is None else item(value)


def event_from_plain(game: Game, data: Mapping[str, Any]) -> Event:
    """Rebuild the event from its plain form. What a seat sees of a game can so be sent anywhere."""
    kind = _event_types(game).get(str(data.get("event")))
    if kind is None:
        raise UnknownEvent(f"{game.name} has no event {data.get('event')!r}.")
    try:
        return kind(**{name: _tuples(part) for name, part in data.items() if name != "event"})
    except TypeError as error:
        raise UnknownEvent(f"this is no {kind.__name__}: {error}.") from error


def view_from_plain(game: Game, data: Mapping[str, Any]) -> View:
    """Return the view behind its plain form, for a client that joins in the middle of a game."""
    kind = type(game.memory(None).view())
    home = vars(sys.modules[kind.__module__]).values()
    parts = [part for part in (Outcome, *home) if isinstance(part, type) and is_dataclass(part)]
    shapes = {frozenset(field.name for field in fields(part)): part for part in parts}

    def back(value: Any) -> Any:
        if isinstance(value, list):
            return tuple(back(item) for item in value)
        if isinstance(value, dict):
            return shapes[frozenset(value)](**{name: back(item) for name, item in value.items()})
        return value

    try:
        return kind(game=game, **{name: back(item) for name, item in data.items()})
    except (TypeError, KeyError) as error:
        raise UnknownEvent(f"this is no view of {game.name}: {error}.") from error


def _event_types(game: Game) -> dict[str, type[Event]]:
    """Return the events of the contract and of the game's own package, by name."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    homes = (Event.__module__, type(game).__module__)
    return {
        kind.__name__: kind
        for kind in _below(Event)
        if kind.__module__ in homes or kind.__module__.startswith(f"{package}.")
    }


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
