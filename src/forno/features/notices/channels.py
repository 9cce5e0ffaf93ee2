"""Channels: the ways in which notices leave the server."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol

from forno.core.errors import FornoError, MissingExtra
from forno.core.language import _
from forno.features.notices.messages import Message


class Undelivered(FornoError):
    """A notice couldn't be delivered."""

    code = "undelivered"

    def __init__(self, reason: str, counts: bool = True, gone: bool = False) -> None:
        """`counts`: the receiver's fault, and not the host's; `gone`: trying again is of no use."""
        super().__init__(reason)
        self.counts = counts
        self.gone = gone


def require(library: str) -> None:
    """Raise `MissingExtra` unless a library is installed."""
    if find_spec(library) is None:
        raise MissingExtra(
            _("{library} isn't installed: pip install 'forno[{extra}]'.").format(library=library, extra="notices")
        )


class Channel(Protocol):
    """A way to deliver notices."""

    async def send(self, target: str, message: Message) -> None:
        """Deliver a notice. Raises `Undelivered`."""
