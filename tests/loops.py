"""Event loops for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from forno import cli

T = TypeVar("T")


def apart(work: Callable[..., T], *arguments: Any) -> T:
    """Call a function in a thread of its own: once a browser of Playwright's is open, this one has a loop already."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *arguments).result()


def main(words: list[str]) -> int:
    """Run a command that awaits."""
    return apart(cli.main, words)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine."""
    done: T = apart(asyncio.run, work)
    return done
