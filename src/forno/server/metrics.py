"""Numbers for whoever runs the server, in the text format of Prometheus.

They are sums over all tables: nothing in them is about a person or a table. Still they count what players may not know
of, such as decisions that nobody is told of, so they are shown to the host alone (`health.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Seconds."""

Labels = tuple[tuple[str, str], ...]


class Counter:
    """How often something happened, by what it was."""

    kind = "counter"

    def __init__(self, name: str, help: str) -> None:
        self.name = name
        self.help = help
        self._counts: dict[Labels, float] = {}

    def add(self, **labels: str) -> None:
        key = tuple(labels.items())
        self._counts[key] = self._counts.get(key, 0) + 1

    def lines(self) -> Iterable[str]:
        for labels, count in self._counts.items():
            yield line(self.name, labels, count)


class Histogram:
    """How long something took, by what it was."""

    kind = "histogram"

    def __init__(self, name: str, help: str) -> None:
        self.name = name
        self.help = help
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}

    def observe(self, seconds: float, **labels: str) -> None:
        key = tuple(labels.items())
        counts = self._counts.setdefault(key, [0] * (len(BOUNDS) + 1))
        counts[bisect_left(BOUNDS, seconds)] += 1
        self._sums[key] = self._sums.get(key, 0.0) + seconds

    def lines(self) -> Iterable[str]:
        for labels, counts in self._counts.items():
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
                total += count
                yield line(f"{self.name}_bucket", (*labels, ("le", bound)), total)
            yield line(f"{self.name}_sum", labels, self._sums[labels])
            yield line(f"{self.name}_count", labels, total)


class Metrics:
    """What a server counts while it runs."""

    def __init__(self) -> None:
        self.requests = Counter("forno_requests_total", "Requests that were answered, by what was asked for.")
        self.moves = Counter("forno_moves_total", "Moves that were stored, by who decided.")
        self.move_seconds = Histogram("forno_move_seconds", "From a move's request to its answer.")
        self.bot_seconds = Histogram("forno_bot_seconds", "How long bots thought about a turn.")
        self.store_seconds = Histogram("forno_store_seconds", "How long the store took, by what it did.")
        self.store_failures = Counter("forno_store_failures_total", "What the store couldn't do.")

    def text(self, **gauges: tuple[str, float]) -> str:
        """Everything, with numbers that are what they are now: their help and their value, by name."""
        lines: list[str] = []
        for metric in (
            self.requests,
            self.moves,
            self.move_seconds,
            self.bot_seconds,
            self.store_seconds,
            self.store_failures,
        ):
            lines += [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}", *metric.lines()]
        for name, (help, value) in gauges.items():
            lines += [f"# HELP {name} {help}", f"# TYPE {name} gauge", line(name, (), value)]
        return "\n".join(lines) + "\n"


def line(name: str, labels: Labels, value: float) -> str:
    told = ",".join(f'{label}="{text}"' for label, text in labels)
    return f"{name}{{{told}}} {value:g}" if told else f"{name} {value:g}"
