"""Trials: games that a person can repeat, and failures that say how to get there again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import SupportsIndex

import pytest

from forno.core.errors import FornoError
from forno.core.events import Event
from forno.core.states import Reduced
from forno.testing import INVARIANTS, ConformanceError, at_random, by_numbers, check_game
from tests.testing.spoilt import Spoilt, SpoiltGame, again_with
from tests.toy import Toppings


def test_the_last_state_is_given_back() -> None:
    assert check_game(Toppings(), 3).is_over


def test_numbers_choose_until_they_run_out() -> None:
    choose = by_numbers([1, 5], then=lambda legal: legal[-1])
    assert [choose([7, 8, 9]), choose([7, 8, 9]), choose([7, 8, 9])] == [8, 9, 9]


def test_the_same_seed_chooses_the_same_way() -> None:
    one, other = at_random(5), at_random(5)
    assert [one(range(99)) for _ in range(9)] == [other(range(99)) for _ in range(9)]


def test_a_failure_says_how_to_get_there_again() -> None:
    class Wrong(Spoilt):
        def census(self) -> Mapping[str, int]:
            return {**self.inner.census(), "0": 1} if self.inner.past else self.inner.census()

    with pytest.raises(ConformanceError) as failure:
        check_game(SpoiltGame(Wrong), "olive", stride=0)
    error = failure.value
    assert (error.invariant, error.seed, len(error.actions)) == ("census", "olive", 1)
    assert INVARIANTS["census"] in str(error)
    assert "seed: 'olive'" in str(error)
    assert f"actions so far: {list(error.actions)}" in str(error)


def test_any_other_exception_says_it_too() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            if len(self.inner.past) == 3 and action in self.inner.legal_actions():
                raise ZeroDivisionError
            return self.inner.apply(action)

    with pytest.raises(ZeroDivisionError) as failure:
        check_game(SpoiltGame(Wrong), 1, stride=0)
    assert "actions so far" in failure.value.__notes__[0]
    assert "Wrong.apply, called by check_game" in failure.value.__notes__[0]


def test_an_exception_in_a_copy_names_the_check_of_copies() -> None:
    class Wrong(Spoilt):
        """Its pickles have forgotten the hands."""

        def __reduce__(self) -> Reduced:
            pickled = self.inner.clone()
            pickled.hands = []
            return again_with, (self.game, pickled)

    with pytest.raises(IndexError) as failure:
        check_game(SpoiltGame(Wrong), 1)
    assert "called by check_copies" in failure.value.__notes__[0]


def test_every_error_of_the_suite_is_an_assertion() -> None:
    assert issubclass(ConformanceError, AssertionError)
    assert not issubclass(ConformanceError, FornoError)
