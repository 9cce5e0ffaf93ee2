"""Entries that deal the cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forno.core.errors import FornoError, SeedError
from forno.table import errors
from forno.table.entries import Entry, Opened, Started, read_entry
from forno.table.table import Table
from tests.table.helpers import do, opened, refuse, seated, started


@pytest.mark.parametrize(
    ("make", "entry", "error", "reason"),
    [
        (opened, Started(0, 7, 1, None), errors.WrongPhase, "empty seats"),
        (seated, Started(0, "", 1, None), SeedError, "isn't a seed"),
        (seated, Started(0, "a\nb", 1, None), SeedError, "isn't a seed"),
        (seated, Started(0, 7, None, None), errors.BadSetting, "current rules"),
        (seated, Started(0, 7, 99, None), errors.BadSetting, "current rules"),
        (started, Started(0, 7, 1, None), errors.WrongPhase, "has started"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(
    make: Callable[[], Table], entry: Entry, error: type[FornoError], reason: str
) -> None:
    refuse(make(), entry, error, reason)


def test_the_rules_and_the_deck_are_written_down_when_the_cards_are_dealt() -> None:
    table = Table("t")
    do(table, Opened(0.0, "mamma-mia", {"players": 2}))
    entry = table.start(1.0, 7)
    assert (entry.rules, entry.deck) == (table.game.rules_version, table.game.deck_hash)
    assert f'"rules":{table.game.rules_version}' in entry.to_json()


def test_an_entry_of_before_says_that_it_isnt_known() -> None:
    entry = read_entry('{"kind":"started","time":2.0,"seed":7}')
    assert entry == Started(2.0, 7, None, None)
