"""Cups that open their own tables: with everybody seated, once, after kills at any point and from several servers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from forno.core.errors import OptionError
from forno.features.groups.cup import ROUND_ROBIN, SWISS, Cup, CupPlan, standings
from forno.features.groups.cup_store import RUNNING_NAMESPACE, Cups
from forno.features.groups.group import RESULT_PREFIX, GroupKey, member_id
from forno.features.identity.players import PlayerKey
from forno.features.notices.subscriptions import Subscription
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from forno.store import Store, open_store
from forno.store.base import KeyValues
from forno.table.errors import WrongPhase
from tests.loops import run

SLOW = "86400/14400/259200"
PLAYERS = [PlayerKey(letter * 32) for letter in "abcd"]
NAMES = ["Anna", "Ben", "Carla", "Dario"]


class Killed(Exception):
    """The server was killed."""


class Mortal:
    """A store whose server is killed after some writes."""

    def __init__(self, store: Store, writes: int) -> None:
        self.store = store
        self.left = writes
        self.key_values = MortalKeyValues(self, store.key_values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, work: Callable[[], Awaitable[None]]) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed
        await work()

    async def create(self, *arguments: Any) -> None:
        await self.write(lambda: self.store.create(*arguments))

    async def append(self, *arguments: Any) -> None:
        await self.write(lambda: self.store.append(*arguments))


class MortalKeyValues:
    def __init__(self, mortal: Mortal, values: KeyValues) -> None:
        self.mortal = mortal
        self.values = values
        self.read = values.read
        self.get = values.get
        self.clear = values.clear

    async def put(self, namespace: str, values: dict[str, str]) -> None:
        if values:
            await self.mortal.write(lambda: self.values.put(namespace, values))

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        await self.mortal.write(lambda: self.values.put_new(namespace, key, text))


@asynccontextmanager
async def serving(store: Any) -> AsyncIterator[ServerHost]:
    host = ServerHost(ServerSettings(evenings=0, secret="tests"), store)
    try:
        yield host
    finally:
        for live in host.awake():
            live.close()
        await asyncio.to_thread(host.end_processes)


@asynccontextmanager
async def opened(place: str | Path) -> AsyncIterator[Store]:
    store = open_store(place if isinstance(place, str) else place / "tables.sqlite3")
    try:
        yield store
    finally:
        await store.close()


async def regulars(host: ServerHost, players: int = 4) -> GroupKey:
    key = await host.groups.make(PLAYERS[0], "Thursdays", NAMES[0])
    for player, name in list(zip(PLAYERS, NAMES, strict=True))[1:players]:
        await host.groups.join(player, key, name)
    return key


async def signed_up(host: ServerHost, key: GroupKey, scheme: str = ROUND_ROBIN, clock: str = SLOW, **plan: Any) -> Cup:
    me = member_id(key.namespace, PLAYERS[0])
    told = {"size": 2, "rounds": 3, **plan}
    id = await host.cups.make(key.namespace, CupPlan("Cup", scheme, "mamma-mia", clock=clock, maker=me, **told))
    for player, name in zip(PLAYERS, NAMES, strict=True):
        if (who := member_id(key.namespace, player)) in (await host.groups.read(key)).members:
            await host.cups.sign_up(await host.cups.read(key.namespace, id), who, player, name)
    return await host.cups.read(key.namespace, id)


async def start(cups: Cups, key: GroupKey, cup: Cup) -> Cup:
    await cups.start(cup, cup.plan.maker)
    return await cups.read(key.namespace, cup.id)


async def finish_round(store: Store, key: GroupKey, cup: Cup, most: int = 99) -> None:
    """Note results of the last round, in which whoever was drawn first wins, as if the games had been digested."""
    number = len(cup.rounds) - 1
    for place, table in list(enumerate(cup.rounds[number]))[:most]:
        if len(table) > 1:
            ranked = sorted(table, key=list(cup.order).index)
            told = {
                "game": "mamma-mia",
                "variant": "classic",
                "slow": True,
                "ended": 1e9,
                "names": ["?"] * len(table),
                "places": [ranked.index(player) + 1 for player in table],
                "keys": [cup.players[player].keys[number] for player in table],
            }
            id = cup.table(number, place)
            await store.key_values.put(key.namespace, {RESULT_PREFIX + id: json.dumps(told)})


async def check_round(host: ServerHost, key: GroupKey, cup: Cup, number: int, phase: str = "playing") -> None:
    """Everybody sits where they were drawn, once, and finds the seat with the key that follows from their own."""
    for place, players in enumerate(cup.rounds[number]):
        if len(players) == 1:
            continue
        id = cup.table(number, place)
        live = await host.find(id)
        assert live.table.phase == phase
        assert [seat.key_hash for seat in live.table.seats] == [cup.players[one].keys[number] for one in players]
        assert len(live.table.log) == 1 + len(players) + (phase == "playing")
    for player in PLAYERS:
        me = member_id(key.namespace, player)
        await host.cups.deliver(player)
        for place, players in enumerate(cup.rounds[number]):
            if me in players and len(players) > 1:
                id = cup.table(number, place)
                (seat_key,) = (await host.players.seats(player, id)).keys.values()
                assert (await host.find(id)).table.seat_of(seat_key) == players.index(me)


def test_a_cup_opens_its_rounds_by_itself_until_everybody_has_met(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host)
            cup = await start(host.cups, key, await signed_up(host, key))
            for number in range(3):
                assert len(cup.rounds) == number + 1
                await check_round(host, key, cup, number)
                await finish_round(store, key, cup, 1)
                await host.cups.advance_all()
                assert len((await host.cups.read(key.namespace, cup.id)).rounds) == number + 1
                await finish_round(store, key, cup)
                await host.cups.advance_all()
                cup = await host.cups.read(key.namespace, cup.id)
            assert cup.ended
            assert len(cup.rounds) == 3
            assert [line.points for line in standings(cup)] == [3, 2, 1, 0]
            assert set((await store.key_values.read(RUNNING_NAMESPACE)).values()) == {""}

    run(case())


def test_live_tables_wait_for_somebody_who_starts_them(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host)
            cup = await start(host.cups, key, await signed_up(host, key, SWISS, "30", size=4))
            await check_round(host, key, cup, 0, "gathering")
            table = await host.find(cup.table(0, 0))
            await host.start(table)
            assert table.table.phase == "playing"

    run(case())


@pytest.mark.slow
def test_a_server_that_is_killed_at_any_point_opens_each_round_once(tmp_path: Path) -> None:
    """Each time the server is killed one write later, and another one goes on."""

    async def case() -> None:
        async with opened(tmp_path) as store:
            async with serving(store) as host:
                key = await regulars(host)
            writes, finished = 0, False
            while not finished:
                async with serving(store) as host:
                    ready = await signed_up(host, key, SWISS, rounds=2)
                async with serving(Mortal(store, writes)) as host:
                    try:
                        cup = await start(host.cups, key, ready)
                        await finish_round(store, key, cup)
                        await host.cups.advance_all()
                        finished = True
                    except Killed:
                        pass
                async with serving(store) as host:
                    cup = await host.cups.read(key.namespace, ready.id)
                    if not cup.started:
                        cup = await start(host.cups, key, cup)
                    await host.cups.advance_all()
                    cup = await host.cups.read(key.namespace, cup.id)
                    if len(cup.rounds) == 1:
                        await check_round(host, key, cup, 0)
                        await finish_round(store, key, cup)
                        await host.cups.advance_all()
                        cup = await host.cups.read(key.namespace, cup.id)
                    assert len(cup.rounds) == 2
                    await check_round(host, key, cup, 0)
                    await check_round(host, key, cup, 1)
                    await finish_round(store, key, cup)
                    await host.cups.advance_all()
                writes += 1
            assert writes > 20

    run(case())


def test_several_servers_at_once_open_each_round_once(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as one, serving(store) as other:
            key = await regulars(one)
            ready = await signed_up(one, key, SWISS)
            await asyncio.gather(start(one.cups, key, ready), start(other.cups, key, ready))
            cup = await one.cups.read(key.namespace, ready.id)
            for _time in range(5):  # somebody pressed again on an old page
                assert (await start(other.cups, key, ready)).order == cup.order
            await check_round(one, key, cup, 0)
            await finish_round(store, key, cup)
            await asyncio.gather(*(host.cups.advance_all() for host in (one, other, one)))
            cup = await other.cups.read(key.namespace, ready.id)
            assert len(cup.rounds) == 2

    run(case())


@pytest.mark.slow
def test_several_servers_on_a_database_open_each_round_once(database: str) -> None:
    async def case() -> None:
        async with (
            opened(database) as store,
            opened(database) as second,
            serving(store) as one,
            serving(second) as other,
        ):
            key = await regulars(one)
            ready = await signed_up(one, key, SWISS)
            await asyncio.gather(start(one.cups, key, ready), start(other.cups, key, ready))
            cup = await other.cups.read(key.namespace, ready.id)
            assert cup == await one.cups.read(key.namespace, ready.id)
            await check_round(other, key, cup, 0)
            await finish_round(store, key, cup)
            await asyncio.gather(*(host.cups.advance_all() for host in (one, other, one)))
            cup = await one.cups.read(key.namespace, ready.id)
            assert len(cup.rounds) == 2
            await check_round(one, key, cup, 1)

    run(case())


def test_a_round_that_waits_for_nobody_is_closed_by_whoever_made_the_cup(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host)
            cup = await start(host.cups, key, await signed_up(host, key))
            await finish_round(store, key, cup, 1)
            cup = await host.cups.read(key.namespace, cup.id)
            with pytest.raises(WrongPhase):
                await host.cups.close_round(cup, member_id(key.namespace, PLAYERS[1]), 0)
            await host.cups.close_round(cup, cup.plan.maker, 0)
            cup = await host.cups.read(key.namespace, cup.id)
            assert len(cup.rounds) == 2
            with pytest.raises(WrongPhase):
                await host.cups.close_round(cup, cup.plan.maker, 0)
            assert sum(line.points for line in standings(cup)) == 1

    run(case())


def test_members_who_leave_or_withdraw_are_not_drawn_again(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host)
            ready = await signed_up(host, key, SWISS)
            ben, dario = (member_id(key.namespace, player) for player in (PLAYERS[1], PLAYERS[3]))
            await host.cups.withdraw(ready, dario)
            cup = await start(host.cups, key, await host.cups.read(key.namespace, ready.id))
            assert dario not in cup.order
            with pytest.raises(WrongPhase):
                await host.cups.sign_up(cup, dario, PLAYERS[3], "Dario")
            anna = f"cup {cup.id} notices {member_id(key.namespace, PLAYERS[0])}"
            await store.key_values.put(key.namespace, {anna: '{"targets": {"mail": "anna@example.org"}}'})
            await host.groups.leave(PLAYERS[0], key)
            assert "anna@example.org" not in str(await store.key_values.read(key.namespace))
            await host.cups.withdraw(cup, ben)
            await finish_round(store, key, cup)
            await host.cups.advance_all()
            cup = await host.cups.read(key.namespace, cup.id)
            assert cup.may_lead(ben)
            assert [player for table in cup.rounds[1] for player in table] == [member_id(key.namespace, PLAYERS[2])]
            assert len(standings(cup)) == 3

    run(case())


def test_a_player_with_another_key_plays_on(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host)
            cup = await start(host.cups, key, await signed_up(host, key))
            new = PlayerKey("z" * 32)
            await host.cups.deliver(PLAYERS[0])
            await host.cups.move(PLAYERS[0], new)
            await host.groups.move(PLAYERS[0], new)
            me = member_id(key.namespace, new)
            cup = await host.cups.read(key.namespace, cup.id)
            assert me in cup.order
            assert cup.may_lead(me)
            assert not cup.out
            await host.cups.close_round(cup, me, 0)
            cup = await host.cups.read(key.namespace, cup.id)
            await host.cups.deliver(new)
            place, table = next((place, table) for place, table in enumerate(cup.rounds[1]) if me in table)
            id = cup.table(1, place)
            (seat_key,) = (await host.players.seats(new, id)).keys.values()
            assert (await host.find(id)).table.seat_of(seat_key) == table.index(me)

    run(case())


def test_notices_of_the_last_table_are_those_of_the_next_one_unless_they_were_stopped(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host)
            ready = await signed_up(host, key)
            elsewhere = Subscription("other", targets={"mail": "anna@example.org"}, daily=True)
            anna, ben = (member_id(key.namespace, player) for player in PLAYERS[:2])
            await host.cups.sign_up(ready, anna, PLAYERS[0], "Anna", elsewhere)
            cup = await start(host.cups, key, ready)
            wanted = {anna: "anna@example.org", ben: "ben@example.org"}

            async def found(number: int, who: str) -> tuple[str, int, Subscription | None]:
                place, table = next((place, one) for place, one in enumerate(cup.rounds[number]) if who in one)
                id, seat = cup.table(number, place), table.index(who)
                return id, seat, await host.cups.subscriptions.read(id, seat)

            _id, _seat, first = await found(0, anna)
            assert first is not None
            assert first.target("mail") == wanted[anna]
            assert first.key == cup.players[anna].keys[0]
            id, seat, nothing = await found(0, ben)
            assert nothing is None
            own = Subscription(cup.players[ben].keys[0], targets={"mail": wanted[ben]})
            await host.cups.subscriptions.write(id, seat, own)
            for number in (1, 2):
                await host.cups.close_round(cup, anna, number - 1)
                cup = await host.cups.read(key.namespace, cup.id)
                for who in (anna, ben):
                    id, seat, carried = await found(number, who)
                    if number == 2 and who == ben:
                        assert carried is None
                        continue
                    assert carried is not None
                    assert carried.target("mail") == wanted[who]
                    assert carried.key == cup.players[who].keys[number]
                    if who == ben:
                        await host.cups.subscriptions.stop(id, seat)

    run(case())


@pytest.mark.parametrize(
    "wrong",
    [
        {"scheme": "knockout"},
        {"size": 3},
        {"scheme": SWISS, "size": 1},
        {"scheme": SWISS, "size": 40},
        {"scheme": SWISS, "rounds": 0},
        {"scheme": SWISS, "rounds": 10},
        {"clock": "soon"},
        {"clock": "999999999"},
    ],
)
def test_cups_that_cannot_be_are_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def case() -> None:
        async with opened(tmp_path) as store, serving(store) as host:
            key = await regulars(host, 3)
            with pytest.raises((OptionError, ValueError)):
                await signed_up(host, key, **wrong)
            assert await host.cups.of_group(key.namespace) == []

    run(case())
