"""Tallies: amounts of each kind, packed into one integer."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.core.tally import Tallies

TALLIES = Tallies(kinds=5, bits=5)
AMOUNTS = st.lists(st.integers(0, 15), min_size=5, max_size=5)
FEW = st.lists(st.integers(0, 7), min_size=5, max_size=5)


@given(AMOUNTS)
def test_what_is_packed_unpacks(amounts: list[int]) -> None:
    tally = TALLIES.pack(amounts)
    assert TALLIES.unpack(tally) == tuple(amounts)
    assert [TALLIES.count(tally, kind) for kind in range(5)] == amounts
    assert TALLIES.total(tally) == sum(amounts)


@given(FEW, FEW)
def test_piles_are_added_and_taken_away_with_plus_and_minus(one: list[int], other: list[int]) -> None:
    both = TALLIES.pack(one) + TALLIES.pack(other)
    assert TALLIES.unpack(both) == tuple(a + b for a, b in zip(one, other, strict=True))
    assert both - TALLIES.pack(other) == TALLIES.pack(one)


@given(AMOUNTS, AMOUNTS)
def test_a_tally_covers_what_it_has_enough_of_every_kind_for(have: list[int], need: list[int]) -> None:
    enough = all(a >= b for a, b in zip(have, need, strict=True))
    assert TALLIES.covers(TALLIES.pack(have), TALLIES.pack(need)) == enough


@given(AMOUNTS, AMOUNTS)
def test_what_is_missing_makes_it_enough(have: list[int], need: list[int]) -> None:
    missing = TALLIES.missing(TALLIES.pack(have), TALLIES.pack(need))
    assert TALLIES.unpack(missing) == tuple(max(b - a, 0) for a, b in zip(have, need, strict=True))


@given(AMOUNTS)
def test_the_single_cards_add_up(amounts: list[int]) -> None:
    cards = TALLIES.cards(TALLIES.pack(amounts))
    assert sum(cards) == TALLIES.pack(amounts)
    assert len(cards) == sum(amounts)
    assert cards == sorted(cards)
    assert set(cards) <= set(TALLIES.unit)


@pytest.mark.parametrize(("kind", "number"), [(0, 1), (0, 15), (3, 2), (4, 15)])
def test_a_tally_of_one_kind_knows_which(kind: int, number: int) -> None:
    assert TALLIES.only_kind(number * TALLIES.unit[kind]) == kind


def test_wider_fields_count_further() -> None:
    wide = Tallies(kinds=6, bits=6)
    assert wide.unpack(wide.pack([31] * 6)) == (31,) * 6
    assert not wide.covers(wide.pack([31] * 5 + [30]), wide.pack([31] * 6))


def test_copies_are_the_same_object() -> None:
    assert copy(TALLIES) is deepcopy(TALLIES) is TALLIES


def test_a_pickled_layout_packs_as_before() -> None:
    assert pickle.loads(pickle.dumps(TALLIES)).pack([1, 2, 3, 4, 5]) == TALLIES.pack([1, 2, 3, 4, 5])
