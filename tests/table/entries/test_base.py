"""Promises of all entries: a check changes nothing, and what is stored can be read again."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from forno.core.errors import FornoError
from forno.table import errors
from forno.table.entries import BotSat, Configured, Entry, Opened, Said, Sat, StandInChosen, Started, read_entry
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import PINEAPPLES, Evening, learnt, opened, seated, started
from tests.variants import variants

WORDS = st.text(st.characters(categories=["L", "N", "P", "Zs", "Cs"]), min_size=1, max_size=12)
"""Among them halves of letters (surrogates), which JSON can spell."""


@given(WORDS)
@example("\ud800")
@example("Anna \udfff")
def test_whatever_is_taken_into_a_log_can_be_read_again(text: str) -> None:
    ready = seated(players=2)
    entries: list[tuple[Table, Entry]] = [
        (Table("t"), Opened(0.0, "mamma-mia", {"players": 2}, f"# {text}\n{PINEAPPLES}")),
        (Table("t"), Opened(0.0, "mamma-mia", {"players": 2}, None, TableSettings(lesson=text))),
        (opened(players=2), Configured(1.0, {"players": 2}, TableSettings(lesson=text))),
        (opened(players=2), Sat(1.0, 0, text, "hash")),
        (opened(players=2), Sat(1.0, 0, "Anna", text)),
        (opened(players=2), BotSat(1.0, 0, text)),
        (ready, Started(2.0, text, ready.game.rules_version, ready.game.deck_hash)),
        (started(players=2), StandInChosen(3.0, 0, text)),
        (started(players=2), Said(3.0, 0, "Anna", "table", text)),
        (started(players=2), Said(3.0, None, text, "spectators", "Ciao")),
    ]
    for table, entry in entries:
        try:
            table.check(entry)
        except FornoError:
            continue
        assert read_entry(entry.to_json()) == entry
        assert text.encode().decode() == text


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


def test_a_trial_tells_what_applying_it_leads_to() -> None:
    evening = Evening(variants()[0], 5)
    evening.gather()
    table = evening.table
    for _ in range(60):
        before = Table.replay("evening", table.log)
        evening.step()
        if table.number > before.number:
            trial = before.check(table.log[before.number])
            assert trial.number == before.number
            assert (trial.after.phase, trial.after.due, trial.after.seats) == (table.phase, table.due, table.seats)
            assert [event for part in trial.parts for event in part.events] == table.told_events(
                len(before.told_events())
            )


def test_a_trial_of_before_cant_be_applied() -> None:
    table = started(players=2)
    trial = table.check(Said(3.0, 0, "Anna", "table", "hello"))
    table.apply(trial)
    with pytest.raises(errors.Stale, match="moved on"):
        table.apply(trial)
    assert table.log.count(trial.entry) == 1
