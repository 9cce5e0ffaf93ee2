"""A table in memory, alone and beside another server's: what is stored, followed, told and refused."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import pytest

from forno.live.bots import Bots
from forno.live.live_table import MAX_ATTEMPTS, LiveTable
from forno.live.streams import Stream
from forno.offline.browser_host import BrowserPace, KeepResult, MemoryShelf, ShelfStore
from forno.pages.publishing.readers import Viewer
from forno.store import StoreError
from forno.table.entries import Entry, Moved, Opened, Said, Sat, TakenBack
from forno.table.errors import Damaged, NoSeat, SeatTaken, Stale
from forno.table.keys import key_hash
from tests.loops import run
from tests.table.helpers import dealt

OPENED = Opened(1.0, "mamma-mia", {"players": 2})
GUESTS = [Sat(1.0, seat, name, key_hash(name)) for seat, name in enumerate(("Anna", "Bruno"))]
PLAYING = [*GUESTS, dealt(OPENED, 7)]


class Shared:
    """Duties of a server that shares its tables, with a list of the tables that it is asked to read again."""

    alone = False

    def __init__(self) -> None:
        self.looked: list[str] = []
        self.attended = 0

    def acts(self, _table_id: str) -> bool:
        return False

    def attend(self, _table_id: str) -> None:
        self.attended += 1

    def look(self, table_id: str) -> None:
        self.looked.append(table_id)


class FickleShelf(MemoryShelf):
    """A shelf that gives some answers of its own, then stores what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[str] = []

    async def add(self, table: str, number: int, entry: str, due: float | None, about: str) -> str:
        return self.answers.pop(0) if self.answers else await super().add(table, number, entry, due, about)


class Servers:
    """Two servers with the same table."""

    def __init__(self, log: list[Entry]) -> None:
        self.log = log
        self.shelf = FickleShelf()
        self.duties = [Shared(), Shared()]

    async def open(self) -> Servers:
        store = ShelfStore(self.shelf)
        await store.create("t", OPENED)
        for number, entry in enumerate(self.log, 1):
            await store.append("t", number, entry)
        pace = BrowserPace(away_after=0.0, most_streams=2, most_tabs=2)
        entries = [OPENED, *self.log]
        self.here, self.there = (LiveTable(pace, store, Bots(), "t", entries, duties) for duties in self.duties)
        return self

    def stale(self) -> bool:
        return self.here.table.log != self.there.table.log


def with_servers(log: list[Entry], use: Callable[[Servers], Awaitable[None]]) -> None:
    async def whole() -> None:
        servers = await Servers(log).open()
        await use(servers)
        for live in (servers.here, servers.there):
            live.close()

    run(whole())


def says(live: LiveTable, text: str) -> Callable[[], Entry]:
    return lambda: Said(live.now(), 0, "Anna", "table", text)


def next_move(live: LiveTable) -> tuple[int, int, int]:
    """The number, the seat and the first action of whoever is to decide."""
    seat, state = live.table.awaited, live.table.state
    assert seat is not None
    assert state is not None
    return live.table.steps(seat), seat, state.legal_actions()[0]


# --- entries ------------------------------------------------------------------------------------------


def test_an_entry_that_comes_second_is_checked_anew_on_what_came_first() -> None:
    async def use(servers: Servers) -> None:
        await servers.here.enter(says(servers.here, "one"))
        await servers.there.enter(says(servers.there, "two"))
        assert [entry.text for entry in servers.there.table.log if isinstance(entry, Said)] == ["one", "two"]
        await servers.here.refresh()
        assert not servers.stale()

    with_servers([*GUESTS], use)


def test_a_refusal_stands_only_if_nothing_else_was_written() -> None:
    async def use(servers: Servers) -> None:
        await servers.here.enter(lambda: PLAYING[-1])
        assert servers.there.table.phase == "gathering"
        number, seat, action = next_move(servers.here)
        await servers.there.move(number, seat, (action,))
        await servers.here.refresh()
        assert servers.here.table.number == servers.there.table.number
        with pytest.raises(Stale):
            await servers.there.move(number, seat, (10**6,))

    with_servers([*GUESTS], use)


def test_a_move_sent_twice_is_stored_once_and_answered_alike() -> None:
    async def use(servers: Servers) -> None:
        live = servers.here
        number, seat, action = next_move(live)
        answers = {await server.move(number, seat, (action,)) for server in (live, live, servers.there)}
        assert answers == {number + 1}
        assert live.table.number == len(PLAYING) + 2
        assert not servers.stale()

    with_servers(PLAYING, use)


def test_who_comes_too_late_again_and_again_is_told_so() -> None:
    async def use(servers: Servers) -> None:
        servers.shelf.answers = [KeepResult.TAKEN] * MAX_ATTEMPTS
        with pytest.raises(Stale, match="moved on"):
            await servers.here.enter(says(servers.here, "never"))
        servers.shelf.answers = [KeepResult.TAKEN] * (MAX_ATTEMPTS - 1)
        await servers.here.enter(says(servers.here, "at last"))
        assert servers.here.table.number == len(GUESTS) + 2

    with_servers([*GUESTS], use)


