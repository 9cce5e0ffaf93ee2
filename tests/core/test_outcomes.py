"""Outcomes of games: the ranking of all, and what broke ties."""

from __future__ import annotations

import pickle
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.core.outcomes import Outcome, ranked
from forno.core.plain import plain


@pytest.mark.parametrize(
    ("counts", "ranking"),
    [
        ([(4, 6, 3)], ((1,), (0,), (2,))),
        ([(4, 6, 6)], ((1, 2), (0,))),
        ([(4, 6, 6), (9, 0, 1)], ((2,), (1,), (0,))),
        ([(6, 6, 6), (1, 1, 0), (3, 3, 9)], ((0, 1), (2,))),
        ([(0, 0)], ((0, 1),)),
    ],
)
def test_seats_are_ranked_by_their_scores_and_then_by_what_breaks_ties(
    counts: list[tuple[int, ...]], ranking: tuple[tuple[int, ...], ...]
) -> None:
    scores, *others = counts
    tiebreaks = tuple((f"count {place}", count) for place, count in enumerate(others))
    assert ranked(scores, tiebreaks) == ranking
    assert Outcome(scores, ranking[0], "most", (), tiebreaks).ranking == ranking


def test_an_outcome_is_plain_data_a_pickle_and_equal() -> None:
    outcome = Outcome((4, 6, 6), (2,), "most-ingredients", (), (("ingredients", (9, 0, 1)),))
    assert plain(outcome)["ranking"] == [[2], [1], [0]]
    assert plain(outcome)["tiebreaks"] == [["ingredients", [9, 0, 1]]]
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert outcome == Outcome(
        (4, 6, 6), (2,), "most-ingredients", (), (("ingredients", (9, 0, 1)),), ((2,), (1,), (0,))
    )


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6))
def test_everybody_has_a_place_and_nobody_stands_above_who_has_more(has: list[tuple[int, int]]) -> None:
    scores, held = zip(*has, strict=True)
    ranking = ranked(scores, (("held", held),))
    assert sorted(chain(*ranking)) == list(range(len(has)))
    best = [{has[seat] for seat in place} for place in ranking]
    assert all(len(same) == 1 for same in best)
    assert [same.pop() for same in best] == sorted(set(has), reverse=True)
