"""Bots at a live table answer by a clock that doesn't know what they hold, however long they think.

The table is the server's own; its loop has a clock that goes on as soon as nobody has anything to do, so that hours of
play take seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple, cast

import pytest

from bench.bot_pacing import GAMES, Memory, Thinkers, answer, in_secret, matched_waits, run_ahead
from bench.samples import ALIKE, APART, chance_alike
from forno.live.live_table import LiveTable
from forno.server.bots import ServerBots
from forno.server.settings import ServerSettings
from forno.store import Store, StoreError
from forno.table.entries import BotSat, Entry, Moved, Opened, Sat
from forno.table.history import Part
from forno.table.pacing import BOT_PAUSE_SECONDS, HURRIED_SHARE, UNHURRIED_ANSWERS
from forno.table.table import Table
from tests.amounts import amount
from tests.table.helpers import dealt

pytestmark = pytest.mark.slow

TIMES = amount(100, 250)
PAIRS = amount(60, 1000)


class Wait(NamedTuple):
    """Return how long everybody waited for an answer, and what only the table knows of it."""

    time: float
    chosen: bool
    asked: int


class Watcher:
    """Watcher at the table who has nothing but a clock."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.waits: list[Wait] = []
        self._since = 0.0
        self._chosen = self._secret = False
        self._asked = 0

    def look(self) -> None:
        """Before an answer."""
        table = self.live.table
        self._secret = in_secret(table)
        self._chosen |= table.question is None
        self._asked += table.unnamed

    def hear(self, entry: Entry, parts: Sequence[Part]) -> None:
        now = asyncio.get_running_loop().time()
        if not any(part.shown for part in parts):
            return
        if self._secret:
            self.waits.append(Wait(now - self._since, self._chosen, self._asked))
        self._since, self._chosen, self._asked = now, False, 0


def watched(game: str, options: dict[str, Any], longest: float, enough: Callable[[list[Wait]], bool]) -> list[Wait]:
    """Games among bots that think so long at most, until that is enough."""
    waits: list[Wait] = []

    async def play(seed: int) -> None:
        opened = Opened(0.0, game, options)
        probe = Table.replay("t", [opened])
        bots = [BotSat(0.0, seat, "thinker") for seat in range(probe.game.players)]
        log = [opened, *bots, dealt(opened, seed)]
        thinkers = cast(ServerBots, Thinkers(longest))
        live = LiveTable(ServerSettings(bot_pause=BOT_PAUSE_SECONDS), cast(Store, Memory()), thinkers, "t", log)
        watcher = Watcher(live)
        live.publisher.publish = watcher.hear  # type: ignore[method-assign, assignment]
        enter = live._enter

        async def entering(make: Callable[[], Entry | None]) -> bool:
            watcher.look()
            return await enter(make)

        live._enter = entering  # type: ignore[method-assign]
        live.next()
        while live.table.phase != "over":
            number = live.table.number
            await asyncio.sleep(1000.0)
            assert live.table.number > number, "bots fail, or wait for ever"
        waits.extend(watcher.waits)
        live.close()

    seed = 0
    while not enough(waits):
        seed += 1
        run_ahead(play(seed))
    return waits


def of(waits: list[Wait], chosen: bool, asked: int = 0) -> list[float]:
    return [wait.time for wait in waits if wait.chosen == chosen and wait.asked == asked]


def enough_of(number: int, asked: int = 0) -> Callable[[list[Wait]], bool]:
    return lambda waits: all(len(of(waits, chosen, asked)) >= number for chosen in (True, False))


@pytest.mark.rule("MM-14", "PMR-9")
@pytest.mark.parametrize("name", ["classic", "trainee"])
def test_forced_and_free_answers_take_equally_long_where_others_see_the_same(name: str) -> None:
    free, forced = matched_waits(*GAMES[name], BOT_PAUSE_SECONDS[0], PAIRS)
    assert len(free) == len(forced) == PAIRS
    assert chance_alike(free, forced) > ALIKE
    longer = sum(one > other for one, other in zip(free, forced, strict=True))
    assert abs(longer - PAIRS / 2) < 3.3 * sqrt(PAIRS) / 2  # so far off once in a thousand times


