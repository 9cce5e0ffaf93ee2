"""Nonna's value of a round that begins, and the length of her playouts."""

from __future__ import annotations

from random import Random

import pytest

from forno.games.mamma_mia.bots.insight import Insight
from tests.games.mamma_mia.helpers import each, opened, sit_down

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 3)
NOTHING = [0, 0, 0]


def test_shares_of_the_win_add_up() -> None:
    assert sum(Insight(CLASSIC).outlook([4, 2, 3], NOTHING, [1, 3, 0], 1, 1)) == pytest.approx(1)


@pytest.mark.parametrize("rounds", [1, 2])
def test_who_leads_is_more_likely_to_win_the_fewer_rounds_there_are(rounds: int) -> None:
    first, second, third = Insight(GRANDE).outlook([4, 3, 3], NOTHING, NOTHING, 1, rounds)
    assert first > second == third
    later = Insight(GRANDE).ending([4, 3, 3], NOTHING)
    assert later[0] > first


def test_to_begin_a_round_counts_where_nobody_helps() -> None:
    first, second, _ = Insight(CLASSIC).outlook([3, 3, 3], NOTHING, NOTHING, 1, 2)
    assert second > first
    first, second, _ = Insight(GRANDE).outlook([3, 3, 3], NOTHING, NOTHING, 1, 2)
    assert second == first


def test_orders_in_hand_count_up_to_two() -> None:
    none, one, two = Insight(GRANDE).outlook([3, 3, 3], NOTHING, [0, 0b1, 0b11], 0, 1)
    assert none < one < two
    two, three, _ = Insight(GRANDE).outlook([3, 3, 3], NOTHING, [0b11, 0b111, 0], 0, 1)
    assert two == three


def test_an_open_oven_is_played_out_and_no_further() -> None:
    """Playouts end with the round: what comes after it would be a matter of luck."""
    hands = each(CLASSIC, yellow="2 pineapple", green="1 salami", brown="1 olive")
    state = opened(CLASSIC, "4 olive", "yellow 4-olive", hands=hands, round=1)
    results = {tuple(Insight(CLASSIC).rollout(state.clone(), Random(seed))) for seed in range(5)}
    assert len(results) == 1
    assert max(results.pop()) < 1
