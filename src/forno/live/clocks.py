"""How long somebody still has: counted by a clock that runs evenly.

What is stored are times of the machine, or of the database that several servers share. That clock may be set while
somebody decides, or while no server runs. Then nobody gets less than none, or more than the table allows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf


def steady() -> float:
    """Seconds by a clock that nobody can set."""
    return time.monotonic()


def passed(since: float, now: float, most: float = inf) -> float:
    """The seconds between two stored times, as far as they can be true."""
    return min(max(0.0, now - since), most)


class Countdown:
    """The time for one decision after another."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._deadline: float | None = None
        """Its end as a table knows it, by the clock that may be set, …"""
        self._ends = 0.0
        """… and by one that nobody can set."""

    def left(self, deadline: float, whole: float) -> float:
        """The seconds that are left until then; so many are given for a decision."""
        if deadline != self._deadline:
            self._deadline = deadline
            self._ends = steady() + whole - passed(deadline - whole, self._now(), whole)
        return self._ends - steady()