def test_it_would_be_noticed_if_free_answers_took_longer_where_others_see_the_same() -> None:
    assert chance_alike(*matched_waits(*GAMES["trainee"], 3 * BOT_PAUSE_SECONDS[1], PAIRS)) < APART


@pytest.mark.rule("MM-14", "PMR-9")
@pytest.mark.parametrize("name", ["classic", "master"])
def test_nobody_can_tell_by_the_time_whether_a_bot_had_a_choice(name: str) -> None:
    waits = watched(*GAMES[name], BOT_PAUSE_SECONDS[0], enough_of(TIMES))
    assert chance_alike(of(waits, True), of(waits, False)) > ALIKE


@pytest.mark.rule("MMR-8")
def test_nobody_can_tell_by_the_time_whether_a_bot_could_have_helped() -> None:
    waits = watched("mamma-mia", {"edition": "grande", "players": 4}, BOT_PAUSE_SECONDS[0], enough_of(100, asked=3))
    assert chance_alike(of(waits, True, 3), of(waits, False, 3)) > ALIKE


def test_it_would_be_noticed_if_bots_thought_longer_than_they_pause() -> None:
    waits = watched(*GAMES["classic"], 3 * BOT_PAUSE_SECONDS[1], enough_of(TIMES))
    assert chance_alike(of(waits, True), of(waits, False)) < APART


@pytest.mark.parametrize("quick", [True, False])
def test_bots_that_are_quick_hurry_once_many_have_answered_in_a_row(quick: bool) -> None:
    pauses: dict[bool, list[float]] = {True: [], False: []}

    async def play() -> None:
        opened = Opened(0.0, "pizza-master", {"mode": "trainee", "players": 5, "max_days": 6})
        bots = [BotSat(0.0, seat, "thinker") for seat in range(1, 5)]
        log = [opened, Sat(0.0, 0, "Anna", "x"), *bots, dealt(opened, 7)]
        thinkers = Thinkers(0.05, quick)
        live = LiveTable(
            ServerSettings(bot_pause=BOT_PAUSE_SECONDS), cast(Store, Memory()), cast(ServerBots, thinkers), "t", log
        )
        row, since = 0, 0.0

        def hear(entry: Entry, _parts: Sequence[Part]) -> None:
            nonlocal row, since
            assert isinstance(entry, Moved)
            now = asyncio.get_running_loop().time()
            if entry.by == "bot":
                pauses[row >= UNHURRIED_ANSWERS].append(now - since)
            row, since = (0 if entry.by == "player" else row + 1), now

        live.publisher.publish = hear  # type: ignore[method-assign, assignment]
        live.next()
        while (table := live.table).phase != "over":
            if table.awaited == 0:
                await live.move(table.steps(0), 0, (answer(table, thinkers.rng),))
            else:
                await asyncio.sleep(0.01)
        live.close()

    run_ahead(play())
    least, most = BOT_PAUSE_SECONDS
    assert len(pauses[True]) > 20
    assert all(least <= pause <= most + 0.01 for pause in pauses[False])
    share = HURRIED_SHARE if quick else 1.0
    assert all(least * share <= pause <= most * share + 0.01 for pause in pauses[True])


class FailingStore(Memory):
    """A store that can't keep anything for a while."""

    def __init__(self, failures: int) -> None:
        self.failures = failures

    async def append(self, *what: object) -> None:
        self.failures -= 1
        if self.failures >= 0:
            raise StoreError("nobody answers.")


def test_a_store_that_fails_is_logged_once_without_a_traceback_and_bots_go_on(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        opened = Opened(0.0, "mamma-mia", {"players": 2})
        log = [opened, *(BotSat(0.0, seat, "thinker") for seat in range(2)), dealt(opened, 7)]
        store = FailingStore(5)
        tables = [
            LiveTable(ServerSettings(), cast(Store, store), cast(ServerBots, Thinkers(0.1)), name, log) for name in "tu"
        ]
        for live in tables:
            live.next()
        while any(len(live.table.log) < len(log) + 3 for live in tables):
            await asyncio.sleep(10.0)
        for live in tables:
            live.close()

    run_ahead(play())
    (record,) = caplog.records
    assert "nobody answers" in record.getMessage()
    assert record.exc_info is None
