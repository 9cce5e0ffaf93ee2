"""Nothing that a test run or the arena has started outlives it, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.processes import runs
from tools.waiting import until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
WAYS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
"""Ways to end a run."""
RUN = """
import sys
from pathlib import Path
from tests.databases import PostgresServer
from tests.web.servers import ServerProcess


def test_that_never_ends(cluster: PostgresServer, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    postmaster = (Path(cluster.server.pgdata) / "postmaster.pid").read_text().split()[0]
    print(server.process.pid, postmaster, flush=True)
    sys.stdin.read()
"""


@contextmanager
def waiting_run(folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A test run that waits with a server and a database, and their process numbers."""
    (folder / "test_waits.py").write_text(RUN)
    options = ["-p", "tests.databases", "--rootdir", str(folder), "-c", str(ROOT / "pyproject.toml"), "-s", "--quiet"]
    command = [sys.executable, "-m", "pytest", *options, str(folder / "test_waits.py")]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, [int(number) for number in process.stdout.readline().split()]
        process.kill()


@pytest.mark.parametrize("how", WAYS)
def test_servers_and_databases_end_with_the_test_run(tmp_path: Path, how: signal.Signals) -> None:
    with waiting_run(tmp_path) as (process, numbers):
        assert len(numbers) == 2
        assert all(map(runs, numbers))
        process.send_signal(how)
        until(lambda: not any(map(runs, numbers)), "something was left running")


@pytest.mark.parametrize("how", WAYS)
def test_the_arenas_workers_end_with_it(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-m", "forno", "arena", "--bots", "nonna,nonna", "--games", "200", "--processes", "2"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as arena:
        until(lambda: len(workers_of(arena.pid)) == 2, "no workers have started")
        workers = workers_of(arena.pid)
        arena.send_signal(how)
        until(lambda: not any(map(runs, workers)), "workers were left running")
        until(lambda: arena.poll() is not None, "the arena goes on")


def workers_of(parent: int) -> list[int]:
    """The worker processes of an arena."""
    found = subprocess.run(["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "spawn_main" in line]
