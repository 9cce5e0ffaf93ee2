"""A table is its log: the same entries make the same table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forno.table import Entry, Forced, Table, read_entry
from forno.table.entries.reading import KINDS
from tests.table.helpers import Evening, learnt, play_on
from tests.variants import Variant, variants

STEPS = 60


def kinds(log: list[Entry]) -> set[str]:
    return {entry.kind for entry in log}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(variants()), st.integers(0, 10_000))
def test_a_replayed_table_is_the_live_one_at_every_length(variant: Variant, seed: int) -> None:
    evening = Evening(variant, seed)
    live = evening.table
    lengths: dict[int, dict[str, object]] = {}
    evening.gather()
    for _ in range(STEPS):
        evening.step()
        lengths[live.number] = learnt(live)
    log = [read_entry(entry.to_json()) for entry in live.log]
    for length, expected in lengths.items():
        assert learnt(Table.replay("evening", log[:length])) == expected


@pytest.mark.slow
@pytest.mark.parametrize("variant", [v for v in variants() if v.players == 3], ids=str)
def test_a_whole_evening_replays(variant: Variant) -> None:
    evening = Evening(variant, 5)
    evening.gather()
    while evening.table.rematch is None:
        evening.step()
    table = evening.table
    assert learnt(Table.replay("evening", table.log)) == learnt(table)
    assert {"opened", "sat", "started", "moved", "said", "rematch"} <= kinds(table.log)


def test_evenings_have_entries_of_every_kind() -> None:
    found: set[str] = set()
    for seed, variant in enumerate(variants()):
        evening = Evening(variant, seed)
        evening.gather()
        for _ in range(STEPS):
            evening.step()
        found |= kinds(evening.table.log)
    assert found | {"rematch", "closed", "continued"} == set(KINDS)


def test_checking_an_entry_changes_nothing() -> None:
    evening = Evening(variants()[0], 3)
    evening.gather()
    table = evening.table
    for _ in range(100):
        before = Table.replay("evening", table.log)
        evening.step()
        if table.number > before.number:
            before.check(table.log[before.number])
            assert learnt(before) == learnt(Table.replay("evening", table.log[: before.number]))


def test_a_log_from_before_only_answers_were_asked_for_still_tells_its_game() -> None:
    for seed in range(60):
        evening = Evening(variants()[0], seed)
        evening.gather()
        for _ in range(STEPS):
            evening.step()
        table = evening.table
        before = [entry for entry in table.log if not isinstance(entry, Forced)]
        if len(before) < table.number and table.question is None:
            replayed = Table.replay("evening", before)
            while replayed.question is not None:  # with the last entry the log comes to one, and nobody has answered
                play_on(replayed, by="bot" if replayed.seats[replayed.awaited or 0].bot else "player")
            assert replayed.told_events() == table.told_events()
            assert replayed.state is not None
            assert table.state is not None
            assert replayed.state.history() == table.state.history()
            return
    pytest.fail("nobody ever had only one answer")
