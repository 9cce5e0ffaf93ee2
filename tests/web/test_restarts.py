"""The server can be killed at any moment and started again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from forno.core.records import Record
from tests.web.servers import SHORT, Browser, Listener, Program, ServerProcess
from tools.waiting import WAIT, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("restarts"))
    server.start()
    yield server
    if server.is_running:
        server.kill()


@pytest.fixture
def process(started: ServerProcess) -> ServerProcess:
    """A server that runs; started again if a test has stopped it."""
    if not started.is_running:
        started.start()
    return started


def test_games_pages_and_clocks_go_on_after_the_server_was_killed(process: ServerProcess) -> None:
    program = Program.opens(process.address, "pizza-master", options=SHORT | {"max_days": 3})
    program.start()
    program.play_on(5)
    before = program.await_turn()
    browser = Browser(process.address)
    table = browser.play_now("mamma-mia")
    told = Program(process.address, table, browser.key(table)).await_turn()
    token = browser.token
    hurried = Program.opens(process.address, "mamma-mia", options={"players": 2}, clock=1)
    hurried.start()
    number = hurried.await_turn()["number"]

    process.kill()
    process.start()

    until(lambda: hurried.get()["number"] != number, "the clock isn't wound up again")
    # A page that was open keeps its cookies, its token and its place in the stream.
    move = {"number": told["number"], "seat": 0, "actions": [told["actions"][0]["number"]]}
    answer = browser.client.post(f"/t/{table}/moves", json=move, headers={"X-CSRFToken": token})
    assert answer.status_code == 200, answer.text
    stream = Listener(process.address, f"/t/{table}/stream", {"Last-Event-ID": told["position"]})
    assert not [heard for heard in stream.heard if heard.event == "snapshot"]
    stream.close()
    after = program.await_turn()
    assert after["number"] == before["number"]
    assert after["position"] == before["position"]
    assert after["view"] == before["view"]
    assert program.play_on()["phase"] == "over"
    assert Record.parse(program.client.get(f"/tables/{program.table}/record").text).replay().is_over


def test_a_port_that_is_taken_is_left_alone(process: ServerProcess, tmp_path: Path) -> None:
    data = str(tmp_path / "second" / "t.sqlite3")
    command = [sys.executable, "-m", "forno", "--language", "en", "serve", "--port", str(process.port), "--data", data]
    second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert second.returncode
    assert f"port {process.port} is taken; stop the program that has it" in second.stderr


def test_a_second_server_of_the_same_file_says_so_and_ends(process: ServerProcess) -> None:
    assert process.process is not None
    command = [sys.executable, "-m", "forno", "--language", "en", "serve", "--port", "0", "--data", process.data]
    second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert second.returncode != 0
    assert f"another server (process {process.process.pid}) serves these tables" in second.stderr
    assert "Traceback" not in second.stderr


def test_the_server_stops_when_asked_although_streams_are_open(process: ServerProcess) -> None:
    program = Program.opens(process.address, "mamma-mia")
    program.start()
    stream = Listener(process.address, f"/t/{program.table}/stream")
    assert process.stop() in (0, -15)
    stream.close()
