"""The rule book: the numbered rules and rulings of all games, read from the documentation.

A document is read in the language of the context where there is one (`docs/it/rulings.md`), and otherwise in English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import forno
from forno.core.errors import FornoError
from forno.core.language import ENGLISH, _, language

ENTRY = re.compile(r"^- \*\*((?:[A-Z]+)-\d+)\*\* (.*)")
NUMBER = re.compile(r"([A-Z]+)[- ]?0*(\d+)")
NEAREST = 4


class UnknownRule(FornoError, LookupError):
    """No rule or ruling has this number."""

    code = "unknown-rule"


@dataclass(frozen=True)
class Rule:
    """A rule or ruling in full. The text is plain, one paragraph a line."""

    number: str
    chapter: str
    """The heading that it stands under."""
    game: str
    """The name of the game that it belongs to."""
    text: str

    @property
    def gist(self) -> str:
        """Its first paragraph."""
        return self.text.splitlines()[0]


def docs_folder() -> Path:
    """Where the documentation lies: inside an installed package, beside it in a checkout."""
    package = Path(forno.__file__).resolve().parent
    installed = package / "_docs"
    return installed if installed.is_dir() else package.parents[1] / "docs"


def rules() -> tuple[Rule, ...]:
    """All rules and then all rulings, in the order of the documents."""
    return _rules(language())


@cache
def _rules(name: str) -> tuple[Rule, ...]:
    """The book in one language, which is that of the context."""
    folder = docs_folder()
    local = folder if name == ENGLISH else folder / name
    found: list[Rule] = []
    games: dict[str, str] = {}
    for path in sorted((folder / "rules").glob("*.md")):
        for number, chapter, text in _entries(_first(local / "rules" / path.name, path)):
            games[_letters(number)] = path.stem
            found.append(Rule(number, chapter, path.stem, text))
    for number, chapter, text in _entries(_first(local / "rulings.md", folder / "rulings.md")):
        title = _("Rulings, {chapter}").format(chapter=chapter)
        found.append(Rule(number, title, games.get(_letters(number).removesuffix("R"), ""), text))
    if not found:
        raise UnknownRule(_("no rules are to be found in {folder}.").format(folder=folder))
    return tuple(found)


def _first(path: Path, otherwise: Path) -> Path:
    return path if path.is_file() else otherwise


def rules_of(game: str) -> list[Rule]:
    """The rules and rulings of one game."""
    return [rule for rule in rules() if rule.game == game]


def rule(number: str) -> Rule:
    """The rule or ruling of that number, `MM-14`; `mm14` will do. Raises `UnknownRule`, naming the nearest."""
    book = {entry.number: entry for entry in rules()}
    match = NUMBER.fullmatch(number.strip().upper())
    wanted = f"{match[1]}-{match[2]}" if match else number.strip().upper()
    if wanted in book:
        return book[wanted]
    nearest = ", ".join(_nearest(wanted, list(book)))
    raise UnknownRule(
        _("there is no rule {number!r}; the nearest are {numbers}.").format(number=number.strip(), numbers=nearest)
    )


def _nearest(wanted: str, numbers: list[str]) -> list[str]:
    """Neighbours among the rules that begin with the same letters; else whatever looks alike."""
    letters, _hyphen, digits = wanted.partition("-")
    kin = [number for number in numbers if _letters(number) == letters]
    if kin and digits.isdecimal() and len(digits) < 10:
        near = sorted(kin, key=lambda number: abs(int(number.partition("-")[2]) - int(digits)))[:NEAREST]
        return [number for number in kin if number in near]
    firsts = [number for number in numbers if number.endswith("-1")]
    return kin[:NEAREST] or get_close_matches(wanted, numbers, NEAREST) or firsts


def _letters(number: str) -> str:
    return number.partition("-")[0]


def _entries(path: Path) -> list[tuple[str, str, str]]:
    """Number, heading and text of every entry in a document."""
    if not path.is_file():
        return []
    entries: list[tuple[str, str, list[str]]] = []
    heading = ""
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        match = ENTRY.match(line)
        if match:
            entries.append((match[1], heading, [_plain(match[2])]))
            inside = True
        elif inside and line.startswith(" "):
            _continue(entries[-1][2], line.strip())
        else:
            inside = False
            if line.startswith("#"):
                heading = _plain(line.lstrip("# "))
    return [(number, heading, "\n".join(paragraphs)) for number, heading, paragraphs in entries]


def _continue(paragraphs: list[str], line: str) -> None:
    """An indented line goes on with the paragraph, unless it begins a point of its own."""
    if line.startswith("- "):
        paragraphs.append(_plain(line[2:]))
    else:
        paragraphs[-1] += " " + _plain(line)


def _plain(text: str) -> str:
    """Markdown without its marks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*|`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", text)
