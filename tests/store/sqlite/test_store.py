"""Tables in an SQLite file: what was acknowledged is there, and of several entries with one number one lands."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from forno.store import Conflict, StoreError, open_store, outlook
from forno.store.rows import TableSummary, summary_of
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import BotSat, Configured, Entry, HandedOver, Opened, Sat, TakenBack, Trial
from forno.table.errors import NotFound
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.loops import run
from tests.store.helpers import OPENED, said, with_store
from tests.table.helpers import Evening, offered
from tests.variants import Variant, variants


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


async def keep(store: SqliteStore, table: Table, entry: Entry) -> None:
    """An entry as a server takes it: checked, stored, applied."""
    trial = table.check(entry)
    await store.append(table.id, trial.number, entry, outlook(trial))
    table.apply(trial)


async def open_table(store: SqliteStore, table_id: str, **options: object) -> Table:
    entry = Opened(1.0, "mamma-mia", {"players": 2} | options, None, TableSettings(public=True))
    await store.create(table_id, entry)
    return Table.replay(table_id, await store.load(table_id))


# Keeping


def test_a_log_is_loaded_as_it_was_kept_also_from_a_file_opened_anew(path: Path) -> None:
    async def first(store: SqliteStore) -> list[Entry]:
        table = await open_table(store, "a")
        for entry in (Sat(2.0, 0, "Zoë", "hash"), BotSat(2.0, 1, "random"), table.start(3.0, 7)):
            await keep(store, table, entry)
        return table.log

    log = with_store(path, first)
    assert with_store(path, lambda store: store.load("a")) == log


def test_there_is_one_table_of_a_name(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        with pytest.raises(Conflict, match="the name 'a' is taken"):
            await store.create("a", OPENED)
        assert await store.load("a") == [OPENED]

    with_store(path, use)


def test_an_unknown_table_is_not_found(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        with pytest.raises(NotFound, match="We can't find that table"):
            await store.load("x")
        with pytest.raises(NotFound, match="We can't find that table"):
            await store.append("x", 1, said("hello"))

    with_store(path, use)


def test_a_log_has_no_gaps(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        with pytest.raises(StoreError, match="next entry of this table is 1, not 2"):
            await store.append("a", 2, said("too early"))
        with pytest.raises(Conflict):
            await store.append("a", 0, said("too late"))
        assert await store.load("a") == [OPENED]

    with_store(path, use)


# Races


def test_of_many_entries_with_one_number_exactly_one_lands(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        landed: list[str] = []

        async def player(name: str) -> None:
            for number in range(1, 30):
                try:
                    await store.append("a", number, said(f"{name} {number}"))
                except Conflict:
                    continue
                except StoreError:  # nobody has written the number before yet
                    return
                landed.append(f"{name} {number}")

        await asyncio.gather(*(player(f"player {number}") for number in range(8)))
        log = await store.load("a")
        assert [vars(entry)["text"] for entry in log[1:]] == sorted(landed, key=lambda text: int(text.split()[-1]))
        assert len(log) == 30

    with_store(path, use)


def test_the_same_number_from_two_processes_lands_once(path: Path) -> None:
    async def use(one: SqliteStore) -> None:
        other = SqliteStore(path)
        await one.create("a", OPENED)
        for number in range(1, 20):
            answers = await asyncio.gather(
                one.append("a", number, said("one")), other.append("a", number, said("other")), return_exceptions=True
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
        await other.close()
        assert len(await one.load("a")) == 20

    with_store(path, use)


# Groups


def test_what_waits_together_is_committed_together(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        tables = [f"table{number}" for number in range(100)]
        await asyncio.gather(*(store.create(table, OPENED) for table in tables))
        before = store.commits
        for number in range(1, 6):
            await asyncio.gather(*(store.append(table, number, said("hello")) for table in tables))
        assert store.commits - before < 100
        assert [len(await store.load(table)) for table in tables] == [6] * 100

    with_store(path, use)


def test_who_comes_too_late_fails_alone(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        await store.create("b", OPENED)
        answers = await asyncio.gather(
            store.append("a", 1, said("first")),
            store.append("a", 1, said("second")),
            store.append("lost", 1, said("nowhere")),
            store.append("b", 1, said("elsewhere")),
            store.append("\ud800", 1, said("no name")),
            store.append("a", 2, said("next")),
            return_exceptions=True,
        )
        kinds = [type(answer).__name__ for answer in answers]
        assert kinds == ["NoneType", "Conflict", "NotFound", "NoneType", "UnicodeEncodeError", "NoneType"]
        assert (len(await store.load("a")), len(await store.load("b"))) == (3, 2)

    with_store(path, use)


@pytest.mark.parametrize("others", [0, 3, 150])
def test_what_cannot_be_written_fails_alone(path: Path, others: int) -> None:
    async def use(store: SqliteStore) -> None:
        tables = [f"t{number}" for number in range(others)]
        for table in tables:
            await store.create(table, OPENED)
        *rest, broken = await asyncio.gather(
            *(store.append(table, 1, said("here")) for table in tables),
            store.append("\ud800", 1, said("no name")),
            return_exceptions=True,
        )
        assert (rest, type(broken)) == ([None] * others, UnicodeEncodeError)
        assert [len(await store.load(table)) for table in tables] == [2] * others
        await store.create("later", OPENED)

    with_store(path, use)


@pytest.mark.parametrize("late", [3, 120])
def test_one_late_entry_among_many_fails_alone(path: Path, late: int) -> None:
    async def use(store: SqliteStore) -> None:
        tables = [f"t{number}" for number in range(150)]
        for table in tables:
            await store.create(table, OPENED)
        await store.append(tables[late], 1, said("first"))
        answers = await asyncio.gather(
            *(store.append(table, 1, said("here")) for table in tables), return_exceptions=True
        )
        refused = [number for number, answer in enumerate(answers) if answer is not None]
        assert (refused, type(answers[late])) == ([late], Conflict)
        assert [len(await store.load(table)) for table in tables] == [2] * 150

    with_store(path, use)


def test_who_no_longer_waits_disturbs_nobody(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        waiting = asyncio.create_task(store.append("a", 1, said("gone")))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.append("a", 2, said("here"))
        assert len(await store.load("a")) == 3

    with_store(path, use)


def test_if_the_disk_fails_nobody_is_told_that_it_was_kept(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        await asyncio.to_thread(store._writer.execute, "PRAGMA max_page_count = 1")
        answers = await asyncio.gather(
            *(store.append("a", number, said("x" * 300)) for number in range(1, 40)), return_exceptions=True
        )
        assert {type(answer) for answer in answers} == {StoreError}
        assert "full" in str(answers[0])
        assert await store.load("a") == [OPENED]
        await asyncio.to_thread(store._writer.execute, "PRAGMA max_page_count = 100000")
        await store.append("a", 1, said("again"))
        assert len(await store.load("a")) == 2

    with_store(path, use)


# Reading while writing, closing


def test_logs_can_be_read_while_others_are_written(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        lengths: list[int] = []

        async def read() -> None:
            while not lengths or lengths[-1] < 200:
                lengths.append(len(await store.load("a")))

        reading = asyncio.create_task(read())
        for number in range(1, 200):
            await store.append("a", number, said("hello"))
            if number % 50 == 0:
                assert len(await store.load("a")) == number + 1
        await reading
        assert lengths == sorted(lengths)

    with_store(path, use)


def test_closing_keeps_what_is_waiting(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.create("a", OPENED)
        waiting = [asyncio.create_task(store.append("a", number, said("last"))) for number in range(1, 200)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        await store.close()
        with pytest.raises(StoreError, match="is closed"):
            await store.append("a", 200, said("too late"))
        with pytest.raises(StoreError, match="is closed"):
            await store.load("a")

    with_store(path, use)
    assert len(with_store(path, lambda store: store.load("a"))) == 200


# The lobby, and waking


def test_the_lobby_lists_public_tables_the_latest_first(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        for number, table_id in enumerate("abc"):
            await store.create(table_id, Opened(float(number), "mamma-mia", {"players": 2}, None, TableSettings(True)))
        await store.create("secret", Opened(9.0, "mamma-mia", {}, None, TableSettings(public=False)))
        await store.create("pizza", Opened(0.5, "pizza-master", {"mode": "master"}, None, TableSettings(public=True)))
        assert [row.table for row in await store.listing()] == ["c", "b", "pizza", "a"]
        assert [row.table for row in await store.listing(limit=2)] == ["c", "b"]
        table = Table.replay("a", await store.load("a"))
        await keep(store, table, Sat(10.0, 1, "Bruno", "hash"))
        row = (await store.listing())[0]
        assert (row.table, row.names, row.free, row.variant, row.phase) == (
            "a",
            (None, "Bruno"),
            1,
            "classic",
            "gathering",
        )
        assert row == summary_of(table, 10.0)
        await keep(store, table, Configured(11.0, {"players": 2}, TableSettings(public=False)))
        assert "a" not in [row.table for row in await store.listing()]

    with_store(path, use)


def test_what_is_due_is_told_the_oldest_first_and_nothing_else(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        people = await open_table(store, "people", starter="green")
        bots = await open_table(store, "bots", starter="green")
        asleep = await open_table(store, "asleep", starter="yellow")
        clocked = await open_table(store, "clocked")
        for table in (people, bots, asleep, clocked):
            await keep(store, table, Sat(2.0, 0, "Anna", "hash"))
        for table in (people, clocked):
            await keep(store, table, Sat(2.0, 1, "Bruno", "hash"))
        for table in (bots, asleep):
            await keep(store, table, BotSat(2.0, 1, "random"))
        await keep(store, clocked, Configured(2.0, {"players": 2}, TableSettings(clock=30)))
        assert await store.due() == []
        await keep(store, clocked, clocked.start(4.0, 7))
        for table in (people, asleep, bots):
            await keep(store, table, table.start(5.0, 7))
        assert [table.awaited for table in (people, asleep, bots)] == [1, 0, 1]
        assert await store.due() == ["bots", "clocked"]
        assert people.state is not None
        await keep(store, people, HandedOver(6.0, people.state.seat, "random", 1 - people.state.seat))
        assert await store.due() == ["bots", "people", "clocked"]
        await keep(store, people, said("who plays?"))
        assert await store.due() == ["bots", "people", "clocked"]
        await keep(store, people, TakenBack(7.0, people.state.seat))
        assert await store.due() == ["bots", "clocked"]
        time = 8.0
        while bots.awaited is not None:
            by = "bot" if bots.awaited else "player"
            time += 1
            await keep(store, bots, bots.decide(time, bots.awaited, offered(bots)[:1], by))
            assert ("bots" in await store.due()) == (bots.due is not None)
        assert await store.due() == ["clocked"]
        assert [row.phase for row in await store.listing(phase="over")] == ["over"]

    with_store(path, use)


def test_where_nobody_said_what_is_due_a_table_is_woken(path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        table = await open_table(store, "a", starter="yellow")
        for entry in (Sat(2.0, 0, "Anna", "hash"), BotSat(2.0, 1, "random"), table.start(3.0, 7)):
            await keep(store, table, entry)
        assert await store.due() == []
        await store.append("a", table.number, said("hello"))
        assert await store.due() == ["a"]

    with_store(path, use)


def test_foreseeing_a_change_changes_nothing(path: Path) -> None:
    table = Table("a")
    table.follow(OPENED)
    table.follow(Sat(2.0, 0, "Anna", "hash"))
    foreseen = outlook(table.check(BotSat(3.0, 1, "random"))).summary
    assert foreseen is not None
    assert foreseen.names == ("Anna", "Random")
    assert [seat.name for seat in table.seats] == ["Anna", None]
    assert table.number == 2
    assert outlook(table.check(said("hello"))).summary is None


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_what_is_foreseen_comes_true(variant: Variant) -> None:
    """Over an evening at which everything happens by chance: what is due, and what the lobby shows."""

    class Foreseen(Evening):
        shown: TableSummary | None = None

        def _enter(self, trial: Trial) -> None:
            shown = self.shown or summary_of(self.table, self.time)
            foreseen = outlook(trial)
            self.table.apply(trial)
            self.shown = foreseen.summary or shown
            assert foreseen.due == self.table.due
            assert self.shown == summary_of(self.table, self.shown.changed)

    for seed in range(3):
        evening = Foreseen(variant, seed)
        evening.gather()
        for _step in range(300):
            evening.step()


# Opening


@pytest.mark.parametrize("url", ["{path}", "sqlite:///{path}"])
def test_a_store_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.chdir(tmp_path)

    async def use() -> None:
        store = open_store(url.format(path="here.db"))
        await store.create("a", OPENED)
        await store.close()

    run(use())
    assert (tmp_path / "here.db").exists()


def test_four_slashes_name_a_place_from_the_root(tmp_path: Path) -> None:
    run(open_store(f"sqlite:///{tmp_path}/there.db").close())
    assert (tmp_path / "there.db").exists()


@pytest.mark.parametrize("url", ["mysql://somewhere/tables", "", ":memory:", "sqlite://", "sqlite:///:memory:"])
def test_what_is_no_place_for_tables_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match=r"Use a file|Name the file"):
        open_store(url)


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("these are my notes, " * 100)
    with pytest.raises(StoreError, match="isn't a database; choose another file"):
        open_store(path)
    assert path.read_text().startswith("these are my notes")


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(StoreError, match="holds other data"):
        open_store(path)


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    with_store(path, lambda store: store.create("a", OPENED))
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(StoreError, match="was written by a newer version of Forno"):
        open_store(path)


def test_a_folder_that_isnt_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no folder .*nowhere\. Check the path"):
        open_store(tmp_path / "nowhere" / "tables.db")


def test_everything_is_on_disk_before_it_is_acknowledged(path: Path) -> None:
    async def use(store: SqliteStore) -> tuple[object, object]:
        writer = store._writer
        return writer.execute("PRAGMA journal_mode").fetchone()[0], writer.execute("PRAGMA synchronous").fetchone()[0]

    assert with_store(path, use) == ("wal", 2)
