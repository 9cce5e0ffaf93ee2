"""Views and memories: a view is what it shows, and a memory belongs to one seat of one game."""

from __future__ import annotations

from copy import copy, deepcopy

import pytest

import forno
from forno.core.errors import WrongArgument
from forno.core.views import out_of_order, own_memory
from tests.toy import Played, Toppings, ToppingsMemory

GAME = Toppings(players=3)


def test_a_copy_of_a_view_is_the_view_itself() -> None:
    view = GAME.deal(7).view(0)
    assert copy(view) is view
    assert deepcopy(view) is view


def test_views_are_equal_if_they_show_the_same_whatever_lies_behind_them() -> None:
    state = GAME.deal(7)
    other = state.clone()
    other.hands[1], other.stock[:2] = other.stock[:2], other.hands[1]
    assert state.view(0) == other.view(0)
    assert state.view(1) != other.view(1)
    assert state.view(0) != state.view(2)


def test_a_view_is_sampled_with_a_memory_of_its_own_seat_and_game() -> None:
    view = GAME.deal(7).view(1)
    mine = GAME.memory(1)
    assert own_memory(view, mine, ToppingsMemory) is mine
    same_game = Toppings(players=3).memory(1)
    assert own_memory(view, same_game, ToppingsMemory) is same_game
    strangers = [GAME.memory(0), GAME.memory(None), Toppings(players=2).memory(1), forno.game("mamma-mia").memory(1)]
    for stranger in strangers:
        with pytest.raises(WrongArgument, match="its own game and seat, 1,"):
            own_memory(view, stranger, ToppingsMemory)


def test_a_clone_of_a_memory_takes_in_what_the_other_doesnt() -> None:
    memory = GAME.memory(0)
    clone = memory.clone()
    clone.observe(Played(1, 4))
    assert clone.view().played[1] == (4,)
    assert memory.view().played[1] == ()


def test_the_own_place_is_the_whole_view_unless_a_game_has_less() -> None:
    memory = GAME.memory(2)
    assert memory.own_place() == memory.view()


def test_an_event_out_of_order_is_named() -> None:
    assert "can't follow what this memory has seen" in str(out_of_order(Played(1, 4)))
    assert "Played" in str(out_of_order(Played(1, 4)))
    assert "seat 2 has seen of" in repr(GAME.memory(2))
