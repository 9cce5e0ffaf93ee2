"""HTML: markup as a type, elements, pictures, regions.

Text and HTML are told apart by their types, so that nobody has to remember what was escaped: whatever is put into an
element, joined to markup or formatted into it is escaped, unless it is markup already.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, SupportsIndex

from forno.core.language import _
from forno.pages.base_path import at
from forno.pages.static_files import asset, static_file

Content = str | int | None | Iterable["Content"]
"""Content of an element: text, markup, numbers, nothing, or iterables of these."""

MIN_UNCACHED_CHARACTERS = 200
"""Maximum length of cached texts."""
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
"""Void elements."""
ADDRESSES = frozenset({"href", "src", "action", "formaction", "data_why", "data_copy", "data_share", "data_renew"})
"""Attributes with addresses, which get the base path."""
CSRF_FIELD = "_csrf_token"
"""Name of the form field that holds the CSRF token."""
_UNSAFE = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)(?:#([\w-]+))?((?:\.[\w-]+)*)")


class Markup(str):
    """A string of HTML. What is added to it is escaped unless it is markup, too."""

    __slots__ = ()

    def __add__(self, other: str) -> Markup:
        return Markup(str.__add__(self, markup(other)))

    def __radd__(self, other: str) -> Markup:
        return Markup(markup(other).__add__(self))

    def __mul__(self, number: SupportsIndex) -> Markup:
        return Markup(str.__mul__(self, number))

    def join(self, parts: Iterable[str]) -> Markup:
        return Markup(str.join(self, map(markup, parts)))

    def format(self, *parts: object, **named: object) -> Markup:
        return Markup(str.format(self, *map(markup, parts), **{name: markup(part) for name, part in named.items()}))


def markup(content: object) -> Markup:
    """Escape text; return markup as it is."""
    return content if isinstance(content, Markup) else Markup(_escaped(str(content)))


NOTHING = Markup()


def together(*content: Content) -> Markup:
    """Join content."""
    return Markup("".join(map(_inside, content)))


def _inside(content: Content) -> str:
    if isinstance(content, str):
        if isinstance(content, Markup):
            return content
        return _escaped(content)
    if content is None:
        return ""
    if isinstance(content, int):
        return str(content)
    return "".join(map(_inside, content))


def tag(selector: str, *content: Content, **attributes: str | int | None) -> Markup:
    """Return an element: `tag("li#seat-1.seat", badge, name, title=name)`.

    Attributes are named with underscores for dashes (`aria_label`). One that is `True` stands there without a value;
    one that is `False` or `None` doesn't stand there.
    """
    opening, closing = _ends(selector)
    for name, value in attributes.items():
        opening += _attribute(name, value)
    return Markup(f"{opening}>{''.join([_inside(part) for part in content])}{closing}")


def attributes(**named: str | int | None) -> Markup:
    """Return attributes as `tag` writes them."""
    return Markup("".join(_attribute(name, value) for name, value in named.items()))


def _attribute(name: str, value: str | int | None) -> str:
    if isinstance(value, str):
        return _quoted(name, value) if len(value) < MIN_UNCACHED_CHARACTERS else _quoted.__wrapped__(name, value)
    if value is True:
        return _attribute_name(name)
    if value is None or value is False:
        return ""
    return f'{_attribute_name(name)}="{value}"'


@lru_cache(maxsize=8192)
def _quoted(name: str, value: str) -> str:
    """Return an attribute with its value; cached, since most repeat."""
    if name in ADDRESSES:
        value = at(value)
    if '"' in value and "'" not in value:  # such as JSON, which would be twice as long
        return f"{_attribute_name(name)}='{html.escape(value, quote=False)}'"
    return f'{_attribute_name(name)}="{html.escape(value)}"'


@cache
def _attribute_name(name: str) -> str:
    return " " + name.rstrip("_").replace("_", "-")


def _escaped(text: str) -> str:
    return _escape(text) if len(text) < MIN_UNCACHED_CHARACTERS else html.escape(text)


@lru_cache(maxsize=8192)
def _escape(text: str) -> str:
    return html.escape(text)


@lru_cache(maxsize=4096)
def _ends(selector: str) -> tuple[str, str]:
    """Return the opening tag, without its final bracket, and the closing tag."""
    found = _SELECTOR.fullmatch(selector)
    if found is None:
        raise ValueError(f"{selector!r} names no element: say NAME, NAME#ID, NAME.CLASS or NAME#ID.CLASS.CLASS")
    name, identity, classes = found.groups()
    opening = f"<{name}"
    if identity:
        opening += f' id="{identity}"'
    if classes:
        opening += f' class="{classes[1:].replace(".", " ")}"'
    return opening, "" if name in VOID else f"</{name}>"


ART_FILE = "art.svg"
HIDDEN = ' aria-hidden="true"'
STYLED_SYMBOLS = re.compile(r"bot-|oven|sound")
"""Symbols that our style sheets name; others have no class of their own, since a page has hundreds."""


class Art:
    """Pictures of a game: symbols of its own sheet `static/art.svg`, or of the shared one."""

    def __init__(self, game: str = "") -> None:
        self.sheets = (f"{game}/{ART_FILE}", ART_FILE) if game else (ART_FILE,)
        self._drawn: dict[tuple[str, str], Markup] = {}

    def __call__(self, symbol: str, label: str = "") -> Markup:
        """Return a symbol: decoration without a label, an image with one. Cached: a page has hundreds."""
        drawn = self._drawn.get((symbol, label))
        if drawn is None:
            drawn = self._drawn[symbol, label] = self._draw(symbol, label)
        return drawn

    def plain(self, symbol: str) -> Markup:
        """Return a symbol within an element with a label of its own, or one that isn't read aloud."""
        return Markup(self(symbol).replace(HIDDEN, "", 1))

    def _draw(self, symbol: str, label: str) -> Markup:
        sheet = next((sheet for sheet in self.sheets if symbol in symbols(sheet)), None)
        if sheet is None:
            raise LookupError(f"{symbol!r} is drawn in none of {', '.join(self.sheets)}")
        use = Markup(f"<use{attributes(href=f'{asset(sheet)}#{symbol}')}/>")  # short: a page has a hundred of them
        named: dict[str, Any] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
        own = f".art-{symbol}" if STYLED_SYMBOLS.match(symbol) else ""
        return tag(f"svg.art{own}", use, **named)


