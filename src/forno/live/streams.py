"""Streams of Server-Sent Events: the queue of one reader."""

from __future__ import annotations

import asyncio
import random
from typing import Final

from forno.pages.publishing.readers import Viewer

MAX_QUEUED_BYTES: Final = 512 * 1024
"""Queue size at which a reader is cut off: it comes back, and gets a snapshot."""
PING: Final = b": ping\n\n"
RETRY_MILLISECONDS: Final = (100, 1000)
"""Delay after which readers of a server that ends come back, at least and at most: not all at once."""


def come_back() -> bytes:
    """Return the message that tells a reader when to reconnect."""
    return b"retry: %d\n\n" % random.randint(*RETRY_MILLISECONDS)


class Stream:
    """One reader: a page or a program, of a seat or a spectator's."""

    def __init__(self, viewer: Viewer, plain: bool = False, most_waiting: int = MAX_QUEUED_BYTES) -> None:
        self.viewer = viewer
        self.seat = viewer.seat
        self.device = viewer.device
        self.language = viewer.language
        self.plain = plain
        """Whether it gets events as data, for programs, rather than pieces of a page."""
        self.most_waiting = most_waiting
        self.waiting: list[bytes] = []
        self.size = 0
        self.closed = False
        self._news: asyncio.Future[None] | None = None

    def begin(self, messages: list[bytes]) -> None:
        """Queue what the reader hears first. Its size doesn't count: nobody is behind yet."""
        self.waiting += messages
        self._wake()

    def push(self, data: bytes) -> None:
        if self.closed:
            return
        self.waiting.append(data)
        self.size += len(data)
        if self.size > self.most_waiting:
            self.waiting.clear()
            self.close()
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def next(self) -> bytes:
        """Wait for the queue's bytes; empty when the stream has ended."""
        while not self.waiting:
            if self.closed:
                return b""
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        data = self.waiting[0] if len(self.waiting) == 1 else b"".join(self.waiting)
        self.waiting.clear()
        self.size = 0
        return data
