"""Several people on one device: who is called, and what nobody on it may learn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.pages.publishing.readers import Viewer
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from forno.table.entries import Opened, Sat
from tests.loops import run
from tests.table.helpers import dealt, offered

PLAYERS = 4


@pytest.fixture
def host(tmp_path: Path) -> ServerHost:
    return ServerHost(ServerSettings(data=str(tmp_path / "tables.sqlite3"), evenings=0))


def asked_for_help(host: ServerHost, seed: int) -> LiveTable:
    """A table where somebody is asked for help: chance plays until then."""
    rng = random.Random(seed)
    guests = [Sat(0.0, seat, f"Guest {seat}", "hash") for seat in range(PLAYERS)]
    opened = Opened(0.0, "mamma-mia", {"edition": "grande", "players": PLAYERS})
    while True:
        live = host.live("shared", [opened, *guests, dealt(opened, rng.random().hex())])
        while live.table.awaited is not None:
            live.follow(live.table.decide(0.0, live.table.awaited, (rng.choice(offered(live.table)),)))
            if live.table.unnamed:
                return live


def test_while_help_is_asked_for_every_shared_device_is_told_the_same_whoever_is_asked(host: ServerHost) -> None:
    async def scenario() -> None:
        for seed in range(3):
            live = asked_for_help(host, seed)
            for seat in range(PLAYERS):
                for other in set(range(PLAYERS)) - {seat}:
                    assert live.publisher.progress.call(Viewer(seat, frozenset({seat, other}))) == "round"
                assert live.publisher.progress.call(Viewer(seat, frozenset({seat}))) is None
            assert live.publisher.progress.call(Viewer()) is None

    run(scenario())


def test_a_refusal_shows_nothing_to_another_seat_of_the_device(host: ServerHost) -> None:
    async def scenario() -> None:
        for seed in range(6):
            live = asked_for_help(host, seed)
            asked = live.table.awaited
            assert asked is not None
            others = [seat for seat in range(PLAYERS) if seat != asked]
            streams = [Stream(Viewer(seat, frozenset({seat, asked}))) for seat in others]
            for stream in streams:
                live.join(stream, live.publisher.position)
                stream.waiting.clear()
            refuse = live.table.game.parse("doesn't help", offered(live.table))
            live.follow(live.table.decide(0.0, asked, (refuse,)))
            if not live.table.unnamed:
                continue  # that was the last who could be asked
            for stream in streams:
                if stream.seat != live.table.awaited:
                    assert not stream.waiting

    run(scenario())
