"""Several servers of the same tables: any of them serves any table, and everything happens once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from forno.features.identity.one_time_notes import DeviceTransfers, decrypt
from forno.features.you.book_store import BookKey
from forno.features.your_tables.seat_cookie import Kept
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.pages.documents.forms import TableWish
from forno.pages.publishing.readers import Viewer
from forno.server.cluster import Cluster
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from forno.store import Conflict, StoreError
from forno.table.entries import Entry, Moved, Said
from forno.table.settings import TableSettings
from forno.web.app import create_app
from tests.databases import PostgresServer
from tests.loops import run
from tests.web.servers import LIVELY
from tools.waiting import WAIT

pytestmark = pytest.mark.slow


def with_two(database: str, use: Callable[[ServerHost, ServerHost], Awaitable[None]]) -> None:
    """Two servers of the same database, in one loop."""

    async def open_and_close() -> None:
        houses = [create_app(ServerSettings(data=database, **LIVELY)).host for _ in range(2)]
        async with asyncio.timeout(WAIT):
            for house in houses:
                await house.open()
            await use(*houses)
            for house in houses:
                await house.close()

    run(open_and_close())


async def until(happens: Callable[[], object]) -> None:
    while not happens():
        await asyncio.sleep(0.01)


async def seated(house: ServerHost, people: int = 2, bots: int = 0, clock: int = 0) -> tuple[LiveTable, list[str]]:
    """A table at which cards are dealt, and its people's keys."""
    live = await house.create("mamma-mia", TableWish({"players": people + bots}, TableSettings(clock=clock)))
    keys = [(await house.sit(live, f"Guest {seat}"))[1] for seat in range(people)]
    if bots:
        await house.fill(live, "random")
    await house.start(live)
    return live, keys


def turn(live: LiveTable) -> tuple[int, int, tuple[int, ...]]:
    """A whole turn of whoever is awaited: what it answers, the seat, and the first thing that may be done each time."""
    seat = live.table.awaited
    assert seat is not None
    actions, tree = [], live.table.turn_tree()
    while tree:
        actions.append(next(iter(tree)))
        tree = tree[actions[-1]]
    return live.table.steps(seat), seat, tuple(actions)


async def play(live: LiveTable) -> None:
    await live.move(*turn(live))


def reader(live: LiveTable, *seats: int) -> Stream:
    stream = Stream(Viewer(seats[0] if seats else None, frozenset(seats), "en", "", "", ""))
    assert live.join(stream, None)
    return stream


