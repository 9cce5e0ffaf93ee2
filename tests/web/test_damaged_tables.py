"""A server with a damaged table: it starts, all other tables are as they were, and visitors are told kindly."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest

from tests.web.servers import Browser, Program, running


@pytest.fixture
def spoilt(tmp_path: Path) -> tuple[Path, Program, Program]:
    """A folder in which a server kept two tables with bots; the log of the second doesn't make a table any more."""
    with running(tmp_path) as server:
        fine = Program.opens(server.address, "mamma-mia", options={"players": 2}, public=True)
        damaged = Program.opens(server.address, "pizza-master", options={"players": 2}, public=True)
        fine.start()
        damaged.start()
        fine.await_turn()
        damaged.await_turn()
    file = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
    text = '{"kind":"moved","time":5.0,"seat":1,"actions":[99999],"by":"bot"}'
    file.execute("UPDATE entries SET entry = ? WHERE table_id = ? AND number = 3", (text, damaged.table))
    file.execute("UPDATE tables SET wakes = 1")
    file.close()
    return tmp_path, fine, damaged


def test_one_damaged_table_stops_neither_the_server_nor_the_others(
    spoilt: tuple[Path, Program, Program], caplog: pytest.LogCaptureFixture
) -> None:
    folder, before, damaged = spoilt
    with caplog.at_level(logging.ERROR, "forno.web"), running(folder) as server:
        fine = Program(server.address, before.table, before.key)
        assert fine.play_on(5)["phase"] == "playing"
        visitor = Browser(server.address)
        assert visitor.get("/lobby").status_code == 200
        page = visitor.get(f"/t/{damaged.table}")
        assert page.status_code == 500
        assert f"Table {damaged.table} is damaged" in page.text.replace("&#39;", "'")
        assert "Back to the table" not in page.text
        for path in (f"/api/tables/{damaged.table}", f"/t/{damaged.table}/stream"):
            answer = visitor.get(path)
            assert (answer.status_code, answer.json()["error"]) == (500, "damaged")
    named = [record.getMessage() for record in caplog.records if damaged.table in record.getMessage()]
    assert len(named) == 1
    assert named[0].startswith(f"table {damaged.table} is damaged and stays closed: ")
    assert "99999" not in caplog.text


def test_a_damaged_name_doesnt_break_the_lobby(spoilt: tuple[Path, Program, Program]) -> None:
    folder, fine, damaged = spoilt
    file = sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)
    file.execute("UPDATE tables SET names = ? WHERE table_id = ?", ('["\\ud83c", "Cuoco"]', damaged.table))
    file.close()
    with running(folder) as server:
        visitor = Browser(server.address)
        page = visitor.get("/lobby")
        assert page.status_code == 200
        assert f"/t/{fine.table}" in page.text
        assert f"/t/{damaged.table}" not in page.text
        listed = visitor.get("/api/tables", params={"phase": "playing"}).json()
        assert [row["table"] for row in listed] == [fine.table]
