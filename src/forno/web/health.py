"""`/healthz`, `/readyz` and `/metrics`: whether the server lives, whether it can serve, and what it counts."""

from __future__ import annotations

import asyncio
import time
from hmac import compare_digest
from typing import Any, Final

from forno.server.host import ServerHost
from forno.store import StoreError
from forno.web.identity import header

PATHS: Final = ("/healthz", "/readyz", "/metrics")
LOOK_EVERY: Final = 1.0
"""Whether the store can be reached is looked up so often at most, however often somebody asks."""
STORE_SECONDS: Final = 5.0
PLAIN: Final = b"text/plain; charset=utf-8"
PROMETHEUS: Final = b"text/plain; version=0.0.4; charset=utf-8"


class Health:
    """Answers those who watch over the server."""

    def __init__(self, house: ServerHost) -> None:
        self._house = house
        self._began = time.time()
        self._looked = 0.0
        self._reached = False
        self._looking = asyncio.Lock()

    async def __call__(self, scope: Any, send: Any, draining: bool) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await self._answer(scope, send, 405, b"Only GET.\n")
        elif scope["path"] == "/healthz":
            await self._answer(scope, send, 200, b"alive\n")
        elif scope["path"] == "/readyz":
            ready = not draining and await self._store_is_reached()
            await self._answer(scope, send, 200 if ready else 503, b"ready\n" if ready else b"not ready\n")
        elif not self._host_asks(header(scope, b"authorization")):
            await self._answer(scope, send, 404, b"Nothing here.\n")
        else:
            await self._answer(scope, send, 200, self._metrics().encode(), PROMETHEUS)

    async def _store_is_reached(self) -> bool:
        async with self._looking:
            if not self._looked or time.monotonic() - self._looked > LOOK_EVERY:
                try:
                    async with asyncio.timeout(STORE_SECONDS):
                        await self._house.store.listing(limit=1)
                    self._reached = True
                except (StoreError, TimeoutError):
                    self._reached = False
                self._looked = time.monotonic()
            return self._reached

    def _host_asks(self, shown: str) -> bool:
        key = self._house.settings.metrics_key
        return bool(key) and compare_digest(shown.encode(), f"Bearer {key}".encode())

    def _metrics(self) -> str:
        awake = self._house.awake()
        neighbours = self._house.cluster
        return self._house.metrics.text(
            forno_tables=("Tables in memory.", len(awake)),
            forno_streams=("Pages and programs that read along.", sum(len(live.streams) for live in awake)),
            forno_tables_held=("Tables whose bots and clocks act here.", neighbours.holds(len(awake))),
            forno_listening=("Whether other servers are heard, 1 if there are none.", float(neighbours.hears)),
            process_start_time_seconds=("When the server started.", self._began),
        )

    async def _answer(self, scope: Any, send: Any, status: int, body: bytes, media: bytes = PLAIN) -> None:
        headers = [
            (b"content-type", media),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
