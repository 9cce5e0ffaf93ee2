"""Metrics: counted by what happened, and a store that passes everything on."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import pytest

from forno.server.metrics import MeteredStore, Metrics
from forno.store import Conflict, StoreError
from forno.table.entries import Moved, Said
from tests.loops import run


def lines(metrics: Metrics, name: str) -> list[str]:
    return [line for line in metrics.text().decode().splitlines() if line.startswith(name)]


def metered(**calls: Any) -> tuple[MeteredStore, Mock, Metrics]:
    store, metrics = Mock(), Metrics()
    for name, call in calls.items():
        setattr(store, name, call)
    return MeteredStore(cast(Any, store), metrics), store, metrics


def test_metrics_are_text_with_the_labels_of_what_happened() -> None:
    metrics = Metrics()
    metrics.moves("bot").inc()
    metrics.moves("bot").inc()
    metrics.requests("page", 200).inc()
    metrics.tables.set(3)
    assert lines(metrics, "forno_moves_total") == ['forno_moves_total{by="bot"} 2.0']
    assert lines(metrics, "forno_requests_total") == ['forno_requests_total{kind="page",status="200"} 1.0']
    assert lines(metrics, "forno_tables ") == ["forno_tables 3.0"]


def test_two_servers_of_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.moves("bot").inc()
    assert lines(other, "forno_moves_total") == []


def test_moves_are_counted_by_who_decided_and_words_arent() -> None:
    store, inner, metrics = metered(append=AsyncMock())
    run(store.append("t", 4, Moved(4.0, 0, (1,), "clock")))
    run(store.append("t", 5, Said(4.0, 0, "Anna", "table", "Ciao")))
    assert inner.append.await_count == 2
    assert lines(metrics, "forno_moves_total") == ['forno_moves_total{by="clock"} 1.0']
    assert lines(metrics, "forno_store_seconds_count") == ['forno_store_seconds_count{what="append"} 2.0']


def test_a_failure_is_counted_and_a_move_that_came_too_late_isnt() -> None:
    store, inner, metrics = metered(load=AsyncMock(side_effect=StoreError("the disk is full")))
    with pytest.raises(StoreError, match="the disk is full"):
        run(store.load("t"))
    inner.load.side_effect = Conflict("too late")
    with pytest.raises(Conflict):
        run(store.load("t"))
    assert lines(metrics, "forno_store_failures_total") == ['forno_store_failures_total{what="load"} 1.0']
    assert lines(metrics, "forno_store_seconds_count") == ['forno_store_seconds_count{what="load"} 2.0']


def test_a_move_that_wasnt_stored_isnt_counted() -> None:
    store, _inner, metrics = metered(append=AsyncMock(side_effect=StoreError("the disk is full")))
    with pytest.raises(StoreError):
        run(store.append("t", 4, Moved(4.0, 0, (1,), "player")))
    assert lines(metrics, "forno_moves_total") == []
