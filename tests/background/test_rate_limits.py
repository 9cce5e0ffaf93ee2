"""Turns of clients: who asks for much waits for itself."""

from __future__ import annotations

import asyncio

import pytest

from forno.background import rate_limits
from forno.background.rate_limits import Busy, Places, RateLimit, TooMany, Turns
from tests.loops import run

AT_ONCE, WAITING = 3, 20


def test_who_asks_for_much_doesnt_keep_others_waiting() -> None:
    """Also where no call ever waits for anything, so that each would run to its end before the next begins."""
    order: list[str] = []

    async def call(turns: Turns, client: str) -> None:
        async with turns.take(client):
            order.append(client)

    async def use() -> None:
        turns = Turns(AT_ONCE, WAITING)
        await asyncio.gather(*(call(turns, "many") for _ in range(AT_ONCE + WAITING)), call(turns, "one"))
        assert not len(turns)

    run(use())
    assert len(order) == AT_ONCE + WAITING + 1
    assert order.index("one") <= AT_ONCE


def test_a_client_has_so_many_calls_at_once_and_so_many_that_wait() -> None:
    async def use() -> None:
        turns, done = Turns(AT_ONCE, WAITING), asyncio.Event()
        running = 0

        async def call() -> None:
            nonlocal running
            async with turns.take("me"):
                running += 1
                await done.wait()

        calls = [asyncio.create_task(call()) for _ in range(AT_ONCE + WAITING)]
        for _step in range(5):
            await asyncio.sleep(0)
        assert running == AT_ONCE
        with pytest.raises(TooMany):
            await call()
        async with turns.take("somebody else"):
            pass
        calls[-1].cancel()
        await asyncio.wait(calls[-1:])
        calls[-1] = asyncio.create_task(call())
        done.set()
        await asyncio.gather(*calls)
        assert not len(turns)

    run(use())


def test_places_are_counted_in_all_and_per_client() -> None:
    places = Places(3, 2)
    for client in ("anna", "anna", None):
        places.take(client)
    with pytest.raises(TooMany):
        places.take("anna")
    with pytest.raises(Busy):
        places.take("bruno")
    places.leave("anna")
    places.take("bruno")
    assert places.taken == 3


def test_a_new_client_costs_the_same_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most two are looked at for each that comes, and those who are silent for a minute are forgotten."""
    now = 0.0
    monkeypatch.setattr("forno.background.rate_limits.time.monotonic", lambda: now)
    monkeypatch.setattr(rate_limits, "MAX_CLIENTS", 10)
    limit = RateLimit(2)
    for number in range(100):
        assert limit.allows(str(number))
    assert limit.allows("0")
    assert not limit.allows("0")
    assert len(limit._clients) == 100
    now = 61.0
    for number in range(100, 200):
        before = len(limit._clients)
        assert limit.allows(str(number))
        assert abs(len(limit._clients) - before) <= 1
    assert set(limit._clients) == {str(number) for number in range(100, 200)}
