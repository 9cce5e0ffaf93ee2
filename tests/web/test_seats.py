"""A seat is taken once, however often one asks for it: whoever lost an answer asks again and has lost nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from forno.table.entries import Opened
from forno.table.keys import LETTERS, key_from, table_id_from
from tests.web.servers import Browser, Program, Running

TICKET = "a ticket that only Bruno has"
QUICK: dict[str, Any] = {"players": 3, "max_days": 1}


@pytest.fixture
def finished(server: Running) -> tuple[Program, Program]:
    """Two people, Anna and Bruno, after their game; the third seat was a bot's."""
    host = Program.opens(server.address, "pizza-master", options=QUICK, bots=0)
    guest = Program(server.address, host.table)
    guest.key = guest.post("/sit", {"name": "Bruno"}).json()["key"]
    assert host.post("/bot", {"seat": 2, "bot": "garzone"}).status_code == 200
    host.start()
    while host.get()["phase"] != "over":
        for player in (host, guest):
            told = player.get()
            if told["awaited"]:
                player.decide(told)
    return host, guest


def taken(server: Running, table: str) -> list[str | None]:
    return [seat["name"] for seat in Program(server.address, table).get()["seats"]]


# --- rematches ----------------------------------------------------------------------------


def test_whoever_asks_for_a_rematch_again_gets_the_same_seat_with_the_same_key(
    server: Running, finished: tuple[Program, Program]
) -> None:
    _host, guest = finished
    answers = [guest.post("/rematch").json() for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["seat"] == 1
    assert taken(server, answers[0]["table"]) == [None, "Bruno", "Pino"]


def test_after_the_rematch_has_begun_asking_again_still_leads_to_the_own_seat(
    finished: tuple[Program, Program],
) -> None:
    host, guest = finished
    before = guest.post("/rematch").json()
    host.post("/rematch")
    after = guest.post("/rematch").json()
    assert (after["table"], after["seat"], after["key"]) == (before["table"], before["seat"], before["key"])


def test_rematches_asked_for_at_once_make_one_table_and_one_seat_each(
    server: Running, finished: tuple[Program, Program]
) -> None:
    house = server.app.host
    before = {live.id for live in house.awake()}
    with ThreadPoolExecutor(8) as crowd:
        asked = [crowd.submit(player.post, "/rematch") for player in finished * 4]
    answers = [answer.result() for answer in asked]
    assert {answer.status_code for answer in answers} == {201}
    seats = {(told["table"], told["seat"], told["key"]) for told in (answer.json() for answer in answers)}
    assert len(seats) == 2
    (table,) = {seat[0] for seat in seats}
    assert {live.id for live in house.awake()} - before == {table}
    assert taken(server, table) == ["Anna", "Bruno", "Pino"]
    assert Program(server.address, table).get()["phase"] == "playing"


def test_a_page_that_sends_its_rematch_twice_has_one_seat(server: Running, finished: tuple[Program, Program]) -> None:
    host, _guest = finished
    browser = Browser(server.address)
    browser.get(f"/t/{host.table}/me/{host.key}")
    first = browser.send(f"/t/{host.table}/rematch").url.path
    key = browser.key(first.removeprefix("/t/"))
    assert browser.send(f"/t/{host.table}/rematch").url.path == first
    assert browser.key(first.removeprefix("/t/")) == key
    assert taken(server, first.removeprefix("/t/")) == ["Anna", None, "Pino"]


def test_a_rematch_waits_for_a_guest_where_a_bot_is_gone_from_the_server(
    server: Running, finished: tuple[Program, Program]
) -> None:
    host, _guest = finished
    live = server.app.host.in_memory(host.table)
    assert live is not None
    live.table.put(2, replace(live.table.seats[2], bot="somebody who was here last week"))
    told = host.post("/rematch").json()
    assert taken(server, told["table"]) == ["Anna", None, None]


def test_asking_again_for_a_rematch_opens_no_table_and_so_doesnt_count_as_one(
    server: Running, finished: tuple[Program, Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _guest = finished
    assert host.post("/rematch").status_code == 201
    monkeypatch.setattr(server.app.host.limits["openings"], "per_minute", 0.0)
    assert host.post("/rematch").status_code == 201


# --- sitting down ---------------------------------------------------------------------------


def test_the_same_ticket_gets_the_same_seat_and_key_again(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 3}, bots=0)
    guest = Program(server.address, host.table)
    first = guest.post("/sit", {"name": "Bruno", "ticket": TICKET})
    assert first.status_code == 201
    assert guest.post("/sit", {"name": "Bruno", "ticket": TICKET}).json() == first.json()
    assert guest.post("/sit", {"name": "Bruno", "seat": 2, "ticket": TICKET}).json() == first.json()
    assert taken(server, host.table) == ["Anna", "Bruno", None]
    assert Program(server.address, host.table, first.json()["key"]).get()["seat"] == 1
    other = guest.post("/sit", {"name": "Carla", "ticket": TICKET + "!"}).json()
    assert other["seat"] == 2
    assert other["key"] != first.json()["key"]


def test_a_ticket_is_good_after_the_start_and_buys_a_new_seat_after_the_old_was_given_up(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    guest = Program(server.address, host.table)
    guest.key = guest.post("/sit", {"name": "Bruno", "ticket": TICKET}).json()["key"]
    assert guest.post("/leave").status_code == 200
    assert guest.post("/sit", {"name": "Bruno", "ticket": TICKET}).json()["key"] == guest.key
    host.start()
    assert guest.post("/sit", {"name": "Bruno", "ticket": TICKET}).json()["key"] == guest.key
    assert guest.post("/sit", {"name": "Carla", "ticket": TICKET + "!"}).status_code == 409


def test_a_ticket_that_could_be_guessed_is_refused(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", bots=0)
    answer = host.post("/sit", {"name": "Bruno", "ticket": "1"})
    assert answer.status_code == 400
    assert "ticket" in answer.json()["message"]


def test_a_table_that_is_opened_again_with_the_same_ticket_is_the_same(server: Running) -> None:
    new = {"game": "mamma-mia", "name": "Anna", "ticket": TICKET}
    first, again = (httpx.post(f"{server.address}/api/tables", json=new) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert first.json()["seat"] == 0
    live = server.app.host.in_memory(first.json()["table"])
    assert live is not None
    assert [type(entry) for entry in live.table.log].count(Opened) == 1
    other = httpx.post(f"{server.address}/api/tables", json=new | {"ticket": TICKET + "!"})
    assert other.json()["table"] != first.json()["table"]


def test_a_page_whose_answer_got_lost_finds_its_seat_when_it_is_loaded_again(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", options={"players": 3}, bots=0)
    browser = Browser(server.address)
    here = f"/t/{host.table}"
    assert 'data-seat=""' in browser.get(here).text
    tickets = [(cookie.name, cookie.path) for cookie in browser.client.cookies.jar if cookie.name == "forno_ticket"]
    assert tickets == [("forno_ticket", here)]
    browser.send(f"{here}/sit", {"seat": 2, "name": "Bruno"})
    key = browser.key(host.table)
    browser.client.cookies.delete("forno_seat")
    assert 'data-seat="2"' in browser.get(here).text
    assert browser.key(host.table) == key
    browser.client.cookies.delete("forno_seat")
    assert browser.send(f"{here}/sit", {"seat": 2, "name": "Bruno"}).status_code == 200
    assert browser.key(host.table) == key
    browser.client.cookies.delete("forno_seat")
    refused = browser.send(f"{here}/sit", {"seat": 1, "name": "Bruno"})
    assert refused.status_code == 403
    assert taken(server, host.table) == ["Anna", None, "Bruno"]
    assert 'data-seat=""' in Browser(server.address).get(here).text


def test_a_host_who_seats_somebody_on_the_same_device_twice_seats_them_once(server: Running) -> None:
    browser = Browser(server.address)
    sent = {"option_players": "3", "seat_0": "me", "seat_1": "open", "seat_2": "open", "name": "Anna"}
    here = browser.send("/new/mamma-mia", sent).url.path
    for _ in range(2):
        assert browser.send(f"{here}/sit", {"seat": 1, "name": "Bruno"}).status_code == 200
    assert taken(server, here.removeprefix("/t/")) == ["Anna", "Bruno", None]
    assert len(browser.key(here.removeprefix("/t/")).split("~")) == 2


def test_nobodys_key_follows_from_what_others_can_know() -> None:
    keys = {key_from(table, secret) for table in ("one", "two") for secret in ("a", "b", "a 0", "a 1")}
    assert len(keys) == 8
    assert table_id_from("rematch", "one") != table_id_from("ticket", "one")
    assert len(table_id_from("ticket", "one")) == 12
    assert set(table_id_from("ticket", "one")) <= set(LETTERS)


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
