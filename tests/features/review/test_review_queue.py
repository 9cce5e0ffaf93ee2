"""The queue of reviews: all that run go on, within limits, and those that nobody looks at end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import pytest

from forno.background.pool import TookTooLong
from forno.background.rate_limits import Busy, TooMany
from forno.features.review import Review, review_queue, sources
from forno.features.review.review_queue import MAX_RUNNING_PER_CLIENT, MAX_RUNNING_REVIEWS, Reviewers
from forno.features.review.sources import GameTooLong, OfRecord
from tests.loops import run

DECISIONS = 5


class CountedReviewer:
    """A reviewer that goes on by one decision in each slice."""

    def __init__(self, states: Iterator[Any], seat: int) -> None:
        self.steps = sum(1 for _state in states)
        self.seat = seat
        self.done = 0

    def advance(self, _seconds: float) -> bool:
        self.done += 1
        return self.done >= DECISIONS

    def review(self) -> Review:
        return Review("mamma-mia", self.seat, 2, self.done, DECISIONS, (), (), 0, 0)


class LocalPool:
    """Calls in this process, in the order of their requests; `gate` holds them back."""

    def __init__(self) -> None:
        self.calls = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        await self.gate.wait()
        await asyncio.sleep(0)
        self.calls += 1
        return function(*arguments)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "Reviewer", CountedReviewer)
    monkeypatch.setattr(OfRecord, "states", lambda _record: iter(range(3)))
    monkeypatch.setattr(sources, "_under_way", {})


def record(number: int) -> OfRecord:
    return OfRecord(str(number), None)


def reviewed(test: Callable[[Reviewers, LocalPool], Awaitable[None]]) -> None:
    async def go() -> None:
        reviewers, pool = Reviewers(cast("Any", None), 1e6), LocalPool()
        reviewers.workers = cast("Any", pool)
        await test(reviewers, pool)
        await reviewers.close()

    run(go())


async def ended(reviewers: Reviewers) -> None:
    while reviewers._tasks:
        await asyncio.sleep(0)


def test_as_many_as_may_run_all_come_to_an_end_without_beginning_anew() -> None:
    async def test(reviewers: Reviewers, pool: LocalPool) -> None:
        for number in range(MAX_RUNNING_REVIEWS):
            await reviewers.review(f"client {number}", record(number), 0)
        with pytest.raises(Busy):
            await reviewers.review("late", record(99), 0)
        await ended(reviewers)
        assert pool.calls == MAX_RUNNING_REVIEWS * DECISIONS
        assert all(review.finished for review in reviewers._found.values())
        assert not sources._under_way

    reviewed(test)


def test_one_client_has_only_so_many_running() -> None:
    async def test(reviewers: Reviewers, _pool: LocalPool) -> None:
        for number in range(MAX_RUNNING_PER_CLIENT):
            await reviewers.review("anna", record(number), 0)
        with pytest.raises(TooMany):
            await reviewers.review("anna", record(99), 0)
        await reviewers.review("bruno", record(99), 0)
        await ended(reviewers)
        await reviewers.review("anna", record(98), 0)

    reviewed(test)


def test_what_nobody_looks_at_ends_and_begins_anew_when_somebody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("forno.features.review.review_queue.time.monotonic", lambda: now)

    async def test(reviewers: Reviewers, pool: LocalPool) -> None:
        nonlocal now
        await reviewers.review("anna", record(1), 0)
        await reviewers.review("bruno", record(2), 0)
        pool.gate.clear()
        now = review_queue.UNWATCHED_SECONDS + 1
        await reviewers.review("bruno", record(2), 0)
        pool.gate.set()
        await ended(reviewers)
        assert list(reviewers._found) == [(record(2).key, 0)]
        assert await reviewers.review("anna", record(1), 0) is None
        await ended(reviewers)
        found = await reviewers.review("anna", record(1), 0)
        assert found is not None
        assert found.finished

    reviewed(test)


@pytest.mark.parametrize(
    ("limit", "most", "error"),
    [
        ("review_queue.MAX_REVIEW_CPU_SECONDS", 2 * sources.SLICE_CPU_SECONDS, TookTooLong),
        ("sources.MAX_REVIEW_STEPS", 1, GameTooLong),
    ],
)
def test_what_takes_too_long_is_given_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: float, error: type[Exception]
) -> None:
    monkeypatch.setattr(f"forno.features.review.{limit}", most)

    async def test(reviewers: Reviewers, _pool: LocalPool) -> None:
        await reviewers.review("anna", record(1), 0)
        await ended(reviewers)
        with pytest.raises(error, match="too long"):
            await reviewers.review("anna", record(1), 0)

    reviewed(test)
