"""Deck files: reads TOML; errors name the file, the card and the reason."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeGuard

from forno.core.errors import DeckError, Shown
from forno.core.language import _

MAX_DECK_CHARACTERS = 100_000
"""Maximum length of a deck file."""
MAX_LINE_CHARACTERS = 2_000
"""Maximum length of a line."""
MAX_WORD_CHARACTERS = 60
"""Maximum length of a name or number without quotes."""
MAX_DEPTH = 8
"""Maximum parts of a dotted key, and maximum nesting of tables and lists."""
MAX_TABLES = 2_000
"""Maximum number of tables and lists."""

_TOKEN = re.compile(
    r"""
      (?P<text> \"{3} (?: [^\\"] | \\. | "(?!"") )*+ "{3,5}
              | '{3} (?: [^'] | '(?!'') )*+ '{3,5}
              | "(?!"") (?: [^\\"\n] | \\[^\n] )*+ "
              | '(?!'') [^'\n]*+ ' )
    | (?P<space>   [^\S\n]++ | \#[^\n]*+ )
    | (?P<open>    \[\[? | \{ )
    | (?P<close>   [\]}] )
    | (?P<end>     [=,\n] )
    | (?P<dot>     \. )
    | (?P<word>    [^\s"'\#\[\]{}=,.]++ )
    """,
    re.VERBOSE | re.DOTALL,
)
"""The pieces that a TOML text falls into, as `tomllib` sees them. Every piece is found without going back."""


def read_file(path: str | Path) -> str:
    """Return the text of a deck file."""
    if not isinstance(path, (str, Path)):
        raise _no_name(path)
    if "\0" in str(path):
        raise _no_name(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(4 * MAX_DECK_CHARACTERS + 1)
    except OSError as error:
        raise DeckError(_("{what} can't be read: {reason}.").format(what=path, reason=error.strerror)) from error
    except ValueError as error:  # a character that no file's name can have
        raise DeckError(_("{name!r} can't be the name of a file.").format(name=Shown(path))) from error
    if len(content) > 4 * MAX_DECK_CHARACTERS:
        raise _too_long(str(path))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DeckError(_("{path} isn't a text file in UTF-8.").format(path=path)) from error


def check_bounds(text: str, file: str) -> None:
    """Refuse what would take long to read: anybody may send a deck, and `tomllib` takes time and memory by the square
    of a key's depth. What isn't TOML at all is left to `tomllib`, which stops at the same place.
    """
    if len(text) > MAX_DECK_CHARACTERS:
        raise _too_long(file)
    number = next((place for place, line in enumerate(text.split("\n"), 1) if len(line) > MAX_LINE_CHARACTERS), 0)
    if number:
        reason = _("it is longer than {most} characters").format(most=MAX_LINE_CHARACTERS)
        raise _at_line(file, number, reason)
    depth = tables = dots = place = 0
    while found := _TOKEN.match(text, place):
        place = found.end()
        reason = ""
        match found.lastgroup:
            case "open":
                depth += len(found[0])
                tables += 1
                dots = 0
                if depth > MAX_DEPTH:
                    reason = _("tables and lists are nested more than {most} deep").format(most=MAX_DEPTH)
                elif tables > MAX_TABLES:
                    reason = _("a deck has at most {most} tables and lists").format(most=MAX_TABLES)
            case "close":
                depth -= 1
                dots = 0
            case "end":
                dots = 0
            case "dot":
                dots += 1
                if dots >= MAX_DEPTH:
                    reason = _("a key has at most {most} parts with dots between them").format(most=MAX_DEPTH)
            case "word" if len(found[0]) > MAX_WORD_CHARACTERS:
                reason = _("a number or a name without quotes has at most {most} characters").format(
                    most=MAX_WORD_CHARACTERS
                )
        if reason:
            raise _at_line(file, text.count("\n", 0, place) + 1, reason)


def _no_name(path: object) -> DeckError:
    return DeckError(_("{path!r} isn't a deck; give the name of a deck file.").format(path=Shown(path)))


def _too_long(file: str) -> DeckError:
    return DeckError(
        f"{file}: {_('this is too long; use at most {most} characters.').format(most=MAX_DECK_CHARACTERS)}"
    )


def _at_line(file: str, line: int, reason: str) -> DeckError:
    return DeckError(_("{file}: line {line}: {reason}.").format(file=file, line=line, reason=reason))


def parse(text: str, file: str, sections: Sequence[str]) -> dict[str, Any]:
    """Parse a deck file, which has a title and these sections only. Takes no longer than its length warrants."""
    check_bounds(text, file)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError(_("{file}: isn't TOML: {error}.").format(file=file, error=error)) from error
    for key in data:
        if key not in ("title", *sections):
            raise DeckError(
                _("{file}: {key!r} is unknown; a deck has title, {sections}.").format(
                    file=file, key=key, sections=", ".join(sections)
                )
            )
    return data


def title_of(data: dict[str, Any], file: str) -> str:
    """Return the deck's title; the file's name if it has none."""
    title = data.get("title", Path(file).stem)
    if not isinstance(title, str):
        raise DeckError(_("{file}: 'title' must be a text.").format(file=file))
    return title


def is_number(value: object, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def counted_sources(sources: Iterable[str]) -> str:
    """Return the number of cards by source: `3 × printed, 5 × reconstructed`."""
    return ", ".join(f"{n} × {_(source)}" for source, n in Counter(sources).items())


def fingerprint(*parts: object) -> str:
    """Return a short hash of what matters in play."""
    return sha256(repr(parts).encode()).hexdigest()[:16]


class DeckEntry:
    """One card of a deck file."""

    def __init__(self, file: str, what: str, number: int, entry: dict[str, Any], keys: Collection[str]) -> None:
        self.entry = entry
        name = entry.get("name", _("without a name"))
        self.card = f"{file}: {_(what)} {number} ({name})"
        for key in entry:
            if key not in keys:
                raise self.fail(
                    _("{key!r} is unknown; it can have {keys}").format(key=key, keys=", ".join(sorted(keys)))
                )

    def fail(self, reason: str) -> DeckError:
        return DeckError(f"{self.card}: {reason}.")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.entry.get(key, default)
        if not isinstance(value, str) or not value:
            raise self.fail(_("{key!r} must be a text").format(key=key))
        return value

    def name(self) -> str:
        """Names are single words, since records and people say them: `chicken-trio`."""
        name = self.entry.get("name")
        if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            raise self.fail(_("a name is made of lower-case letters, digits and single hyphens"))
        return name

    def one_of(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.entry.get(key, default)
        if value not in choices:
            raise self.fail(
                _("{key!r} must be one of {choices}, not {value!r}").format(
                    key=key, choices=", ".join(choices), value=value
                )
            )
        return str(value)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return a number within these bounds; a default needn't be."""
        if default is not None and key not in self.entry:
            return default
        value = self.entry.get(key)
        if not is_number(value, least, most):
            raise self.fail(
                _("{key!r} must be a number from {least} to {most}, not {value!r}").format(
                    key=key, least=least, most=most, value=value
                )
            )
        return value

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        values = self.entry.get(key, [])
        if not isinstance(values, list) or not all(is_number(value, least, most) for value in values):
            raise self.fail(
                _("{key!r} must be a list of numbers from {least} to {most}, not {values!r}").format(
                    key=key, least=least, most=most, values=values
                )
            )
        return values

    def needs(self, example: str, place_of: Callable[[object], int], kinds: Sequence[str]) -> tuple[int, ...]:
        """Return how many of each kind the table `needs` asks for; `place_of` finds the kind behind a word."""
        table = self.entry.get("needs", {})
        if not isinstance(table, dict):
            raise self.fail(_("'needs' must be a table such as {example}").format(example=example))
        needs = [0] * len(kinds)
        for word, count in table.items():
            kind = place_of(word)
            if not is_number(count, 1, 15):
                raise self.fail(
                    _("the need for {kind} must be a number from 1 to 15, not {count!r}").format(kind=word, count=count)
                )
            if needs[kind]:
                raise self.fail(_("{kind} is needed twice over").format(kind=kinds[kind]))
            needs[kind] = count
        return tuple(needs)

    def absent(self, *keys: str) -> None:
        for key in keys:
            if key in self.entry:
                raise self.fail(_("{key!r} doesn't belong here").format(key=key))


def shipped_text(package: str, *names: str) -> str:
    """Return the text of deck files in a game's folder `decks`, joined."""
    folder = files(package).joinpath("decks")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def check_names(names: Sequence[str], file: str) -> None:
    """Raise `DeckError` if two cards have the same name."""
    for place, name in enumerate(names):
        if name in names[:place]:
            raise DeckError(
                _("{file}: two cards are named {name!r}; every name must be its own.").format(file=file, name=name)
            )


def check_number_of_orders(number: int, most: int, file: str) -> None:
    """Raise `DeckError` unless there are 1 to `most` orders."""
    if not 1 <= number <= most:
        raise DeckError(
            _("{file}: there are {orders} different orders; 1 to {most} are possible.").format(
                file=file, orders=number, most=most
            )
        )


def entries(data: dict[str, Any], section: str, file: str) -> list[dict[str, Any]]:
    """Return the cards of a section, at least one."""
    found = data.get(section)
    if not isinstance(found, list) or not found or not all(isinstance(entry, dict) for entry in found):
        raise DeckError(_("{file}: {section!r} must be [[{section}]] entries.").format(file=file, section=section))
    return found
