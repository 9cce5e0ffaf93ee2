"""Waiting for a condition on a busy machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

WAIT: Final = 120.0
"""Timeout in seconds: on a busy machine everything takes longer."""


def until(happens: Callable[[], object], else_says: Callable[[], str] | str = "it doesn't happen") -> None:
    """Wait for a condition, looking often at first: every look costs processor time, which the awaited work needs."""
    deadline = time.monotonic() + WAIT
    pause = 0.01
    while not happens():
        if time.monotonic() > deadline:
            raise AssertionError(else_says if isinstance(else_says, str) else else_says())
        time.sleep(pause)
        pause = min(1.5 * pause, 0.15)
