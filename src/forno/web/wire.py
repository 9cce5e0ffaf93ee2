"""A short way for streams, where uvicorn serves; every other server is spoken to in ASGI.

A stream whose reader keeps up is written to without waking anybody. Flow control, framing and bookkeeping stay
uvicorn's: what is written here is what its `send` would have written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle as Cycle

USED: Final = {"chunked_encoding", "disconnected", "flow", "transport"}
"""What must be there for the short way: these are no promises of uvicorn's."""
KNOWN: Final = set(Cycle.__init__.__code__.co_names) >= USED


_latest: Final = [b"", b""]
"""What was written last, and with its frame: much is written to several readers."""


def writer_to(send: Any) -> Callable[[bytes], bool] | None:
    """How to write to a stream that has begun: whether it could be written, or has to wait for its reader.

    Nothing if what stands behind `send` is none that we know, or frames otherwise.
    """
    cycle = getattr(send, "__self__", None)
    if not KNOWN or not isinstance(cycle, Cycle) or not cycle.chunked_encoding:
        return None
    flow, write = cycle.flow, cycle.transport.write

    def written(data: bytes) -> bool:
        if flow.write_paused or cycle.disconnected:
            return False
        if data is not _latest[0]:
            _latest[:] = data, b"%x\r\n%b\r\n" % (len(data), data)
        write(_latest[1])
        return True

    return written
