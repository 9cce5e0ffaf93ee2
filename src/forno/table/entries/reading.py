"""Text of log entries, read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from math import isfinite
from typing import Any, Final

from forno.core.language import _
from forno.table.entries import agreeing, dealing, opening, playing, seating, talking
from forno.table.entries.base import Entry
from forno.table.errors import BadEntry
from forno.table.settings import TableSettings

KINDS: Final[Mapping[str, type[Entry]]] = {
    found.kind: found
    for module in (opening, seating, dealing, playing, agreeing, talking)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Entry) and found.kind
}
"""Classes of log entries by the name of their kind: every one in these modules."""


def read_entry(text: str) -> Entry:
    """Return the entry that a line of text stands for. Raises `BadEntry`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadEntry(_("this isn't an entry of a table: {reason}.").format(reason=error)) from error
    if not isinstance(data, dict):
        raise BadEntry(_("this isn't an entry of a table: {reason}.").format(reason=_("it isn't an object")))
    kind = KINDS.get(str(data.pop("kind", None)))
    if kind is None:
        raise BadEntry(_("this isn't an entry of a table: {reason}.").format(reason=_("its kind is unknown")))
    known = {part.name for part in fields(kind)}
    data = {**kind.added, **data}
    if set(data) != known:
        raise wrong_fields(*(set(data) ^ known))
    if data.get("seat", 0) is None and kind not in (talking.Said, opening.Rematch):
        raise wrong_fields("seat")
    return kind(**{name: _read_field(name, value) for name, value in data.items()})


def wrong_fields(*names: str) -> BadEntry:
    told = _("this isn't an entry of a table: these fields are wrong: {fields}.")
    return BadEntry(told.format(fields=", ".join(sorted(names))))


def _read_field(name: str, value: Any) -> Any:
    try:
        return _READERS[name](value)
    except (TypeError, ValueError, OverflowError):
        raise wrong_fields(name) from None


def _exactly(*types: type) -> Callable[[Any], Any]:
    """Return a reader that accepts values of these types only; `True` is no number."""

    def read(value: Any) -> Any:
        if type(value) not in types:
            raise TypeError
        return value

    return read


def _time(value: Any) -> float:
    time = float(_exactly(int, float)(value))
    if not isfinite(time):
        raise ValueError
    return time


def _text(value: Any) -> str:
    """Read a text without unpaired surrogates, which JSON can spell and no file can hold."""
    text: str = _exactly(str)(value)
    text.encode()
    return text


def _seat(value: Any) -> int:
    seat: int = _exactly(int)(value)
    if seat < 0:
        raise ValueError
    return seat


def _options(value: Any) -> dict[str, Any]:
    return {key: tuple(part) if isinstance(part, list) else part for key, part in _exactly(dict)(value).items()}


def _actions(value: Any) -> tuple[int, ...]:
    read = _exactly(int)
    return tuple(read(action) for action in _exactly(list)(value))


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "time": _time,
    "game": _text,
    "options": _options,
    "deck_text": lambda value: None if value is None else _text(value),
    "settings": lambda value: TableSettings.from_data(_exactly(dict)(value)),
    "seat": lambda value: None if value is None else _seat(value),
    "by_seat": _seat,
    "name": _text,
    "key_hash": _text,
    "bot": _text,
    "secret": _text,
    "promise": _text,
    "patience": _time,
    "zone": _text,
    "agrees": _exactly(bool),
    "aided": _exactly(bool),
    "hours": _exactly(int),
    "begins": _time,
    "ends": _time,
    "number": _text,
    "seed": _exactly(int, str),
    "rules": _exactly(int, type(None)),
    "deck": _exactly(str, type(None)),
    "actions": _actions,
    "by": _text,
    "room": _text,
    "text": _text,
    "table": _text,
}
