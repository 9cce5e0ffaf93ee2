"""Findings of a review: what a mistake costs, and the kinds of mistakes that cost most."""

from __future__ import annotations

from forno.features.review import JUDGEMENT, Finding, Review
from forno.features.review.findings import DECISION, Choice, WithError


def finding(mistake: str, cost: float, score: float = 0.0, weight: float = 0.1) -> Finding:
    return Finding(
        JUDGEMENT, DECISION, 3, 9, weight, Choice((1,), 0.5), Choice((2,), 0.5 + cost), mistake=mistake, score=score
    )


def reviewed(*findings: Finding, done: int = 4, looking: dict[str, int] | None = None) -> Review:
    return Review("mamma-mia", 0, 2, done, 4, findings=findings, looking=looking)


def test_a_turn_costs_what_the_better_one_would_have_won() -> None:
    assert round(finding("pile", 0.2).cost, 9) == 0.2
    assert finding("pile", -0.2).cost == 0.0, "nothing was lost"
    assert Finding(JUDGEMENT, DECISION, 3, 9, 0.1).cost == 0.0


def test_an_estimate_is_clear_above_its_noise() -> None:
    assert WithError(0.5, 0.1).clear
    assert WithError(-0.5, 0.1).clear
    assert not WithError(0.5, 0.4).clear
    assert not WithError(0.0, 0.0).clear


def test_mistakes_of_one_kind_are_a_pattern_and_the_dearest_comes_first() -> None:
    told = reviewed(finding("pile", 0.1), finding("late", 0.15, 2.0), finding("pile", 0.1, 1.0), finding("", 0.9))
    patterns = told.patterns()
    assert [(one.mistake, round(one.cost, 9), one.score, one.findings) for one in patterns] == [
        ("pile", 0.2, 1.0, (0, 2)),
        ("late", 0.15, 2.0, (1,)),
    ]


def test_where_no_chance_was_lost_what_the_score_lost_decides() -> None:
    told = reviewed(finding("pile", 0.001, weight=0.02), finding("late", 0.0, weight=0.3))
    assert [one.mistake for one in told.patterns()] == ["late", "pile"]


def test_a_review_is_finished_when_nothing_is_looked_at_any_more() -> None:
    assert reviewed().finished
    assert not reviewed(done=3).finished
    assert not reviewed(looking={}).finished


def test_what_cost_most_is_what_cost_most_winning_chance_and_then_points() -> None:
    turn = Choice((0,), 0.2), Choice((1,), 0.3)
    same = Choice((0,), 0.2), Choice((1,), 0.2)
    found = (
        Finding(JUDGEMENT, DECISION, 3, 9, 0.18, *same, mistake="order-late", score=1.5),
        Finding(JUDGEMENT, DECISION, 4, 10, 0.2, *same, mistake="ingredients", score=1.8),
        Finding(JUDGEMENT, DECISION, 5, 11, 0.1, *turn, mistake="pile", score=0.2),
    )
    whole = Review("mamma-mia", 0, 3, 5, 5, findings=found)
    assert [pattern.mistake for pattern in whole.patterns()] == ["pile", "ingredients", "order-late"]