def test_what_one_server_writes_the_other_tells_its_readers(database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        there = await other.find(here.id)
        stream = reader(there)
        await stream.next()
        await play(here)
        told = b""
        while b"event: public" not in told:
            told += await stream.next()
        assert there.table.log == here.table.log

    with_two(database, use)


def test_whoever_asks_is_shown_what_was_stored_before_though_no_notice_has_come(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cluster, "_take", lambda self, notices: None)
    monkeypatch.setattr(Cluster, "_look_at_all", lambda self: None)

    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        there = await other.find(here.id)
        for _move in range(3):
            await play(here)
            assert (await other.find(here.id)).table.log == here.table.log
        # Whoever decides at another server than the one that told them is understood there.
        await play(here)
        assert there.table.number < here.table.number
        await there.move(*turn(here))
        assert there.table.number == here.table.number + 1

    with_two(database, use)


def test_a_move_that_is_sent_to_both_servers_lands_once_and_both_answer_alike(database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        there = await other.find(here.id)
        sent = turn(here)
        answers = await asyncio.gather(*(live.move(*sent) for live in (here, there, here, there)))
        assert answers == [sent[0] + 1] * 4
        log = await one.store.load(here.id)
        assert sum(isinstance(entry, Moved) for entry in log) == 1

    with_two(database, use)


def test_what_is_said_at_both_servers_at_once_is_all_there_in_one_order(database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        there = await other.find(here.id)
        words = [f"word {number}" for number in range(12)]
        await asyncio.gather(
            *(
                house.say(live, None, "Zoe", word)
                for place, word in enumerate(words)
                for house, live in [((one, here), (other, there))[place % 2]]
            )
        )
        log = await one.store.load(here.id)
        assert sorted(entry.text for entry in log if isinstance(entry, Said)) == sorted(words)
        await until(lambda: here.table.log == there.table.log == log)

    with_two(database, use)


def test_bots_act_once_wherever_the_table_is_open(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    late: list[str] = []

    async def use(one: ServerHost, other: ServerHost) -> None:
        for house in (one, other):
            append = house.store.append

            async def appending(
                table: str, number: int, entry: Entry, *rest: object, append: Callable[..., Awaitable[None]] = append
            ) -> None:
                try:
                    await append(table, number, entry, *rest)
                except Conflict:
                    late.append(table)
                    raise

            monkeypatch.setattr(house.store, "append", appending)
        here, _keys = await seated(one, people=1, bots=2)
        there = await other.find(here.id)
        for _turn in range(6):
            await until(lambda: there.table.awaited == 0 and here.table.number == there.table.number)
            await play(there)
        assert late == []

    with_two(database, use)


def test_bots_go_on_elsewhere_when_their_server_gives_no_sign_of_life(cluster: PostgresServer, database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one, people=1, bots=1)
        await until(lambda: here.table.awaited == 0)
        there = await other.find(here.id)
        await one.cluster.close()  # it hangs, and knows nothing of it
        here.close()
        cluster.execute("UPDATE forno.workers SET seen = seen - interval '1 hour'", url=database)
        await play(there)
        await until(lambda: there.table.awaited == 0)
        assert await other.store.load(here.id) == there.table.log

    with_two(database, use)


def test_a_table_that_nobody_looks_after_is_woken_by_a_server_that_runs(cluster: PostgresServer, database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one, people=2, clock=1)
        await one.cluster.close()
        here.close()
        cluster.execute("UPDATE forno.workers SET seen = seen - interval '1 hour'", url=database)
        await until(lambda: other.in_memory(here.id) is not None)
        there = await other.find(here.id)
        await until(lambda: any(isinstance(entry, Moved) and entry.by == "clock" for entry in there.table.log))

    with_two(database, use)


def test_a_server_that_was_paused_writes_nothing_twice(cluster: PostgresServer, database: str) -> None:
    """Its tables went on elsewhere; when it comes to itself it still thinks that they are its own."""

    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one, people=1, bots=1)
        await until(lambda: here.table.awaited == 0)
        for chore in one.cluster._chores:
            chore.cancel()
        cluster.execute("UPDATE forno.workers SET seen = seen - interval '1 hour'", url=database)
        there = await other.find(here.id)
        for _turn in range(2):
            await play(there)
            await until(lambda: there.table.awaited == 0)
        before = there.table.number
        here.next()  # what it would have done next
        assert here.table.number < before
        await here.refresh()
        assert here.table.log == there.table.log == await other.store.load(here.id)

    with_two(database, use)


def test_a_server_whose_line_was_cut_reads_what_it_missed(
    cluster: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        there = await other.find(here.id)
        await until(lambda: other.cluster.hears)
        cluster.cut_listeners(database)
        await play(here)
        await until(lambda: there.table.number == here.table.number and other.cluster.hears)
        await play(here)
        await until(lambda: there.table.number == here.table.number)

    with_two(database, use)


def test_who_reads_along_elsewhere_is_here(database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        for house in (one, other):
            object.__setattr__(house.settings, "away_after", 0.0)
        here, _keys = await seated(one)
        there = await other.find(here.id)
        stream = reader(there, 1)
        await until(lambda: here.publisher.attendance.present(1))
        assert not here.publisher.attendance.present(0)
        stream.close()
        there.leave(stream)
        await until(lambda: not here.publisher.attendance.present(1))

    with_two(database, use)


def test_when_the_store_fails_nobody_is_told_and_the_same_move_is_answered_later(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was kept, and the answer got lost on the way."""

    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        sent = number, seat, _actions = turn(here)
        append = one.store.append

        async def lose_the_answer(*what: object) -> None:
            await append(*what)  # type: ignore[arg-type]
            raise StoreError("the line was cut")

        with monkeypatch.context() as patch:
            patch.setattr(one.store, "append", lose_the_answer)
            patch.setattr(here.duties, "look", lambda table: None)
            with pytest.raises(StoreError):
                await here.move(*sent)
        assert here.table.steps(seat) == number
        assert await here.move(*sent) == number + 1
        assert sum(isinstance(entry, Moved) for entry in await one.store.load(here.id)) == 1

    with_two(database, use)


def test_a_table_that_was_deleted_is_gone_everywhere(cluster: PostgresServer, database: str) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        here, _keys = await seated(one)
        stream = reader(here)
        cluster.execute("DELETE FROM forno.entries WHERE table_id = $1", here.id, url=database)
        await until(lambda: one.in_memory(here.id) is None)
        assert stream.closed

    with_two(database, use)


def test_what_is_taken_to_another_device_is_found_at_any_server_and_read_by_none(
    cluster: PostgresServer, database: str
) -> None:
    async def use(one: ServerHost, other: ServerHost) -> None:
        kept = Kept("abc", {0: "a-secret-key"})
        code = await DeviceTransfers(one.store.sharing).pack([kept], "Zoë", BookKey("a-secret-book"))
        case = await DeviceTransfers(other.store.sharing).open(code)
        assert case.tables == (kept,)
        assert case.name == "Zoë"
        assert case.book == BookKey("a-secret-book")
        rows = cluster.execute("SELECT name, note FROM forno.notes", url=database)
        assert len(rows) == 1
        assert code not in str(rows)
        assert "a-secret-key" not in str(rows)
        assert decrypt(rows[0]["note"], code + "x") is None

    with_two(database, use)
