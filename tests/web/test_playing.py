"""Games at tables of a real server: bots, clocks, programs, rematches, and what stays hidden while one waits."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

import forno
from forno.bots.registry import make_bot
from forno.core.records import Record
from forno.core.views import View
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import Moved, Started
from forno.table.table import Table
from tests.loops import run
from tests.web.servers import SHORT, Browser, Program, Running, running
from tools.waiting import WAIT, until

BOT = f"{sys.executable} -m forno bot garzone"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("mamma-mia", {"players": 3}),
        ("mamma-mia", {"edition": "grande", "players": 4}),
        ("pizza-master", {"mode": "tutorial", "players": 2, "max_days": 2}),
        ("pizza-master", {"mode": "master", "players": 3, "max_days": 2}),
    ],
)
def test_one_program_and_bots_play_a_game_to_its_end(server: Running, game: str, options: dict[str, object]) -> None:
    program = Program.opens(server.address, game, options=options)
    program.start()
    told = program.play_on()
    assert told["phase"] == "over"
    assert told["view"]["outcome"]["winners"]
    text = program.client.get(f"/tables/{program.table}/record").text
    assert Record.parse(text).replay().is_over
    page = Browser(server.address).get(f"/t/{program.table}").text
    assert 'data-phase="over"' in page
    assert f"/t/{program.table}/record" in page


def test_two_people_and_a_bot_play_over_pages_and_api(server: Running) -> None:
    host = Browser(server.address)
    wish = {"name": "Anna", "option_players": "3", "seat_0": "me", "seat_1": "open", "seat_2": "bot:random"}
    table = host.send("/new/mamma-mia", wish).url.path.removeprefix("/t/")
    guest = Browser(server.address)
    assert "Join the game" in guest.get(f"/t/{table}").text
    assert guest.send(f"/t/{table}/sit", {"seat": "1", "name": "Bruno"}).status_code == 200
    assert guest.send(f"/t/{table}/start").status_code == 403
    assert host.send(f"/t/{table}/start").status_code == 200
    players = [Program(server.address, table, browser.key(table)) for browser in (host, guest)]
    for _ in range(400):
        told = [player.get() for player in players]
        if told[0]["phase"] == "over":
            break
        for player, mine in zip(players, told, strict=True):
            if mine["awaited"]:
                player.decide(mine)
    assert players[0].get()["phase"] == "over"


def test_the_personal_link_opens_the_seat_on_another_device(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    phone = Browser(server.address)
    assert 'data-seat=""' in phone.get(f"/t/{table}").text
    answer = phone.get(f"/t/{table}/me/{browser.key(table)}")
    assert answer.url.path == f"/t/{table}"
    assert 'data-seat="0"' in answer.text
    assert f"/t/{table}/me/{browser.key(table)}" in answer.text


def test_the_host_chooses_colours_starter_and_clock_and_clears_seats(server: Running) -> None:
    host = Browser(server.address)
    wish = {"option_players": "3", "seat_0": "me", "seat_1": "open", "seat_2": "bot:random"}
    table = host.send("/new/mamma-mia", wish).url.path.removeprefix("/t/")
    chosen = {"colour_0": "red", "colour_1": "green", "colour_2": "brown", "starter": "green", "clock": "30"}
    assert host.send(f"/t/{table}/configure", chosen).status_code == 200
    assert host.send(f"/t/{table}/clear", {"seat": "2"}).status_code == 200
    assert host.send(f"/t/{table}/bot", {"seat": "2", "bot": "cuoco"}).status_code == 200
    assert host.send(f"/t/{table}/configure", {"colour_0": "red", "colour_1": "red"}).status_code == 422
    told = Program(server.address, table).get()
    assert told["options"]["colours"] == ["red", "green", "brown"]
    assert told["options"]["starter"] == "green"
    assert told["settings"]["clock"] == 30
    assert told["seats"][2]["bot"] == "cuoco"
    qr = host.get(f"/t/{table}/qr.svg")
    assert qr.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in qr.content


def test_when_time_is_up_a_bot_decides_for_that_turn_alone(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        program = Program.opens(server.address, "mamma-mia", options={"players": 2}, clock=1)
        program.start()
        told = program.await_turn()
        assert told["clock"] == 1
        live = server.app.host.in_memory(program.table)
        assert live is not None
        log = live.table.log
        until(lambda: any(isinstance(entry, Moved) and entry.seat == 0 for entry in log), "the clock never runs out")
        assert next(entry.by for entry in log if isinstance(entry, Moved) and entry.seat == 0) == "clock"
        late = {"number": told["number"], "actions": [told["actions"][0]["number"]]}
        assert program.post("/moves", late).status_code == 409
        assert live.table.seats[0].bot is None

        def decided() -> bool:
            told = program.await_turn()
            action = told["actions"][0]["number"]
            return program.post("/moves", {"number": told["number"], "actions": [action]}).status_code == 200

        until(decided, "whoever was late once can't decide any more")


def test_a_rematch_takes_one_click_and_everyone_gets_the_old_seat(server: Running) -> None:
    host = Program.opens(server.address, "pizza-master", options={"players": 3, "max_days": 1}, bots=0)
    guest = Program(server.address, host.table)
    guest.key = guest.post("/sit", {"name": "Bruno"}).json()["key"]
    assert host.post("/bot", {"seat": 2, "bot": "garzone"}).status_code == 200
    assert host.post("/rematch").status_code == 409
    host.start()
    for _ in range(400):
        for player in (host, guest):
            told = player.get()
            if told["awaited"]:
                player.decide(told)
        if told["phase"] == "over":
            break
    first = guest.post("/rematch").json()
    again = Program(server.address, first["table"], first["key"])
    assert first["seat"] == 1
    assert again.get()["phase"] == "gathering"
    assert again.get()["options"] == guest.get()["options"]
    second = host.post("/rematch").json()
    assert second["table"] == first["table"]
    assert second["seat"] == 0
    told = again.get()
    assert told["phase"] == "playing"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bruno", "Pino"]
    assert again.key != guest.key
    assert host.get()["rematch"] == first["table"]


def test_a_rematch_from_the_page_leads_to_the_new_table(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    Program(server.address, table, browser.key(table)).play_on()
    answer = browser.send(f"/t/{table}/rematch")
    assert answer.status_code == 200
    assert answer.url.path != f"/t/{table}"
    assert 'data-phase="playing"' in answer.text
    assert 'data-seat="0"' in answer.text


def test_programs_that_speak_the_line_protocol_can_be_seated_like_any_bot(tmp_path: Path) -> None:
    with running(tmp_path, programs={"robo": BOT}) as server:
        program = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
        assert "robo" in [bot["name"] for bot in program.client.get("/bots/mamma-mia").json()]
        assert program.post("/bot", {"seat": 1, "bot": "robo"}).status_code == 200
        program.start()
        assert program.play_on()["phase"] == "over"


def test_a_bot_that_fails_doesnt_stop_the_table(tmp_path: Path) -> None:
    with running(tmp_path, programs={"broken": f"{sys.executable} -c pass"}) as server:
        program = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
        assert program.post("/bot", {"seat": 1, "bot": "broken"}).status_code == 200
        program.start()
        assert program.play_on(6)["view"]["recent"]


@pytest.mark.slow
def test_a_bot_that_thinks_does_so_in_a_process_of_its_own(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[View] = []
    game = forno.game("mamma-mia", players=2)
    monkeypatch.setattr(type(make_bot("nonna", game, 1, 0)), "choose", lambda bot, view: here.append(view))
    program = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    assert program.post("/bot", {"seat": 1, "bot": "nonna"}).status_code == 200
    program.start()
    program.play_on(3)
    assert not here
    assert server.app.host.bots.workers("nonna") is not None


@pytest.mark.slow
def test_forno_sit_seats_a_bot_of_another_machine(server: Running) -> None:
    program = Program.opens(server.address, "pizza-master", options=SHORT, bots=0)
    link = f"{server.address}/t/{program.table}"
    command = [sys.executable, "-m", "forno", "sit", link, "cuoco", "--name", "Robo", "--quick"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as guest:
        until(lambda: program.get()["seats"][1]["name"] == "Robo", "nobody sits down")
        program.start()
        assert program.play_on()["phase"] == "over"
        out, errors = guest.communicate(timeout=WAIT)
        assert guest.returncode == 0, errors
        assert "seat 2" in out
        assert "winners" in out


def two_people(server: Running, game: str, **options: object) -> list[Program]:
    """Two programs at the seats of people, and the game has begun."""
    host = Program.opens(server.address, game, options={"players": 2, **options}, bots=0)
    guest = Program(server.address, host.table)
    guest.key = guest.post("/sit", {"name": "Bruno"}).json()["key"]
    host.start()
    return [host, guest]


@pytest.mark.parametrize(("game", "options"), [("mamma-mia", {}), ("pizza-master", {"mode": "trainee", "max_days": 3})])
def test_whoever_has_one_answer_is_asked_like_everybody_and_until_then_nobody_is_told_more(
    server: Running, game: str, options: dict[str, object]
) -> None:
    caught = 0
    while caught < 2:  # there are games in which everybody always has a choice
        people = two_people(server, game, **options)
        live = server.app.host.in_memory(people[0].table)
        assert live is not None
        while live.table.awaited is not None and caught < 2:
            asked, other = people[live.table.awaited], people[1 - live.table.awaited]
            told, known = asked.get(), other.get()
            assert (told["awaited"], known["awaited"]) == (True, False)
            if live.table.question is None:
                asked.decide(told, random.randrange(len(told["actions"])))
                continue
            [only] = told["actions"]
            wrong = asked.post("/moves", {"number": told["number"], "actions": [only["number"] - 1]})
            assert wrong.status_code in (400, 409, 422), wrong.text
            assert other.get() == known
            answer = asked.post("/moves", {"number": told["number"], "actions": [only["number"]]})
            assert answer.json() == {"number": told["number"] + 1}
            assert asked.post("/moves", {"number": told["number"], "actions": [only["number"]]}).json() == answer.json()
            assert other.get()["position"] != known["position"]
            caught += 1


def test_who_was_asked_for_the_only_answer_is_still_asked_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        live = None
        while live is None or live.table.question is None:
            people = two_people(server, "mamma-mia")
            live = server.app.host.in_memory(people[0].table)
            assert live is not None
            while live.table.awaited is not None and live.table.question is None:
                asked = people[live.table.awaited]
                told = asked.get()
                asked.decide(told, random.randrange(len(told["actions"])))
        seat = live.table.awaited
        assert seat is not None
        before = [person.get() for person in people]
    with running(tmp_path) as server:
        again = [Program(server.address, person.table, person.key) for person in people]
        assert [person.get() for person in again] == before
        again[seat].decide(before[seat])
        assert [person.get()["position"] for person in again] != [told["position"] for told in before]


def test_the_seed_is_the_servers_alone_and_every_deal_has_another(server: Running) -> None:
    seeds = set()
    for _ in range(3):
        program = Program.opens(server.address, "mamma-mia")
        program.start()
        live = server.app.host.in_memory(program.table)
        assert live is not None
        (started,) = [entry for entry in live.table.log if isinstance(entry, Started)]
        assert str(started.seed) not in str(program.get())
        seeds.add(started.seed)
    assert len(seeds) == 3


def test_the_lobby_lists_public_tables_only(server: Running) -> None:
    public = Program.opens(server.address, "mamma-mia", bots=0, public=True)
    private = Program.opens(server.address, "mamma-mia", bots=0)
    text = Browser(server.address).get("/lobby").text
    assert f"/t/{public.table}" in text
    assert f"/t/{private.table}" not in text
    listed = [row["table"] for row in public.client.get("/tables", params={"phase": "gathering"}).json()]
    assert public.table in listed
    assert private.table not in listed


def test_the_api_describes_itself(server: Running) -> None:
    document = httpx.get(f"{server.address}/api/openapi.json").json()
    for path in ("", "/sit", "/start", "/view", "/actions", "/moves", "/stream", "/chat", "/rematch", "/record"):
        assert f"/api/tables/{{table}}{path}" in document["paths"], path


def test_whatever_else_was_written_to_the_log_comes_first(tmp_path: Path) -> None:
    """The log decides: whoever comes second is told so, and the table catches up."""

    async def write(table: str, action: int) -> None:
        store = SqliteStore(tmp_path / "tables.sqlite3")
        log = await store.load(table)
        seat = Table.replay(table, log).awaited
        assert seat is not None
        await store.append(table, len(log), Moved(time.time(), seat, (action,)))
        await store.close()

    with running(tmp_path) as server:
        host = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
        guest = Program(server.address, host.table)
        guest.key = guest.post("/sit", {"name": "Bruno"}).json()["key"]
        host.start()
        mover = host if host.get()["awaited"] else guest
        told = mover.get()
        first, *_rest, last = (action["number"] for action in told["actions"])
        run(write(host.table, first))
        assert mover.post("/moves", {"number": told["number"], "actions": [last]}).status_code == 409
        assert mover.get()["number"] > told["number"]
        again = mover.post("/moves", {"number": told["number"], "actions": [first]})
        assert again.json() == {"number": told["number"] + 1}
