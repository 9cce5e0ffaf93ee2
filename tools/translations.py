"""`make messages`: take every message out of the sources and merge it into the catalogues.

What is new is added without a translation, what is gone goes, and the order is that of the sources, so that a change
shows as what it is. There is no template file: the sources are the template. `make messages ARGS=de` begins a
catalogue for German.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
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
"""What marks a message, and what its arguments are. Babel's own reader doesn't look into format strings on every
version of Python, so ours walks the syntax tree."""

HEADER = """\
# {name} for Forno. How to translate: docs/translating.md.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"
"""

Key = tuple[str, str]
"""Context (often empty) and English."""


@dataclass(frozen=True)
class Message:
    """A text to be translated."""

    single: str
    plural: str = ""
    context: str = ""

    @property
    def key(self) -> Key:
        return self.context, self.single


def in_python(source: str) -> Iterator[Message]:
    """The messages of a module, in their order."""
    for node in _in_order(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            roles = KEYWORDS.get(name, ())
            texts = [_text(argument) for argument in node.args[: len(roles)]]
            if roles and len(texts) == len(roles) and all(texts):
                yield Message(**{role: text or "" for role, text in zip(roles, texts, strict=True)})


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_sources(sources: Iterable[Path] = (PACKAGE,)) -> dict[Message, list[str]]:
    """All messages of the package, or of some parts of it, each with the files that it stands in."""
    messages: dict[Message, list[str]] = {}
    plurals: dict[Key, Message] = {}
    for source in sources:
        for path in _files(source):
            file = path.relative_to(PACKAGE).as_posix()
            for message in in_python(path.read_text(encoding="utf-8")):
                if plurals.setdefault(message.key, message) != message:
                    raise ValueError(f"{file}: {message.single!r} has one plural here and another elsewhere")
                places = messages.setdefault(message, [])
                if file not in places:
                    places.append(file)
    return messages


def _files(source: Path) -> list[Path]:
    if source.is_file():
        return [source]
    return sorted(source.rglob("*.py"))


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, charset="utf-8")


def merged(text: str, messages: dict[Message, list[str]]) -> str:
    """The text of a catalogue with exactly these messages, translated as far as they were."""
    header = text.partition("\n\n")[0].rstrip("\n")
    known = read_po(io.BytesIO(text.encode()), charset="utf-8")
    forms = known.num_plurals
    catalogue = Catalog(charset="utf-8")
    for message, places in messages.items():
        before = known.get(message.single, message.context or None)
        translation = before.string if before is not None and not before.fuzzy else ""
        if message.plural:
            found = list(translation) if isinstance(translation, (tuple, list)) else []
            catalogue.add(
                (message.single, message.plural),
                tuple((found + [""] * forms)[:forms]),
                locations=[(file, 0) for file in places],
                context=message.context or None,
            )
        else:
            catalogue.add(
                message.single,
                translation if isinstance(translation, str) else "",
                locations=[(file, 0) for file in places],
                context=message.context or None,
            )
    written = io.BytesIO()
    write_po(written, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    body = "\n".join(line for line in written.getvalue().decode().split("\n") if not _flag(line))
    return f"{header}\n\n{body.strip()}\n"


def _flag(line: str) -> bool:
    """Babel guesses which messages are formatted with `%`; a sign in a sentence isn't that."""
    return line.startswith("#, python-")


def blank(language: str) -> str:
    """A catalogue in which nothing is translated yet."""
    name = Locale.parse(language, sep="_").english_name
    return HEADER.format(name=name, language=language, plural=get_plural(language).plural_forms)


def main(languages: list[str]) -> None:
    messages = in_sources()
    for language in languages:
        path = LOCALES / f"{language}.po"
        if not path.exists():
            path.write_text(blank(language), encoding="utf-8")
    for path in sorted(LOCALES.glob("*.po")):
        path.write_text(merged(path.read_text(encoding="utf-8"), messages), encoding="utf-8")
        left = sum(not entry.string or not all(entry.string) for entry in read_catalogue(path) if entry.id)
        print(f"{path.relative_to(ROOT)}: {len(messages)} messages, {left} without a translation")


if __name__ == "__main__":
    main(sys.argv[1:])
