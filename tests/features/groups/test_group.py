"""Groups as they are stored: members, seats, results and ratings, in any order and after any kill."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from forno.background.pool import ProcessPool
from forno.features.groups.group import GroupKey, Groups, StandingGroup, member_id
from forno.features.groups.ratings import Discipline, ratings
from forno.features.identity.players import PlayerKey
from forno.features.you.book_store import Books
from forno.live.host import rematch_id
from forno.store import open_store
from forno.table.entries import KeyReplaced, Started
from forno.table.errors import NotFound, WrongPhase
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.finished import finished, keep
from tests.loops import run

P = ParamSpec("P")
T = TypeVar("T")

ANNA, BEN, CARLA = (PlayerKey(letter * 32) for letter in "abc")
SLOW = {"clock": 24 * 3600, "increment": 4 * 3600, "bank": 72 * 3600}


class HereAndNow(ProcessPool):
    """Workers that digest tables in this process."""

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return function(*arguments, **named)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Groups]:
    store = open_store(folder / "tables.sqlite3")
    workers = HereAndNow(1, 60)
    try:
        yield Groups(store, Books(store, workers))
    finally:
        workers.close()
        await store.close()


async def regulars(groups: Groups) -> GroupKey:
    """Anna's group, which Ben has joined."""
    key = await groups.make(ANNA, "Thursdays", "Anna")
    await groups.join(BEN, key, "Ben")
    return key


async def play(groups: Groups, key: GroupKey, table: str, *, slow: bool = False, time: float = 1e9) -> None:
    """A finished table of the group with Anna, a bot and Ben."""
    await groups.list_table(key.namespace, table)
    guests = (("Anna", f"{table}-anna"), ("cuoco", ""), ("Ben", f"{table}-ben"))
    await keep(groups.store, finished(table, guests=guests, time=time, settings=SLOW if slow else {}))
    await groups.take_seats(ANNA, table, [f"{table}-anna"])
    await groups.take_seats(BEN, table, [f"{table}-ben"])


def names(group: StandingGroup) -> list[str]:
    return [member.name for member in group.members.values()]


