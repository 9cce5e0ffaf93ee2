"""Metrics of a server, in the text format of Prometheus, and a store that measures its calls.

They are sums over all tables: nothing in them is about a person or a table. Still they count decisions that players may
not know of, so only the host may read them (`web/health.py`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Final, Literal, ParamSpec, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

from forno.server.settings import METRICS_FOLDER
from forno.store import Conflict, Outlook, Store, StoreError
from forno.store.rows import UNKNOWN
from forno.table.entries import Entry, Moved

BUCKETS_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

P = ParamSpec("P")
T = TypeVar("T")

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counters, times and gauges. Labelled ones are called with their labels' values: `moves("bot").inc()`."""

    def __init__(self) -> None:
        self.shared = METRICS_FOLDER in os.environ
        """Whether several workers share their values; each answers for all."""
        self._registry = CollectorRegistry()
        self.requests = cache(self._counter("forno_requests_total", "Requests answered.", "kind", "status").labels)
        self.moves = cache(self._counter("forno_moves_total", "Moves stored, by who decided.", "by").labels)
        self.move_seconds = self._histogram("forno_move_seconds", "From a move's request to its answer.")
        self.bot_seconds = self._histogram("forno_bot_seconds", "Thinking time of a bot's turn.")
        self.store_seconds = cache(self._histogram("forno_store_seconds", "Duration of store calls.", "what").labels)
        self.store_failures = cache(self._counter("forno_store_failures_total", "Failed store calls.", "what").labels)
        self.tables = self._gauge("forno_tables", "Tables in memory.")
        self.streams = self._gauge("forno_streams", "Open streams of pages and programs.")
        self.tables_held = self._gauge("forno_tables_held", "Tables whose bots and clocks act here.")
        self.listening = self._gauge(
            "forno_listening", "Whether other servers are heard; 1 if there are none.", "livemin"
        )
        self._gauge("process_start_time_seconds", "When the server started.", "livemin").set(time.time())

    def text(self) -> bytes:
        """Return all metrics, summed over the workers."""
        registry = self._registry
        if self.shared:
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    def _counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(name, help, labels, registry=self._registry)

    def _histogram(self, name: str, help: str, *labels: str) -> Histogram:
        return Histogram(name, help, labels, buckets=BUCKETS_SECONDS, registry=self._registry)

    def _gauge(self, name: str, help: str, of_workers: Literal["livesum", "livemin"] = "livesum") -> Gauge:
        """Make a gauge; `of_workers`: how the values of several workers make one."""
        return Gauge(name, help, registry=self._registry, multiprocess_mode=of_workers)


class MeteredStore:
    """Wraps a store: passes every call on and records its duration."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.metrics = metrics
        self.place = store.place
        self.sharing = store.sharing
        self.key_values = store.key_values
        self.outbox = store.outbox
        self.now = store.now
        self.close = store.close
        self.create = self._timed("append", store.create)
        self.update = self._timed("update", store.update)
        self.load = self._timed("load", store.load)
        self.listing = self._timed("listing", store.listing)
        self.summaries = self._timed("listing", store.summaries)
        self.finished = self._timed("listing", store.finished)
        self.due = self._timed("due", store.due)
        self._append = self._timed("append", store.append)

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        await self._append(table_id, number, entry, outlook)
        if isinstance(entry, Moved):
            self.metrics.moves(entry.by).inc()

    def _timed(self, what: str, call: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
        """Time a call and count its failures; a move that was too late (`Conflict`) is none."""

        async def timed(*arguments: P.args, **named: P.kwargs) -> T:
            began = time.perf_counter()
            try:
                return await call(*arguments, **named)
            except StoreError as error:
                if not isinstance(error, Conflict):
                    self.metrics.store_failures(what).inc()
                raise
            finally:
                self.metrics.store_seconds(what).observe(time.perf_counter() - began)

        return timed
