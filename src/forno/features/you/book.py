"""A visitor's book: a line for every game, totals over the lines, and the honours that it has earned."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from forno.bots import bots_for
from forno.core.chronicles import Deeds, Digest
from forno.core.language import N_, _
from forno.core.registry import catalogue, game_info
from forno.features.digests import FinishedTable, chronicle_of
from forno.table.timing import DAY_SECONDS

MORNING_SECONDS: Final = 6 * 3600
"""Time of day (UTC) until which a game counts for the evening before."""

WINS_IN_A_ROW: Final = 3
MIN_PEOPLE_BEATEN: Final = 3
DAYS_IN_A_ROW: Final = 7


@dataclass(frozen=True)
class ReviewFigures:
    """Figures of a finished review: winning chance that the visitor's turns gave away."""

    decisions: int
    """Number of real decisions."""
    lost: float
    """Winning chance lost per real decision."""
    kinds: Mapping[str, float]
    """Winning chance lost in the whole game, by kind of mistake."""


@dataclass(frozen=True)
class BookLine:
    """One game in a book."""

    table: str
    seat: int | None
    """The visitor's seat; `None` if it is unknown, since several people shared the device."""
    names: tuple[str, ...]
    digest: Digest
    review: ReviewFigures | None = None
    """`None` before the visitor has seen a whole review of it."""

    @property
    def counts(self) -> bool:
        """Whether the visitor won or lost it: the seat is known, and no bot finished the game for it."""
        return self.seat is not None and not self.digest.stand_ins[self.seat]

    @property
    def won(self) -> bool:
        return self.counts and self.seat is not None and self.digest.won(self.seat)

    @property
    def deeds(self) -> Deeds:
        """The visitor's own deeds."""
        return self.digest.deeds[self.seat] if self.counts and self.seat is not None and self.digest.deeds else Deeds()

    @property
    def evening(self) -> int:
        """Number of the evening, in days since 1970."""
        return int((self.digest.ended - MORNING_SECONDS) // DAY_SECONDS)

    @property
    def beaten(self) -> list[int]:
        """The seats that placed behind the visitor."""
        if self.seat is None or not self.counts:
            return []
        places = self.digest.places
        return [seat for seat, place in enumerate(places) if place > places[self.seat]]

    def to_json(self) -> str:
        data = {name: value for name, value in asdict(self).items() if name != "review" or value is not None}
        return json.dumps(data, separators=(",", ":"))


def line_of(table: str, told: FinishedTable, seats: Iterable[int], name: str) -> BookLine | None:
    """Return the line of a visitor with these seats and this name; `None` for games that books leave out.

    Where several people shared the device, the visitor's seat is the one with the visitor's name, if there is
    exactly one such.
    """
    mine = sorted(seats)
    if not mine or told.digest.lesson:
        return None
    called = [seat for seat in mine if told.names[seat] == name]
    seat = mine[0] if len(mine) == 1 else called[0] if len(called) == 1 else None
    # Other people's deeds are theirs, and stay out of this book.
    deeds = tuple(deeds if place == seat else Deeds() for place, deeds in enumerate(told.digest.deeds))
    return BookLine(table, seat, told.names, replace(told.digest, deeds=deeds))


@dataclass(frozen=True)
class Variant:
    """Totals for one edition or mode."""

    game: str
    variant: str
    games: int
    wins: int
    best: int | None
    """The visitor's highest score; `None` if the visitor's seat was never known."""


@dataclass(frozen=True)
class Rival:
    """Totals against one bot, or one name."""

    name: str
    games: int
    beaten: int


@dataclass(frozen=True)
class OrderStatistics:
    """The visitor's completed and missed orders in one game."""

    game: str
    made: tuple[tuple[str, int], ...]
    """Orders and their number, the most frequent first."""
    missed: tuple[tuple[str, int], ...]
    """Reasons and their number, the most frequent first."""


@dataclass(frozen=True)
class Streaks:
    """Runs of wins and of days with games."""

    wins: int
    """Current number of wins in a row."""
    most_wins: int
    """Greatest number of wins in a row."""
    most_days: int
    """Greatest number of days in a row with a game."""


@dataclass(frozen=True)
class BestEvening:
    """The best evening: most wins, then most games."""

    when: str
    """Date, such as `2026-11-16`."""
    wins: int
    games: int


@dataclass(frozen=True)
class Book:
    """Totals over the lines."""

    lines: tuple[BookLine, ...]
    """Lines of all games, the oldest first."""

    @classmethod
    def of(cls, lines: Iterable[BookLine]) -> Book:
        return cls(tuple(sorted(lines, key=lambda line: (line.digest.ended, line.table))))

    @property
    def games(self) -> int:
        return len(self.lines)

    @property
    def wins(self) -> int:
        return sum(line.won for line in self.lines)

    @property
    def uncounted(self) -> int:
        """Number of games that the visitor neither won nor lost."""
        return sum(not line.counts for line in self.lines)

    @property
    def variants(self) -> list[Variant]:
        found: dict[tuple[str, str], list[BookLine]] = {}
        for line in self.lines:
            found.setdefault((line.digest.game, line.digest.variant), []).append(line)
        variants = []
        for (game, variant), lines in sorted(found.items(), key=lambda item: (item[0][0], -len(item[1]))):
            scores = [line.digest.scores[line.seat] for line in lines if line.counts and line.seat is not None]
            wins = sum(line.won for line in lines)
            variants.append(Variant(game, variant, len(lines), wins, max(scores, default=None)))
        return variants

    @property
    def bots(self) -> list[Rival]:
        return _rivals((line, seat, line.digest.bots[seat]) for line, seat in self._others() if line.digest.bots[seat])

    @property
    def people(self) -> list[Rival]:
        return _rivals((line, seat, line.names[seat]) for line, seat in self._others() if not line.digest.bots[seat])

    def _others(self) -> Iterable[tuple[BookLine, int]]:
        for line in self.lines:
            if line.counts:
                yield from ((line, seat) for seat in range(line.digest.players) if seat != line.seat)

    @property
    def orders(self) -> list[OrderStatistics]:
        made: dict[str, Counter[str]] = {}
        missed: dict[str, Counter[str]] = {}
        for line in self.lines:
            game, deeds = line.digest.game, line.deeds
            made.setdefault(game, Counter()).update(deeds.made)
            missed.setdefault(game, Counter()).update({why: sum(names.values()) for why, names in deeds.missed.items()})
        return [
            OrderStatistics(game, tuple(made[game].most_common()), tuple(missed[game].most_common()))
            for game in sorted(made)
            if made[game] or missed[game]
        ]

    @property
    def streaks(self) -> Streaks:
        wins = most = 0
        for line in self.lines:
            if line.counts:
                wins = wins + 1 if line.won else 0
                most = max(most, wins)
        return Streaks(wins, most, max(runs({line.evening for line in self.lines}), default=0))

    @property
    def best_evening(self) -> BestEvening | None:
        evenings: dict[int, list[BookLine]] = {}
        for line in self.lines:
            evenings.setdefault(line.evening, []).append(line)
        if not evenings:
            return None
        best = max(evenings, key=lambda day: (sum(line.won for line in evenings[day]), len(evenings[day]), day))
        wins = sum(line.won for line in evenings[best])
        return BestEvening(day_text(best * DAY_SECONDS), wins, len(evenings[best]))


def day_text(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


def runs(days: set[int]) -> list[int]:
    """Return the length of each unbroken run of days."""
    found: list[int] = []
    for day in sorted(days):
        if day - 1 in days:
            found[-1] += 1
        else:
            found.append(1)
    return found


def _rivals(met: Iterable[tuple[BookLine, int, str]]) -> list[Rival]:
    games: Counter[str] = Counter()
    beaten: Counter[str] = Counter()
    for line, seat, name in met:
        games[name] += 1
        beaten[name] += seat in line.beaten
    return [Rival(name, number, beaten[name]) for name, number in games.most_common()]


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
    ("tie-break", N_("By a whisker"), N_("Win by the tie-break."), _tie_break),
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
