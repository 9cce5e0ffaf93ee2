"""Tables in a PostgreSQL database: the same promises as in a file, and several servers at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from forno.store import Conflict, StoreError, open_store
from forno.store.base import News, Notice
from forno.store.outbox import OutboxItem
from forno.store.postgres.schema import VERSION
from forno.store.postgres.store import MAX_ROWS, PostgresStore
from forno.table.errors import Damaged
from forno.testing import check_store
from tests.databases import PostgresServer
from tests.loops import run
from tests.server.test_host import deal
from tests.store.helpers import OPENED, said
from tools.waiting import WAIT, until

pytestmark = pytest.mark.slow

T = TypeVar("T")


def with_store(url: str, use: Callable[[PostgresStore], Awaitable[T]]) -> T:
    async def use_and_close() -> T:
        store = PostgresStore(url)
        try:
            async with asyncio.timeout(WAIT):
                return await use(store)
        finally:
            await store.close()

    return run(use_and_close())


def with_two(url: str, use: Callable[[PostgresStore, PostgresStore], Awaitable[None]]) -> None:
    """Two servers' stores of the same tables."""

    async def use_and_close() -> None:
        one, other = PostgresStore(url), PostgresStore(url)
        try:
            async with asyncio.timeout(WAIT):
                await use(one, other)
        finally:
            await one.close()
            await other.close()

    run(use_and_close())


def test_it_keeps_the_promises_of_a_store(database: str) -> None:
    check_store(lambda: open_store(database), run)


def test_what_waits_together_is_committed_together(database: str) -> None:
    async def use(store: PostgresStore) -> None:
        await asyncio.gather(*(store.create(f"table{number}", OPENED) for number in range(3 * MAX_ROWS)))
        assert store.groups <= 8

    with_store(database, use)


def test_what_cannot_be_written_fails_alone(database: str) -> None:
    async def use(store: PostgresStore) -> None:
        names = ["fine", "no\0name", "half\ud83c", "also"]
        results = await asyncio.gather(*(store.create(name, OPENED) for name in names), return_exceptions=True)
        assert [result is None for result in results] == [True, False, False, True]
        assert len(await store.load("fine")) == len(await store.load("also")) == 1

    with_store(database, use)


def test_of_entries_with_one_number_from_two_servers_one_lands(database: str) -> None:
    async def use(one: PostgresStore, other: PostgresStore) -> None:
        tables = [f"table{number}" for number in range(30)]
        await asyncio.gather(*(one.create(table, OPENED) for table in tables))
        tries = [store.append(table, 1, said(table)) for table in tables for store in (one, other)]
        # The other way round as well: whoever takes the rows in another order may not hold anybody up.
        tries += [store.append(table, 1, said(table)) for table in reversed(tables) for store in (other, one)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == len(tables)
        assert all(isinstance(result, Conflict) for result in results if result is not None)

    with_two(database, use)


@pytest.mark.parametrize("analysed", [False, True])
def test_writing_never_reads_all_entries_however_small_the_database_was_at_first(
    cluster: PostgresServer, database: str, analysed: bool
) -> None:
    async def write(store: PostgresStore) -> None:
        await asyncio.gather(*(store.create(f"table{number}", OPENED) for number in range(3)))
        if analysed:
            cluster.execute("VACUUM (ANALYZE) forno.entries", url=database)
        for number in range(1, 20):
            await asyncio.gather(*(store.append(f"table{place}", number, said("hello")) for place in range(3)))

    with_store(database, write)
    ours = "SELECT pid FROM pg_stat_activity WHERE application_name = 'forno' AND datname = current_database()"
    until(lambda: not cluster.execute(ours, url=database))  # counts are there when a connection has ended
    tables = "SELECT seq_tup_read FROM pg_stat_user_tables WHERE schemaname = 'forno' AND relname = 'entries'"
    indexes = "SELECT idx_tup_read FROM pg_stat_user_indexes WHERE schemaname = 'forno' AND relname = 'entries'"
    read = [rows for (rows,) in cluster.execute(f"{tables} UNION ALL {indexes}", url=database)]
    assert read == [0, 57], "the former entry of each, by its key"


def test_a_database_of_a_newer_version_is_refused(cluster: PostgresServer, database: str) -> None:
    with_store(database, lambda store: store.create("a", OPENED))
    cluster.execute("UPDATE forno.house SET value = $1 WHERE name = 'version'", str(VERSION + 1), url=database)
    with pytest.raises(StoreError, match="was written by a newer version of Forno"):
        open_store(database)


def test_a_schema_that_holds_something_else_is_refused(cluster: PostgresServer, database: str) -> None:
    cluster.execute("CREATE SCHEMA forno", url=database)
    with pytest.raises(StoreError, match="holds other data"):
        open_store(database)


def test_a_user_without_rights_is_told_which_it_needs(cluster: PostgresServer, database: str) -> None:
    cluster.execute("CREATE ROLE poor LOGIN")
    try:
        poor = database.replace("//postgres:", "//poor:")
        assert poor != database
        with pytest.raises(StoreError, match=r"permission denied for database .* \(GRANT CREATE ON DATABASE\)"):
            run(open_store(poor).load("a"))
    finally:
        cluster.execute("DROP ROLE poor")


def test_servers_that_start_at_once_make_one_database(database: str) -> None:
    async def use() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(PostgresStore, database) for _ in range(4)))
        await stores[0].create("a", OPENED)
        assert await stores[3].load("a") == [OPENED]
        for store in stores:
            await store.close()

    run(use())


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:1/forno", "postgresql://", "postgresql://host:port/forno"])
def test_a_database_that_cannot_be_reached_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(StoreError):
        open_store(url)


