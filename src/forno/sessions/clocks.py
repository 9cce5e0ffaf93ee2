"""How long somebody still has: counted by a clock that runs evenly.

What is stored are times of the machine, which may be set while somebody decides, or while no server runs. Then nobody
gets less than none, or more than the table allows.
"""

from __future__ import annotations

import time
from math import inf


def passed(since: float, most: float = inf) -> float:
    """The seconds since a time of the machine, as far as they can be true."""
    return min(max(0.0, time.time() - since), most)


class Countdown:
    """The time for one decision after another."""

    def __init__(self) -> None:
        self._deadline: float | None = None
        """Its end as a table knows it, by the machine's clock, …"""
        self._ends = 0.0
        """… and by one that nobody can set."""

    def left(self, deadline: float, whole: float) -> float:
        """The seconds that are left until then; so many are given for a decision."""
        if deadline != self._deadline:
            self._deadline = deadline
            self._ends = time.monotonic() + whole - passed(deadline - whole, whole)
        return self._ends - time.monotonic()
