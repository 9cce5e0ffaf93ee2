"""A table whose rules aren't here any more: its guests are told so, get its record, and nobody else notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from forno.store.rows import Outlook, summary_of
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import BotSat, Entry, Moved, Opened, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.loops import main
from tests.store.helpers import with_store
from tests.web.servers import Browser, Listener, Program, Running, running
from tools.waiting import until

OPENED = Opened(1.0, "mamma-mia", {"players": 2, "starter": "yellow"}, None, TableSettings(public=True))
CLOSED, OPEN = "abcdefgh2345", "abcdefgh6789"


async def keep(store: SqliteStore, table_id: str, rules: int | None) -> None:
    """A table at which a bot is to decide, of that version of the rules; of today's if none is named."""
    table = Table.replay(table_id, [OPENED])
    await store.create(table_id, OPENED)

    async def append(entry: Entry) -> None:
        await store.append(table_id, table.number, entry, Outlook(5.0, summary_of(table, 5.0)))
        table.follow(entry)

    await append(Sat(2.0, 0, "Anna", key_hash("key")))
    await append(BotSat(2.0, 1, "cuoco"))
    started = table.start(3.0, 7)
    dealt = Table.replay(table_id, [*table.log, started])
    await append(started if rules is None else replace(started, rules=rules))
    while dealt.awaited == 0:
        assert dealt.state is not None
        move = Moved(4.0, 0, (dealt.state.legal_actions()[0],))
        await append(move)
        dealt.follow(move)
    await store.update(summary_of(dealt, 5.0))


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("upgraded")

    async def both(store: SqliteStore) -> None:
        await keep(store, CLOSED, 99)
        await keep(store, OPEN, None)
        assert await store.due() == [CLOSED, OPEN]

    with_store(folder / "tables.sqlite3", both)
    with running(folder) as server:
        yield server


def test_its_page_says_why_and_leads_to_the_record(upgraded: Running) -> None:
    page = Browser(upgraded.address).get(f"/t/{CLOSED}")
    assert page.status_code == 410
    assert "This table is closed" in page.text
    assert "started under version 99 of its rules" in page.text
    assert f'href="/t/{CLOSED}/record"' in page.text
    assert "Back to the table" not in page.text


def test_a_table_that_the_host_closes_while_the_server_runs_is_closed_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        program = Program.opens(server.address, "mamma-mia", options={"players": 2})
        stream = Listener(server.address, f"/t/{program.table}/stream")
        address = f"{server.address}/api/tables/{program.table}"
        assert httpx.get(address).status_code == 200
        assert main(["admin", "close", program.table, "--data", str(tmp_path / "tables.sqlite3")]) == 0
        until(lambda: httpx.get(address).status_code == 410, "the server doesn't notice")
        assert program.post("/start").status_code == 410
        stream.close()


def test_its_page_says_so_in_the_language_of_the_guest(upgraded: Running) -> None:
    page = Browser(upgraded.address, **{"Accept-Language": "it"}).get(f"/t/{CLOSED}")
    assert "99" in page.text
    assert "This game" not in page.text


def test_its_record_can_be_had_by_everybody(upgraded: Running) -> None:
    text = Browser(upgraded.address).get(f"/t/{CLOSED}/record").text
    assert text == httpx.get(f"{upgraded.address}/api/tables/{CLOSED}/record").text
    assert "rules: 99\n" in text
    assert "seed: 7\n" in text
    assert ": Anna\n" in text
    assert "\n# actions " in text


def test_programs_are_told_that_it_is_closed(upgraded: Running) -> None:
    program = Program(upgraded.address, CLOSED, "key")
    move = {"number": 1, "actions": [0]}
    for answer in (
        program.post("/moves", move),
        program.post("/chat", {"text": "hello"}),
        program.post("/rematch"),
        program.client.get(f"/tables/{CLOSED}", headers=program.headers),
        program.client.get(f"/tables/{CLOSED}/stream", headers=program.headers),
    ):
        assert answer.status_code == 410, answer.text
        assert answer.json()["error"] == "closed"
        assert "version 99" in answer.json()["message"]
    assert Browser(upgraded.address).get(f"/t/{CLOSED}/stream").status_code == 410
    assert Browser(upgraded.address).get(f"/t/{CLOSED}/replay").status_code == 410


def test_the_lobby_lists_it_no_longer_and_no_server_wakes_it_again(upgraded: Running) -> None:
    listed = httpx.get(f"{upgraded.address}/api/tables", params={"phase": "playing"}).json()
    assert [row["table"] for row in listed] == [OPEN]


def test_other_tables_go_on(upgraded: Running) -> None:
    assert Program(upgraded.address, OPEN, "key").play_on()["phase"] == "over"