def test_no_password_is_shown() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://anna:olives@127.0.0.1:1/forno?sslmode=disable")
    assert "olives" not in str(caught.value)
    assert "postgresql://127.0.0.1:1/forno" in str(caught.value)


def test_a_damaged_log_is_called_so_and_no_other(cluster: PostgresServer, database: str) -> None:
    async def use(store: PostgresStore) -> None:
        for table in ("fine", "spoilt"):
            await store.create(table, OPENED)
            await store.append(table, 1, said("hello"))
        cluster.execute("UPDATE forno.entries SET entry = 'torn' WHERE table_id = 'spoilt'", url=database)
        with pytest.raises(Damaged):
            await store.load("spoilt")
        assert len(await store.load("fine")) == 2

    with_store(database, use)


def test_when_the_connections_are_cut_nobody_is_told_that_it_was_kept_and_then_it_goes_on(
    cluster: PostgresServer, database: str
) -> None:
    async def use(store: PostgresStore) -> None:
        await store.create("a", OPENED)
        await store.load("a")
        cluster.cut(database)
        number, refused = 1, 0
        while number < 4:
            try:
                await store.append("a", number, said("still here"))
            except Conflict:
                pass  # it had landed before the answer was cut off
            except StoreError:
                refused += 1
                continue
            number += 1
        assert refused <= 2
        assert len(await store.load("a")) == 4

    with_store(database, use)


# Sharing


def test_others_are_told_of_a_group_with_one_notice_and_we_are_not(database: str) -> None:
    async def use(one: PostgresStore, other: PostgresStore) -> None:
        heard: list[Notice] = []
        ours: list[Notice] = []
        notices = 0

        def hear(told: object) -> None:
            nonlocal notices
            assert isinstance(told, list)
            notices += 1
            heard.extend(told)

        ready = [asyncio.Event(), asyncio.Event()]
        listening = [
            asyncio.create_task(one.sharing.listen(ready[0].set, ours.extend)),
            asyncio.create_task(other.sharing.listen(ready[1].set, hear)),
        ]
        for event in ready:
            await event.wait()
        await asyncio.gather(*(one.create(f"table{number}", OPENED) for number in range(20)))
        while len(heard) < 20:
            await asyncio.sleep(0.01)
        assert {notice.table for notice in heard} == {f"table{number}" for number in range(20)}
        assert all(notice.number == 0 for notice in heard)
        assert notices <= one.groups
        assert ours == []
        for task in listening:
            task.cancel()

    with_two(database, use)


def test_who_listens_is_told_when_the_line_is_cut(cluster: PostgresServer, database: str) -> None:
    async def use(store: PostgresStore) -> None:
        with pytest.raises(StoreError):
            await store.sharing.listen(lambda: cluster.cut_listeners(database), lambda notices: None)

    with_store(database, use)


