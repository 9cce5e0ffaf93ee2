"""A table is its log: answers, records, and the same table from the same entries."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import forno
from forno.table import errors
from forno.table.entries import Entry, Forced, Moved, Rematch, Said, read_entry
from forno.table.entries.reading import KINDS
from forno.table.errors import Stale
from forno.table.table import Table
from tests.table.helpers import Evening, do, learnt, play_on, seated, started
from tests.variants import Variant, variants

STEPS = 60


def kinds(log: list[Entry]) -> set[str]:
    return {entry.kind for entry in log}


def test_a_move_sent_again_is_answered_as_before_and_another_is_stale() -> None:
    table = started(players=2, starter="yellow")
    assert table.state is not None
    step = table.steps(0)
    first, second = table.state.legal_actions()[:2]
    table.check_step(step, 0)
    do(table, Moved(3.0, 0, (first,)))
    assert table.has_answered(step, 0, [first])
    for wrong in ((step, 0, [second]), (step, 1, [first]), (99, 0, [first]), (-1, 0, [first])):
        assert not table.has_answered(*wrong)
    with pytest.raises(Stale, match="Look again, then decide"):
        table.check_step(step, 0)


def test_a_finished_table_has_the_record_of_its_game() -> None:
    table = started(players=2, seed="one evening")
    while table.phase != "over":
        play_on(table)
    assert table.ended == 3.0
    assert table.awaited is None
    record = forno.Record.parse(str(table.record()))
    assert record.seed == "one evening"
    assert table.state is not None
    assert record.replay().outcome == table.state.outcome
    do(table, Rematch(9.0, "next"))
    do(table, Said(9.0, 0, "Anna", "table", "again!"))


def test_before_the_start_there_is_nothing_to_see_and_no_record() -> None:
    table = seated()
    with pytest.raises(errors.WrongPhase, match="hasn't started"):
        table.view(None)
    for early in (table, started()):
        with pytest.raises(errors.WrongPhase, match="Wait until the game is over"):
            early.record()


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
    # Entries of games over days are played in test_slow_games.py, others in tests of their own modules.
    elsewhere = {"rematch", "closed", "continued", "zone-told", "vacation-announced", "voted"}
    elsewhere |= {"answers-told", "time-proposed", "time-answered", "aid-given", "noted", "key-replaced"}
    assert found | elsewhere == set(KINDS)


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
