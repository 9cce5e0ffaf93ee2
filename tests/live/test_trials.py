"""Trial games: playing on from a moment of a finished game, at a table of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from forno.features.digests import tell
from forno.table.entries import Continued, Opened, Sat, read_entry
from forno.table.errors import BadSetting, WrongPhase
from forno.table.table import Table
from tests.web.servers import Browser, Program, Running, running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("trials")) as server:
        yield server


@pytest.fixture(scope="module", params=["mamma-mia", "pizza-master"])
def finished(server: Running, request: pytest.FixtureRequest) -> Program:
    options = {"players": 3} | ({"max_days": 2} if request.param == "pizza-master" else {"edition": "grande"})
    program = Program.opens(server.address, request.param, options=options)
    program.start()
    program.play_on()
    return program


def table_of(server: Running, name: str) -> Table:
    live = server.app.host.in_memory(name)
    assert live is not None
    return live.table


def test_one_plays_on_against_bots_and_the_real_game_stays_as_it_was(server: Running, finished: Program) -> None:
    old = table_of(server, finished.table)
    log, history = list(old.log), old.final.history()
    visitor = Browser(server.address)
    place = len(history) // 2
    answer = visitor.send(f"/t/{finished.table}/try", {"place": str(place), "seat": "1"})
    assert answer.status_code == 200, answer.text
    name = answer.url.path.removeprefix("/t/")
    assert name != finished.table
    new = table_of(server, name)
    assert new.state is not None
    assert new.state.history()[:place] == history[:place]
    assert new.seats[1].person
    assert all(guest.invited_bot for seat, guest in enumerate(new.seats) if seat != 1)
    assert new.settings.public is False
    assert "What if?" in answer.text
    assert f"/t/{finished.table}/replay?at=0" in answer.text
    player = Program(server.address, name, visitor.key(name))
    assert player.play_on()["phase"] == "over"
    assert old.log == log
    # The log makes the table, and no book tells of what wasn't.
    again = Table.replay(name, [read_entry(entry.to_json()) for entry in new.log])
    assert again.final.history() == new.final.history()
    assert tell(name, new.log) == ""
    # What may be known is what the seat saw then: its view follows from what was told.
    assert again.view(1) == new.view(1)


def test_those_who_were_there_can_come_along(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", bots=1, options={"players": 3})
    guest = Program(server.address, host.table)
    told = guest.post("/sit", {"name": "Bruno"})
    assert told.status_code in (200, 201), told.text
    guest.key = told.json()["key"]
    host.start()
    while host.get()["phase"] != "over":
        for one in (host, guest):
            state = one.get()
            if state.get("actions"):
                one.decide(state)
    visitor = Browser(server.address)
    answer = visitor.send(f"/t/{host.table}/try", {"place": "4", "seat": "0", "together": "yes"})
    name = answer.url.path.removeprefix("/t/")
    new = table_of(server, name)
    assert new.phase == "gathering"
    assert [guest.taken for guest in new.seats] == [True, new.seats[1].invited_bot, new.seats[2].invited_bot]
    friend = Browser(server.address)
    friend.send(f"/t/{name}/sit", {"name": "Bruno"})
    visitor.send(f"/t/{name}/start")
    assert new.state is not None
    assert new.state.history()[:4] == table_of(server, host.table).final.history()[:4]


def test_a_game_that_isnt_over_gives_nothing_away(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia", options={"players": 2})
    program.start()
    answer = Browser(server.address).send(f"/t/{program.table}/try", {"place": "0", "seat": "1"})
    assert answer.status_code == 409
    assert "Wait until the game is over" in answer.text


@pytest.mark.parametrize("place", ["-1", "99999", "x", ""])
def test_a_moment_that_isnt_there_is_refused(server: Running, finished: Program, place: str) -> None:
    answer = Browser(server.address).send(f"/t/{finished.table}/try", {"place": place, "seat": "0"})
    assert answer.status_code == 409
    assert "no such moment" in answer.text


def test_a_replay_offers_it_until_the_end(server: Running, finished: Program) -> None:
    visitor = Browser(server.address)
    page = visitor.get(f"/t/{finished.table}/replay?at=5&seat=1").text
    form = re.search(rf'<form method="post" action="/t/{finished.table}/try">(.*?)</form>', page)
    assert form is not None
    assert 'name="seat" value="1"' in form[1]
    assert "/try" not in visitor.get(f"/t/{finished.table}/replay?at=9999").text


def test_a_table_goes_on_from_its_beginning_or_not_at_all(tmp_path: Path) -> None:
    table = Table("one")
    table.follow(Opened(0.0, "mamma-mia", {"players": 2}))
    table.check(Continued(1.0, "other", 7, ()))
    with pytest.raises(BadSetting):
        table.check(Continued(1.0, "other", 7, (9999,)))
    table.follow(Sat(1.0, 0, "Anna", "hash"))
    with pytest.raises(WrongPhase):
        table.check(Continued(1.0, "other", 7, ()))
