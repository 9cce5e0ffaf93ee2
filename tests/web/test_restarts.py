"""The server can be killed at any moment and started again."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from forno.core.records import Record
from tests.web.servers import Browser, Listener, Program, ServerProcess
from tools.waiting import WAIT

pytestmark = pytest.mark.slow


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path)
    server.start()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.kill()


def test_a_game_goes_on_after_the_server_was_killed(process: ServerProcess) -> None:
    program = Program.opens(process.address, "mamma-mia", options={"players": 3})
    program.start()
    program.play_on(5)
    before = program.await_turn()
    process.kill()
    process.start()
    after = program.await_turn()
    assert after["number"] == before["number"]
    assert after["position"] == before["position"]
    assert after["view"] == before["view"]
    assert program.play_on()["phase"] == "over"
    assert Record.parse(program.client.get(f"/tables/{program.table}/record").text).replay().is_over


def test_a_page_that_was_open_goes_on_with_its_cookies_and_its_token(process: ServerProcess) -> None:
    browser = Browser(process.address)
    table = browser.play_now("mamma-mia")
    program = Program(process.address, table, browser.key(table))
    told = program.await_turn()
    token = browser.token
    process.kill()
    process.start()
    move = {"number": told["number"], "seat": 0, "actions": [told["actions"][0]["number"]]}
    answer = browser.client.post(f"/t/{table}/moves", json=move, headers={"X-CSRFToken": token})
    assert answer.status_code == 200, answer.text
    stream = Listener(process.address, f"/t/{table}/stream", {"Last-Event-ID": told["position"]})
    assert not [heard for heard in stream.heard if heard.event == "snapshot"]
    stream.close()


def test_tables_of_bots_and_clocks_are_woken(process: ServerProcess) -> None:
    program = Program.opens(process.address, "mamma-mia", options={"players": 2}, clock=1)
    program.start()
    number = program.await_turn()["number"]
    process.kill()
    process.start()
    deadline = time.monotonic() + WAIT
    while program.get()["number"] == number:
        assert time.monotonic() < deadline, "the clock isn't wound up again"
        time.sleep(0.1)


def test_the_server_stops_when_asked_although_streams_are_open(process: ServerProcess) -> None:
    program = Program.opens(process.address, "mamma-mia")
    program.start()
    stream = Listener(process.address, f"/t/{program.table}/stream")
    assert process.stop() in (0, -15)
    stream.close()


def test_a_port_that_is_taken_is_left_alone(process: ServerProcess, tmp_path: Path) -> None:
    data = str(tmp_path / "second" / "t.sqlite3")
    command = [sys.executable, "-m", "forno", "--language", "en", "serve", "--port", str(process.port), "--data", data]
    second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert second.returncode
    assert f"port {process.port} is taken; stop the program that has it" in second.stderr


def test_a_second_server_of_the_same_file_says_so_and_ends(process: ServerProcess, tmp_path: Path) -> None:
    assert process.process is not None
    data = str(tmp_path / "tables.sqlite3")
    command = [sys.executable, "-m", "forno", "--language", "en", "serve", "--port", "0", "--data", data]
    second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert second.returncode != 0
    assert f"another server (process {process.process.pid}) serves these tables" in second.stderr
    assert "Traceback" not in second.stderr
    process.kill()
    process.start()
