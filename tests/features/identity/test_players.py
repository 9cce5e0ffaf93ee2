"""A player's key: seats are found again on every device that has it, and nowhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from forno.features.identity.players import PlayerKey, Players, read_player_key
from forno.features.your_tables.seat_cookie import Kept
from forno.store import open_store
from forno.table.keys import new_key, new_table_id
from tests.loops import run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("where", ["file", "database"])
def test_seats_are_found_with_the_key_alone_and_nothing_of_it_is_stored(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place = request.getfixturevalue("database") if where == "database" else str(tmp_path / "tables.sqlite3")
    older, newer = (Kept(new_table_id(), {seat: new_key()}) for seat in (0, 3))
    anna, bruno = PlayerKey(new_key()), PlayerKey(new_key())

    async def scene() -> None:
        store = open_store(place)
        try:
            players = Players(store)
            await players.remember(anna, [older])
            await asyncio.sleep(0.002)
            await players.remember(anna, [newer])
            assert await players.tables(anna) == [newer, older]
            assert await players.seats(anna, older.table) == older
            assert await players.tables(bruno) == []
            assert await players.seats(bruno, older.table) == Kept(older.table)
            stored = str(await store.key_values.read(anna.namespace))
            for secret in (anna.key, older.table, newer.table, *older.keys.values(), *newer.keys.values()):
                assert secret not in stored + anna.namespace
            await players.remember(anna, [Kept(newer.table)])
            assert await players.tables(anna) == [older]
            assert (await players.export(anna))["tables"] == [{"table": older.table, "seats": [0]}]
            await players.delete(anna)
            assert await store.key_values.read(anna.namespace) == {}
        finally:
            await store.close()

    run(scene())


def test_a_key_is_read_as_it_was_written() -> None:
    key = PlayerKey(new_key())
    assert read_player_key(key.key) == key
    odd = ("", "short", "a" * 65, "é" * 40, "<script>" * 5, f"{key.key};")
    assert [read_player_key(text) for text in odd] == [None] * len(odd)
