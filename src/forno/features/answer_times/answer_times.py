"""Usual answering times: how long a player took in finished games over days, in coarse words.

Nothing is stored about players: the times are read from the logs of their own tables, which only their key finds, when
they sit down at a table over days. The table is told one of a few numbers of hours. Running games don't count, since
times may depend on what is hidden in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from statistics import median
from typing import Final

from forno.features.your_tables.seat_cookie import Kept
from forno.live.live_table import LiveTable
from forno.store import Store
from forno.table.entries import AnswersTold, Entry, Forced, Moved, Started, TakenBack
from forno.table.entries.seating import ANSWER_HOURS
from forno.table.errors import Damaged, NotFound
from forno.table.settings import SLOW_SECONDS
from forno.table.timing import HOUR_SECONDS

MIN_ANSWERS: Final = 5
"""Answers that it takes before anything is said."""
MAX_TABLES: Final = 12
"""Maximum number of finished games that are read, the newest of a player's."""


async def tell_answer_times(store: Store, live: LiveTable, seats: Sequence[int], tables: Sequence[Kept]) -> None:
    """Tell a table that gathers for a game over days how long a player usually takes, unless it knows.

    `seats`: the player's at this table; several share a device, and nobody knows who answered. `tables`: the player's.
    """
    table = live.table
    if not table.settings.slow or table.phase != "gathering" or len(seats) != 1 or table.seats[seats[0]].answers:
        return
    (seat,) = seats
    hours = usual_hours([time for kept in await _finished(store, tables) for time in await _times(store, kept)])
    if hours:
        await live.enter(lambda: AnswersTold(live.now(), seat, hours) if _tells(live, seat) else None)


def _tells(live: LiveTable, seat: int) -> bool:
    guest = live.table.seats[seat]
    return live.table.phase == "gathering" and live.table.deal.called is None and guest.person and not guest.answers


async def _finished(store: Store, tables: Sequence[Kept]) -> list[Kept]:
    """Return the newest finished games over days among a player's tables, those of several players at once left out."""
    found = await store.summaries([kept.table for kept in tables])
    slow = {row.table for row in found if row.phase == "over" and row.clock >= SLOW_SECONDS}
    return [kept for kept in tables if kept.table in slow and len(kept.keys) == 1][:MAX_TABLES]


async def _times(store: Store, kept: Kept) -> list[float]:
    try:
        return answer_seconds(await store.load(kept.table), kept.keys)
    except (NotFound, Damaged):
        return []


def answer_seconds(entries: Iterable[Entry], seats: Collection[int]) -> list[float]:
    """Return the seconds that these seats took for their turns, until they or their clock decided."""
    times: list[float] = []
    asked: float | None = None
    mover: int | None = None
    for entry in entries:
        if isinstance(entry, Moved):
            own = entry.seat in seats and entry.by != "bot" and not isinstance(entry, Forced)
            if own and asked is not None and mover != entry.seat:
                times.append(entry.time - asked)
            mover = entry.seat
        if isinstance(entry, Started | Moved | TakenBack):
            asked = entry.time
    return times


def usual_hours(seconds: Sequence[float]) -> int:
    """Return the hours within which an answer usually comes, one of a few numbers; 0 if too little is known."""
    if len(seconds) < MIN_ANSWERS:
        return 0
    usual = median(seconds)
    return next((hours for hours in ANSWER_HOURS if usual <= hours * HOUR_SECONDS), ANSWER_HOURS[-1])
