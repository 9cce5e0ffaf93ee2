"""`forno sit`: a bot of another machine goes on after whatever happened to it or to the server."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.cli.sit import Guest, Notes, Unreachable
from forno.core.plain import plain
from tests.table.helpers import do, started
from tests.web.servers import SHORT, Program, Running, ServerProcess
from tools.waiting import WAIT, until

pytestmark = pytest.mark.slow


@contextmanager
def sitting(link: str, home: Path, bot: str = "cuoco") -> Iterator[subprocess.Popen[str]]:
    """The command as anybody starts it."""
    command = [sys.executable, "-m", "forno", "sit", link, bot, "--name", "Robo", "--quick"]
    environment = os.environ | {"XDG_DATA_HOME": str(home)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as guest:
        assert guest.stdout is not None
        assert "Sitting in seat 2" in guest.stdout.readline()
        try:
            yield guest
        finally:
            guest.kill()


def await_reader(server: Running, table: str) -> None:
    """Wait until somebody reads that table's stream."""
    until(lambda: (live := server.app.host.in_memory(table)) is not None and live.streams, "nobody reads the stream")


def own_link(guest: subprocess.Popen[str]) -> str:
    assert guest.stdout is not None
    return guest.stdout.readline().split()[-1]


def ended(guest: subprocess.Popen[str]) -> str:
    """Return what it said besides, once it has come to the end of the game."""
    out, errors = guest.communicate(timeout=WAIT)
    assert guest.returncode == 0, errors
    assert "winners" in out
    return errors


def test_a_sitter_that_was_stopped_goes_on_with_what_it_noted(server: Running, tmp_path: Path) -> None:
    program = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
    with sitting(f"{server.address}/t/{program.table}", tmp_path) as guest:
        link = own_link(guest)
        await_reader(server, program.table)
        program.start()
        program.play_on(6)
        # A move of its own that it never noted can't be told again (MMR-11): it is stopped after it has noted all.
        (notes,) = (tmp_path / "forno" / "sitting").iterdir()
        robo = Program(server.address, program.table, link.rpartition("/")[2])
        program.await_turn()
        until(lambda: f'"{robo.get()["position"]}"' in notes.read_text(), "it hasn't noted everything")
    assert notes.stat().st_mode & 0o077 == 0
    with sitting(link, tmp_path) as guest:
        assert program.play_on()["phase"] == "over"
        assert ended(guest) == ""
    assert not list((tmp_path / "forno" / "sitting").iterdir())


@pytest.mark.parametrize(("game", "options"), [("mamma-mia", {}), ("pizza-master", {"max_days": 3})])
def test_a_sitter_without_notes_goes_on_with_what_it_sees(
    server: Running, tmp_path: Path, game: str, options: dict[str, int]
) -> None:
    program = Program.opens(server.address, game, options={"players": 2} | options, bots=0)
    key = program.post("/sit", {"name": "Robo"}).json()["key"]
    program.start()
    other = Program(server.address, program.table, key)
    for _ in range(12):
        for player in (program, other):
            told = player.get()
            if told["awaited"]:
                player.decide(told)
    with sitting(f"{server.address}/t/{program.table}/me/{key}", tmp_path) as guest:
        assert program.play_on()["phase"] == "over"
        assert "goes on with what it sees" in ended(guest)


def test_a_sitter_outlives_a_server_that_is_killed_and_comes_back(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, FORNO_METRICS_KEY="olives")
    server.start()

    def read() -> bool:
        metrics = httpx.get(f"{server.address}/metrics", headers={"Authorization": "Bearer olives"}).text
        return "forno_streams 1.0" in metrics

    try:
        program = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=0)
        with sitting(f"{server.address}/t/{program.table}", tmp_path) as guest:
            until(read, "nobody reads the stream")
            program.start()
            for _ in range(2):
                program.play_on(2)
                server.kill()
                server.start()
            assert program.play_on()["phase"] == "over"
            ended(guest)
    finally:
        server.kill()


def test_a_decision_that_didnt_get_through_is_made_after_the_connection_is_back(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forno.cli.sit.data_file", lambda: tmp_path / "forno.sqlite3")
    program = Program.opens(server.address, "pizza-master", options=SHORT, bots=0)
    guest = Guest(server.address, program.table, None, "garzone", None, quick=True)
    guest.sit("Robo")
    ask = guest.ask
    lost = [True, True]

    def unreliable(path: str, data: object = None) -> dict[str, object]:
        if path == "/moves" and lost and lost.pop():
            raise Unreachable("the line is dead")
        return ask(path, data)

    monkeypatch.setattr(guest, "ask", unreliable)
    results: list[str] = []
    thread = threading.Thread(target=lambda: results.append(guest.play()), daemon=True)
    thread.start()
    await_reader(server, program.table)
    program.start()
    assert program.play_on()["phase"] == "over"
    thread.join(WAIT)
    assert "winners" in results[0]
    assert not lost
    assert not guest.lost


def test_a_sitter_whose_seat_got_lost_on_its_way_asks_again_and_takes_no_second_one(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forno.cli.sit.data_file", lambda: tmp_path / "forno.sqlite3")
    program = Program.opens(server.address, "mamma-mia", options={"players": 4}, bots=0)
    guest = Guest(server.address, program.table, None, "garzone", None)
    ask = guest.ask
    lost = [True, True]

    def unreliable(path: str, data: object = None) -> dict[str, object]:
        told = ask(path, data)
        if path == "/sit" and lost and lost.pop():
            raise Unreachable("the answer is lost")
        return told

    monkeypatch.setattr(guest, "ask", unreliable)
    guest.sit("Robo")
    assert not lost
    assert guest.seat == 1
    assert [seat["name"] for seat in program.get()["seats"]] == ["Anna", "Robo", None, None]


def test_a_sitter_takes_one_pause_a_turn_however_many_decisions_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(players=2)
    seat = table.awaited
    assert seat is not None
    guest = Guest("http://127.0.0.1:1", table.id, "key", "garzone", None)
    guest.seat = seat
    told: list[int] = []
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)

    def answer(path: str, data: Any = None) -> dict[str, Any]:
        if path == "/moves":
            do(table, table.decide(3.0, seat, tuple(data["actions"])))
        game = table.game
        return {"game": game.name, "options": game.options, "rules": game.rules_version, "deck": game.deck_hash}

    monkeypatch.setattr(guest, "ask", answer)
    while table.awaited == seat:
        events = table.told_events(sum(told))
        told.append(len(events))
        seen = [plain(part) for event in events if (part := event.seen_by(seat)) is not None]
        guest.hear({"events": seen, "awaited": True, "over": False, "number": table.steps(seat)})
    assert len(told) > 1
    assert [pause > 0 for pause in pauses] == [True] + [False] * (len(told) - 1)


def test_notes_are_read_up_to_where_they_were_cut_off(tmp_path: Path) -> None:
    notes = Notes("http://forno.test/t/one", "key", tmp_path)
    assert notes.read() == []
    notes.add("1.0", [{"event": "Placed"}])
    notes.add("2.0", [])
    assert notes.read() == [("1.0", [{"event": "Placed"}]), ("2.0", [])]
    notes.path.write_text(notes.path.read_text(encoding="utf-8") + '{"position": "3', encoding="utf-8")
    assert [position for position, _ in notes.read()] == ["1.0", "2.0"]
    assert Notes("http://forno.test/t/one", "another", tmp_path).read() == []
    notes.burn()
    assert notes.read() == []
