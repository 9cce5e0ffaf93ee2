"""Several people on one device: who is called, and what nobody on it may learn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.pages.readers import Viewer
from forno.server.settings import ServerSettings
from forno.table.entries import Opened, Sat
from forno.web.app import Application, create_app
from tests.loops import run
from tests.table.helpers import dealt, offered
from tests.web.servers import LIVELY, Browser, Running

PLAYERS = 4


@pytest.fixture
def app(tmp_path: Path) -> Application:
    return create_app(ServerSettings(data=str(tmp_path / "tables.sqlite3"), **LIVELY))


def asked_for_help(app: Application, seed: int) -> LiveTable:
    """A table where somebody is asked for help: chance plays until then."""
    rng = random.Random(seed)
    guests = [Sat(0.0, seat, f"Guest {seat}", "hash") for seat in range(PLAYERS)]
    opened = Opened(0.0, "mamma-mia", {"edition": "grande", "players": PLAYERS})
    while True:
        live = app.host.live("shared", [opened, *guests, dealt(opened, rng.random().hex())])
        while live.table.awaited is not None:
            live.follow(live.table.decide(0.0, live.table.awaited, (rng.choice(offered(live.table)),)))
            if live.table.unnamed:
                return live


def test_while_help_is_asked_for_every_shared_device_is_told_the_same_whoever_is_asked(app: Application) -> None:
    async def scenario() -> None:
        for seed in range(3):
            live = asked_for_help(app, seed)
            for seat in range(PLAYERS):
                for other in set(range(PLAYERS)) - {seat}:
                    assert live.publisher.progress.call(Viewer(seat, frozenset({seat, other}))) == "round"
                assert live.publisher.progress.call(Viewer(seat, frozenset({seat}))) is None
            assert live.publisher.progress.call(Viewer()) is None

    run(scenario())


def test_a_refusal_shows_nothing_to_another_seat_of_the_device(app: Application) -> None:
    async def scenario() -> None:
        for seed in range(6):
            live = asked_for_help(app, seed)
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


def test_named_decisions_call_the_seat_that_is_to_decide(server: Running) -> None:
    browser = Browser(server.address)
    wish = {"option_players": "2", "seat_0": "me", "seat_1": "person", "person_1": "Bruno"}
    table = browser.send("/new/mamma-mia", wish).url.path.removeprefix("/t/")
    live = server.app.host.in_memory(table)
    assert live is not None
    awaited = live.table.awaited
    assert awaited is not None
    away = browser.get(f"/t/{table}?seat={1 - awaited}").text
    assert f'data-call="{awaited}"' in away
    assert 'data-device="0 1"' in away
    assert "data-call=" not in browser.get(f"/t/{table}?seat={awaited}").text
