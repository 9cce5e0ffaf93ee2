"""Games of reviews: from a table or a record, step by step, and not without end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import pytest

import forno
from forno.core.game import State
from forno.features.review import sources
from forno.features.review.sources import GameTooLong, OfRecord, OfTable, advance
from forno.table.entries import AidGiven, Sat
from forno.table.errors import WrongPhase
from forno.table.keys import key_hash
from tests.table.helpers import do, opened, over, play_on, started

GAME = forno.game("mamma-mia", players=2)


def test_a_tables_game_is_the_one_that_was_played() -> None:
    table = over()
    source = OfTable.of(table, 0)
    *_, last = source.states()
    assert last.history() == table.final.history()
    assert last.outcome == table.final.outcome
    assert source.key == table.id


def test_a_game_that_goes_on_is_no_source() -> None:
    with pytest.raises(WrongPhase):
        OfTable.of(started(players=2), 0)


def test_who_had_the_memory_aid_forgot_nothing_and_the_others_did() -> None:
    table = opened(players=2)
    for seat, name in enumerate(("Anna", "Bruno")):
        do(table, Sat(1.0, seat, name, key_hash(name)))
    do(table, AidGiven(1.0, 1, True))
    do(table, table.start(2.0, 7))
    while table.phase != "over":
        play_on(table)
    aided = [next(OfTable.of(table, seat).states()).game.options["memory_aid"] for seat in (0, 1)]
    assert aided == [False, True]


def test_a_record_is_read_and_named_by_its_text_and_deck() -> None:
    state = GAME.deal(7)
    for _ in range(9):
        state.apply(state.legal_actions()[0])
    text = str(forno.Record.of(state))
    *_, last = OfRecord(text, None).states()
    assert last.history() == state.history()
    assert OfRecord(text, None).key == OfRecord(text, None).key
    assert len({OfRecord(text, None).key, OfRecord(text, "deck").key, OfRecord(text + " ", None).key}) == 3


@dataclass(frozen=True)
class Endless:
    """A game in which nobody ever decides."""

    key: str = "endless"

    def states(self) -> Iterator[State]:
        while True:
            yield GAME.deal(7)


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_REVIEW_STEPS", 20)
    with pytest.raises(GameTooLong, match="at most 20 steps"):
        advance(cast(Any, Endless()), 0, 1.0, frozenset())
    looked_at: list[State] = []
    with pytest.raises(GameTooLong):
        looked_at.extend(sources._limited_states(Endless().states()))
    assert len(looked_at) == 21, "as dealt, and after each step"
