"""A host opens tables, seats guests, and lets them play again or from another moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from forno.core.errors import FornoError, OptionError
from forno.core.registry import game_info
from forno.live.live_table import LiveTable
from forno.offline.browser_host import BrowserHost, BrowserPace, MemoryShelf, ShelfStore
from forno.pages.documents.forms import TableWish
from forno.table.entries import Said
from forno.table.errors import SeatTaken, WrongPhase
from tests.loops import run

INFO = game_info("pizza-master")
OPTIONS = {"players": 2, "max_days": 1}


def with_host(use: Callable[[BrowserHost], Awaitable[LiveTable | None]]) -> None:
    async def whole() -> None:
        host = BrowserHost(ShelfStore(MemoryShelf()), BrowserPace(bot_pause=(0.0, 0.0)))
        if (live := await use(host)) is not None:
            live.close()

    run(whole())


def names(live: LiveTable) -> list[str | None]:
    return [seat.name for seat in live.table.seats]


async def finished(host: BrowserHost) -> tuple[LiveTable, str]:
    """A game between Anna and a bot that is over, and Anna's key."""
    live, [key] = await host.open_table(INFO, TableWish(OPTIONS, seats=["me", "bot:random"]), "Anna")
    while live.table.phase == "playing":
        if live.table.awaited == 0:
            actions = await host.bots.turn(live.table, 0, "random", {})
            await live.move(live.table.steps(0), 0, actions)
        await asyncio.sleep(0)
    return live, key


def test_a_table_is_opened_as_wished_and_begins_if_no_seat_is_left() -> None:
    async def use(host: BrowserHost) -> LiveTable:
        wish = TableWish(OPTIONS | {"players": 3}, seats=["bot:random", "person", "me"], people=["", " Bruno ", ""])
        live, keys = await host.open_table(INFO, wish, "Anna")
        assert names(live)[1:] == ["Bruno", "Anna"]
        assert live.table.seats[0].bot == "random"
        assert live.seats_of(keys) == [1, 2]
        assert live.table.host == 2, "who opened the table"
        assert live.table.phase == "playing"
        waiting, keys = await host.open_table(INFO, TableWish(OPTIONS, seats=["open", "me"]), "Anna")
        assert (names(waiting), waiting.table.phase) == ([None, "Anna"], "gathering")
        assert await host.find(waiting.id) is waiting
        return live

    with_host(use)


@pytest.mark.parametrize(
    ("seats", "error"), [(["bot:random", "open"], OptionError), (["me", "bot:chess-master"], FornoError)]
)
def test_a_wish_that_cant_be_granted_opens_nothing(seats: list[str], error: type[FornoError]) -> None:
    async def use(host: BrowserHost) -> None:
        with pytest.raises(error):
            await host.open_table(INFO, TableWish(OPTIONS, seats=seats), "Anna")
        assert await host.store.everything() == []

    with_host(use)


def test_a_key_has_one_seat_however_often_it_sits_down() -> None:
    async def use(host: BrowserHost) -> None:
        live = await host.create(INFO.name, TableWish(OPTIONS))
        assert await host.sit(live, "Anna", 1, "key") == (1, "key")
        assert await host.sit(live, "Anna", None, "key") == (1, "key")
        with pytest.raises(SeatTaken):
            await host.sit(live, "Bruno", 1)
        seat, key = await host.sit(live, "Bruno")
        assert (seat, live.seats_of([key, "key"])) == (0, [0, 1])
        with pytest.raises(SeatTaken, match="you can watch"):
            await host.sit(live, "Carla")
        assert names(live) == ["Bruno", "Anna"]

    with_host(use)


def test_bots_that_fill_a_table_have_names_of_their_own() -> None:
    async def use(host: BrowserHost) -> LiveTable:
        live = await host.create(INFO.name, TableWish({"players": 4}))
        await host.sit(live, "Anna", 2)
        with pytest.raises(FornoError):
            await host.fill(live, "chess-master")
        await host.fill(live, "cuoco")
        assert [seat.bot for seat in live.table.seats] == ["cuoco", "cuoco", None, "cuoco"]
        assert len(set(names(live))) == 4
        await host.start(live)
        assert live.table.phase == "playing"
        return live

    with_host(use)


def test_words_of_a_seat_go_to_the_table_and_others_to_the_spectators() -> None:
    async def use(host: BrowserHost) -> None:
        live = await host.create(INFO.name, TableWish(OPTIONS))
        await host.sit(live, "Anna", 0)
        await host.say(live, 0, "Somebody", " Ciao! ")
        await host.say(live, None, "Zoe", "Hello")
        said = [(entry.name, entry.room, entry.text) for entry in live.table.log if isinstance(entry, Said)]
        assert said == [("Anna", "table", "Ciao!"), ("Zoe", "spectators", "Hello")]

    with_host(use)


def test_all_who_play_again_meet_at_one_table_with_their_bots() -> None:
    async def use(host: BrowserHost) -> LiveTable:
        waiting = await host.create(INFO.name, TableWish(OPTIONS))
        with pytest.raises(WrongPhase):
            await host.rematch(waiting, 0, "secret")
        old, _key = await finished(host)
        new, seat, key = await host.rematch(old, 0, "secret")
        again, same_seat, same_key = await host.rematch(old, 0, "secret")
        assert (again, same_seat, same_key) == (new, seat, key)
        assert old.table.rematch == new.id
        assert (seat, names(new)) == (0, names(old))
        assert new.table.phase == "playing"
        assert new.table.game.options == old.table.game.options
        return new

    with_host(use)


def test_a_finished_game_goes_on_from_any_of_its_moments() -> None:
    async def use(host: BrowserHost) -> LiveTable:
        old, _key = await finished(host)
        history = old.table.final.history()
        for place, seat in ((-1, 0), (len(history), 0), (0, 2)):
            with pytest.raises(WrongPhase, match="no such moment"):
                await host.try_from(old, place, seat, "Zoe")
        new, key = await host.try_from(old, 2, 1, "Zoe")
        assert new.seats_of([key]) == [1]
        assert new.table.seats[0].bot is not None
        assert new.table.state is not None
        assert new.table.state.history()[:2] == history[:2]
        together, _key = await host.try_from(old, 2, 1, "Zoe", together=True)
        assert (names(together), together.table.phase) == ([None, "Zoe"], "gathering")
        return new

    with_host(use)
