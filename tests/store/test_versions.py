"""What any earlier version of Forno has kept opens in this one: a file of every version is kept beside this test."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from forno.cli import main
from forno.store import Store, open_store
from forno.store.postgres.schema import VERSION as POSTGRES_VERSION
from forno.store.sqlite.schema import VERSION as SQLITE_VERSION
from forno.table import Moved, Table
from forno.testing.stores import keep
from tests.databases import PostgresServer
from tests.loops import run

FOLDER = Path(__file__).parent / "versions"


def kept(kind: str) -> list[int]:
    return sorted(int(path.stem.rpartition("-")[2]) for path in FOLDER.glob(f"{kind}-*.sql"))


def test_there_is_a_file_of_every_version() -> None:
    assert kept("sqlite") == list(range(1, SQLITE_VERSION + 1))
    assert kept("postgres") == list(range(1, POSTGRES_VERSION + 1))


async def go_on(store: Store) -> None:
    """The table is there, its bot is due, and the game goes on."""
    assert await store.due() == ["a"]
    table = Table.replay("a", await store.load("a"))
    assert table.seats[0].name == "Anna"
    assert [row.table for row in await store.listing("playing")] == ["a"]
    assert table.state is not None
    await keep(store, table, Moved(4.0, 1, (table.state.legal_actions()[0],), "bot"))
    assert await store.load("a") == table.log
    await store.close()


@pytest.mark.parametrize("version", kept("sqlite"))
def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path, version: int) -> None:
    path = tmp_path / "tables.db"
    file = sqlite3.connect(path)
    file.executescript((FOLDER / f"sqlite-{version}.sql").read_text(encoding="utf-8"))
    file.close()
    assert main(["admin", "check", "a", "--data", str(path)]) == 0
    run(go_on(open_store(path)))
    file = sqlite3.connect(path)
    assert file.execute("PRAGMA user_version").fetchone() == (SQLITE_VERSION,)
    file.close()


@pytest.mark.slow
@pytest.mark.parametrize("version", kept("postgres"))
def test_a_database_of_an_earlier_version_goes_on(cluster: PostgresServer, database: str, version: int) -> None:
    cluster.run_script((FOLDER / f"postgres-{version}.sql").read_text(encoding="utf-8"), database)

    async def use() -> None:
        await go_on(open_store(database))

    run(use())
    assert cluster.execute("SELECT value FROM forno.house WHERE name = 'version'", url=database)[0][0] == str(
        POSTGRES_VERSION
    )
