"""`make messages`: take every message out of the sources and merge it into the catalogues.

What is new is added without a translation, what is gone goes, and the order is that of the sources, what players read
first. A message that replaces a similar one keeps that one's translation as a suggestion (`fuzzy`), with its former
text above it, as `msgmerge --previous` does. There is no template file: the sources are the template. `make messages
ARGS=de` begins a catalogue for German.

Comments for translators stand in the sources: `# Translators: …` at the end of the line with the message, or above it.
Short messages without one are told by where they stand: the kind of element, and the function or table around them.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "forno"
LOCALES = PACKAGE / "locales"
WIDTH = 120

KEYWORDS = {
    "_": ("single",),
    "gettext": ("single",),
    "N_": ("single",),
    "ngettext": ("single", "plural"),
    "NN_": ("single", "plural"),
    "pgettext": ("context", "single"),
    "P_": ("context", "single"),
}
"""Functions that mark a message, with the meaning of their arguments.

Babel's own reader doesn't look into format strings on every version of Python, so ours walks the syntax tree."""

PLAYERS_FIRST = ("pages", "games", "table", "live", "features", "bots", "web", "offline", "core")
"""Packages in the order in which players meet their messages; all others come after them."""
SHORT = 2
"""Number of words up to which a message needs a comment."""
SIMILAR = 0.7
"""Likeness from which a new message is taken for a change of one that is gone."""
MARK = "# Translators:"
ELEMENTS = {
    "a": "a link",
    "button": "a button",
    "caption": "a table's title",
    "dt": "a label",
    "figcaption": "a picture's title",
    "h1": "a heading",
    "h2": "a heading",
    "h3": "a heading",
    "label": "a label",
    "legend": "a heading of a form",
    "li": "an item of a list",
    "option": "a choice",
    "summary": "a heading that opens",
    "th": "a heading of a table",
}
ATTRIBUTES = {
    "alt": "a picture's description",
    "aria_label": "read by screen readers",
    "help": "help of the command line",
    "label": "a label",
    "placeholder": "an example in a field",
    "title": "shown at the pointer",
}

CREDITS = """\
# {name} for Forno. How to translate: docs/translating.md.
"""
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"
"""
"""Header of a catalogue: no dates or names of tools, which would change without a translation."""

Key = tuple[str, str]
"""Context (often empty) and English."""


@dataclass(frozen=True)
class Message:
    """A text to be translated."""

    single: str
    plural: str = ""
    context: str = ""
    comment: str = field(default="", compare=False)
    """Comment for translators."""

    @property
    def key(self) -> Key:
        return self.context, self.single


def in_python(source: str) -> Iterator[Message]:
    """Return the messages of a module, in their order."""
    lines = source.splitlines()
    for node, around in _in_order(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            roles = KEYWORDS.get(name, ())
            texts = [_text(argument) for argument in node.args[: len(roles)]]
            if roles and len(texts) == len(roles) and all(texts):
                message = Message(**{role: text or "" for role, text in zip(roles, texts, strict=True)})
                is_short = len(message.single.split()) <= SHORT and not message.context
                said = _said(lines, node) or (_place(node, around) if is_short else "")
                yield replace(message, comment=said)


def _in_order(node: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """Return all nodes with their ancestors, the outermost first."""
    yield node, around
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child, (*around, node))


def _said(lines: Sequence[str], node: ast.Call) -> str:
    """Return the comment for translators: at the end of the message's line, or in the lines above it."""
    _code, mark, after = lines[node.lineno - 1].partition(MARK)
    if mark:
        return after.strip()
    above: list[str] = []
    for line in reversed(lines[: node.lineno - 1]):
        text = line.strip()
        if not text.startswith("#"):
            break
        above.insert(0, text.removeprefix(MARK).lstrip("# "))
        if text.startswith(MARK):
            return " ".join(above)
    return ""


def _place(node: ast.Call, around: Sequence[ast.AST]) -> str:
    """Return the context of a short message: the kind of element, and what the code around it is for."""
    kind = ""
    names: list[str] = []
    inner: ast.AST = node
    for outer in reversed(around):
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            told = (ast.get_docstring(outer) or "").partition("\n")[0].rstrip(".")
            if told or isinstance(outer, ast.Module):
                return ": ".join(filter(None, (kind, ", ".join(names), told)))
            names.append(outer.name.strip("_").replace("_", " "))
        elif isinstance(outer, ast.keyword) and not kind:
            kind = ATTRIBUTES.get(outer.arg or "", "")
        elif isinstance(outer, ast.Call) and not kind and inner in outer.args and outer.args:
            kind = ELEMENTS.get((_text(outer.args[0]) or "").partition(".")[0].partition("#")[0], "")
        elif isinstance(outer, (ast.Assign, ast.AnnAssign)):
            target = outer.targets[0] if isinstance(outer, ast.Assign) else outer.target
            names += [target.id.strip("_").lower().replace("_", " ")] if isinstance(target, ast.Name) else []
        inner = outer
    return kind


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_sources(sources: Iterable[Path] = (PACKAGE,)) -> dict[Message, list[str]]:
    """Return all messages of the package, or of some parts of it, each with its files."""
    messages: dict[Message, list[str]] = {}
    known: dict[Key, Message] = {}
    for source in sources:
        for path in _files(source):
            file = path.relative_to(PACKAGE).as_posix()
            for message in in_python(path.read_text(encoding="utf-8")):
                if known.setdefault(message.key, message) != message:
                    raise ValueError(f"{file}: {message.single!r} has one plural here and another elsewhere")
                places = messages.setdefault(message, [])
                if file not in places:
                    places.append(file)
    return messages


def _files(source: Path) -> list[Path]:
    """Return the modules of a part, those that players meet first in front."""
    if source.is_file():
        return [source]
    ranks = {name: rank for rank, name in enumerate(PLAYERS_FIRST)}
    found = {path: path.relative_to(PACKAGE).parts[0] for path in source.rglob("*.py")}
    return sorted(found, key=lambda path: (ranks.get(found[path], len(ranks)), path))


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, charset="utf-8")


