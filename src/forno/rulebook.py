"""The rulebook: numbered rules and rulings of all games, read from each game's folder.

A document is read in the language of the context where there is one (`it/rulings.md`), and otherwise in English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from forno.core.errors import FornoError, Shown
from forno.core.language import ENGLISH, _, language
from forno.core.registry import GameInfo, catalogue

ENTRY = re.compile(r"^- \*\*((?:[A-Z]+)-\d+)\*\* (.*)")
RULE_NUMBER = re.compile(r"([A-Z]+)[- ]?0*(\d+)")
MAX_SUGGESTIONS = 4
TABLE_ROW = "|"
"""Start of a line that is a row of a small table."""
TABLE_RULE = "|--"


class UnknownRule(FornoError, LookupError):
    """No rule or ruling has this number."""

    code = "unknown-rule"


@dataclass(frozen=True)
class Rule:
    """A rule or ruling in full. The text is plain, one paragraph a line."""

    number: str
    chapter: str
    """Heading above it."""
    game: str
    """Name of its game."""
    text: str

    @property
    def gist(self) -> str:
        """Its first paragraph."""
        return self.text.splitlines()[0]


def rules() -> tuple[Rule, ...]:
    """Return the rules and then the rulings of every game, in the order of the documents."""
    return tuple(rule for info in catalogue() if info.rulebook for rule in _book(info, language()))


@cache
def _book(info: GameInfo, name: str) -> tuple[Rule, ...]:
    """Return a game's rules and rulings in the current language."""
    found = [
        Rule(number, chapter, info.name, text) for number, chapter, text in _entries(document(info, "rules", name))
    ]
    title = _("Rulings, {chapter}").format(chapter=info.title)
    rulings = _entries(document(info, "rulings", name))
    return (*found, *(Rule(number, title, info.name, text) for number, _heading, text in rulings))


def document(info: GameInfo, name: str, language: str = ENGLISH) -> Traversable:
    """Read `rules` or `rulings` of a game in that language, or in English."""
    package, _colon, folder = info.rulebook.partition(":")
    place = files(package).joinpath(folder)
    local = place.joinpath(language, f"{name}.md")
    return local if language != ENGLISH and local.is_file() else place.joinpath(f"{name}.md")


def rules_of(game: str) -> list[Rule]:
    """Return the rules and rulings of one game."""
    return [rule for rule in rules() if rule.game == game]


def rule(number: str) -> Rule:
    """Return the rule or ruling of that number, `MM-14` or `mm14`. Raises `UnknownRule`, naming the nearest."""
    book = {entry.number: entry for entry in rules()}
    match = RULE_NUMBER.fullmatch(number.strip().upper())
    wanted = f"{match[1]}-{match[2]}" if match else number.strip().upper()
    if wanted in book:
        return book[wanted]
    nearest = ", ".join(_nearest(wanted, list(book)))
    raise UnknownRule(
        _("there is no rule {number!r}; the nearest are {numbers}.").format(
            number=Shown(number.strip()), numbers=nearest
        )
    )


def _nearest(wanted: str, numbers: list[str]) -> list[str]:
    """Return the closest numbers with the same prefix, or else similar ones."""
    letters, _hyphen, digits = wanted.partition("-")
    kin = [number for number in numbers if _letters(number) == letters]
    if kin and digits.isdecimal() and len(digits) < 10:
        near = sorted(kin, key=lambda number: abs(int(number.partition("-")[2]) - int(digits)))[:MAX_SUGGESTIONS]
        return [number for number in kin if number in near]
    firsts = [number for number in numbers if number.endswith("-1")]
    return kin[:MAX_SUGGESTIONS] or get_close_matches(wanted, numbers, MAX_SUGGESTIONS) or firsts


def _letters(number: str) -> str:
    return number.partition("-")[0]


def _entries(path: Traversable) -> list[tuple[str, str, str]]:
    """Parse number, heading and text of every entry in a document."""
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
        elif line:
            inside = False
            if line.startswith("#"):
                heading = _plain(line.lstrip("# "))
    return [(number, heading, "\n".join(paragraphs)) for number, heading, paragraphs in entries]


def _continue(paragraphs: list[str], line: str) -> None:
    """Join indented lines to their paragraph, unless they begin a list item or are rows of a table."""
    if line.startswith(TABLE_ROW):
        if not line.startswith(TABLE_RULE):
            paragraphs.append(_plain(line))
    elif line.startswith("- "):
        paragraphs.append(_plain(line[2:]))
    else:
        paragraphs[-1] += " " + _plain(line)


def _plain(text: str) -> str:
    """Return Markdown without its marks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*|`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", text)
