"""Stream messages: server-sent events with JSON, and stream positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from forno.pages.json_encoding import encode


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
