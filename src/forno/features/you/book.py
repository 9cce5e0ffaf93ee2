"""A visitor's book: a line for every game, and totals over the lines."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from forno.core.chronicles import Deeds, Digest
from forno.features.digests import FinishedTable

DAY_SECONDS: Final = 24 * 3600
MORNING_SECONDS: Final = 6 * 3600
"""Time of day (UTC) until which a game counts for the evening before."""


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
        return json.dumps(self.as_data(), separators=(",", ":"))

    def as_data(self) -> dict[str, Any]:
        data = {"table": self.table, "seat": self.seat, "names": self.names, "digest": asdict(self.digest)}
        return data if self.review is None else {**data, "review": asdict(self.review)}


def read_line(text: str) -> BookLine | None:
    """Return a stored line; `None` if it is unreadable."""
    try:
        data = json.loads(text)
        review = ReviewFigures(**data["review"]) if "review" in data else None
        line = BookLine(data["table"], data["seat"], tuple(data["names"]), Digest.from_data(data["digest"]), review)
    except (ValueError, KeyError, TypeError):
        return None
    return line


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
