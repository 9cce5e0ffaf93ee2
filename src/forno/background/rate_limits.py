"""Limits per client: requests per minute, places taken at once, and turns."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from forno.core.errors import FornoError
from forno.core.language import _

MAX_CLIENTS: Final = 10_000
"""Clients remembered before those without a request in the last minute are forgotten."""
MINUTE_SECONDS: Final = 60.0


class TooMany(FornoError):
    """Too many requests from one client."""

    code = "too-many"


class Busy(FornoError):
    """The server has no room for more."""

    code = "busy"


def busy() -> Busy:
    """Return the error that asks a client to come back later."""
    return Busy(_("The kitchen is busy. Try again in a moment."))


def too_many() -> TooMany:
    """Return the error that asks a client to slow down."""
    return TooMany(_("Too many requests. Wait a minute, then try again."))


class RateLimit:
    """A token bucket per client: `per_minute` requests a minute, at most one minute's worth saved up."""

    def __init__(self, per_minute: float) -> None:
        self.per_minute = per_minute
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Tokens left and time of the last request, by client; the longest silent first."""

    def allows(self, client: str) -> bool:
        """Take a token if there is one; return whether there was."""
        now = time.monotonic()
        left, then = self._clients.get(client, (self.per_minute, now))
        left = min(self.per_minute, left + (now - then) * self.per_minute / MINUTE_SECONDS)
        allowed = left >= 1
        self._clients[client] = (left - 1 if allowed else left), now
        self._clients.move_to_end(client)
        if len(self._clients) > MAX_CLIENTS:
            self._forget(now)
        return allowed

    def _forget(self, now: float) -> None:
        """Forget at most two clients without a request in the last minute: so every call costs the same."""
        for _time in range(2):
            _tokens, then = next(iter(self._clients.values()))
            if now - then < MINUTE_SECONDS:
                return
            self._clients.popitem(last=False)

    def count(self, client: str) -> None:
        """Take a token. Raises `TooMany` if there is none."""
        if not self.allows(client):
            raise too_many()


class Places:
    """Places that clients take and leave: `most` in all, `per_client` each."""

    def __init__(self, most: int, per_client: int) -> None:
        self.most = most
        self.per_client = per_client
        self.taken = 0
        self._clients: Counter[str] = Counter()

    def take(self, client: str | None) -> None:
        """Take a place; `None` is no single client. Raises `TooMany` or `Busy`."""
        if client is not None and self._clients[client] >= self.per_client:
            raise too_many()
        if self.taken >= self.most:
            raise busy()
        self.taken += 1
        if client is not None:
            self._clients[client] += 1

    def leave(self, client: str | None) -> None:
        """Leave a place that was taken."""
        self.taken -= 1
        if client is not None:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]


class Turns:
    """Turns of clients: `at_once` of a client's calls run at a time, and up to `most_waiting` of its others wait.

    So a client that asks for much waits for itself, and nobody else does.
    """

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self.at_once = at_once
        self.most = at_once + most_waiting
        self._clients: dict[str, tuple[asyncio.Semaphore, int]] = {}
        """Semaphores of clients, with the number of their calls that run or wait."""

    def __len__(self) -> int:
        """Return the number of clients whose calls run or wait."""
        return len(self._clients)

    @asynccontextmanager
    async def take(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it. Raises `TooMany`."""
        turn, calls = self._clients.get(client) or (asyncio.Semaphore(self.at_once), 0)
        if calls >= self.most:
            raise too_many()
        self._clients[client] = turn, calls + 1
        try:
            async with turn:
                await asyncio.sleep(0)  # or calls that never wait would all run before anything else does
                yield
        finally:
            turn, calls = self._clients.pop(client)
            if calls > 1:
                self._clients[client] = turn, calls - 1
