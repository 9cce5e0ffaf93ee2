"""Stand-ins for absent people: the bot that they chose, else the server's; never an opponent's choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from forno.live.bots import STAND_IN
from forno.table.entries import HandedOver, Moved
from tests.web.servers import Browser, Program, Running, running
from tools.waiting import until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server where who goes is gone at once, and with a program that would like to stand in."""
    with running(tmp_path_factory.mktemp("server"), away_after=0.0, programs={"robo": "sleep 60"}) as started:
        yield started


def anna_and_bruno(server: Running, **new: object) -> tuple[Program, Program]:
    """A game of two, with nobody listening at Bruno's seat."""
    anna = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0, **new)
    bruno = Program(server.address, anna.table)
    bruno.key = bruno.post("/sit", {"name": "Bruno"}).json()["key"]
    anna.start()
    return anna, bruno


def test_the_house_names_the_stand_in_of_who_chose_none(server: Running) -> None:
    anna, _bruno = anna_and_bruno(server)
    assert anna.get()["seats"][1]["stand_in_bot"] == STAND_IN
    assert anna.post("/hand-over", {"seat": 1}).status_code == 200
    assert anna.get()["seats"][1]["bot"] == STAND_IN


def test_an_opponent_cant_choose_who_stands_in(server: Running) -> None:
    anna, _bruno = anna_and_bruno(server)
    answer = anna.post("/hand-over", {"seat": 1, "bot": "random"})
    assert answer.status_code == 400
    assert "bot" in answer.json()["message"]
    browser = Browser(server.address)
    page = browser.get(f"/t/{anna.table}/me/{anna.key}").text
    assert "Pizzaiolo plays instead. Only Bruno can choose another bot." in page
    browser.send(f"/t/{anna.table}/hand-over", {"seat": 1, "bot": "random"})
    assert anna.get()["seats"][1]["bot"] == STAND_IN


def test_a_guest_chooses_the_own_stand_in_and_nobody_elses(server: Running) -> None:
    anna, bruno = anna_and_bruno(server)
    assert bruno.post("/stand-in", {"bot": "garzone"}).status_code == 200
    assert [seat["stand_in_bot"] for seat in anna.get()["seats"]] == [STAND_IN, "garzone"]
    anna.post("/hand-over", {"seat": 1})
    assert anna.get()["seats"][1]["bot"] == "garzone"
    assert Program(server.address, anna.table).post("/stand-in", {"bot": "nonna"}).status_code == 401


def test_a_program_of_the_server_or_an_unknown_bot_doesnt_stand_in(server: Running) -> None:
    anna, bruno = anna_and_bruno(server)
    for bot in ("robo", "nobody", ""):
        answer = bruno.post("/stand-in", {"bot": bot})
        assert answer.status_code == 422
        assert "cuoco" in answer.json()["message"]
    assert anna.get()["seats"][1]["stand_in_bot"] == STAND_IN


def test_the_page_lets_everyone_choose_for_the_own_seats(server: Running) -> None:
    anna, bruno = anna_and_bruno(server)
    browser = Browser(server.address)
    page = browser.get(f"/t/{bruno.table}/me/{bruno.key}").text
    (form,) = re.findall(r'<form method="post" action="/t/\w+/stand-in">.*?</form>', page, re.DOTALL)
    assert '<input type="hidden" name="seat" value="1">' in form
    assert f'<option value="{STAND_IN}" selected>' in form
    assert "robo" not in form
    page = browser.send(f"/t/{bruno.table}/stand-in", {"seat": 1, "bot": "cuoco"}).text
    assert '<option value="cuoco" selected>' in page
    assert browser.send(f"/t/{bruno.table}/stand-in", {"seat": 0, "bot": "random"}).status_code == 403
    assert [seat["stand_in_bot"] for seat in anna.get()["seats"]] == [STAND_IN, "cuoco"]
    assert "/stand-in" not in Browser(server.address).get(f"/t/{bruno.table}").text


def test_the_one_who_was_chosen_also_decides_when_time_is_up(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    bots, asked = server.app.host.bots, list[str]()
    turn = bots.turn

    async def noted(table: object, seat: int, name: str, kept: object) -> object:
        asked.append(name)
        return await turn(table, seat, name, kept)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "turn", noted)
    anna, bruno = anna_and_bruno(server, clock=1)
    for player in (anna, bruno):
        player.post("/stand-in", {"bot": "garzone"})
    live = server.app.host.in_memory(anna.table)
    assert live is not None
    log = live.table.log
    until(lambda: any(isinstance(entry, Moved) for entry in log), "the clock never runs out")
    assert set(asked) == {"garzone"}
    assert not any(isinstance(entry, HandedOver) for entry in log)


def test_a_stand_in_that_is_gone_from_the_server_is_replaced_by_the_houses(server: Running) -> None:
    anna, bruno = anna_and_bruno(server)
    live = server.app.host.in_memory(anna.table)
    assert live is not None
    live.table.put(1, replace(live.table.seats[1], stand_in_bot="somebody who was here last week"))
    assert bruno.get()["seats"][1]["stand_in_bot"] == STAND_IN
