"""Disks that are full, clocks that are wrong, and a server that stands still: what real machines do to people who play.

`make test-load` runs it. Small disks are file systems in memory, which only root can make; wrong clocks come from
libfaketime.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path

import httpx
import pytest

from tests.databases import PostgresServer
from tests.load.club import Club
from tests.load.counts import count
from tests.load.test_faults import MORE, PAUSE, more_moves
from tests.loops import run
from tests.web.servers import ServerProcess
from tools.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not MORE, reason="make test-load runs it")]
needs_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root makes file systems")

APART = 600
"""Seconds between clocks."""
CLOCK = 120
"""Seconds for a decision: nobody takes so long, unless a clock is believed that is wrong."""


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of that size."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Nothing fits there any more."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return filler


def play_on_a_full_disk(club: Club, folder: Path) -> None:
    """Play until somebody was told that it can't be kept; then there is room again."""
    refused: list[httpx.Response] = []
    club.broken = refused.append
    more_moves(club)
    filler = fill(folder)
    until(lambda: len(refused) > 5, "everything is kept on a disk that is full")
    assert {answer.status_code for answer in refused} == {503}
    filler.unlink()
    more_moves(club, 20)


@needs_root
def test_a_disk_that_is_full_loses_nothing_and_everything_goes_on_once_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "4m") as folder:
        server = ServerProcess(folder)
        server.start()
        with Club(lambda: server.address) as club:
            play_on_a_full_disk(club, folder)
        server.stop()
        run(club.check(server.data))
    count("sqlite", "disk full", 1, club.acknowledged, len(club.tables))


@needs_root
def test_a_database_whose_disk_is_full_loses_nothing_either(cluster: PostgresServer, tmp_path: Path) -> None:
    with small_disk(Path(f"/tmp/forno-disk-{os.getpid()}"), "40m") as folder, cluster.on_disk(folder) as database:
        server = ServerProcess(database, "--workers", "2")
        server.start()
        with Club(lambda: server.address) as club:
            play_on_a_full_disk(club, folder)
        server.stop()
        run(club.check(server.data))
    count("postgresql", "disk full", 1, club.acknowledged, len(club.tables))


def test_a_server_that_stands_still_for_a_minute_goes_on(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    assert server.process is not None
    with Club(lambda: server.address, patience=10.0) as club:
        more_moves(club)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(PAUSE)
        server.process.send_signal(signal.SIGCONT)
        more_moves(club, 20)
    server.stop()
    run(club.check(server.data))
    count("sqlite", "paused", 1, club.acknowledged, len(club.tables))


def wrong_clock(seconds: int) -> dict[str, str]:
    """Variables with which every clock of a program is wrong by that much, also the one that runs evenly."""
    import libfaketime

    library = Path(libfaketime.__file__).parent / "vendor" / "libfaketime" / "src" / "libfaketime.so.1"
    return {"LD_PRELOAD": str(library), "FAKETIME": f"{seconds:+d}s"}


def ahead(server: ServerProcess) -> float:
    """Return by how many seconds a server's clock is ahead of ours."""
    date = httpx.get(f"{server.address}/robots.txt").headers["Date"]
    return parsedate_to_datetime(date).timestamp() - time.time()


def test_servers_whose_clocks_are_ten_minutes_apart_agree_on_the_time(database: str) -> None:
    """Everybody goes from one to the other all the time, and has two minutes for a decision."""
    servers = [ServerProcess(database), ServerProcess(database, **wrong_clock(APART))]
    for server in servers:
        server.start()
    assert [round(ahead(server) / APART) for server in servers] == [0, 1]
    luck = random.Random(1)
    with Club(lambda: luck.choice(servers).address, clock=CLOCK) as club:
        more_moves(club, 60)
    for server in servers:
        server.stop()
    run(club.check(database))
    count("postgresql", "clocks ten minutes apart", 1, club.acknowledged, len(club.tables))


def test_a_server_that_comes_back_ten_minutes_in_the_past_takes_nobodys_time_away(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    with Club(lambda: server.address, clock=CLOCK) as club:
        more_moves(club, 20)
        server.kill()
        server.environment |= wrong_clock(-APART)
        server.start()
        assert round(ahead(server) / APART) == -1
        more_moves(club, 20)
    server.stop()
    run(club.check(server.data, steady=False))
    count("sqlite", "clock set back by ten minutes", 1, club.acknowledged, len(club.tables))
