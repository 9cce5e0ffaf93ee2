"""Rate limits per client."""

from __future__ import annotations

import time
from typing import Final

from forno.core.errors import FornoError
from forno.core.language import _

MAX_CLIENTS: Final = 10_000
"""Clients remembered before those without a request in the last minute are forgotten."""
MINUTE: Final = 60.0


class TooMany(FornoError):
    """Too many requests from one client."""

    code = "too-many"


def too_many() -> TooMany:
    """Return the error that asks a client to slow down."""
    return TooMany(_("That was a lot at once. Wait a minute, then try again."))


class RateLimit:
    """A token bucket per client: `per_minute` requests a minute, at most one minute's worth saved up."""

    def __init__(self, per_minute: float) -> None:
        self.per_minute = per_minute
        self._clients: dict[str, tuple[float, float]] = {}
        """Tokens left and time of the last request, by client."""

    def allows(self, client: str) -> bool:
        """Take a token if there is one; return whether there was."""
        now = time.monotonic()
        left, then = self._clients.get(client, (self.per_minute, now))
        left = min(self.per_minute, left + (now - then) * self.per_minute / MINUTE)
        if left < 1:
            self._clients[client] = left, now
            return False
        if len(self._clients) >= MAX_CLIENTS and client not in self._clients:
            self._clients = {who: kept for who, kept in self._clients.items() if now - kept[1] < MINUTE}
        self._clients[client] = left - 1, now
        return True

    def count(self, client: str) -> None:
        """Take a token. Raises `TooMany` if there is none."""
        if not self.allows(client):
            raise too_many()
