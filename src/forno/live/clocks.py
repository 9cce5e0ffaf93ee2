"""Countdowns by a monotonic clock.

Stored times are those of the machine, or of the database that several servers share. That clock may be set while
somebody decides, or while no server runs. Even then nobody gets less than no time, or more than the table allows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf


def steady() -> float:
    """Return seconds by the monotonic clock."""
    return time.monotonic()


def elapsed(since: float, now: float, most: float = inf) -> float:
    """Return seconds between two stored times, within what is possible."""
    return min(max(0.0, now - since), most)


class Countdown:
    """Time left for a decision; used for one after another."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._deadline: float | None = None
        """End of the time as the table stores it."""
        self._ends = 0.0
        """The same moment by the monotonic clock."""

    def left(self, deadline: float, whole: float) -> float:
        """Return seconds until the deadline; `whole` is the time that a decision is given."""
        if deadline != self._deadline:
            self._deadline = deadline
            self._ends = steady() + whole - elapsed(deadline - whole, self._now(), whole)
        return self._ends - steady()
