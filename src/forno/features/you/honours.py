"""Honours that a book has earned, and the conditions for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from forno.bots import bots_for
from forno.core.language import N_, _
from forno.core.registry import catalogue, game_info
from forno.features.digests import chronicle_of
from forno.features.you.book import Book, BookLine

WINS_IN_A_ROW: Final = 3
MIN_PEOPLE_BEATEN: Final = 3
DAYS_IN_A_ROW: Final = 7


@dataclass(frozen=True)
class Earned:
    """One honour of a book, in the language of the context."""

    name: str
    title: str
    rule: str
    game: str
    """Title of its game; empty for an honour of all games."""
    times: int
    first: float | None
    """Time at which it was first earned; `None` if it wasn't yet."""
    table: str
    """Table at which it was first earned; empty if it wasn't yet."""


def _wins(lines: Sequence[BookLine]) -> Iterator[BookLine]:
    return (line for line in lines if line.won)


def _in_a_row(lines: Sequence[BookLine]) -> Iterator[BookLine]:
    wins = 0
    for line in lines:
        if line.counts:
            wins = wins + 1 if line.won else 0
            if wins and wins % WINS_IN_A_ROW == 0:
                yield line


def _strongest(lines: Sequence[BookLine]) -> Iterator[BookLine]:
    for line in _wins(lines):
        levels = [bot.name for bot in bots_for(line.digest.game) if bot.about]
        if levels and any(line.digest.bots[seat] == levels[-1] for seat in line.beaten):
            yield line


def _tie_break(lines: Sequence[BookLine]) -> Iterator[BookLine]:
    for line in _wins(lines):
        scores = line.digest.scores
        if line.seat is not None and any(scores[seat] == scores[line.seat] for seat in line.beaten):
            yield line


def _among_people(lines: Sequence[BookLine]) -> Iterator[BookLine]:
    return (
        line for line in _wins(lines) if sum(not line.digest.bots[seat] for seat in line.beaten) >= MIN_PEOPLE_BEATEN
    )


def _regular(lines: Sequence[BookLine]) -> Iterator[BookLine]:
    length, last = 0, None
    for line in lines:
        if line.evening == last:
            continue
        length = length + 1 if last is not None and line.evening == last + 1 else 1
        last = line.evening
        if length % DAYS_IN_A_ROW == 0:
            yield line


COMMON_HONOURS: Final[tuple[tuple[str, str, str, Callable[[Sequence[BookLine]], Iterator[BookLine]]], ...]] = (
    ("first-win", N_("First place"), N_("Win a game."), _wins),
    ("in-a-row", N_("Hat-trick"), N_("Win three games in a row."), _in_a_row),
    ("strongest", N_("Nonna nods"), N_("Beat the strongest bot."), _strongest),
    ("tie-break", N_("By a whisker"), N_("Win on a tiebreak."), _tie_break),
    ("among-people", N_("A full table"), N_("Win against three or more people."), _among_people),
    ("regular", N_("A regular"), N_("Play on seven days in a row."), _regular),
)


def honours(book: Book) -> list[Earned]:
    """Return all honours for the games of a book: earned ones first, by the time they were first earned."""
    found = [_honour(name, title, rule, "", list(earns(book.lines))) for name, title, rule, earns in COMMON_HONOURS]
    played = {line.digest.game for line in book.lines}
    for info in catalogue():
        chronicle = chronicle_of(info.name) if info.name in played else None
        for honour in chronicle.honours if chronicle is not None else ():
            lines = [
                line
                for line in book.lines
                if line.digest.game == info.name
                and line.counts
                and line.seat is not None
                and line.digest.deeds
                and honour.earned(line.digest, line.seat)
            ]
            found.append(_honour(honour.name, honour.title, honour.rule, game_info(info.name).title, lines))
    return sorted(found, key=lambda earned: (earned.first is None, earned.first or 0.0))


def _honour(name: str, title: str, rule: str, game: str, lines: Sequence[BookLine]) -> Earned:
    first = min(lines, key=lambda line: line.digest.ended, default=None)
    ended, table = (None, "") if first is None else (first.digest.ended, first.table)
    return Earned(name, _(title), _(rule), game, len(lines), ended, table)


def earned_at(book: Book, table: str) -> list[Earned]:
    """Return the honours that a book earned for the first time with the game at this table."""
    return [earned for earned in honours(book) if earned.table == table]
