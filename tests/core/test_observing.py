"""Observations as numbers: layouts, their bounds, and what an observer refuses."""

from __future__ import annotations

from typing import Any

import pytest

import forno
from forno.core.errors import OptionError, UnknownSeat, WrongArgument
from forno.core.events import seen_by
from forno.core.observing import (
    EVERYTHING,
    KNOWLEDGE,
    MEMORY,
    NOW,
    Field,
    Layout,
    check_fill,
    known_as,
    observe_state,
    observe_view,
)

HAND = Field("hand", 5, 9, "amounts of each kind in the hand", "hand")
SEEN = Field("seen", 2, 60, "cards seen")
HIDDEN = Field("hidden", 3, 255, "cards of others")
LAYOUT = Layout.of(EVERYTHING, [HAND], [SEEN], [HIDDEN])
GAME = forno.game("mamma-mia", players=2)


def test_a_layout_has_the_fields_of_its_knowledge() -> None:
    layouts = [Layout.of(knowledge, [HAND], [SEEN], [HIDDEN]).fields for knowledge in KNOWLEDGE]
    assert layouts == [(HAND,), (HAND, SEEN), (HAND, SEEN, HIDDEN)]


def test_fields_lie_one_after_another() -> None:
    assert LAYOUT.size == 10
    assert dict(LAYOUT.places) == {"hand": slice(0, 5), "seen": slice(5, 7), "hidden": slice(7, 10)}
    assert (LAYOUT.start("seen"), LAYOUT.start("waiters")) == (5, -1)
    assert LAYOUT.most == bytes([9] * 5 + [60] * 2 + [255] * 3)
    assert LAYOUT.read(bytes(range(10))) == {"hand": [0, 1, 2, 3, 4], "seen": [5, 6], "hidden": [7, 8, 9]}
    assert "| 5 | `seen` | 2 | 60 | cards seen |" in str(LAYOUT)


@pytest.mark.parametrize(
    "fields", [(HAND, HAND), (Field("a", 1, 256, ""),), (Field("a", 1, 0, ""),), (Field("a", -1, 1, ""),)]
)
def test_fields_that_cant_be_laid_out_are_refused(fields: tuple[Field, ...]) -> None:
    with pytest.raises(ValueError, match="can't be laid out"):
        _ = Layout(fields).places


def test_there_are_three_kinds_of_knowledge() -> None:
    assert [known_as(knowledge) for knowledge in KNOWLEDGE] == [NOW, MEMORY, EVERYTHING]
    with pytest.raises(OptionError, match="choose from now, memory, everything"):
        known_as("nothing")


def test_an_observer_fills_in_states_of_its_game_for_a_seat_where_there_is_room() -> None:
    state = GAME.deal(7)
    assert check_fill(GAME, state, 1, bytearray(12), 2, 10) == 1
    wrong: list[tuple[Any, Any, Any]] = [
        (None, bytearray(12), 0),
        (forno.game("mamma-mia", players=3).deal(7), bytearray(12), 0),
        (state, bytearray(12), 3),
        (state, bytearray(12), -1),
        (state, bytes(12), 0),
        (state, bytearray(12), 0.0),
    ]
    for given, into, start in wrong:
        with pytest.raises(WrongArgument):
            check_fill(GAME, given, 0, into, start, 10)
    for seat in (None, 2, -1, True, "0"):
        with pytest.raises(UnknownSeat):
            check_fill(GAME, state, seat, bytearray(12), 0, 10)


def test_what_a_bot_has_gives_the_numbers_of_the_true_state() -> None:
    for knowledge in (NOW, MEMORY):
        observer, state = GAME.observer(knowledge), GAME.deal(7)
        memory = GAME.memory(state.seat)
        for event in seen_by(state.events, state.seat):
            memory.observe(event)
        view = state.view(state.seat)
        assert observe_view(observer, view, memory) == observe_state(observer, state, state.seat)
    with pytest.raises(UnknownSeat, match="a spectator has no observations"):
        observe_view(GAME.observer(NOW), GAME.deal(7).view(None), GAME.memory(None))
