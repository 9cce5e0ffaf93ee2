"""`forno admin`: a host's hands, on a file and on a database alike."""

from __future__ import annotations

import json
import sqlite3
import stat
from pathlib import Path

import pytest

from forno.server.settings import lasting_secret
from forno.store import open_store
from forno.store.dumps import header
from forno.store.opening import archive
from forno.store.sqlite.files import FileLock
from forno.table.entries import BotSat, Entry, Opened, Sat, read_entry
from forno.table.errors import TableClosed
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.testing.stores import keep
from tests.loops import main, run

pytestmark = pytest.mark.slow


@pytest.fixture(params=["file", "database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A house with two tables: one gathers, and at the other a game goes on."""
    place: str = request.getfixturevalue("database") if request.param == "database" else str(tmp_path / "house.db")
    run(furnish(place))
    return place


async def furnish(place: str) -> None:
    store = open_store(place)
    await store.create("gathers", Opened(1.0, "mamma-mia", {"players": 2}, None, TableSettings(public=True)))
    await store.create("plays", Opened(2.0, "mamma-mia", {"players": 2}, None, TableSettings()))
    table = Table.replay("plays", await store.load("plays"))
    for entry in (Sat(3.0, 0, "Zoë", "hash"), BotSat(3.0, 1, "random"), table.start(4.0, "secret seed")):
        await keep(store, table, entry)
    await store.key_values.put("book", {"page": "Zoë"})
    await store.key_values.put("tables", {"plays": "worked out", "other": "stays"})
    await store.close()


def admin(place: str, *words: str) -> int:
    return main(["--language", "en", "admin", *words, "--data", place])


async def leaves(place: str) -> dict[str, str]:
    store = open_store(place)
    found = await store.key_values.read("tables")
    await store.close()
    return found


async def logs(place: str) -> dict[str, list[Entry]]:
    store = open_store(place)
    found = {table.table: await store.load(table.table) async for table in archive(place).dump_tables()}
    if found:
        assert await store.key_values.read("book") == {"page": "Zoë"}
    await store.close()
    return found


def test_tables_are_listed_and_shown_without_what_is_hidden(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(place, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["gathers", "plays"]
    assert admin(place, "show", "plays") == 0
    told = capsys.readouterr().out
    assert "4 entries" in told
    assert "The table is in order." in told
    assert "secret seed" not in told
    assert "hash" not in told


def test_a_table_is_exported_entry_by_entry(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(place, "export", "plays") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2, 3]
    assert [read_entry(line["entry"]) for line in lines] == run(logs(place))["plays"]


def test_the_place_is_named_before_or_after_the_action_or_in_the_variable_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "house.db")
    run(open_store(place).close())
    assert main(["--language", "en", "admin", "--data", place, "list"]) == 0
    assert main(["--language", "en", "admin", "list", "--data", place]) == 0
    monkeypatch.setenv("FORNO_DATA", place)
    assert main(["--language", "en", "admin", "list"]) == 0
    assert capsys.readouterr().out == f"There are no tables in {place}.\n" * 3


def test_a_gap_in_a_log_isnt_closed_by_moving_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "house.db")
    run(furnish(place))
    file = sqlite3.connect(place, isolation_level=None)
    file.execute("DELETE FROM entries WHERE table_id = 'plays' AND number = 1")
    file.close()
    assert admin(place, "check") == 1
    assert "plays: entry 1 is missing" in capsys.readouterr().err
    assert admin(place, "move", "--to", str(tmp_path / "other.db")) == 1
    assert "table plays is damaged" in capsys.readouterr().err


def test_a_table_that_isnt_there_is_said_to_be_missing(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    for action in ("show", "check", "close", "delete"):
        assert admin(place, action, "nowhere") != 0
        assert "There is no table 'nowhere'" in capsys.readouterr().err


def test_a_closed_table_is_closed_for_good_and_gives_its_record(place: str) -> None:
    assert admin(place, "close", "plays", "gathers") == 0
    for name, log in run(logs(place)).items():
        table = Table.replay(name, log)
        assert table.phase == "closed"
        assert table.due is None
        with pytest.raises(TableClosed, match="This table was closed"):
            table.check_open()
        if name == "plays":
            assert "secret seed" in table.record_text()
    assert admin(place, "close", "plays") != 0

    async def due() -> list[str]:
        store = open_store(place)
        found = await store.due()
        assert await store.listing("gathering") == []
        await store.close()
        return found

    assert run(due()) == []


def test_deleted_tables_are_gone(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(place, "delete", "plays") == 0
    assert capsys.readouterr().out == "1 table is deleted.\n"
    assert run(leaves(place)) == {"other": "stays"}
    assert list(run(logs(place))) == ["gathers"]


def test_what_nobody_has_touched_for_long_is_purged_but_no_game_that_goes_on(place: str) -> None:
    assert admin(place, "purge") != 0
    assert admin(place, "purge", "--days", "1000000") == 0
    assert len(run(logs(place))) == 2
    assert admin(place, "purge", "--days", "30") == 0
    assert list(run(logs(place))) == ["plays"]


def test_a_backup_is_made_while_a_server_runs_and_restores_the_same_tables(
    place: str, tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = run(logs(place))
    path = tmp_path / "backup.jsonl"
    claim = None if place.startswith("postgres") else FileLock(Path(place).resolve())
    assert admin(place, "backup", str(path)) == 0
    if claim is not None:
        claim.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for other in (str(tmp_path / "restored" / "tables.db"), *([database] if database != place else [])):
        assert admin(other, "restore", str(path)) == 0
        assert run(logs(other)) == before
        assert admin(other, "check") == 0
        assert admin(other, "restore", str(path)) != 0
        assert "already holds tables" in capsys.readouterr().err


def test_a_backup_replaces_an_older_backup_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "house.db"
    run(furnish(str(place)))
    backup = tmp_path / "backup.jsonl"
    assert [admin(str(place), "backup", str(backup)) for _attempt in range(2)] == [0, 0]
    notes = tmp_path / "notes.txt"
    notes.write_text("dear diary")
    before = place.read_bytes()
    for path in (notes, place, tmp_path):
        assert admin(str(place), "backup", str(path)) == 1
        assert "isn't a backup; choose another name" in capsys.readouterr().err
    assert (notes.read_text(), place.read_bytes()) == ("dear diary", before)


def test_a_house_moves_from_one_store_to_the_other_and_back(place: str, tmp_path: Path, database: str) -> None:
    before = run(logs(place))
    there = str(tmp_path / "moved.db") if place == database else database
    assert admin(place, "move") != 0
    assert admin(place, "move", "--to", there) == 0
    assert run(logs(there)) == before
    back = str(tmp_path / "back.db")
    assert admin(there, "move", "--to", back) == 0
    assert run(logs(back)) == before


def test_a_house_that_is_open_isnt_moved_and_a_file_that_is_served_loses_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "house.db")
    run(furnish(place))
    claim = FileLock(Path(place).resolve())
    assert admin(place, "move", "--to", str(tmp_path / "other.db")) != 0
    assert "stop it first" in capsys.readouterr().err
    assert admin(place, "delete", "plays") != 0
    assert admin(place, "list") == 0
    claim.close()
    assert len(run(logs(place))) == 2


def test_every_table_is_replayed_and_those_that_dont_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "house.db")
    run(furnish(place))
    file = sqlite3.connect(place, isolation_level=None)
    file.execute("UPDATE entries SET entry = ? WHERE table_id = 'plays' AND number = 1", (b"\xff\x00",))
    file.close()
    assert admin(place, "check") == 1
    told = capsys.readouterr()
    assert told.out == "1 table is intact.\n"
    assert "plays" in told.err
    # It is in the backup all the same, as it lies there; but nobody puts it elsewhere without noticing.
    backup = tmp_path / "backup.jsonl"
    assert admin(place, "backup", str(backup)) == 0
    assert admin(str(tmp_path / "other.db"), "restore", str(backup)) != 0
    assert "table plays is damaged" in capsys.readouterr().err
    assert list(run(logs(str(tmp_path / "other.db")))) == []


@pytest.mark.parametrize(
    "text",
    ["", "notes", "{}", json.dumps({"kind": "something else", "version": 1}), header() + '\n{"table": 7'],
)
def test_what_is_no_backup_is_refused_and_nothing_is_put_anywhere(tmp_path: Path, text: str) -> None:
    path = tmp_path / "backup.jsonl"
    path.write_text(text)
    place = str(tmp_path / "house.db")
    assert admin(place, "restore", str(path)) != 0
    assert run(logs(place)) == {}
    assert admin(place, "restore", str(tmp_path / "missing")) != 0


def test_the_secret_is_another_one_from_then_on(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORNO_SECRET", raising=False)
    before = lasting_secret(place)
    assert lasting_secret(place) == before
    assert admin(place, "rotate") == 0
    after = lasting_secret(place)
    assert after != before
    assert len(after) == 64
    assert lasting_secret(place) == after
