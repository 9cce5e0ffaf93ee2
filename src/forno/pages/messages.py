"""Stream messages: server-sent events with JSON, and stream positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from json import JSONEncoder
from typing import Any, NamedTuple

_write = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def standard_encode(data: Any) -> bytes:
    """Encode data as JSON with the standard library."""
    return _write(data).encode()


_encode: Callable[[Any], bytes] = standard_encode


def encode_with(encoder: Callable[[Any], bytes]) -> None:
    """Set the JSON encoder of the process: a host may have a faster one that writes the same."""
    global _encode
    _encode = encoder


def encode(data: Any) -> bytes:
    """Encode data as JSON. It never holds a line break."""
    return _encode(data)


class StreamPosition(NamedTuple):
    """Position in a stream: parts of the game, and other entries of the log, told so far.

    Both count what everyone may know of. The numbers of the log itself would tell how many decisions were made that
    nobody else was to notice.
    """

    parts: int
    others: int

    def __str__(self) -> str:
        return f"{self.parts}.{self.others}"


def read_position(text: str) -> StreamPosition | None:
    """Parse a position sent by a browser; `None` if it is invalid."""
    parts, dot, others = text.strip().partition(".")
    if not dot or not all(word.isdecimal() and len(word) < 10 for word in (parts, others)):
        return None
    return StreamPosition(int(parts), int(others))


def whole_number(text: Any) -> int | None:
    """Parse a number from a form; `None` if it is invalid."""
    word = str("" if text is None else text).strip()
    return int(word) if word.isdecimal() and len(word) < 7 else None


def message(event: str, data: Any, position: StreamPosition | None = None) -> bytes:
    """Return one event of a stream."""
    head = f"event: {event}\n" if position is None else f"id: {position}\nevent: {event}\n"
    return head.encode() + b"data: " + encode(data) + b"\n\n"


def public_message(position: StreamPosition, steps: Iterable[bytes], awaits: int | None, clock: int | None) -> bytes:
    """Return the public message. The steps are JSON already."""
    return b'id: %d.%d\nevent: public\ndata: {"number":%d,"steps":[%b],"awaits":%b,"clock":%b}\n\n' % (
        position.parts,
        position.others,
        position.parts,
        b",".join(steps),
        _number(awaits),
        _number(clock),
    )


def _number(number: int | None) -> bytes:
    return b"null" if number is None else b"%d" % number


def own_message(
    number: int, regions: Mapping[str, str], asides: Sequence[str], awaited: bool, call: int | str | None
) -> bytes:
    """Return the message for one seat, sent after that for everybody: the number that a move would answer, what is new,
    whether the seat is awaited, and another seat of its device that is called."""
    told = {"number": number, "regions": regions, "asides": asides, "awaited": awaited, "call": call}
    return message("own", told)
