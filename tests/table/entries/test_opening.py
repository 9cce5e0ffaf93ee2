"""Entries that open, configure and leave a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forno.core.errors import DeckError, FornoError, OptionError, UnknownGame
from forno.table import errors
from forno.table.entries import Closed, Configured, Continued, Entry, Opened, Rematch, Said, Sat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import NAMES, do, opened, over, refuse, seated, started


@pytest.mark.parametrize(
    ("make", "entry", "error", "reason"),
    [
        (lambda: Table("t"), Opened(0, "chess", {}), UnknownGame, "there is no game 'chess'"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"players": 9}), OptionError, "players can't be 9"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"plyers": 2}), OptionError, "did you mean 'players'"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"colours": 5}), OptionError, "colours can't have 5"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"name": "x"}), OptionError, "has no option 'name'"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"starter": {1}}), OptionError, "options can't be stored"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {"deck": "/etc/passwd"}), OptionError, "as a text"),
        (lambda: Table("t"), Opened(0, "mamma-mia", {}, "x" * 100_001), DeckError, "this is too long"),
        (
            lambda: Table("t"),
            Opened(0, "mamma-mia", {}, "[" * 9),
            DeckError,
            "line 1: tables and lists are nested",
        ),
        (lambda: Table("t"), Opened(0, "mamma-mia", {}, None, TableSettings(clock=-1)), errors.BadSetting, "clock"),
        (opened, Opened(0, "mamma-mia", {}), errors.WrongPhase, "is open already"),
        (started, Configured(0, {}, TableSettings()), errors.WrongPhase, "has started"),
        (seated, Configured(0, {"players": 3}, TableSettings()), errors.SeatTaken, "Remove the last ones first"),
        (seated, Configured(0, {"players": 9}, TableSettings()), OptionError, "players can't be 9"),
        (seated, Configured(0, {}, TableSettings(clock=10**9)), errors.BadSetting, "clock"),
        (started, Rematch(0, "next"), errors.WrongPhase, "Wait until the game is over"),
        (over, Rematch(0, ""), errors.BadSetting, "needs a name"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(
    make: Callable[[], Table], entry: Entry, error: type[FornoError], reason: str
) -> None:
    refuse(make(), entry, error, reason)


def test_a_rematch_comes_once() -> None:
    table = over()
    do(table, Rematch(9.0, "next"))
    assert table.rematch == "next"
    with pytest.raises(errors.WrongPhase, match="new table already"):
        table.check(Rematch(9.0, "another"))


def test_the_host_may_change_everything_before_the_start() -> None:
    table = opened(players=2)
    do(table, Sat(1.0, 1, "Bruno", "hash"))
    options = {"players": 4, "colours": ["brown", "red", "green", "yellow"], "starter": "red"}
    do(table, Configured(2.0, options, TableSettings(public=True, clock=30)))
    assert [seat.name for seat in table.seats] == [None, "Bruno", None, None]
    assert table.game.colours == ("brown", "red", "green", "yellow")
    assert table.settings == TableSettings(public=True, clock=30)
    do(table, Configured(2.0, {"players": 2}, TableSettings()))
    assert [seat.name for seat in table.seats] == [None, "Bruno"]


def test_a_table_that_goes_on_from_a_moment_keeps_its_options_and_its_seed() -> None:
    table = opened(players=2)
    first = table.game.deal("evening").legal_actions()[0]
    refuse(table, Continued(1.0, "other", "evening", (10**6,)), errors.BadSetting, "no such moment")
    do(table, Continued(1.0, "other", "evening", (first,)))
    assert table.chosen
    refuse(table, Continued(1.0, "other", "evening", ()), errors.WrongPhase, "Only a new table")
    refuse(table, Configured(1.0, {"players": 3}, TableSettings()), errors.WrongPhase, "keeps its options")
    for seat in range(2):
        do(table, Sat(1.0, seat, NAMES[seat], key_hash(f"key{seat}")))
    do(table, table.start(2.0, "another seed"))
    assert table.state is not None
    assert (table.state.seed, table.state.history()) == ("evening", [first])


def test_a_closed_table_takes_no_more_entries() -> None:
    table = started(players=2)
    refuse(Table("t"), Closed(3.0), errors.WrongPhase, "isn't open yet")
    do(table, Closed(3.0))
    assert (table.phase, table.awaited, table.due) == ("closed", None, None)
    refuse(table, Said(4.0, 0, "Anna", "table", "hello"), errors.TableClosed, "This table was closed")
    assert "result: unfinished" in table.record_text()
