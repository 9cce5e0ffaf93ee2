"""Store files of every earlier version open in this one: one of each is kept beside this test.

`sqlite-N.sql` and `postgres-N.sql` hold a small table in each schema, `games-RELEASE.sql` what a release has kept,
`games-at-COMMIT.sql` what a version between releases has, and `games-schema-N.sql` what the last one of a schema has
(`write_games.py` writes it): games of all kinds, each of them gathering, playing and over. Versions that store the same
share a file.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import forno
from forno.core.records import Record
from forno.store import Store, open_store
from forno.store.opening import archive
from forno.store.postgres.schema import VERSION as POSTGRES_VERSION
from forno.store.sqlite.schema import VERSION as SQLITE_VERSION
from forno.table.entries import Entry, Moved, Started
from forno.table.entries.reading import KINDS
from forno.table.table import Table
from forno.testing.stores import keep
from tests.databases import PostgresServer
from tests.loops import main, run
from tests.store.write_games import entries_of, newest, script

FOLDER = Path(__file__).parent / "versions"
TABLES = {"0.1.0": 15, "0.2.0": 15, "at-63f0cba": 24, "at-01c4093": 31, "at-ad22b82": 31}
"""Number of tables in files with fewer than `write_games.py` writes today."""
WITHOUT_RULES_VERSION = ("0.1.0", "at-63f0cba")


def kept(kind: str) -> list[int]:
    return sorted(int(path.stem.rpartition("-")[2]) for path in FOLDER.glob(f"{kind}-*.sql"))


def test_there_is_a_file_of_every_version() -> None:
    assert kept("sqlite") == list(range(1, SQLITE_VERSION + 1))
    assert kept("postgres") == list(range(1, POSTGRES_VERSION + 1))


def games() -> list[str]:
    return sorted(path.stem.removeprefix("games-") for path in FOLDER.glob("games-*.sql"))


def opened_from(name: str, path: Path) -> Path:
    """The file that a script makes."""
    file = sqlite3.connect(path)
    file.executescript((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
    file.close()
    return path


def test_there_are_games_of_every_release_and_of_this_version() -> None:
    between = [f"schema-{version}" for version in range(5, SQLITE_VERSION + 1)]
    assert set(games()) >= {"0.1.0", forno.__version__, *between}


def test_the_newest_games_are_what_this_version_stores() -> None:
    """A change of the schema, of log entries or of rules has a file of its own, beside the older ones."""
    kept = newest().read_text(encoding="utf-8")
    assert entries_of(script()) == entries_of(kept), "run make store-file"


def test_the_newest_games_have_every_kind_of_entry_and_todays_rules(tmp_path: Path) -> None:
    logs = logs_of(opened_from(newest().stem, tmp_path / "tables.db"))
    entries = [entry for log in logs.values() for entry in log]
    assert {entry.kind for entry in entries} == set(KINDS), "add it to write_games.py"
    started = {
        (Table.replay(name, log).game.name, entry.rules)
        for name, log in logs.items()
        for entry in log
        if isinstance(entry, Started)
    }
    assert started == {(info.name, forno.game(info.name).rules_version) for info in forno.catalogue()}


@pytest.mark.parametrize("release", games())
def test_games_of_an_earlier_release_are_in_the_phase_in_which_they_were(tmp_path: Path, release: str) -> None:
    """Each table is named after its kind and phase."""
    logs = logs_of(opened_from(f"games-{release}", tmp_path / "tables.db"))
    assert len(logs) == TABLES.get(release, 34)
    for name, log in logs.items():
        table = Table.replay(name, log)
        begun = not name.endswith("gathering")
        if release in WITHOUT_RULES_VERSION and name.startswith(("trainee", "master")) and begun:
            assert table.phase == "closed", name
            assert "started under older rules" in str(table.closed)
            continue
        assert name.endswith(table.phase), name
        if table.phase == "over":
            assert (table.question, table.due) == (None, None)
            assert Record.parse(table.record_text()).replay().is_over
        if table.phase == "playing":
            play_on(table)
            assert Table.replay(name, table.log).told_events() == table.told_events()


def logs_of(path: Path) -> dict[str, list[Entry]]:
    """All logs in a file, by the table's name."""

    async def read() -> dict[str, list[Entry]]:
        store = open_store(path)
        logs = {table.table: await store.load(table.table) async for table in archive(str(path)).dump_tables()}
        await store.close()
        return logs

    return run(read())


def play_on(table: Table) -> None:
    """To the end, with every answer that is asked for."""
    while (seat := table.awaited) is not None:
        assert table.state is not None
        actions = table.state.legal_actions() if table.question is None else table.question.actions or ()
        by = "player" if table.seats[seat].bot is None else "bot"
        table.apply(table.check(table.decide(1000.0, seat, (actions[0],), by)))
    assert table.phase == "over"


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
    path = opened_from(f"sqlite-{version}", tmp_path / "tables.db")
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