def test_what_may_have_been_stored_is_looked_for_and_nothing_is_applied() -> None:
    async def use(servers: Servers) -> None:
        servers.shelf.answers = [KeepResult.FULL]
        with pytest.raises(StoreError):
            await servers.here.enter(says(servers.here, "lost"))
        assert servers.duties[0].looked == ["t"]
        assert not servers.stale()

    with_servers([*GUESTS], use)


def test_what_another_server_writes_meanwhile_is_looked_for_afterwards() -> None:
    async def use(servers: Servers) -> None:
        await servers.there.enter(says(servers.there, "meanwhile"))
        news = servers.there.table.log[-1:]
        async with servers.here.lock:
            servers.here.hear(len(GUESTS) + 1, news, frozenset())
            assert servers.stale()
        assert servers.duties[0].looked == []
        await servers.here.reread()
        assert servers.duties[0].looked == ["t"]
        assert not servers.stale()
        servers.here.hear(len(GUESTS) + 1, news, frozenset())
        assert not servers.stale(), "nothing is followed twice"

    with_servers([*GUESTS], use)


def test_what_is_refused_is_asked_again_once_the_log_was_read() -> None:
    async def use(servers: Servers) -> None:
        def sits_third() -> int:
            if servers.there.table.phase == "gathering":
                raise NoSeat("not yet.")
            return 3

        with pytest.raises(NoSeat):
            await servers.there.knowing(sits_third)
        await servers.here.enter(lambda: PLAYING[-1])
        assert await servers.there.knowing(sits_third) == 3

    with_servers([*GUESTS], use)


def test_a_log_that_makes_no_table_is_damaged() -> None:
    async def use(servers: Servers) -> None:
        with pytest.raises(Damaged):
            servers.here.take_in([Moved(2.0, 0, (10**6,))])

    with_servers([*GUESTS], use)


# --- readers -----------------------------------------------------------------------------------------


def test_when_telling_fails_everybody_gets_the_table_anew_and_the_entry_counts(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(servers: Servers) -> None:
        live = servers.here
        stream = Stream(Viewer())
        assert live.join(stream, live.publisher.position)
        stream.waiting.clear()

        def fail(*_what: object) -> None:
            raise RuntimeError("no words")

        with monkeypatch.context() as broken:
            broken.setattr(live.publisher, "publish", fail)
            await live.enter(says(live, "unheard"))
        assert isinstance(live.table.log[-1], Said)
        assert stream.waiting

    with caplog.at_level(logging.ERROR):
        with_servers(PLAYING, use)
    assert "an entry couldn't be published at table t" in caplog.text


def test_spectators_can_be_too_many_and_a_seat_keeps_its_latest_tabs() -> None:
    async def use(servers: Servers) -> None:
        live = servers.here
        watching = [Stream(Viewer()) for _ in range(3)]
        assert [live.join(stream, None) for stream in watching] == [True, True, False]
        tabs = [Stream(Viewer(0, frozenset({0}))) for _ in range(3)]
        assert all(live.join(tab, None) for tab in tabs)
        assert [tab.closed for tab in tabs] == [True, False, False]
        assert [*live.attended] == [0]
        live.leave(watching[0])
        assert live.join(watching[2], None)
        for stream in (*watching, *tabs):
            live.leave(stream)
        assert live.streams == []
        assert not live.attended
        assert servers.duties[0].attended > 5

    with_servers(PLAYING, use)


def test_keys_open_seats_and_the_awaited_one_is_meant_unless_another_is_named() -> None:
    async def use(servers: Servers) -> None:
        live = servers.here
        assert live.seats_of(["Bruno", "nobody", "Anna", "Anna"]) == [0, 1]
        assert live.seat_among([0, 1], None) == live.table.awaited
        assert [live.seat_among([0, 1], seat) for seat in (0, 1)] == [0, 1]
        awaited = live.table.awaited
        assert awaited is not None
        assert live.seat_among([1 - awaited], None) == 1 - awaited
        for seats, wanted in (([0], 1), ([], None), ([], 0)):
            with pytest.raises(NoSeat):
                live.seat_among(seats, wanted)

    with_servers(PLAYING, use)


def test_a_bot_plays_for_who_is_away_here_and_at_every_other_server() -> None:
    async def use(servers: Servers) -> None:
        live = servers.here
        live.hear(live.table.number, [], frozenset({1}))
        with pytest.raises(SeatTaken, match="Bruno is here"):
            await live.hand_over(1, 0)
        live.hear(live.table.number, [], frozenset())
        await live.hand_over(1, 0)
        assert live.table.seats[1].bot is not None
        await live.enter(lambda: TakenBack(live.now(), 1))
        assert live.table.seats[1].bot is None

    with_servers(PLAYING, use)
