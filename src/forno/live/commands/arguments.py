"""Arguments of commands: one dataclass a command, read from JSON and from form fields, and described for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from forno.core.errors import FornoError, Shown
from forno.core.language import _
from forno.table.errors import NoSeat

Fields = Mapping[str, Any]
Schema = dict[str, Any]
Options = Mapping[str, Any]
Actions = tuple[int | str, ...]
"""Actions by number or notation."""


class BadRequest(FornoError):
    """A request that can't be read."""

    code = "bad-request"


def unreadable(reason: object) -> BadRequest:
    """Return the refusal of what can't be read."""
    return BadRequest(_("That can't be read: {reason}").format(reason=reason))


def whole_number(text: Any) -> int | None:
    """Parse a number from a form; `None` if it is invalid."""
    word = str("" if text is None else text).strip()
    return int(word) if word.isdecimal() and len(word) < 7 else None


@dataclass(frozen=True)
class Sent:
    """Fields of a form, or parameters of an address, that a page has sent."""

    fields: Fields

    def text(self, name: str) -> str:
        """Return a field as text; empty if there is none."""
        return str(self.fields.get(name) or "")

    def number(self, name: str) -> int | None:
        """Return a field as a number; `None` if it is none."""
        return whole_number(self.fields.get(name))

    @property
    def texts(self) -> dict[str, str]:
        """All fields but uploaded files."""
        return {name: value for name, value in self.fields.items() if isinstance(value, str)}


@dataclass(frozen=True)
class Limits:
    """Limits of a text's or a list's length, and the pattern of a text."""

    least: int = 0
    most: int = 0
    pattern: str = ""

    def hold(self, value: str | Actions) -> bool:
        """Return whether a value keeps them."""
        if isinstance(value, str) and self.pattern and re.fullmatch(self.pattern, value) is None:
            return False
        return self.least <= len(value) and (not self.most or len(value) <= self.most)

    def schema(self, kind: str) -> Schema:
        """Return them as keywords of JSON Schema."""
        words = ("minItems", "maxItems") if kind == "array" else ("minLength", "maxLength")
        named = {words[0]: self.least, words[1]: self.most, "pattern": self.pattern}
        return {word: limit for word, limit in named.items() if limit}


