"""Killed at any moment, a server has lost nothing of what it acknowledged."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from forno.store.sqlite.store import SqliteStore
from forno.table.table import Table
from tests.loops import run

ROUNDS = int(os.environ.get("FORNO_KILLS", "8"))
"""`make test-load` asks for a hundred."""
ROOT = Path(__file__).parents[2]


def play_and_kill(path: Path, seed: int) -> dict[str, int]:
    """Let it play, and kill it after a random number of entries: the latest acknowledged number of every table."""
    luck = random.Random(seed)
    command = [sys.executable, "-m", "tests.store.play_forever", str(path), str(seed)]
    lines: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        killer = threading.Timer(luck.uniform(0, 0.12), process.kill)
        for line in process.stdout:
            if not lines:  # the moment is chosen by the clock, not by what it has just done
                killer.start()
            lines.append(line)
    assert process.returncode == -9
    acknowledged: dict[str, int] = {}
    for line in lines:
        if line.endswith("\n"):
            table_id, number = line.split()
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
