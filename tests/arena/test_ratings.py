"""Elo: differences say how often one finishes ahead of another."""

from __future__ import annotations

import pytest

from forno.arena.ratings import elo
from tests.arena.helpers import played


def test_three_to_one_is_about_190_points() -> None:
    games = [played(deal, 0, "A,B", [5, 3], [0]) for deal in range(300)]
    games += [played(300 + deal, 0, "A,B", [3, 5], [1]) for deal in range(100)]
    found = elo(games)
    assert found["A"] - found["B"] == pytest.approx(400 * 0.4771, abs=2)
    assert sum(found.values()) == pytest.approx(0)


def test_ties_are_equal_and_whoever_always_wins_has_a_number() -> None:
    assert elo([played(0, 0, "A,B", [3, 3], [0, 1])]) == pytest.approx({"A": 0, "B": 0})
    found = elo([played(deal, 0, "A,B,C", [5, 3, 1], [0]) for deal in range(50)])
    assert 1000 > found["A"] > found["B"] > found["C"] > -1000


def test_nobody_has_none() -> None:
    assert elo([]) == {}
