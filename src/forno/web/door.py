"""The door for moves: one that arrives whole, on a connection where nothing else is going on, goes straight in.

Only what browsers and common programs send to the letter is read here; whatever is the least bit unusual is uvicorn's
to read, and to refuse. Flow control, keeping alive, pipelining and shutting down stay uvicorn's too: to it, a move on
the short way is a request in progress like any other.
"""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from forno.web.hot import Asked, Hot, head_for
from forno.web.security import client_of

HEAD: Final = re.compile(
    rb"POST (/t/|/api/tables/)([a-z0-9]+)/moves HTTP/1\.1\r\n"
    rb"((?:[A-Za-z0-9-]+: [!-~](?:[ -~]*[!-~])?\r\n)+)"
)
"""The head of a move, without its empty line: no odd spaces, nothing that can't be seen, no queries."""
END: Final = b"\r\n\r\n"
MOST_HEAD: Final = 4096
MOST_KNOWN: Final = 2000
LENGTHS: Final = (b"\r\ncontent-length: ", b"\r\nContent-Length: ")
MOST_DIGITS: Final = 7
CLOSE: Final = 0.01
"""So many seconds are none to a clock."""
UNUSUAL: Final = frozenset(
    (
        b"expect",
        b"forwarded",
        b"http2-settings",
        b"keep-alive",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
    )
)
"""Headers about the connection, or by a proxy. So is whatever begins with `FORWARDED`."""
FORWARDED: Final = b"x-forwarded"

USED: Final = {
    "access_log",
    "client",
    "config",
    "cycle",
    "flow",
    "limit_concurrency",
    "loop",
    "parser",
    "pipeline",
    "root_path",
    "server_state",
    "tasks",
    "timeout_keep_alive",
    "timeout_keep_alive_task",
    "transport",
}
ASKS_WHEN_STOPPING: Final = {"cycle", "response_complete", "transport", "close", "keep_alive"}
ASKS_WHEN_LOST: Final = {"cycle", "response_complete", "disconnected", "message_event", "set"}


def _names(method: str) -> set[str]:
    code = getattr(getattr(HttpToolsProtocol, method, None), "__code__", None)
    return set(code.co_names) if code is not None else set()


KNOWN: Final = (
    _names("__init__") >= USED
    and _names("shutdown") == ASKS_WHEN_STOPPING
    and _names("connection_lost") >= ASKS_WHEN_LOST
    and _names("on_response_complete") >= {"pipeline", "resume_reading", "timeout_keep_alive_task", "total_requests"}
    and bool(_names("timeout_keep_alive_handler"))
    and bool(_names("on_message_begin"))
    and bool(_names("on_message_complete"))
)
"""Whether uvicorn is as the short way needs it: none of this is a promise of uvicorn's."""


class Errand:
    """A move in progress, with what uvicorn looks at when more arrives, the connection ends or the server stops."""

    __slots__ = ("disconnected", "keep_alive", "response_complete")
    message_event: Final = asyncio.Event()
    """Set by uvicorn when the connection ends; nobody waits for it."""

    def __init__(self) -> None:
        self.disconnected = False
        self.keep_alive = True
        self.response_complete = False


def read_head(head: bytes) -> tuple[Asked, int] | None:
    """What a move's head asks, and how long the body is; nothing if any of it is unusual."""
    for name in LENGTHS:
        start = head.find(name)
        if start > 0:
            break
    else:
        return None
    start += len(name)
    end = head.find(b"\r\n", start)
    digits = head[start:end]
    if not digits.isdigit() or digits.startswith(b"0") or len(digits) > MOST_DIGITS:
        return None
    asked = read_rest(head[:start] + b"0" + head[end:])
    return None if asked is None else (asked, int(digits))


@lru_cache(maxsize=MOST_KNOWN)
def read_rest(head: bytes) -> Asked | None:
    """What a head asks whose length has been read, and set to 0: that must be the only one.

    But for that, the moves of a seat have the same head again and again: the last ones are remembered.
    """
    found = HEAD.fullmatch(head)
    if found is None:
        return None
    way, table, lines = found.groups()
    headers: dict[bytes, bytes] = {}
    for line in lines.split(b"\r\n")[:-1]:
        name, _colon, value = line.partition(b": ")
        name = name.lower()
        if name in headers or name in UNUSUAL or name.startswith(FORWARDED):
            return None
        headers[name] = value
    if headers.get(b"content-length") != b"0" or b"host" not in headers:
        return None
    if headers.get(b"connection", b"keep-alive").lower() != b"keep-alive":
        return None
    return Asked(table.decode(), way != b"/t/", headers)


