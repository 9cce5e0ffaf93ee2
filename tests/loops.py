"""Where tests await things."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Await something in a thread of its own: once a browser of Playwright's is open, this one has a loop already."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
