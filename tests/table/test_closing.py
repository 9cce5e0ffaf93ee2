"""A game goes on under the rules that it was begun by, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

import pytest

import forno
from forno.store.rows import summary_of
from forno.table.entries import Configured, Entry, Moved, Opened, Said, Sat, Started
from forno.table.errors import TableClosed
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.testing import at_random
from tests import toy
from tests.table.helpers import do
from tests.toy import Toppings, ToppingsState


class AsItWas(Toppings):
    """The first version of the rules."""

    name: ClassVar[str] = "backwards"


class Backwards(AsItWas):
    """The rules have changed: the cards come from the other end of the stock."""

    rules_version: ClassVar[int] = 2

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        state = super().deal(seed, quiet=quiet)
        state.stock.reverse()
        return state


class Kept(Backwards):
    """The older rules are still there."""

    name: ClassVar[str] = "kept"


class KeptAsItWas(AsItWas):
    name: ClassVar[str] = "kept"


class Same(Backwards):
    """Among two the rules have stayed as they were."""

    name: ClassVar[str] = "same"

    def follows(self, rules: int) -> bool:
        return rules == self.rules_version or (rules == 1 and self.players == 2)

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        return (AsItWas if self.players == 2 else Backwards).deal(self, seed, quiet=quiet)


HERE = "tests.table.test_closing"
FORMER = ((1, f"{HERE}:KeptAsItWas"),)
INFOS = [
    replace(toy.INFO, name="backwards", factory=f"{HERE}:Backwards"),
    replace(toy.INFO, name="kept", factory=f"{HERE}:Kept", former_rules=FORMER),
    replace(toy.INFO, name="same", factory=f"{HERE}:Same"),
]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with toy.registered(*INFOS):
        yield


def begun(name: str, players: int = 2, moves: int = 6) -> list[Entry]:
    """The log of a table as it was written when the first version of the rules was played."""
    entries: list[Entry] = [Opened(0.0, name, {"players": players}, None, TableSettings(public=True))]
    entries += [Sat(1.0, seat, ("Anna", "Bruno", "Carla")[seat], f"hash{seat}") for seat in range(players)]
    entries.append(Started(2.0, "a seed", 1, "toppings"))
    first = type("First", (AsItWas,), {"name": name})
    state, choose = first(players=players).deal("a seed"), at_random(7)
    while not state.is_over and len(state.history()) < moves:
        action = choose(state.legal_actions())
        entries.append(Moved(3.0, state.seat, (action,)))
        state.apply(action)
    return entries


def played(entries: list[Entry]) -> list[int]:
    return [action for entry in entries if isinstance(entry, Moved) for action in entry.actions]


def test_a_table_of_older_rules_is_closed_and_never_replayed_under_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def deal(self: Toppings, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        raise AssertionError("cards were dealt by other rules")

    monkeypatch.setattr(Backwards, "deal", deal)
    table = Table.replay("t", begun("backwards"))
    assert table.phase == "closed"
    assert table.state is None
    assert table.awaited is None
    assert "version 1 of its rules, and this is version 2. The table is closed." in str(table.closed)
    assert [seat.name for seat in table.seats] == ["Anna", "Bruno"]


def test_a_closed_table_refuses_everything_with_the_reason() -> None:
    table = Table.replay("t", begun("backwards"))
    said = Said(9.0, 0, "Anna", "table", "What now?")
    for entry in (said, Moved(9.0, 0, (0,)), Configured(9.0, {"players": 2}, TableSettings()), table.start(9.0, 7)):
        with pytest.raises(TableClosed, match="version 1 of its rules"):
            table.check(entry)
    with pytest.raises(TableClosed):
        table.view(0)
    with pytest.raises(TableClosed):
        table.record()


def test_a_closed_table_is_listed_as_closed_and_isnt_woken() -> None:
    summary = summary_of(Table.replay("t", begun("backwards")), 9.0)
    assert summary.phase == "closed"
    assert not summary.wakes


def test_newer_rules_than_ours_close_a_table_too() -> None:
    entries = begun("backwards")
    entries[3] = Started(2.0, "a seed", 3, "toppings")
    assert "under version 3 of its rules, and this is version 2" in str(Table.replay("t", entries).closed)


def test_a_deck_that_has_changed_closes_a_table() -> None:
    entries = begun("kept")
    entries[3] = Started(2.0, "a seed", 2, "another deck")
    assert "with a deck that is no longer here" in str(Table.replay("t", entries).closed)


def test_what_nobody_wrote_down_goes_on_only_if_the_rules_never_changed() -> None:
    unknown = Started(2.0, "a seed", None, None)
    for name, phase in (("backwards", "closed"), ("kept", "closed"), ("same", "playing")):
        entries = begun(name)
        entries[3] = unknown
        table = Table.replay("t", entries)
        assert table.phase == phase, name
    entries = begun("kept")
    entries[3] = unknown
    assert "under older rules, and nobody noted which" in str(Table.replay("t", entries).closed)


def test_a_table_goes_on_under_its_own_rules_where_they_still_are() -> None:
    entries = begun("kept")
    table = Table.replay("t", entries)
    assert table.phase == "playing"
    assert table.game.rules_version == 1
    assert table.state is not None
    assert table.state.history() == played(entries)
    while table.phase == "playing":
        do(table, Moved(9.0, table.state.seat, (table.state.legal_actions()[0],)))
    assert "rules: 1\n" in str(table.record())
    assert forno.Record.parse(str(table.record())).replay().outcome == table.state.outcome


def test_a_table_goes_on_where_the_new_rules_are_the_old_ones_for_its_options() -> None:
    assert Table.replay("t", begun("same")).phase == "playing"
    assert Table.replay("t", begun("same", players=3)).phase == "closed"
