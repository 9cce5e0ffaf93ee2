"""Streams of Server-Sent Events: what waits to be written to one reader, and how far it has read."""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple

import msgspec

from forno.web.visitors import Viewer

MOST_WAITING: Final = 512 * 1024
"""A reader that is so many bytes behind is cut off: it comes back, and is told where things stand."""
PING: Final = b": ping\n\n"

encode = msgspec.json.Encoder().encode


class Position(NamedTuple):
    """How much has been told: so many parts of the game, and so many other entries of the log.

    Both count what everyone may know of. The numbers of the log itself would tell how many decisions were made that
    nobody else was to notice.
    """

    parts: int
    others: int

    def __str__(self) -> str:
        return f"{self.parts}.{self.others}"


def read_position(text: str) -> Position | None:
    """A position as a browser sends it; `None` if it is none."""
    parts, dot, others = text.strip().partition(".")
    if not dot or not all(word.isdecimal() and len(word) < 10 for word in (parts, others)):
        return None
    return Position(int(parts), int(others))


def message(event: str, data: Any, position: Position | None = None) -> bytes:
    """One event of a stream. JSON never holds a line break."""
    head = f"event: {event}\n" if position is None else f"id: {position}\nevent: {event}\n"
    return head.encode() + b"data: " + encode(data) + b"\n\n"


class Stream:
    """One reader: a page or a program, of a seat or a spectator's."""

    def __init__(self, viewer: Viewer, plain: bool = False, most_waiting: int = MOST_WAITING) -> None:
        self.viewer = viewer
        self.seat = viewer.seat
        self.device = viewer.device
        self.language = viewer.language
        self.plain = plain
        """Events as data for programs, rather than pieces of a page."""
        self.most_waiting = most_waiting
        self.waiting: list[bytes] = []
        self.size = 0
        self.closed = False
        self._news: asyncio.Future[None] | None = None

    def begin(self, messages: list[bytes]) -> None:
        """What the reader hears first, however much that is: nobody is behind yet."""
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
        """All that waits, in one piece; nothing when the stream has ended."""
        while not self.waiting:
            if self.closed:
                return b""
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        data = self.waiting[0] if len(self.waiting) == 1 else b"".join(self.waiting)
        self.waiting.clear()
        self.size = 0
        return data
