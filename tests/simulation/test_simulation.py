"""Evenings in a simulated club, each from one number: nothing that was answered is lost, nothing happens twice, all see
the same, and everybody gets on once all trouble is over.

FORNO_SEEDS is how many are played; FORNO_SEED plays one of them again. What was survived is in build/faults.jsonl.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest

from forno.live.bots import Bots
from forno.live.live_table import LiveTable
from forno.server.cluster import Cluster
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from forno.store import Conflict, StoreError, outlook
from forno.table.entries import Entry
from forno.table.table import Table
from forno.testing import check_store
from tests.load.counts import count
from tests.simulation.club import Club
from tests.simulation.database import Database, SharedStore
from tests.simulation.loop import EPOCH, Loop, Machine

SEEDS = int(os.environ.get("FORNO_SEEDS", "30"))
ONE = os.environ.get("FORNO_SEED")
EVENINGS_PER_TEST = 15
EVENINGS_PER_FAULT = 200
"""Number of evenings that are enough to find a planted fault."""


@pytest.mark.slow
@pytest.mark.parametrize("start", [int(ONE)] if ONE else range(0, SEEDS, EVENINGS_PER_TEST))
def test_whatever_happens_in_the_club_nothing_is_lost_and_everybody_gets_on(start: int) -> None:
    happened: Counter[str] = Counter()
    moves, evenings = 0, 1 if ONE else min(EVENINGS_PER_TEST, SEEDS - start)
    for seed in range(start, start + evenings):
        club = Club(seed)
        assert club.run() == [], f"FORNO_SEED={seed} plays it again"
        moves += club.people.moves
        happened += club.world.happened
    for what, times in happened.items():
        count("simulated", what, times)
    count("simulated", "evening", evenings, moves, 2 * evenings)


def test_whoever_holds_a_table_without_having_heard_so_takes_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of all leases are given, and the answer gets lost."""
    hold = SharedStore.hold

    async def unheard(self: SharedStore, tables: Sequence[str]) -> set[str]:
        held = await hold(self, tables)
        if self.database.loop.luck.random() < 0.5:
            raise StoreError("no answer")
        return held

    monkeypatch.setattr(SharedStore, "hold", unheard)
    for seed in (1, 59, *range(100, 110)):
        assert Club(seed).run() == []


def test_what_was_to_come_later_gives_way_to_what_is_to_come_instead() -> None:
    """Else a clock whose decision could not be stored runs out again at the next one, before its time."""
    loop = Loop(0)
    server = loop.add(Machine("server"))
    happened: list[str] = []

    async def arrange() -> None:
        store = SharedStore(Database(loop, loop.add(Machine("database"))), server)
        live = LiveTable(ServerSettings(), store, Bots(), "table")
        live._later(1, lambda: happened.append("first"))
        live._later(2, lambda: happened.append("instead"))
        await asyncio.sleep(3)

    loop.run(server, arrange())
    assert happened == ["instead"]


@pytest.mark.parametrize("seed", range(3))
def test_one_number_is_one_evening(seed: int) -> None:
    clubs = [Club(seed), Club(seed)]
    for club in clubs:
        club.run()
    one, again = clubs
    assert one.people.history.entries == again.people.history.entries
    assert one.world.database.logs == again.world.database.logs
    assert one.world.loop.steps == again.world.loop.steps


# --- what it finds --------------------------------------------------------------------


def tell_before_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async def enter(self: LiveTable, make: Callable[[], Entry | None]) -> bool:
        entry = make()
        if entry is None:
            return False
        trial = self.table.check(entry)
        self._tell(entry, self.table.apply(trial))
        await self.store.append(self.id, trial.number, entry, outlook(trial))
        self.next()
        return True

    monkeypatch.setattr(LiveTable, "_enter", enter)


def answer_before_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    append = SharedStore.append
    begun = []

    async def begin(self: SharedStore, *entry: Any) -> None:
        begun.append(asyncio.ensure_future(append(self, *entry)))

    monkeypatch.setattr(SharedStore, "append", begin)


def take_every_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write even if another entry came first."""
    write = Database.write

    def write_anyway(self: Database, worker: str, table: str, number: int, *entry: Any) -> None:
        try:
            write(self, worker, table, number, *entry)
        except Conflict:
            write(self, worker, table, len(self.logs[table]), *entry)

    monkeypatch.setattr(Database, "write", write_anyway)


def leases_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "forget", lambda self: None)


def rely_on_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cluster, "_look_at_all", lambda self: None)
    monkeypatch.setattr(Database, "tell", lambda self, worker, notice: None)


def trust_your_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SharedStore, "now", lambda self: EPOCH + self.database.loop.time() + self.machine.ahead)


def forget_what_was_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "has_answered", lambda self, *move: False)


def share_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer a request for a known table with the answer to an older one."""
    monkeypatch.setattr(ServerHost, "_from_store", ServerHost._load_once)


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoil",
    [
        tell_before_it_is_stored,
        answer_before_it_is_stored,
        take_every_entry,
        leases_for_ever,
        rely_on_notices,
        trust_your_own_clock,
        forget_what_was_answered,
        share_every_look,
    ],
)
def test_what_is_spoilt_is_found_out(
    spoil: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch)
    assert any(spoilt(seed) for seed in range(EVENINGS_PER_FAULT))


def spoilt(seed: int) -> list[str]:
    try:
        return Club(seed).run()
    except Exception as error:  # a log that makes no table
        return [repr(error)]


def test_the_simulated_database_promises_what_stores_promise() -> None:
    first = Loop(0)
    kept = Database(first, Machine("database"))

    def run(work: Coroutine[Any, Any, None]) -> None:
        kept.loop = Loop(1)
        kept.machine = kept.loop.add(Machine("database"))
        kept.loop.run(kept.loop.add(Machine("server")), work)

    def opened() -> SharedStore:
        return SharedStore(kept, kept.loop.here)

    check_store(opened, run)
