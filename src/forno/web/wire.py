"""A short way from the hot path to the connection, where uvicorn serves; all else, and every other server, is ASGI.

A stream whose reader keeps up is written to without waking anybody, and the answer to a move is one write. Flow
control, framing and bookkeeping stay uvicorn's: what is written here is what its `send` would have written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle as Cycle

USED: Final = {
    "access_log",
    "body",
    "chunked_encoding",
    "default_headers",
    "disconnected",
    "flow",
    "keep_alive",
    "message_event",
    "more_body",
    "on_response",
    "response_complete",
    "response_started",
    "transport",
}
"""What must be there for the short way: these are no promises of uvicorn's."""
KNOWN: Final = set(Cycle.__init__.__code__.co_names) >= USED


def cycle_of(send: Any) -> Cycle | None:
    """What stands behind `send`; nothing if that is none that we know."""
    cycle = getattr(send, "__self__", None)
    return cycle if KNOWN and isinstance(cycle, Cycle) else None


def body_at_hand(cycle: Cycle | None, most: int) -> bytes | None:
    """The body of a request, if it came with the headers and isn't longer than that."""
    if cycle is None or cycle.more_body or cycle.disconnected or len(cycle.body) > most:
        return None
    return bytes(cycle.body)


def writer_to(cycle: Cycle | None) -> Callable[[bytes], bool] | None:
    """How to write to a stream that has begun: whether it could be written, or has to wait for its reader."""
    if cycle is None or not cycle.chunked_encoding:
        return None
    flow, write = cycle.flow, cycle.transport.write

    def written(data: bytes) -> bool:
        if flow.write_paused or cycle.disconnected:
            return False
        write(b"%x\r\n%b\r\n" % (len(data), data))
        return True

    return written


def answered(cycle: Cycle | None, head: bytes, body: bytes) -> bool:
    """Send a whole answer, headers in writing, unless something about the connection is out of the ordinary."""
    if cycle is None or cycle.access_log or cycle.disconnected or not cycle.keep_alive or cycle.flow.write_paused:
        return False
    dated = [b"%b: %b\r\n" % named for named in cycle.default_headers]
    cycle.transport.write(b"".join((b"HTTP/1.1 200 OK\r\n", *dated, head, b"\r\n", body)))
    cycle.response_started = cycle.response_complete = True
    cycle.message_event.set()
    cycle.on_response()
    return True
