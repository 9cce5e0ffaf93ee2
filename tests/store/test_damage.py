"""A damaged table fails alone: its log says why it can't be read, all others are as they were, and it can be saved."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.core.chance import Chance
from forno.store import StoreError
from forno.store.rows import TableSummary, read_log
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import BotSat, Entry, Moved, Sat
from forno.table.errors import Damaged
from forno.table.table import Table
from tests.loops import main
from tests.store.helpers import OPENED, said, with_store
from tests.table.helpers import dealt, do, offered


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"

    async def fill(store: SqliteStore) -> None:
        for table in ("fine", "spoilt"):
            await store.create(table, OPENED)
            await store.append(table, 1, said("hello"))
            await store.append(table, 2, said("and goodbye"))

    with_store(path, fill)
    return path


def spoil(path: Path, statement: str, *values: object) -> None:
    file = sqlite3.connect(path, isolation_level=None)
    file.execute(statement, values)
    file.close()


DAMAGE = {
    "torn": ("UPDATE entries SET entry = 'torn' WHERE table_id = 'spoilt' AND number = 1", ()),
    "no text": ("UPDATE entries SET entry = ? WHERE table_id = 'spoilt' AND number = 1", (b"\xff\x00{}",)),
    "not UTF-8": (
        "UPDATE entries SET entry = CAST(? AS TEXT) WHERE table_id = 'spoilt' AND number = 1",
        (said("caf").to_json().encode().replace(b"caf", b"caf\xe9"),),
    ),
    "half a sign": (
        "UPDATE entries SET entry = ? WHERE table_id = 'spoilt' AND number = 1",
        (said("caf").to_json().replace("caf", "\\ud83c"),),
    ),
    "endless time": (
        "UPDATE entries SET entry = ? WHERE table_id = 'spoilt' AND number = 1",
        (said("x").to_json().replace("5.0", "Infinity"),),
    ),
    "gap": ("DELETE FROM entries WHERE table_id = 'spoilt' AND number = 1", ()),
    "no beginning": ("DELETE FROM entries WHERE table_id = 'spoilt' AND number = 0", ()),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_log_with_a_damaged_row_is_refused_and_no_other(path: Path, what: str) -> None:
    statement, values = DAMAGE[what]
    spoil(path, statement, *values)

    async def use(store: SqliteStore) -> None:
        with pytest.raises(Damaged, match="Table spoilt is damaged") as caught:
            await store.load("spoilt")
        assert f"entry {0 if what == 'no beginning' else 1} " in caught.value.reason
        assert len(await store.load("fine")) == 3
        await store.append("fine", 3, said("we go on"))

    with_store(path, use)


def test_what_visitors_are_told_says_nothing_of_the_log(path: Path) -> None:
    log = [OPENED, Sat(2.0, 0, "Anna", "hash"), BotSat(2.0, 1, "random"), dealt(OPENED, 7), Moved(4.0, 0, (9999,))]
    with pytest.raises(Damaged) as caught:
        Table.replay("abc", log)
    assert "entry 4 " in caught.value.reason
    assert "4" not in str(caught.value)
    assert "9999" not in str(caught.value) + caught.value.reason


@pytest.mark.parametrize(
    "change",
    [
        "names = '[\"\\ud83c\", null]'",
        "names = 'torn'",
        "names = '{}'",
        "names = '[7, null]'",
        "names = '[null]'",
        "names = CAST(x'ff5b5d' AS TEXT)",
        "bots = '7'",
        "game = 'chess-of-olives'",
        "variant = CAST(x'ff' AS TEXT)",
        "players = 'many'",
        "opened = 'yesterday'",
        "changed = 9e999",
    ],
)
def test_a_damaged_row_of_the_lobby_is_left_out_and_named_in_the_log_once(
    path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    spoil(path, f"UPDATE tables SET {change} WHERE table_id = 'spoilt'")

    async def use(store: SqliteStore) -> list[TableSummary]:
        await store.listing()
        return await store.listing()

    with caplog.at_level(logging.ERROR, "forno.store"):
        assert [row.table for row in with_store(path, use)] == ["fine"]
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["table 'spoilt' can't be listed"]


def test_where_a_page_of_the_file_is_damaged_the_rest_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    tables = [f"table{number:02}" for number in range(40)]

    async def fill(store: SqliteStore) -> None:
        for table in tables:
            await store.create(table, OPENED)
            await store.append(table, 1, said("x" * 390))

    with_store(path, fill)
    whole = bytearray(path.read_bytes())
    size = int.from_bytes(whole[16:18], "big")
    leaf = whole.rindex(b"x" * 390) // size * size
    whole[leaf : leaf + size] = bytes(size)
    path.write_bytes(whole)

    async def use(store: SqliteStore) -> list[str]:
        lost = []
        for table in tables:
            try:
                assert len(await store.load(table)) == 2
            except Damaged:
                lost.append(table)
        return lost

    lost = with_store(path, use)
    assert 0 < len(lost) < len(tables)


def played() -> list[str]:
    """The log of a game that goes on, as text."""
    table = Table("a")
    table.follow(OPENED)
    entries: list[Entry] = [Sat(2.0, 0, "Anna", "hash"), BotSat(2.0, 1, "random"), table.start(3.0, 7)]
    for entry in entries:
        do(table, entry)
    chance = Chance("damage")
    for _move in range(12):
        seat = table.awaited
        assert seat is not None
        by = "player" if seat == 0 else "bot"
        do(table, table.decide(4.0, seat, (chance.choice(offered(table)),), by))
    return [entry.to_json() for entry in table.log]


LOG = played()


@given(
    st.integers(0, len(LOG) - 1),
    st.integers(0, 10_000),
    st.integers(0, 3),
    st.text('0123456789.-{}[]",:abtruefalsnl\ud83cé ', max_size=3),
)
def test_however_a_text_is_changed_the_table_opens_or_is_called_damaged(
    number: int, place: int, length: int, other: str
) -> None:
    text = LOG[number]
    place %= len(text)
    changed = [*LOG[:number], text[:place] + other + text[place + length :], *LOG[number + 1 :]]
    with suppress(Damaged):
        assert Table.replay("a", read_log("a", list(enumerate(changed)))).number == len(LOG)


# Saving


def test_a_damaged_table_is_exported_as_it_lies_there(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(path, *DAMAGE["not UTF-8"][:1], *DAMAGE["not UTF-8"][1])
    spoil(path, "UPDATE entries SET entry = 'torn' WHERE table_id = 'spoilt' AND number = 2")
    assert main(["admin", "export", "spoilt", "--data", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2]
    assert lines[0]["entry"] == OPENED.to_json()
    assert b"caf\xe9" in base64.b64decode(lines[1]["base64"])
    assert lines[2]["entry"] == "torn"


def test_tables_are_checked_and_the_damaged_ones_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "check", "--data", str(path)]) == 0
    assert capsys.readouterr().out == "2 tables are intact.\n"
    spoil(path, *DAMAGE["gap"][:1])
    assert main(["admin", "check", "--data", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == "1 table is intact.\n"
    assert told.err == f"{path}: spoilt: entry 1 is missing.\n"
    assert main(["admin", "check", "fine", "--data", str(path)]) == 0
    spoil(path, "UPDATE tables SET names = 'torn' WHERE table_id = 'fine'")
    assert main(["admin", "check", "fine", "--data", str(path)]) == 1
    assert "can't be listed in the lobby" in capsys.readouterr().err


def test_tables_are_checked_and_saved_while_a_server_serves_them(path: Path) -> None:
    async def use(server: SqliteStore) -> None:
        await server.append("fine", 3, said("more"))
        assert await asyncio.to_thread(main, ["admin", "check", "--data", str(path)]) == 0
        assert await asyncio.to_thread(main, ["admin", "export", "fine", "--data", str(path)]) == 0
        await server.append("fine", 4, said("and more"))

    with_store(path, use)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["export", "nowhere"], "There is no table 'nowhere'"),
        (["check", "nowhere"], "There is no table 'nowhere'"),
        (["export"], "required: TABLE"),
    ],
)
def test_what_cant_be_checked_or_saved_is_said(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["admin", *words, "--data", str(path)]) != 0
    assert sentence in capsys.readouterr().err


def test_a_file_that_holds_no_tables_isnt_made_by_looking_into_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.db"
    assert main(["admin", "check", "--data", str(missing)]) == 1
    assert "there are no tables" in capsys.readouterr().err
    assert not missing.exists()
    notes = tmp_path / "notes.txt"
    notes.write_text("these are my notes, " * 100)
    assert main(["admin", "check", "--data", str(notes)]) == 1
    assert "isn't a database" in capsys.readouterr().err


def test_a_file_whose_description_is_damaged_is_refused_with_a_sentence(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"entry TEXT NOT NULL", b"entry TEXT NOT NUL\xe7"))
    with pytest.raises(StoreError, match="it is damaged"):
        SqliteStore(path)
    assert main(["admin", "check", "--data", str(path)]) == 1
