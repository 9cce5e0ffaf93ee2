"""Reasons why a turn was better, in the words of reviews."""

from __future__ import annotations

import pytest

import forno
from forno.features.review import JUDGEMENT, MISTAKES, Finding, Review, Reviewer
from forno.features.review.findings import ORDER
from forno.features.review.judging import Judged
from forno.features.review.sentences import counts
from forno.features.review.worlds import Gap
from tests.features.review.games import played
from tests.features.review.helpers import prospects


@pytest.fixture(scope="module")
def reviewer() -> Reviewer:
    """A review under way, in which the first turn was a mistake."""
    made = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    pair = prospects(0.5, 0.5), prospects(0.2, 0.2)
    turn = made.seen.decisions[0].chosen
    made.judged[0] = Judged(turn, turn, JUDGEMENT, pair[1], Gap(0.3, 0.02), pair, mistake="pile")
    return made


def test_a_mistake_without_a_reason_is_not_shown_but_counted_in_what_was_given_away(reviewer: Reviewer) -> None:
    reviewer.reasons[0] = {"wish": ""}
    [told] = reviewer.review().findings
    reviewer.reasons[0] = None
    whole = reviewer.review()
    assert whole.findings == ()
    assert whole.lost.value * whole.real == pytest.approx(told.cost)


@pytest.mark.parametrize(("odds", "kind"), [(0.02, "risk"), (0.44, "risk"), (0.5, "luck"), (0.9, "luck")])
def test_an_order_that_failed_without_a_better_turn_is_never_a_mistake(odds: float, kind: str) -> None:
    made = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    failure = made.failures[0]
    for decision in made.seen.decisions:
        made.judged[decision.number] = Judged(decision.chosen, None, None, prospects(0.4, 0.4))
    for looked in (odds, 1.0):
        made.odds = {failure: (odds, looked)}
        [finding] = [one for one in made.review().findings if one.what == ORDER]
        assert (finding.kind, finding.mistake, finding.best) == (kind, "", None)


@pytest.mark.parametrize(
    ("before", "after", "weight"),
    [((0.9, 0.9), (0.1, 0.1), 0.06), ((0.9, 0.9), (0.86, 0.86), 0.04), ((0.9, 0.9), (0.0, 1.0), 0.0)],
)
def test_a_risk_costs_no_more_than_its_hope_and_nothing_that_may_be_noise(
    before: tuple[float, ...], after: tuple[float, ...], weight: float
) -> None:
    made = Reviewer(played(forno.game("mamma-mia", players=3), 4, bot="garzone"), 0, effort=0.02)
    failure = made.failures[0]
    for decision in made.seen.decisions:
        chances = before if decision.place <= failure.failed else after
        made.judged[decision.number] = Judged(decision.chosen, None, None, prospects(*chances))
    made.odds = {failure: (0.06, 0.06)}
    [finding] = [one for one in made.review().findings if one.what == ORDER]
    assert finding.weight == pytest.approx(weight)


def test_a_turn_that_spoilt_two_orders_counts_as_one_mistake() -> None:
    first = Finding(JUDGEMENT, ORDER, 3, 9, 0.2, order="minimale", odds=0.3, looked=0.3)
    assert first.kind in MISTAKES
    assert counts(Review("mamma-mia", 0, 3, 5, 5, findings=(first,))) == "Memory: 0, Judgement: 0, Risk: 0, Luck: 0"