NO_LIMITS: Final = Limits()
MAX_ACTIONS_PER_TURN: Final = 50
"""Actions in one move: more than any turn has."""
Ticket = Annotated[str, Limits(16, 200)]
"""A random secret of the caller, with which a request can be repeated."""
Digits = Annotated[str, Limits(pattern="^[0-9a-f]{64}$")]
"""32 random bytes, or a SHA-256, as hexadecimal digits."""
Day = Annotated[str, Limits(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
"""A date."""
Turn = Annotated[Actions, Limits(most=MAX_ACTIONS_PER_TURN)]


# --- types of values ---------------------------------------------------------------------------


def read_text(value: Any) -> str | None:
    """Return a text of JSON; like its neighbours, `None` if the value is something else."""
    return value if isinstance(value, str) else None


def read_number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def read_switch(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def read_options(value: Any) -> Options | None:
    """Return options of a game, whose lists are tuples."""
    if not isinstance(value, Mapping):
        return None
    return {name: tuple(part) if isinstance(part, list) else part for name, part in value.items()}


def read_actions(value: Any) -> Actions | None:
    if not isinstance(value, list | tuple):
        return None
    actions = tuple(action if isinstance(action, str) else read_number(action) for action in value)
    return None if None in actions else actions  # type: ignore[return-value]


TYPES: Final[Mapping[Any, tuple[Callable[[Any], Any], Schema]]] = {
    str: (read_text, {"type": "string"}),
    int: (read_number, {"type": "integer"}),
    bool: (read_switch, {"type": "boolean"}),
    Options: (read_options, {"additionalProperties": {}, "type": "object"}),
    Actions: (read_actions, {"items": {"oneOf": [{"type": "integer"}, {"type": "string"}]}, "type": "array"}),
}
"""Readers of JSON values, and their schemas, by the type of a dataclass's field."""


@dataclass(frozen=True)
class Argument:
    """One argument of a command."""

    name: str
    type: Any
    default: Any
    """`MISSING` if it is required."""
    optional: bool
    """Whether it may be null."""
    limits: Limits

    @property
    def required(self) -> bool:
        return self.default is MISSING

    def read(self, value: Any) -> Any:
        """Return a value of JSON. Raises `BadRequest`."""
        if value is None and self.optional:
            return None
        read = TYPES[self.type][0](value)
        if read is None or (self.limits is not NO_LIMITS and not self.limits.hold(read)):
            told = {"field": self.name, "value": Shown(value), "schema": json.dumps(self.schema())}
            raise unreadable(_("{field} can't be {value!r}; it takes {schema}.").format(**told))
        return read

    def read_field(self, value: Any) -> Any:
        """Return a form's field, in which everything is text. What is left empty has its default.

        Raises `NoSeat` for a seat that isn't one, else `BadRequest`.
        """
        if self.type is int:
            value = whole_number(value)
        elif self.type is str:
            value = str(value or "")
        elif self.type is bool and isinstance(value, str):
            value = value == "yes"
        if value not in (None, ""):
            return self.read(value)
        if not self.required:
            return self.default
        if self.type is str:
            return ""
        raise NoSeat(_("There is no such seat at this table.")) if self.name == "seat" else missing(self.name)

    def schema(self) -> Schema:
        """Return it as JSON Schema."""
        described = dict(TYPES[self.type][1])
        if self.optional:
            described = {"oneOf": [described, {"type": "null"}]}
        elif isinstance(self.default, str | int):
            described["default"] = self.default
        return described | self.limits.schema(TYPES[self.type][1]["type"])


def missing(name: str) -> BadRequest:
    return unreadable(_("{field} is missing.").format(field=name))


# --- all arguments of a command ------------------------------------------------------------------

A = TypeVar("A")


class Arguments(Generic[A]):
    """The arguments of a command, from the dataclass that declares them."""

    def __init__(self, type_: type[A]) -> None:
        hints = get_type_hints(type_, include_extras=True)
        self.type = type_
        self.all = tuple(
            _argument(field.name, hints[field.name], _default(field))
            for field in fields(type_)  # type: ignore[arg-type]
        )
        self.required = sorted(argument.name for argument in self.all if argument.required)

    def read(self, sent: Any) -> A:
        """Return arguments sent as JSON: all that are required, and no others. Raises `BadRequest`."""
        if not isinstance(sent, Mapping):
            raise unreadable(_("it has to be a JSON object."))
        values = {argument.name: argument.read(sent[argument.name]) for argument in self.all if argument.name in sent}
        for name in self.required:
            if name not in values:
                raise missing(name)
        for name in sent:
            if name not in values:
                raise unreadable(_("{field!r} isn't known here.").format(field=name))
        return self.type(**values)

    def read_fields(self, form: Fields) -> A:
        """Return arguments sent as a form, which may hold other fields, too. Raises `NoSeat` or `BadRequest`."""
        return self.type(**{argument.name: argument.read_field(form.get(argument.name)) for argument in self.all})

    def schema(self) -> Schema:
        """Return them as JSON Schema."""
        return {
            "properties": {argument.name: argument.schema() for argument in self.all},
            "additionalProperties": False,
            "type": "object",
            "required": self.required,
            "title": self.type.__name__,
        }


def _argument(name: str, hint: Any, default: Any) -> Argument:
    parts = [part for part in get_args(hint) if part is not NoneType]
    optional = NoneType in get_args(hint)
    inner = parts[0] if optional else hint
    annotated = get_origin(inner) is Annotated
    limits = get_args(inner)[1] if annotated else NO_LIMITS
    return Argument(name, get_args(inner)[0] if annotated else inner, default, optional, limits)


def _default(field: Any) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default
