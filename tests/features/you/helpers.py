"""Books and exercises made by hand."""

from __future__ import annotations

from dataclasses import replace

from forno.core.chronicles import Deeds, Digest
from forno.features.you.book import BookLine, ReviewFigures
from forno.features.you.exercises import Done
from forno.features.your_tables.seat_cookie import Kept
from forno.table.table import Table
from forno.table.timing import DAY_SECONDS
from tests.finished import finished

EVENING = 1e9


def line(
    won: bool = True,
    day: int = 0,
    bots: tuple[str, ...] = ("", "cuoco"),
    scores: tuple[int, ...] = (5, 3),
    seat: int | None = 0,
    stand_in: bool = False,
    deeds: Deeds | None = None,
    number: int = 0,
) -> BookLine:
    """A game of two, won or lost by the first seat."""
    places = (1, 2) if won else (2, 1)
    ended = EVENING + day * DAY_SECONDS + number
    digest = Digest(
        "mamma-mia", "classic", 2, scores, places, bots, (stand_in, False), ended - 600, ended, False,
        (deeds or Deeds(), Deeds()),
    )  # fmt: skip
    return BookLine(f"t{day}n{number}", seat, ("Anna", "Bruno"), digest)


def reviewed(day: int, lost: float, **kinds: float) -> BookLine:
    named = {kind.replace("_", "-"): cost for kind, cost in kinds.items()}
    return replace(line(day=day), review=ReviewFigures(10, lost, named))


HOUR = 3600.0
NOW = 1.7e9


def games() -> list[Table]:
    return [
        finished("one", seed=1, time=NOW),
        finished("two", seed=2, time=NOW + HOUR),
        finished("three", "pizza-master", seed=3, time=NOW + 2 * HOUR),
        finished("other", guests=(("Carla", "key-carla"), ("cuoco", "")), time=NOW),
    ]


MINE = [Kept(name, {0: "key-anna"}) for name in ("one", "two", "three")]


def done(level: str, right: int, of: int = 4) -> Done:
    return Done(1e9, "mamma-mia", level, False, right, of)
