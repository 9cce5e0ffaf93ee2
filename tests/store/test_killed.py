"""Killed at any moment, a server has lost nothing of what it acknowledged."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from forno.store.sqlite.store import SqliteStore
from forno.table.table import Table
from tests.loops import run
from tests.processes import said_until_killed

ROUNDS = int(os.environ.get("FORNO_KILLS", "8"))
"""`make test-load` asks for a hundred."""


def play_and_kill(path: Path, seed: int) -> dict[str, int]:
    """Let it play, and kill it after a random number of entries: the latest acknowledged number of every table."""
    luck = random.Random(seed)
    acknowledged: dict[str, int] = {}
    said = said_until_killed(luck.uniform(0, 0.12), "tests.store.play_forever", str(path), str(seed))
    for table_id, number in said:
        acknowledged[table_id] = max(int(number), acknowledged.get(table_id, 0))
    return acknowledged


async def replay_all(path: Path, acknowledged: dict[str, int]) -> int:
    """Every table that was spoken of is there up to what was acknowledged, and replays. The number of entries."""
    store = SqliteStore(path)
    entries = 0
    for table_id, number in acknowledged.items():
        log = await store.load(table_id)
        assert len(log) > number
        table = Table.replay(table_id, [])
        for entry in log:
            if table.log:
                table.check(entry)
            table.follow(entry)
        entries += len(log)
    await store.close()
    return entries


@pytest.mark.slow
def test_killed_again_and_again_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    acknowledged: dict[str, int] = {}
    for seed in range(ROUNDS):
        acknowledged |= play_and_kill(path, seed)
        assert acknowledged
        entries = run(replay_all(path, acknowledged))
    assert entries > 20 * ROUNDS
