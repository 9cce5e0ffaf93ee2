"""Limits of a connection: bytes, headers and time. Everything else is uvicorn's.

uvicorn reads without limits of size or time. So a connection reads along, with a parser
of its own, to know whether what comes is a head, a body or nothing yet, and hands on what is within the limits.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from forno.core.errors import FornoError
from forno.server.capacity import Capacity
from forno.server.settings import ServerSettings
from forno.web.proxies import TrustedProxies, client_name

CHUNK_BYTES: Final = 8 * 1024
"""Bytes parsed at a time; all of them count towards the head that begins among them."""
TOO_LARGE: Final = b"431 Request Header Fields Too Large"
SERVER_FULL_STATUS: Final = b"503 Service Unavailable"
HEAD: Final = b"HTTP/1.1 "
TOO_SLOW: Final = b"408 Request Timeout"
ANSWER: Final = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class RequestProgress:
    """Progress of a connection's requests, as the parser reports it."""

    def __init__(self, most_headers: int) -> None:
        self.heads = 0
        """Number of requests read completely."""
        self.in_body = False
        self.taken = 0
        """The bytes so far of the head or body that is being read; 0 between requests."""
        self.turned = False
        """Whether a head or body began or ended in the latest chunk."""
        self.too_many_headers = False
        self.trailers = False
        self._most_headers = most_headers
        self._headers = 0
        self._piece = 0

    def take(self, size: int) -> None:
        """Record `size` received bytes."""
        self._piece = size
        self.taken += size
        self.turned = False

    def on_message_begin(self) -> None:
        self._headers = 0
        self._turn(in_body=False)

    def on_header(self, _name: bytes, _value: bytes) -> None:
        self._headers += 1
        if self.in_body:
            self.trailers = True
        elif self._headers > self._most_headers:
            self.too_many_headers = True

    def on_headers_complete(self) -> None:
        self.heads += 1
        self._turn(in_body=True)

    def on_message_complete(self) -> None:
        self._turn(in_body=False)
        self.taken = 0

    def _turn(self, in_body: bool) -> None:
        self.in_body = in_body
        self.taken = self._piece
        self.turned = True


class JoinedWrites:
    """A transport that writes the head of an answer together with the first of its body.

    The head waits for the rest until the event loop goes on, and no longer.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""

    def write(self, data: bytes) -> None:
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(HEAD):
            self._head = data
            self._loop.call_soon(self._flush)
            return
        self._transport.write(data)

    def _flush(self) -> None:
        if self._head:
            self.write(b"")

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Connection(asyncio.Protocol):
    """Between a client and uvicorn, which makes them (its option `http`). A server has its own subclass."""

    settings: ServerSettings
    capacity: Capacity
    proxies: TrustedProxies

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        self.uvicorn = HttpToolsProtocol(config, server_state, app_state, _loop)
        self._loop: asyncio.AbstractEventLoop = _loop or asyncio.get_running_loop()
        self._progress = RequestProgress(self.settings.most_headers)
        self._parser = httptools.HttpRequestParser(self._progress)
        # As uvicorn's is: who wants to close, and sends more all the same, is answered first.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._asked = False
        """Whether uvicorn has or had a request to answer."""
        self._closed = False
        self._client: str | None = None
        """The client under whose name the connection counts; `None` for a trusted proxy."""
        self._counted = False
        self._deadline: asyncio.TimerHandle | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._paused = False
        """Whether the client reads slower than is written."""
        self._left: int | None = None
        """Bytes waiting at the last check of a slow client."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        peer = str((transport.get_extra_info("peername") or "?")[0])
        self._client = None if self.proxies.trusts(peer) else client_name(peer)
        try:
            self.capacity.connections.take(self._client)
        except FornoError:
            self._close(SERVER_FULL_STATUS)
            return
        self._counted = True
        self.uvicorn.connection_made(JoinedWrites(transport, self._loop))  # type: ignore[arg-type]
        self._deadline = self._loop.call_later(self.settings.head_seconds, self._too_late)
        self._look()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), CHUNK_BYTES):
            if not self._closed:
                self._receive(data[start : start + CHUNK_BYTES])

    def eof_received(self) -> None:
        self.uvicorn.eof_received()

    def pause_writing(self) -> None:
        self._paused = True
        self.uvicorn.pause_writing()

    def resume_writing(self) -> None:
        self._paused = False
        self._left = None
        self.uvicorn.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed = True
        for timer in (self._deadline, self._watch):
            if timer is not None:
                timer.cancel()
        if self._counted:
            self.capacity.connections.leave(self._client)
            self.uvicorn.connection_lost(exc)

    # --- limits -----------------------------------------------------------------------

    def _receive(self, piece: bytes) -> None:
        progress, settings = self._progress, self.settings
        progress.take(len(piece))
        try:
            self._parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            pass  # to something that isn't spoken here: it is a request like any other
        except httptools.HttpParserError:
            self.uvicorn.data_received(piece)  # it understands that no better, and says so
            self._close()
            return
        # Nobody needs trailers, and uvicorn takes them for headers, which a proxy has never seen.
        if progress.trailers or (progress.in_body and progress.taken > settings.most_request):
            self._close()
        elif progress.too_many_headers or (not progress.in_body and progress.taken > settings.most_head):
            self._close(TOO_LARGE)
        else:
            self._set_deadline()
            self._asked = progress.heads > 0
            self.uvicorn.data_received(piece)

    def _set_deadline(self) -> None:
        """Set the time for a head, or for a body; between requests it is uvicorn that waits."""
        if self._progress.turned and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._progress.taken and self._deadline is None:
            seconds = self.settings.body_seconds if self._progress.in_body else self.settings.head_seconds
            self._deadline = self._loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        in_head = self._progress.taken and not self._progress.in_body
        self._close(TOO_SLOW if in_head else b"")

    def _close(self, status: bytes = b"") -> None:
        """Close the connection, after an error message if it can't be taken for another request's answer."""
        self._closed = True
        if status and not self._asked and not self.transport.is_closing():
            self.transport.write(ANSWER % status)
        self.transport.close()

    def _look(self) -> None:
        """Close connections whose clients have read nothing for long."""
        behind = self._paused or self.transport.is_closing()
        left = self.transport.get_write_buffer_size() if behind else None
        if behind and left == self._left:
            self.transport.abort()
            return
        self._left = left
        self._watch = self._loop.call_later(self.settings.stall_seconds, self._look)


def connection_class(settings: ServerSettings, capacity: Capacity, proxies: TrustedProxies) -> type[Connection]:
    """Return a server's own subclass, for uvicorn's option `http`."""
    return type("ServerConnection", (Connection,), {"settings": settings, "capacity": capacity, "proxies": proxies})