def test_a_table_is_held_at_one_place_until_it_is_released_or_its_holder_gives_no_sign_of_life(
    cluster: PostgresServer, database: str
) -> None:
    async def use(one: PostgresStore, other: PostgresStore) -> None:
        assert not await one.sharing.beat()
        assert not await other.sharing.beat()
        assert await one.sharing.hold(["a", "b"]) == {"a", "b"}
        assert await other.sharing.hold(["a", "c"]) == {"c"}
        await one.sharing.release(["a", "c"])
        assert await other.sharing.hold(["a", "b", "c"]) == {"a", "c"}
        assert await one.sharing.beat()
        # Nobody waits in a test: a sign of life long ago is one that lapsed.
        cluster.execute("UPDATE forno.workers SET seen = seen - interval '1 hour'", url=database)
        assert not await other.sharing.beat()
        assert await other.sharing.hold(["b"]) == {"b"}
        assert await one.sharing.hold(["a"]) == set()
        assert not await one.sharing.beat()
        assert await one.sharing.hold(["a", "b"]) == {"a"}

    with_two(database, use)


def test_what_is_held_needs_nobody_to_wake_it(database: str) -> None:
    async def use(one: PostgresStore, other: PostgresStore) -> None:
        await deal(one, "bots")
        assert await other.due() == ["bots"]
        await one.sharing.beat()
        await one.sharing.hold(["bots"])
        assert await other.due() == []
        await one.close()
        assert await other.due() == ["bots"]

    with_two(database, use)


def test_what_is_new_is_told_from_what_is_known_on_with_who_reads_elsewhere(database: str) -> None:
    async def use(one: PostgresStore, other: PostgresStore) -> None:
        await one.sharing.beat()
        await other.sharing.beat()
        for table in ("a", "b"):
            await one.create(table, OPENED)
            await one.append(table, 1, said(table))
        await other.sharing.attend("a", 2, [0, 1])
        await one.sharing.attend("a", 2, [1])
        news = await one.sharing.news({"a": 1, "b": 2, "gone": 3})
        assert news["a"] == News([said("a")], frozenset({0, 1}))
        assert news["b"] == News([], frozenset())
        assert "gone" not in news

    with_two(database, use)


def test_a_note_is_there_for_everybody_for_its_time(cluster: PostgresServer, database: str) -> None:
    async def use(one: PostgresStore, other: PostgresStore) -> None:
        await one.sharing.leave_note("code", "words", 600)
        assert await other.sharing.note("code") == "words"
        assert await other.sharing.note("another") is None
        taken = await asyncio.gather(*(store.sharing.take_note("code") for store in (one, other) * 4))
        assert sorted(text or "" for text in taken) == [""] * 7 + ["words"]
        await one.sharing.leave_note("code", "words", 600)
        cluster.execute("UPDATE forno.notes SET until = until - interval '1 hour'", url=database)
        assert await other.sharing.note("code") is None

    with_two(database, use)


def test_the_time_is_the_databases(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 600)

    async def use(store: PostgresStore) -> None:
        assert abs(store.now() - now) < 60

    with_store(database, use)


def test_whoever_finds_a_connection_that_was_cut_a_moment_ago_is_told_so_with_a_sentence(
    cluster: PostgresServer, database: str
) -> None:
    """Every error of the driver is told as the store's failure, and nothing else."""

    async def use(store: PostgresStore) -> None:
        await store.create("a", OPENED)
        for _time in range(20):
            await asyncio.gather(*(store.load("a") for _reader in range(4)), return_exceptions=True)
            cluster.cut(database)
            results = await asyncio.gather(*(store.load("a") for _reader in range(8)), return_exceptions=True)
            wrong = [result for result in results if isinstance(result, BaseException)]
            assert all(isinstance(result, StoreError) for result in wrong), wrong

    with_store(database, use)


def test_two_servers_never_claim_the_same_notice(database: str) -> None:
    async def use() -> None:
        stores = [open_store(database), open_store(database)]
        await stores[0].outbox.put([OutboxItem("a", 0, "turn", float(turn), 1.0) for turn in range(60)])
        claims = [store.outbox.claim(2.0, 9.0, 5) for _ in range(10) for store in stores]
        found = [item.turn for claimed in await asyncio.gather(*claims) for item in claimed]
        while left := await stores[0].outbox.claim(2.0, 9.0, 5):  # what both wanted at once, one of them passes over
            found += [item.turn for item in left]
        assert sorted(found) == [float(turn) for turn in range(60)]
        for store in stores:
            await store.close()

    run(use())
