"""Several workers behind one port: killed, replaced and ended, while games go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from forno.core.records import Record
from tests.databases import PostgresServer
from tests.processes import runs
from tests.web.servers import SHORT, Listener, Program, ServerProcess
from tools.waiting import WAIT, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def started(cluster: PostgresServer) -> Iterator[ServerProcess]:
    database = cluster.new_database()
    server = ServerProcess(database, "--workers", "2", FORNO_METRICS_KEY="olives")
    server.start()
    yield server
    if server.is_running:
        server.stop()
    cluster.drop(database)


@pytest.fixture
def together(started: ServerProcess) -> ServerProcess:
    """Two workers on one database, started again if a test has stopped them."""
    if not started.is_running:
        started.start()
    until(lambda: len(started.workers()) == 2)
    return started


def test_any_worker_shows_the_metrics_of_all(together: ServerProcess) -> None:
    programs = [Program.opens(together.address, "mamma-mia", options={"players": 3}) for _table in range(6)]
    for program in programs:
        program.start()
        program.play_on(2)
    before = together.workers()
    moves = 'forno_requests_total{kind="move",status="200"}'
    played = metrics(together)[moves]
    assert played >= len(programs), "each worker has answered some of them"
    assert {metrics(together)[moves] for _request in range(12)} == {played}
    os.kill(before[0], signal.SIGKILL)
    until(lambda: before[0] not in together.workers() and len(together.workers()) == 2)
    assert metrics(together)[moves] == played
    until(lambda: metrics(together)["forno_listening"] == 1)


def metrics(server: ServerProcess) -> dict[str, float]:
    """The metrics of one of the workers: each request is a connection of its own."""
    answer = httpx.get(f"{server.address}/metrics", headers={"Authorization": "Bearer olives"}, timeout=WAIT)
    lines = (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _space, value in lines}


def patient(program: Program, most: int = 2) -> dict[str, object]:
    """Go on, asking again where a connection was cut off: a browser does so, too."""
    while True:
        try:
            return program.play_on(most)
        except httpx.TransportError:
            continue


def test_games_go_on_while_workers_are_killed_and_replaced(together: ServerProcess) -> None:
    options = SHORT | {"max_days": 3}
    programs = [Program.opens(together.address, "pizza-master", options=options) for _table in range(3)]
    for program in programs:
        program.start()
        program.play_on(2)
    stream = Listener(together.address, f"/t/{programs[0].table}/stream")
    before = together.workers()
    os.kill(before[0], signal.SIGKILL)
    until(lambda: before[0] not in together.workers() and len(together.workers()) == 2)
    for program in programs:
        patient(program)
    killed = together.workers()
    assert together.process is not None
    together.process.send_signal(signal.SIGHUP)
    until(lambda: len(together.workers()) == 2 and not set(killed) & set(together.workers()))
    for program in programs:
        patient(program)
    assert patient(programs[0], 10_000)["phase"] == "over"
    record = programs[0].client.get(f"/tables/{programs[0].table}/record").text
    assert Record.parse(record).replay().is_over
    stream.close()
    left = together.workers()
    assert together.stop() == 0
    until(lambda: not any(map(runs, left)), "workers were left running")


def test_workers_end_with_a_parent_that_is_killed(together: ServerProcess) -> None:
    left = together.workers()
    together.kill()
    until(lambda: not any(map(runs, left)), "workers were left running")


def test_a_file_of_tables_has_one_worker(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "forno", "--language", "en", "serve", "--workers", "2"]
    told = subprocess.run(
        [*command, "--data", str(tmp_path / "t.sqlite3")], capture_output=True, text=True, timeout=WAIT
    )
    assert told.returncode != 0
    assert "tables in a file can have only one worker" in told.stderr
    assert "Traceback" not in told.stderr
