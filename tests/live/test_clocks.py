"""Clocks at a table go on whatever becomes of the machine's own: set back, set forward, or set while nobody serves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from forno.features.your_tables.page import running_row
from forno.live.live_table import LiveTable
from forno.pages.documents.forms import TableWish
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from forno.table.entries import HandedOver, Moved, Sat
from forno.table.errors import SeatTaken
from forno.table.settings import TableSettings
from forno.web.app import create_app
from tests.loops import run
from tests.web.servers import LIVELY
from tools.waiting import WAIT

pytestmark = pytest.mark.slow

DAY = 24 * 3600.0
real = time.time


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the machine's time: so many seconds off."""

    def set_time(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return set_time


async def with_house(folder: Path, use: Callable[[ServerHost], Awaitable[None]]) -> None:
    house = create_app(ServerSettings(data=str(folder / "tables.sqlite3"), **LIVELY)).host
    async with asyncio.timeout(WAIT):
        await house.open()
        await use(house)
    await house.close()


async def started(house: ServerHost, clock: int, **settings: Any) -> LiveTable:
    """Two people who play by the clock."""
    live = await house.create("mamma-mia", TableWish({"players": 2}, TableSettings(clock=clock, **settings)))
    for seat, name in enumerate(("Anna", "Bruno")):
        await live.enter(partial(Sat, time.time(), seat, name, "hash"))
    await live.enter(live.deal_entry)
    return live


async def decided_by_clock(live: LiveTable) -> None:
    while not any(isinstance(entry, Moved) and entry.by == "clock" for entry in live.table.log):
        await asyncio.sleep(0.01)


def test_a_clock_goes_on_when_the_machines_time_is_set_back(tmp_path: Path, machine: Callable[[float], None]) -> None:
    async def use(house: ServerHost) -> None:
        live = await started(house, clock=1)
        machine(-DAY)
        await house.say(live, None, "Zoe", "what time is it?")
        await decided_by_clock(live)

    run(with_house(tmp_path, use))


def test_nobody_loses_time_when_the_machines_is_set_forward(tmp_path: Path, machine: Callable[[float], None]) -> None:
    async def use(house: ServerHost) -> None:
        live = await started(house, clock=600)
        machine(DAY)
        await house.say(live, None, "Zoe", "what time is it?")
        left = live.time_left()
        assert left is not None
        assert 0 < left <= 600
        assert live.publisher.progress.clock_left(live.table.awaited) != 0

    run(with_house(tmp_path, use))


def test_the_time_set_back_between_two_runs_gives_nobody_more_than_the_clock(
    tmp_path: Path, machine: Callable[[float], None]
) -> None:
    tables = []

    async def first(house: ServerHost) -> None:
        tables.append((await started(house, clock=1)).id)

    async def then(house: ServerHost) -> None:
        await decided_by_clock(await house.find(tables[0]))

    machine(DAY)
    run(with_house(tmp_path, first))
    machine(0)
    run(with_house(tmp_path, then))


def test_the_time_that_was_used_before_a_restart_is_used(tmp_path: Path, machine: Callable[[float], None]) -> None:
    tables = []

    async def first(house: ServerHost) -> None:
        tables.append((await started(house, clock=3600)).id)

    async def then(house: ServerHost) -> None:
        live = await house.find(tables[0])
        left, shown = live.time_left(), live.publisher.progress.clock_left(live.table.awaited)
        assert left is not None
        assert shown is not None
        assert left <= 1800
        assert shown <= 1800

    machine(-1800)
    run(with_house(tmp_path, first))
    machine(0)
    run(with_house(tmp_path, then))


SLOW = {"clock": 24 * 3600, "increment": 4 * 3600, "bank": 72 * 3600}


@pytest.mark.parametrize("late", ["bot-plays", "wait", "vote"])
def test_time_that_ran_out_while_nobody_served_ends_as_it_was_settled(
    tmp_path: Path, machine: Callable[[float], None], late: str
) -> None:
    tables = []

    async def first(house: ServerHost) -> None:
        live = await started(house, late=late, **SLOW)
        tables.append(live.id)
        seat = live.table.awaited
        assert seat is not None
        with pytest.raises(SeatTaken, match="whose time is up"):
            await live.hand_over(seat, 1 - seat)

    async def then(house: ServerHost) -> None:
        live = await house.find(tables[0])
        seat = live.table.awaited
        assert seat is not None
        if late != "bot-plays":
            assert live.table.due is None
            live.publisher.attendance.attend_elsewhere(frozenset({seat}))  # a page that somebody left open
            await live.hand_over(seat, 1 - seat)
        while not any(isinstance(entry, Moved) for entry in live.table.log):
            await asyncio.sleep(0.01)
        assert live.table.seats[seat].stand_in
        (taken,) = [entry for entry in live.table.log if isinstance(entry, HandedOver)]
        assert taken.by_seat == (seat if late == "bot-plays" else 1 - seat)
        assert live.table.banks[seat] == 4 * 3600

    machine(-DAY - 1)
    run(with_house(tmp_path, first))
    machine(0)
    run(with_house(tmp_path, then))


def test_a_table_sleeps_until_its_clock_is_about_to_run_out(tmp_path: Path, machine: Callable[[float], None]) -> None:
    async def use(house: ServerHost) -> None:
        live = await started(house, **SLOW)
        live.used -= 10 * DAY
        sleeps = [live.idle]
        assert live.table.awaited is not None
        assert running_row(live, [live.table.awaited]).when in ("24 hours left", "23 hours left")
        assert await house.store.due(house.store.now() + 3600) == []
        machine(DAY - 1800)
        sleeps.append(live.idle)
        assert sleeps == [True, False]
        assert await house.store.due(house.store.now() + 3600) == [live.id]

    run(with_house(tmp_path, use))
