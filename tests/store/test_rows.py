"""Rows of a store: what is read is what was written, and a damaged one affects its own table alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from forno.store.places import Conflict, StoreError
from forno.store.rows import (
    COLUMNS,
    TableSummary,
    any_text,
    first_summary,
    out_of_order,
    outlook,
    read_log,
    read_summaries,
    read_summary,
    summary_of,
    summary_row,
)
from forno.table.entries import BotSat, Opened, Said
from forno.table.errors import Damaged, NotFound
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import do, over, seated, started

OPENED = Opened(5.0, "mamma-mia", {"players": 2, "edition": "grande"}, None, TableSettings(public=True, clock=30))
SUMMARY = summary_of(over(), 9.0)


def stored(summary: TableSummary) -> list[Any]:
    """Return a summary as a store reads it again: without the column of what is due."""
    row = list(summary_row(summary))
    del row[COLUMNS.split(", ").index("wakes")]
    return row


def test_a_summary_is_read_as_it_was_written() -> None:
    for summary in (SUMMARY, first_summary("abc", OPENED)):
        assert read_summary(stored(summary)) == summary


def test_a_summary_tells_what_a_lobby_shows() -> None:
    summary = first_summary("abc", OPENED)
    assert (summary.table, summary.game, summary.variant, summary.phase) == ("abc", "mamma-mia", "grande", "gathering")
    assert (summary.public, summary.players, summary.clock, summary.opened, summary.free) == (True, 2, 30, 5.0, 2)
    assert SUMMARY.phase == "over"
    assert sorted(SUMMARY.places)[0] == 1


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (0, "a/b"),
        (1, "chess"),
        (2, "\udcff"),
        (3, "sleeping"),
        (5, "2"),
        (6, '["Anna"]'),
        (6, '["Anna", 7]'),
        (6, '["Anna", "\\n"]'),
        (7, "[1]"),
        (8, 1.5),
        (9, float("inf")),
        (10, None),
        (11, "[1]"),
        (11, '["first", "second"]'),
        (6, "torn"),
    ],
)
def test_a_row_with_one_damaged_column_is_left_out_and_logged_once(
    column: int, value: Any, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = stored(SUMMARY)
    damaged[column] = value
    named: set[str] = set()
    fine = stored(replace(SUMMARY, table="fine"))
    for _again in range(2):
        assert [summary.table for summary in read_summaries([damaged, fine], named)] == ["fine"]
    assert len(caplog.records) == 1
    assert "can't be listed" in caplog.text


def test_a_table_wakes_where_a_bot_or_a_clock_has_to_act() -> None:
    waits = replace(SUMMARY, phase="playing", bots=(False, False), clock=0)
    assert not waits.wakes
    assert replace(waits, clock=30).wakes
    assert replace(waits, bots=(False, True)).wakes
    assert not replace(SUMMARY, phase="over", clock=30).wakes
    gathering = first_summary("abc", OPENED)
    assert not gathering.wakes
    assert replace(gathering, names=("Anna", "Bruno")).wakes, "the deal may be due"


def test_a_log_is_read_up_to_its_first_damaged_entry() -> None:
    log = started(players=2).log
    rows = [(number, entry.to_json()) for number, entry in enumerate(log)]
    assert read_log("t", rows) == log
    assert read_log("t", rows[2:], 2) == log[2:]
    for damaged, number in (
        ([*rows[:1], *rows[2:]], 1),
        (rows[1:], 0),
        ([*rows[:2], (2, b"{}")], 2),
        ([*rows[:2], (2, '{"kind": "danced"}')], 2),
    ):
        with pytest.raises(Damaged) as found:
            read_log("t", damaged)
        assert f"entry {number} " in found.value.reason


def test_a_text_that_isnt_utf_8_is_noticed_and_not_lost() -> None:
    assert any_text(b"caf\xc3\xa9") == "café"
    assert any_text(b"caf\xe9").encode("utf-8", "surrogateescape") == b"caf\xe9"


def test_words_leave_the_summary_as_it_was_and_a_guest_changes_it() -> None:
    assert outlook(seated(players=2).check(Said(3.0, 0, "Anna", "table", "Ciao"))).summary is None
    opened = Table("abc")
    do(opened, OPENED)
    after = outlook(opened.check(BotSat(6.0, 1, "random"))).summary
    assert after is not None
    assert (after.bots, after.changed) == ((False, True), 6.0)


@pytest.mark.parametrize(
    ("number", "entries", "error"), [(0, 3, Conflict), (3, 0, NotFound), (2, 3, Conflict), (5, 3, StoreError)]
)
def test_an_entry_out_of_order_is_refused_with_the_reason(number: int, entries: int, error: type[Exception]) -> None:
    assert type(out_of_order("abc", number, entries)) is error
