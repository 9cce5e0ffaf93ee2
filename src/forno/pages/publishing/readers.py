"""Readers of a table: pages and programs, of seats and of spectators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from forno.core.language import ENGLISH


@dataclass(frozen=True)
class Viewer:
    """A viewer of a table: seat, language and device."""

    seat: int | None = None
    device: frozenset[int] = frozenset()
    """Seats that share the device; several on a hot seat."""
    language: str = ENGLISH
    token: str = ""
    """CSRF token for forms."""
    origin: str = ""
    """Address of the server as the viewer knows it; empty offline."""
    name: str = ""

    @property
    def shares_device(self) -> bool:
        """Whether several seats play on one device, passed from hand to hand."""
        return len(self.device) > 1


class Reader(Protocol):
    """A page or program that is notified of everything."""

    viewer: Viewer
    seat: int | None
    device: frozenset[int]
    language: str
    plain: bool
    """Whether events are sent as data rather than as parts of a page."""
    most_waiting: int
    """Maximum number of bytes queued for it."""

    def begin(self, messages: list[bytes]) -> None:
        """Queue the first messages, whatever their size."""

    def push(self, data: bytes) -> None:
        """Queue a message."""
