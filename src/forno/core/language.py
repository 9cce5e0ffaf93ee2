"""Translations. English is in the code; other languages are catalogues in `forno/locales`.

Code says `_("Day {day} begins.").format(day=3)` and `ngettext("{n} card", "{n} cards", n).format(n=n)`. The language is
that of the context: `with use("it"): ...`. A catalogue is a `.po` file named after its language, read as it is: a new
language is a new file. Tables hold words marked with `N_`, `NN_` and `P_`, which are translated where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from json import JSONDecoder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENGLISH = "en"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name languages; the first that is set counts."""
OFFERED_SHARE = 0.8
"""Share of the messages that are translated in a language from which on visitors are offered it."""

_GLUE = "\x04"
"""Separator of context and message in a catalogue's keys, as in gettext's own files."""
_quoted = JSONDecoder(strict=False).decode
"""Texts are quoted and escaped in catalogues as they are in JSON."""
_Forms = dict[str, list[str]]
_current: ContextVar[str] = ContextVar("language", default=ENGLISH)

language = _current.get
"""Return the language of the context. Every text asks for it, so this is the context variable's own method."""


class Catalogue:
    """The texts of one language."""

    def __init__(self, messages: _Forms, plural: str) -> None:
        from gettext import c2py  # English needs none of this

        self.messages = messages
        self.form = c2py(plural)

    @property
    def done(self) -> float:
        """Share of the messages that are translated."""
        return sum(bool(forms) and all(forms) for forms in self.messages.values()) / max(len(self.messages), 1)

    def one(self, message: str) -> str:
        forms = self.messages.get(message)
        return forms[0] if forms and forms[0] else message

    def many(self, singular: str, plural: str, number: int) -> str:
        forms = self.messages.get(singular)
        translated = forms[min(self.form(number), len(forms) - 1)] if forms else ""
        return translated or (singular if number == 1 else plural)


_read: dict[str, Catalogue] = {}
"""Catalogues in memory, by language; English has none."""


def gettext(message: str) -> str:
    """Return the message in the language of the context."""
    catalogue = _read.get(_current.get())
    return message if catalogue is None else catalogue.one(message)


_ = gettext


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the message for that number of things in the language of the context."""
    catalogue = _read.get(_current.get())
    if catalogue is None:
        return singular if number == 1 else plural
    return catalogue.many(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return the message in the language of the context, where the same English means different things."""
    catalogue = _read.get(_current.get())
    if catalogue is None:
        return message
    forms = catalogue.messages.get(f"{context}{_GLUE}{message}")
    return forms[0] if forms and forms[0] else message


def N_(message: str) -> str:  # noqa: N802  (the name that extractors know)
    """Mark a message that is translated later, where it is shown."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Mark a message with a number in it that is translated later: `ngettext(*pair, number)`."""
    return singular, plural


def P_(context: str, message: str) -> tuple[str, str]:  # noqa: N802
    """Mark a message with a context that is translated later: `pgettext(*pair)`."""
    return context, message


def listed(words: Iterable[str], either: bool = False) -> str:
    """Join words: `one`, `one and two`, `one, two and three`; or with `or` between the last two. Empty for no words."""
    *most, last = list(words) or [""]
    if not most:
        return last
    message = gettext("{first} or {last}") if either else gettext("{first} and {last}")
    return message.format(first=", ".join(most), last=last)


def separated(parts: Iterable[str]) -> str:
    """Join parts with commas of their own: `2 olives and 1 salami; Minimale`."""
    message, found = gettext("{first}; {last}"), ""
    for part in parts:
        found = message.format(first=found, last=part) if found else part
    return found


def labelled(label: str, text: object) -> str:
    """Put a label before a text: `Supply: 40`."""
    return gettext("{name}: {what}").format(name=label, what=text)


def stated(parts: Iterable[str]) -> str:
    """Return each part as a short sentence of its own: `Supply: 40. First baking of 3.`"""
    return " ".join(f"{capital(part)}." for part in parts)


def fixed(amount: float, digits: int = 1) -> str:
    """Return an amount with so many digits after the decimal point, as the language writes it."""
    return f"{amount:.{digits}f}".replace(".", pgettext("decimal point", "."))


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _catalogues() -> Traversable:
    """Return the folder of the catalogues."""
    from importlib.resources import files  # English needs none of this

    return files("forno").joinpath("locales")


@cache
def languages() -> tuple[str, ...]:
    """Return all languages: English, and every catalogue."""
    found = (path.name for path in _catalogues().iterdir())
    return (ENGLISH, *sorted(name.removesuffix(".po") for name in found if name.endswith(".po")))


def is_offered(name: str) -> bool:
    """Return whether visitors are offered a language: English, or one of which most is translated."""
    return name == ENGLISH or ((name in _read or _learn(name)) and _read[name].done >= OFFERED_SHARE)


def best(wanted: Iterable[str]) -> str:
    """Return the first of the wanted languages that there is, `it` for `it_IT.UTF-8` or `it-CH`; else English."""
    for name in wanted:
        plain = name.partition(".")[0].partition("@")[0].replace("_", "-").lower()
        for candidate in (plain, plain.partition("-")[0]):
            for known in languages():
                if candidate == known.replace("_", "-").lower():
                    return known
    return ENGLISH


def from_environment(variables: Mapping[str, str]) -> str:
    """Return the language that environment variables ask for."""
    named = next((value for name in VARIABLES if (value := variables.get(name))), "")
    return best(name for name in named.split(":") if is_offered(best([name])))


class use:  # noqa: N801  (it reads as a word: with use("it"))
    """Set the language of the context for a block of code; English if there is no such language."""

    __slots__ = ("_before", "_name")

    def __init__(self, name: str) -> None:
        self._name = name if name in _read or (name != ENGLISH and _learn(name)) else ENGLISH

    def __enter__(self) -> None:
        self._before = _current.set(self._name)

    def __exit__(self, *error: object) -> None:
        _current.reset(self._before)


def _learn(name: str) -> bool:
    """Read the catalogue of a language; whether there is one."""
    if name not in languages():
        return False
    _read[name] = read_catalogue(_catalogues().joinpath(f"{name}.po"))
    return True


def read_catalogue(path: Traversable) -> Catalogue:
    """Return the messages of a `.po` file. Obsolete ones don't count, and fuzzy ones aren't translated."""
    messages: _Forms = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        key, forms, fuzzy = _read_block(block)
        if key is not None:
            messages[key] = [] if fuzzy else forms
    header = messages.pop("", [""])[0]
    rule = header.partition("plural=")[2].partition("\n")[0].strip().rstrip(";")
    return Catalogue(messages, rule or "n != 1")


def _read_block(block: str) -> tuple[str | None, list[str], bool]:
    """Return one message: its key, its forms, and whether it is only a guess."""
    parts: dict[str, str] = {}
    word, fuzzy = "", False
    for line in block.splitlines():
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        text = line
        if not line.startswith('"'):
            word, _space, text = line.partition(" ")
        if text:
            # Few have anything escaped, and reading JSON takes longer.
            parts[word] = parts.get(word, "") + (_quoted(text) if "\\" in text else text[1:-1])
    key = parts.get("msgid")
    if key is not None and "msgctxt" in parts:
        key = parts["msgctxt"] + _GLUE + key
    return key, [text for word, text in parts.items() if word.startswith("msgstr")], fuzzy
