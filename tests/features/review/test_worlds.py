"""Decisions of a seat, and what playouts of its turns say."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import pytest

import forno
from forno.core.errors import UnknownSeat
from forno.core.game import State
from forno.features.review.worlds import Prospects, difference, different, estimate, follow, is_turn
from forno.testing import at_random

GAME = forno.game("mamma-mia", players=2)


def states(most: int = 10_000) -> Iterator[State]:
    """Yield one state again and again as it goes its way."""
    choose, state = at_random(3), GAME.deal(3)
    yield state
    while not state.is_over and len(state.history()) < most:
        state.apply(choose(state.legal_actions()))
        yield state


def results(worths: list[float], scores: list[float] | None = None, *orders: str) -> Prospects:
    made = Prospects(2)
    made.worths, made.scores = worths, scores or [0.0] * len(worths)
    made.shares = [sum(worths), len(worths) - sum(worths)]
    made.orders.update(orders)
    return made


def test_a_game_is_followed_decision_by_decision() -> None:
    seen = follow(states(), 1)
    assert [decision.number for decision in seen.decisions] == list(range(len(seen.decisions)))
    assert len(seen.decisions) > 10
    *_, last = states()
    history = last.history()
    for decision in seen.decisions:
        assert decision.view.seat == decision.memory.seat == 1
        assert decision.view.actions
        assert tuple(history[decision.place : decision.place + len(decision.chosen)]) == decision.chosen
        assert decision.memory.view() == decision.view
    assert seen.won is not None
    assert sum(seen.won) == pytest.approx(1)
    assert len(seen.told) == len(history) + 1


def test_a_game_that_isnt_over_has_no_winner() -> None:
    seen = follow(states(30), 0)
    assert (seen.outcome, seen.won) == (None, None)
    with pytest.raises(UnknownSeat):
        follow(states(30), 2)


def test_one_value_has_no_spread() -> None:
    assert estimate([0.5]) == (0.5, inf)
    assert list(estimate([0.0, 1.0, 0.0, 1.0])) == pytest.approx([0.5, (1 / 3 / 4) ** 0.5])


def test_turns_are_compared_world_by_world() -> None:
    """A lucky world, which both turns met, is no difference between them."""
    better, worse = results([1.0, 0.5, 0.9], [4.0, 2.0, 3.0]), results([0.9, 0.4, 0.8], [3.0, 1.0, 2.0])
    gap = difference(better, worse)
    assert list(gap) == pytest.approx([0.1, 0.0, 1.0, 0.0])
    with pytest.raises(ValueError, match="zip"):
        difference(better, results([1.0]))


def test_results_of_more_worlds_are_joined() -> None:
    both = results([1.0, 0.0], [2.0, 0.0], "junior").join_results(results([1.0], [4.0], "junior", "minimale"))
    assert [both.wins, both.score, *both.mean_shares()] == pytest.approx([2 / 3, 2.0, 2 / 3, 1 / 3])
    odds = [both.odds(order) for order in ("junior", "minimale", "ghiottona")]
    assert odds == pytest.approx([2 / 3, 1 / 3, 0.0])


def test_an_order_is_likelier_only_above_the_noise() -> None:
    always, never = results([1.0] * 50, None, *["junior"] * 50), results([1.0] * 50)
    assert always.likelier("junior", never).value == 1.0
    assert always.likelier("junior", never).clear
    once = results([1.0] * 50, None, "junior")
    assert not once.likelier("junior", never).clear


def test_a_turn_ends_where_others_notice_it() -> None:
    *_, state = states(40)
    world = state.clone()
    world.quiet = True
    legal = world.legal_actions()
    seat = world.seat
    assert not is_turn(world, (9999,), seat)
    whole = [turn for turn in ((action,) for action in legal) if is_turn(world, turn, seat)]
    assert world.history() == state.history(), "the world is as it was"
    assert different(world, [(legal[0],), (legal[0],)]) == [(legal[0],)]
    assert len(whole) <= len(legal)
