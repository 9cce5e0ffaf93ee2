"""Killed between a stored move and its notice: none is lost, and only what was on its way may come twice."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from forno.features.notices.sender import LEASE_SECONDS
from forno.features.notices.webhook import Webhook
from tests.features.notices.clubs import NOON, Club
from tests.features.notices.receivers import receiver
from tests.loops import run
from tests.processes import said_until_killed

KILLS = int(os.environ.get("FORNO_KILLS", "3"))
"""`make test-load` asks for a hundred."""


def tell_and_kill(folder: Path, address: str, time: float, luck: random.Random) -> tuple[list[str], float]:
    """Let it tell, and kill it at a random moment; return the ids of the notices of stored moves, and its time."""
    words = "tests.features.notices.tell_forever", str(folder), address, str(time)
    told = said_until_killed(luck.uniform(0, 0.01), *words)
    return [id for id, _time in told], float(told[-1][1])


@pytest.mark.slow
def test_whoever_is_killed_between_store_and_notice_loses_none(tmp_path: Path) -> None:
    luck, stored, time = random.Random(7), list[str](), NOON
    with receiver() as hook:
        for _kill in range(KILLS):
            ids, last = tell_and_kill(tmp_path, hook.address, time - NOON, luck)
            stored += ids
            time = int(last + LEASE_SECONDS) + 60

        async def send_the_rest() -> None:
            club = Club(tmp_path)
            club.channels["webhook"] = Webhook(private=True)
            await club.send(time)
            await club.store.close()

        run(send_the_rest())
        received = Counter(json.loads(body)["id"] for _path, _headers, body in hook.received)
    lost = [id for id in stored if not received[id]]
    assert lost == [], f"{len(lost)} of {len(stored)} notices are lost"
    twice = sum(number > 1 for number in received.values())
    assert max(received.values()) <= 2
    assert twice <= KILLS
    print(f"{KILLS} kills, {len(stored)} notices of stored moves: none lost, {twice} came twice")
