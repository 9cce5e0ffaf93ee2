"""Two sides beside each other, against values worked out by hand."""

from __future__ import annotations

import pytest

from forno.arena.lab import compare, holm
from tests.arena.helpers import match_of, played


def test_holm_stops_at_the_first_that_could_be_luck() -> None:
    assert holm([0.001, 0.04, 0.02, 0.9]) == [True, False, False, False]
    assert holm([0.0124, 0.0166, 0.0249, 0.0499]) == [True, True, True, True]
    assert holm([]) == []


@pytest.mark.parametrize(("deals", "proof"), [(3, False), (21, True)])
def test_differences_are_taken_deal_by_deal(deals: int, proof: bool) -> None:
    match = match_of("A", "A")
    both = range(1, deals + 1)
    a = [played(deal, 0, "A,A", [deal, 0], [0], turns=10 * deal, tally={"margherita": 1}) for deal in range(deals + 2)]
    b = [played(deal, 0, "A,A", [deal, 0], [1], turns=10 * deal + 2, first=1) for deal in both]
    table = compare(match, a, match, b)
    rows = {row.name: row for row in table.rows}
    assert table.deals == deals, "only deals that both sides played"
    turns = rows["turns"]
    assert turns.difference.mean == 2 == turns.b.mean - turns.a.mean
    assert (turns.difference.low, turns.difference.high) == (2, 2)
    assert turns.significant == proof, "three deals that come out alike can be luck"
    assert not rows["mean score"].significant
    assert rows["wins of seat 1 (yellow)"].difference.mean == -1
    assert rows["wins of number 1 in turn order"].difference.mean == 0
    assert rows["margherita"].difference.mean == pytest.approx(-1)
    assert rows["shared wins"].a.mean == 0
