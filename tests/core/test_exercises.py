"""Levels of memory exercises: each asks for more than the one before."""

from __future__ import annotations

from itertools import pairwise

from forno.core.exercises import LEVELS, LEVELS_BY_NAME


def test_each_level_asks_for_more_in_less_time() -> None:
    for easier, harder in pairwise(LEVELS):
        assert harder.cards > easier.cards
        assert harder.questions > easier.questions
        assert harder.milliseconds < easier.milliseconds
        assert harder.strength > easier.strength


def test_levels_are_found_by_their_names() -> None:
    assert [LEVELS_BY_NAME[level.name] for level in LEVELS] == list(LEVELS)