@lru_cache(maxsize=500)
def written_head(length: int) -> bytes:
    """The headers of an answer of that length, in writing."""
    return b"".join(b"%b: %b\r\n" % pair for pair in head_for(length))


@lru_cache(maxsize=100)
def status_line(status: int) -> bytes:
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()


class Door(HttpToolsProtocol):
    """uvicorn's protocol, with a short way for moves."""

    def __init__(self, config: Any, *rest: Any, **named: Any) -> None:
        super().__init__(config, *rest, **named)
        self.hot = hot_behind(config)
        self.who = ""
        self.between = True
        """Nothing of a message has been read, or all of it: what comes next is the beginning of one."""
        self.free_since = 0.0
        """When the latest answer was given."""
        if self.access_log or self.root_path or self.limit_concurrency is not None:
            self.hot = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.who = client_of({"client": self.client})

    def on_message_begin(self) -> None:
        self.between = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        # Who asks for another protocol isn't understood from there on.
        self.between = not self.parser.should_upgrade()

    def data_received(self, data: bytes) -> None:
        if not (self.between and data.startswith(b"POST /") and self.started(data)):
            super().data_received(data)

    def started(self, data: bytes) -> bool:
        """Start the move that this is; `False` if it is none, or has to wait, or isn't whole."""
        hot = self.hot
        cycle: Any = self.cycle
        if hot is None or (cycle is not None and not cycle.response_complete):
            return False
        if self.pipeline or self.transport.is_closing():
            return False
        end = data.find(END, 0, MOST_HEAD)
        read = read_head(data[: end + 2]) if end > 0 else None
        if read is None:
            return False
        asked, length = read
        if len(data) != end + 4 + length or length > hot.house.settings.most_body:
            return False
        errand = Errand()
        self.cycle = errand  # type: ignore[assignment]
        task = self.loop.create_task(self.run(hot, errand, asked, data[end + 4 :]))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return True

    async def run(self, hot: Hot, errand: Errand, asked: Asked, body: bytes) -> None:
        """Make the move and answer, as uvicorn would send it."""
        try:
            status, told = await hot.told(asked, self.who, body)
            if self.flow.write_paused and not errand.disconnected:
                await self.flow.drain()
        except BaseException:
            # The server is told to stop at once: whoever waits is not told that the move was made, nor that it wasn't.
            errand.response_complete = True
            self.transport.close()
            raise
        if errand.disconnected:
            return
        answer = [status_line(status)]
        for named in self.server_state.default_headers:
            answer.append(b"%b: %b\r\n" % named)
        answer.append(written_head(len(told)))
        answer.append(b"\r\n" if errand.keep_alive else b"connection: close\r\n\r\n")
        answer.append(told)
        self.transport.write(b"".join(answer))
        errand.response_complete = True
        if not errand.keep_alive:
            self.transport.close()
        if self.timeout_keep_alive_task is None or self.pipeline or self.transport.is_closing():
            self.on_response_complete()
        else:  # who waits for the connection to be left alone goes on waiting
            self.server_state.total_requests += 1
            self.free_since = self.loop.time()
            self.flow.resume_reading()

    def on_response_complete(self) -> None:
        self.free_since = self.loop.time()
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if nothing came since the latest answer; else look again when that may be.

        Moves don't stop this clock, which costs more than reading them.
        """
        self.timeout_keep_alive_task = None
        cycle: Any = self.cycle
        if self.transport.is_closing() or (cycle is not None and not cycle.response_complete):
            return
        left = self.free_since + self.timeout_keep_alive - self.loop.time()
        if left > CLOSE:
            self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()


def hot_behind(config: Any) -> Hot | None:
    """The hot path of the application, if nothing stands before it but what reads a proxy's headers."""
    hot = getattr(config.app, "hot", None)
    behind = config.loaded_app
    plain = behind is config.app or (config.proxy_headers and getattr(behind, "app", None) is config.app)
    return hot if KNOWN and plain and isinstance(hot, Hot) and not getattr(config, "reset_contextvars", False) else None