def test_members_come_by_the_link_and_leave(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            assert names(await groups.read(key)) == ["Anna", "Ben"]
            await groups.join(BEN, key, "Beniamino")
            assert names(await groups.read(key)) == ["Anna", "Beniamino"]
            assert [one.code for one, _group in await groups.of_player(BEN)] == [key.code]
            await groups.leave(ANNA, key)
            assert names(await groups.read(key)) == ["Beniamino"]
            assert await groups.of_player(ANNA) == []
            await groups.leave(BEN, key)
            with pytest.raises(NotFound):
                await groups.read(key)
            assert await groups.store.key_values.read(key.namespace) == {}

    run(case())


def test_the_store_tells_neither_links_nor_keys_nor_who_is_in_several_groups(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            first, second = await regulars(groups), await regulars(groups)
            assert member_id(first.namespace, ANNA) != member_id(second.namespace, ANNA)
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        for secret in (first.code, second.code, ANNA.key, BEN.key):
            assert secret.encode() not in stored

    run(case())


def test_a_game_counts_once_and_live_and_slow_games_are_rated_apart(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await play(groups, key, "one", time=1e9)
            await play(groups, key, "two", time=2e9)
            await play(groups, key, "slow", slow=True, time=3e9)
            await groups.read(key)
            group = await groups.read(key)
            assert [result.table for result in group.results] == ["one", "two", "slow"]
            assert group.tables == {}
            rated = ratings(group.results, group.members)
            assert list(rated) == [Discipline("mamma-mia", False), Discipline("mamma-mia", True)]
            assert {one.games for one in rated[Discipline("mamma-mia", False)]} == {2}
            assert {one.games for one in rated[Discipline("mamma-mia", True)]} == {1}

    run(case())


def test_the_winner_is_rated_higher_and_bots_are_left_out(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await play(groups, key, "one")
            group = await groups.read(key)
            (result,) = group.results
            ranked = result.ranked()
            assert set(ranked) == set(group.members)
            (rated,) = ratings(group.results, group.members).values()
            assert len(rated) == 2
            assert ranked[rated[0].member] <= ranked[rated[1].member]
            if len(set(ranked.values())) == 2:
                assert rated[0].mean > rated[1].mean

    run(case())


def test_a_seat_that_is_told_after_the_result_still_counts(tmp_path: Path) -> None:
    """A kill between the last move and the note who sat there loses nothing: the browser tells it again."""

    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await groups.list_table(key.namespace, "late")
            await keep(groups.store, finished("late", guests=(("Anna", "k1"), ("Ben", "k2"))))
            assert (await groups.read(key)).results[0].ranked() == {}
            await groups.take_seats(ANNA, "late", ["k1"])
            await groups.take_seats(BEN, "late", ["k2"])
            group = await groups.read(key)
            assert set(group.results[0].ranked()) == set(group.members)

    run(case())


def test_a_game_counts_for_a_member_whose_lost_key_was_replaced(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await groups.list_table(key.namespace, "lost")
            entries = finished("lost", guests=(("Anna", "lost-anna"), ("Ben", "lost-ben"))).log
            at = next(number for number, entry in enumerate(entries) if isinstance(entry, Started)) + 1
            replaced = KeyReplaced(entries[at - 1].time, 1, 0, key_hash("new"))
            table = Table("lost")
            for entry in (*entries[:at], replaced, *entries[at:]):
                table.follow(entry)
            await keep(groups.store, table)
            await groups.take_seats(ANNA, "lost", ["lost-anna"])
            await groups.take_seats(BEN, "lost", ["lost-ben"])
            (result,) = (await groups.read(key)).results
            assert result.members == tuple(member_id(key.namespace, player) for player in (ANNA, BEN))

    run(case())


def test_a_table_that_was_listed_and_never_opened_harms_nobody(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await groups.list_table(key.namespace, "never")
            group = await groups.read(key)
            assert list(group.tables) == ["never"]
            assert group.results == []

    run(case())


def test_rematches_are_the_groups_tables_too(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await play(groups, key, "one")
            again = rematch_id("one")
            third = rematch_id(again)
            await groups.take_seats(ANNA, again, ["again-anna"])
            await groups.take_seats(ANNA, third, ["third-anna"])
            assert set((await groups.read(key)).tables) == {again, third}

    run(case())


def test_strangers_take_no_seats_of_a_group(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await play(groups, key, "one")
            before = await groups.store.key_values.read(key.namespace)
            await groups.take_seats(CARLA, "one", ["k"])
            await groups.take_seats(CARLA, rematch_id("one"), ["k"])
            await groups.take_seats(ANNA, "elsewhere", ["k"])
            assert await groups.store.key_values.read(key.namespace) == before

    run(case())


def test_another_key_of_the_same_player_takes_groups_and_results_along(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await play(groups, key, "one")
            await groups.move(ANNA, CARLA)
            group = await groups.read(key)
            assert sorted(names(group)) == ["Anna", "Ben"]
            assert member_id(key.namespace, CARLA) in group.results[0].ranked()
            assert await groups.of_player(ANNA) == []
            assert len(await groups.of_player(CARLA)) == 1
            told = await groups.export(CARLA)
            assert told[0]["group"] == "Thursdays"
            assert [one["table"] for one in told[0]["results"]] == ["one"]

    run(case())


def test_deleting_a_key_leaves_all_groups(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await groups.forget(BEN)
            assert names(await groups.read(key)) == ["Anna"]
            assert await groups.of_player(BEN) == []

    run(case())


def test_groups_have_room_for_a_number_of_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forno.features.groups.group.MAX_MEMBERS", 2)
    monkeypatch.setattr("forno.features.groups.group.MAX_GROUPS", 1)

    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            with pytest.raises(WrongPhase, match="full"):
                await groups.join(CARLA, key, "Carla")
            with pytest.raises(WrongPhase, match="groups"):
                await groups.make(ANNA, "Fridays", "Anna")

    run(case())


def test_a_member_with_two_seats_is_not_rated(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path) as groups:
            key = await regulars(groups)
            await groups.list_table(key.namespace, "shared")
            await keep(groups.store, finished("shared", guests=(("Anna", "k1"), ("Mum", "k2"), ("Ben", "k3"))))
            await groups.take_seats(ANNA, "shared", ["k1", "k2"])
            await groups.take_seats(BEN, "shared", ["k3"])
            group = await groups.read(key)
            assert list(group.results[0].ranked()) == [member_id(key.namespace, BEN)]
            assert ratings(group.results, group.members) == {}

    run(case())
