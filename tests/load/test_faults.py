"""Faults while people play: nothing that was answered is lost, nothing happens twice, all saw the same.

`make test-load` asks for more: FORNO_KILLS, and FORNO_FAULTS=all. What was survived is added up in build/faults.jsonl.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.databases import PostgresServer
from tests.load.club import PLAYERS, Club
from tests.load.counts import count
from tests.loops import run
from tests.web.servers import ServerProcess
from tools.waiting import until

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("FORNO_KILLS", "1"))
MORE = os.environ.get("FORNO_FAULTS") == "all"
PAUSE = 60.0 if MORE else 7.0
"""Seconds for which a worker is paused: longer than leases last."""


def more_moves(club: Club, number: int = 5) -> None:
    """Wait until that many more moves were answered."""
    wanted = club.acknowledged + number
    until(lambda: club.acknowledged >= wanted, lambda: f"nobody gets an answer: {club.complaints}")


@pytest.fixture
def together(database: str) -> Iterator[ServerProcess]:
    server = ServerProcess(database, "--workers", "2")
    server.start()
    until(lambda: len(server.workers()) == 2)
    yield server
    for worker in server.workers():
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGCONT)
    server.stop()  # its workers, too, before the database is gone


def test_a_server_on_a_file_is_killed_again_and_again(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    with Club(lambda: server.address) as club:
        for _kill in range(KILLS):
            more_moves(club)
            time.sleep(random.uniform(0, 0.3))
            server.kill()
            server.start()
        more_moves(club)
    server.stop()
    run(club.check(server.data))
    count("sqlite", "killed", KILLS, club.acknowledged, len(club.tables))


def test_workers_on_a_database_are_killed_again_and_again(together: ServerProcess) -> None:
    with Club(lambda: together.address) as club:
        for _kill in range(KILLS):
            more_moves(club)
            time.sleep(random.uniform(0, 0.3))
            workers = together.workers()
            if workers:
                with suppress(ProcessLookupError):
                    os.kill(random.choice(workers), signal.SIGKILL)
        more_moves(club)
    run(club.check(together.data))
    count("postgresql", "killed", KILLS, club.acknowledged, len(club.tables))


def replace(together: ServerProcess) -> None:
    """All workers by others."""
    before = together.workers()
    assert together.process is not None
    together.process.send_signal(signal.SIGHUP)
    until(lambda: not set(before) & set(together.workers()) and len(together.workers()) == 2)


def test_workers_are_replaced_one_after_the_other_and_nobody_notices(together: ServerProcess) -> None:
    """No move is lost, and nothing is answered with an error: a browser that finds its connection closed asks again."""
    broken: list[str] = []
    with Club(lambda: together.address) as club:
        club.broken = lambda answer: broken.append(answer.text)
        for _time in range(max(1, KILLS // 10)):
            more_moves(club)
            replace(together)
        more_moves(club)
    assert broken == []
    run(club.check(together.data))
    count("postgresql", "replaced", max(1, KILLS // 10), club.acknowledged, len(club.tables))


def paused(together: ServerProcess, _cluster: PostgresServer, club: Club) -> None:
    """Its tables go on elsewhere meanwhile."""
    worker = together.workers()[0]
    club.patience = 3.0  # a new connection may come to either worker
    began = time.monotonic()
    os.kill(worker, signal.SIGSTOP)
    time.sleep(PAUSE)
    going_on = sum(latest > began for latest in list(club.latest.values()))
    os.kill(worker, signal.SIGCONT)
    if MORE:
        assert going_on >= PLAYERS, "a table stood still"


def deaf(together: ServerProcess, cluster: PostgresServer, club: Club) -> None:
    for _time in range(5):
        cluster.cut_listeners(together.data)
        more_moves(club, 2)


def without_connections(together: ServerProcess, cluster: PostgresServer, _club: Club) -> None:
    """Readers wait until nobody else can read, either."""
    statements = "BEGIN; LOCK TABLE forno.entries IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(12); COMMIT"
    cluster.run_script(statements, together.data)


def crowded_out(_together: ServerProcess, cluster: PostgresServer, _club: Club) -> None:
    """Others take all connections that the database has, and ours are cut."""
    with cluster.crowded():
        time.sleep(8)


def restarted(_together: ServerProcess, cluster: PostgresServer, _club: Club) -> None:
    """The database, without a warning."""
    cluster.restart()


FAULTS = [paused, deaf, without_connections, crowded_out, restarted] if MORE else [deaf]


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_breaks_everything_goes_on_and_nothing_is_lost(
    together: ServerProcess, cluster: PostgresServer, fault: Callable[[ServerProcess, PostgresServer, Club], None]
) -> None:
    with Club(lambda: together.address) as club:
        more_moves(club)
        fault(together, cluster, club)
        more_moves(club, 20)
    run(club.check(together.data))
    count("postgresql", fault.__name__, 1, club.acknowledged, len(club.tables))
