"""Health checks and metrics: `/healthz`, `/readyz` and `/metrics`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from hmac import compare_digest
from typing import Any, Final

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from forno.server.host import ServerHost
from forno.store import StoreError
from forno.web.identity import header

PATHS: Final = ("/healthz", "/readyz", "/metrics")
STORE_CHECK_SECONDS: Final = 1.0
"""Seconds for which the store's last health check is cached."""
STORE_TIMEOUT_SECONDS: Final = 5.0
PLAIN: Final = b"text/plain; charset=utf-8"
Headers = Sequence[tuple[bytes, bytes]]
PROMETHEUS: Final = CONTENT_TYPE_PLAIN_0_0_4.encode()


class Health:
    """Answers health checks and Prometheus."""

    def __init__(self, host: ServerHost) -> None:
        self._host = host
        self._looked = 0.0
        self._reached = False
        self._looking = asyncio.Lock()

    async def __call__(self, scope: Any, send: Any) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await self._answer(scope, send, 405, b"Only GET.\n", more=[(b"allow", b"GET, HEAD")])
        elif scope["path"] == "/healthz":
            await self._answer(scope, send, 200, b"alive\n")
        elif scope["path"] == "/readyz":
            ready = not self._host.draining and await self._store_is_reached()
            await self._answer(scope, send, 200 if ready else 503, b"ready\n" if ready else b"not ready\n")
        elif not self._host_asks(header(scope, b"authorization")):
            await self._answer(scope, send, 404, b"Nothing here.\n")
        else:
            self._host.measure()
            await self._answer(scope, send, 200, self._host.metrics.text(), PROMETHEUS)

    async def _store_is_reached(self) -> bool:
        async with self._looking:
            if not self._looked or time.monotonic() - self._looked > STORE_CHECK_SECONDS:
                try:
                    async with asyncio.timeout(STORE_TIMEOUT_SECONDS):
                        await self._host.store.listing(limit=1)
                    self._reached = True
                except (StoreError, TimeoutError):
                    self._reached = False
                self._looked = time.monotonic()
            return self._reached

    def _host_asks(self, shown: str) -> bool:
        key = self._host.settings.metrics_key
        return bool(key) and compare_digest(shown.encode(), f"Bearer {key}".encode())

    async def _answer(
        self, scope: Any, send: Any, status: int, body: bytes, media: bytes = PLAIN, more: Headers = ()
    ) -> None:
        headers = [
            *more,
            (b"content-type", media),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
