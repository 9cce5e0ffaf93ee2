"""Tables published to readers without a server: a clock that goes when it is told to, and pages that listen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from forno.core.game import Game
from forno.pages.publishing.messages import StreamPosition, read_position
from forno.pages.publishing.publisher import Publisher
from forno.pages.publishing.readers import Viewer
from forno.table.entries import Entry
from forno.table.table import Table


class NoBots:
    """A house without bots."""

    def choices(self, game: Game) -> Sequence[Any]:
        return []

    def stand_ins(self, game: Game) -> Sequence[Any]:
        return []

    def stand_in_for(self, table: Table, seat: int) -> str:
        return "random"


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class Page:
    """A reader that does what a page does with what it hears."""

    most_waiting = 512 * 1024

    def __init__(self, seat: int | None = None, language: str = "en", plain: bool = False) -> None:
        device = frozenset() if seat is None else frozenset({seat})
        self.viewer = Viewer(seat, device, language)
        self.seat, self.device, self.language, self.plain = seat, device, language, plain
        self.regions: dict[str, str] = {}
        self.heard: list[tuple[str, Any]] = []
        self.position: StreamPosition | None = None

    def begin(self, messages: list[bytes]) -> None:
        for message in messages:
            self.push(message)

    def push(self, data: bytes) -> None:
        for block in data.decode().removesuffix("\n\n").split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n"))
            told = json.loads(fields["data"])
            if "id" in fields:
                self.position = read_position(fields["id"])
            self.heard.append((fields["event"], told))
            for step in told.get("steps", ()):
                self.regions |= step.get("regions", {})
            self.regions |= told.get("regions", {})

    def heard_of(self, event: str) -> list[Any]:
        return [told for name, told in self.heard if name == event]


def publishing(table: Table) -> Publisher:
    """A publisher that has been told of everything so far."""
    publisher = Publisher(Table("t"), NoBots(), away_after=30.0, clock=Clock())
    for entry in table.log:
        enter(publisher, entry)
    return publisher


def enter(publisher: Publisher, entry: Entry) -> None:
    """Apply and publish an entry as a live table does, without storing it."""
    publisher.publish(entry, publisher.table.follow(entry))


def start(publisher: Publisher, seed: int) -> None:
    enter(publisher, publisher.table.start(2.0, seed))
