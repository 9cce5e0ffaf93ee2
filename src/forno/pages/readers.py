"""Who reads a table: pages and programs, of seats and of spectators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from forno.core.language import ENGLISH


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table, and how pages speak to them."""

    seat: int | None = None
    device: frozenset[int] = frozenset()
    """All seats of the same device: several on a hot seat."""
    language: str = ENGLISH
    token: str = ""
    """For forms."""
    origin: str = ""
    """Where the server is, as this viewer knows it; empty where there is none."""
    name: str = ""

    @property
    def shares_device(self) -> bool:
        """Whether several seats play on one device, passed from hand to hand."""
        return len(self.device) > 1


class Reader(Protocol):
    """One page or program, to which what happens is passed on as it happens."""

    viewer: Viewer
    seat: int | None
    device: frozenset[int]
    language: str
    plain: bool
    """Events as data for programs, rather than pieces of a page."""
    most_waiting: int
    """How many bytes may wait for it."""

    def begin(self, messages: list[bytes]) -> None:
        """What it hears first, however much that is."""

    def push(self, data: bytes) -> None:
        """What it hears next."""