def symbols(sheet: str) -> frozenset[str]:
    """Return the names of a sheet's symbols; none if there is no such sheet."""
    file = static_file(sheet)
    return _symbols_in(file.read_text(encoding="utf-8")) if file.is_file() else frozenset()


@cache
def _symbols_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', text))


art = Art()
"""Shared pictures, for every page."""


def script_json(data: Any) -> Markup:
    """Return JSON that is safe inside a script element."""
    return Markup(json.dumps(data, separators=(",", ":")).translate(_UNSAFE))


def submit(*words: Content, **attributes: str | int | None) -> Markup:
    """Return the button with which most people send a form."""
    return tag("button.go", *words, type="submit", **attributes)


def quiet_button(*words: Content, **attributes: str | int | None) -> Markup:
    """Return a button that sends a form, too, or one that few people press."""
    return tag("button.quiet", *words, type="submit", **attributes)


def hidden_fields(**values: str | int) -> Markup:
    """Return fields that a form sends without showing them."""
    return together(tag("input", type="hidden", name=name, value=value) for name, value in values.items())


def select(
    element: str,
    name: str | None,
    choices: Iterable[tuple[str | int, str]],
    chosen: str | int = "",
    **more: str | int | None,
) -> Markup:
    """Return a list to choose from; `element` is its id, `choices` are values with their texts."""
    options = (tag("option", text, value=value, selected=value == chosen) for value, text in choices)
    return tag(f"select#{element}", options, name=name, **more)


def labelled_field(element: str, label: str, *control: Content) -> Markup:
    """Return a control of a form under its label; `element` is the control's id."""
    return tag("div.field", tag("label", label, for_=element), *control)


def choice(
    element: str, label: str, name: str, choices: Iterable[tuple[str | int, str]], chosen: str | int = ""
) -> Markup:
    """Return a list to choose from, under its label."""
    return labelled_field(element, label, select(element, name, choices, chosen))


def tick(name: str, text: Content, on: bool, value: str = "1") -> Markup:
    """Return a box to tick, with its text."""
    return tag("label.tick", tag("input", type="checkbox", name=name, value=value, checked=on), tag("span", text))


def csrf_field(token: str) -> Markup:
    """Return the field that proves that a form comes from a page of ours."""
    return hidden_fields(**{CSRF_FIELD: token})


def unseen(text: str) -> Markup:
    """Return text for screen readers only."""
    return tag("span.unseen", text)


def about(seat: int, text: Content) -> Markup:
    """Return the note on the awaited seat. On that seat's own page the script replaces it by "your turn"."""
    return tag("span", text, data_about=seat, data_yours=_("Your turn"))


def why_link(game: str, number: str) -> Markup:
    """Return a link to a rule, which the script opens in place."""
    return tag("a.why", _("Why?"), href=f"/rules/{game}#{number}")


def region(regions: Mapping[str, Markup], selector: str, **attributes: str | int | None) -> Markup:
    """Return an element with the content of the region that it is named after; empty if there is none."""
    name = selector.partition("#")[2].partition(".")[0]
    return tag(selector, regions.get(name), **attributes)