def merged(text: str, messages: dict[Message, list[str]]) -> str:
    """Return a catalogue's text with exactly these messages, keeping translations."""
    known = read_po(io.BytesIO(text.encode()), charset="utf-8")
    credits = "".join(takewhile(lambda line: line.startswith("#"), text.splitlines(keepends=True)))
    header = credits + HEADER.format(language=known.locale_identifier, plural=known.plural_forms)
    forms = known.num_plurals
    keys = {message.key for message in messages}
    gone = {_english(entry): entry for entry in known if entry.id and _key(entry) not in keys and _done(entry)}
    suggested = _former_texts(text)
    catalogue = Catalog(charset="utf-8")
    for message, places in messages.items():
        before = known.get(message.single, message.context or None)
        former = suggested.get(message.key, []) if before is not None and before.fuzzy else []
        if before is None:
            for text in get_close_matches(message.single, gone, 1, SIMILAR):
                before = gone[text]
                former = [before.id] if isinstance(before.id, str) else list(before.id)
        translation = before.string if before is not None else ""
        found = list(translation) if isinstance(translation, (tuple, list)) else [translation or ""]
        plural = tuple((found + [""] * forms)[:forms])
        catalogue.add(
            (message.single, message.plural) if message.plural else message.single,
            plural if message.plural else found[0],
            locations=[(file, 0) for file in places],
            flags=["fuzzy"] if former else [],
            auto_comments=[message.comment] if message.comment else [],
            previous_id=former,
            context=message.context or None,
        )
    written = io.BytesIO()
    write_po(written, catalogue, width=WIDTH, omit_header=True, include_lineno=False, include_previous=True)
    lines = map(_flags, written.getvalue().decode().split("\n"))
    body = "\n".join(line for line in lines if line is not None)
    return f"{header}\n{body.strip()}\n"


def _former_texts(text: str) -> dict[Key, list[str]]:
    """Return the former English of changed messages, which Babel writes but doesn't read."""
    found: dict[Key, list[str]] = {}
    for block in text.split("\n\n"):
        former = "\n".join(line.removeprefix("#| ") for line in block.split("\n") if line.startswith("#| "))
        if former:
            string = 'msgstr[0] ""' if "msgid_plural" in former else 'msgstr ""'
            *_header, old = read_po(io.BytesIO(f"{former}\n{string}\n".encode()), charset="utf-8")
            *_header, new = read_po(io.BytesIO(block.encode()), charset="utf-8")
            found[_key(new)] = [old.id] if isinstance(old.id, str) else list(old.id)
    return found


def _english(entry: Entry) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def _key(entry: Entry) -> Key:
    return entry.context or "", _english(entry)


def _done(entry: Entry) -> bool:
    """Return whether a message is translated."""
    return not entry.fuzzy and all(entry.string or [""])


def _flags(line: str) -> str | None:
    """Return a line of flags without Babel's guess that a text with `%` is a format."""
    if not line.startswith("#, "):
        return line
    return "#, fuzzy" if "fuzzy" in line else None


def blank(language: str) -> str:
    """Return a catalogue without translations."""
    name = Locale.parse(language, sep="_").english_name
    return (CREDITS + HEADER).format(name=name, language=language, plural=get_plural(language).plural_forms)


def main(languages: list[str]) -> None:
    messages = in_sources()
    for language in languages:
        path = LOCALES / f"{language}.po"
        if not path.exists():
            path.write_text(blank(language), encoding="utf-8")
    for path in sorted(LOCALES.glob("*.po")):
        path.write_text(merged(path.read_text(encoding="utf-8"), messages), encoding="utf-8")
        left = sum(not _done(entry) for entry in read_catalogue(path) if entry.id)
        print(f"{path.relative_to(ROOT)}: {len(messages)} messages, {left} without a translation")


if __name__ == "__main__":
    main(sys.argv[1:])
