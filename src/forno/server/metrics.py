"""Metrics of a server, in the text format of Prometheus.

They are sums over all tables: nothing in them is about a person or a table. Still they count decisions that players may
not know of, so only the host may read them (`web/health.py`).
"""

from __future__ import annotations

import os
import time
from functools import cache
from typing import Final, Literal

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

BUCKETS_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

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
