"""Processes beside the loop: what they are given to do, what happens to those that take too long, and how they end."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable

import pytest

from forno.background.pool import ProcessPool, TookTooLong, WorkerLost
from forno.background.rate_limits import Busy
from forno.core.errors import OptionError
from tests.loops import run
from tests.processes import runs
from tools.waiting import WAIT

pytestmark = pytest.mark.slow


def add(one: int, other: int = 0) -> int:
    return one + other


def who() -> int:
    return os.getpid()


def refuse() -> None:
    raise OptionError("that can't be chosen.")


def give_up() -> None:
    os._exit(3)


def forget_yourself() -> None:
    while True:
        time.sleep(1)


def with_workers(workers: ProcessPool, use: Callable[[ProcessPool], Awaitable[None]]) -> None:
    async def use_and_close() -> None:
        try:
            async with asyncio.timeout(WAIT):
                await use(workers)
        finally:
            workers.close()

    run(use_and_close())


def test_a_function_is_called_elsewhere_and_its_answer_or_error_comes_back() -> None:
    async def use(workers: ProcessPool) -> None:
        assert await workers.run(add, 3, other=4) == 7
        with pytest.raises(OptionError, match=r"that can't be chosen\."):
            await workers.run(refuse)
        assert await workers.run(who) == await workers.run(who) != os.getpid()

    with_workers(ProcessPool(1, WAIT), use)


def test_nothing_runs_before_there_is_something_to_do() -> None:
    workers = ProcessPool(2, WAIT)
    assert not workers._all
    workers.close()


def test_who_takes_too_long_is_ended_and_the_next_isnt_kept_waiting() -> None:
    async def use(workers: ProcessPool) -> None:
        first = await workers.run(who)
        with pytest.raises(TookTooLong, match="took too long"):
            await workers.run(forget_yourself)
        assert not runs(first)
        assert await workers.run(add, 1) == 1

    with_workers(ProcessPool(1, 0.2, modules=[__name__]), use)


def test_a_process_that_is_lost_is_replaced() -> None:
    async def use(workers: ProcessPool) -> None:
        first = await workers.run(who)
        with pytest.raises(WorkerLost):
            await workers.run(give_up)
        assert await workers.run(who) != first

    with_workers(ProcessPool(1, WAIT), use)


def test_what_waits_has_its_bounds() -> None:
    async def use(workers: ProcessPool) -> None:
        waiting = [asyncio.create_task(workers.run(forget_yourself)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="Try again in a moment"):
            await workers.run(add, 1)
        workers.close()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(answer) for answer in answers} <= {WorkerLost, asyncio.CancelledError}

    with_workers(ProcessPool(1, WAIT, most_waiting=3), use)


def test_with_the_house_all_of_them_end_also_who_is_at_work() -> None:
    async def use(workers: ProcessPool) -> None:
        first = await workers.run(who)
        waiting = asyncio.create_task(workers.run(forget_yourself))
        while not workers._given or workers._idle:
            await asyncio.sleep(0.01)
        workers.close()
        with pytest.raises(WorkerLost):
            await waiting
        assert not runs(first)
        with pytest.raises(WorkerLost):
            await workers.run(add, 1)

    with_workers(ProcessPool(1, WAIT), use)
