"""Means and intervals against values worked out by hand and printed tables."""

from __future__ import annotations

from math import isinf, sqrt

import pytest

from forno.arena.intervals import difference_of_shares, estimate, t_quantile, t_tail


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (29, 2.045), (99, 1.984), (10_000, 1.960)],
)
def test_students_t_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=6e-4)
    assert t_tail(quantile, freedom) == pytest.approx(0.025, abs=5e-5)


def test_the_tail_at_zero_is_half() -> None:
    assert t_tail(0.0, 7) == pytest.approx(0.5)


def test_a_mean_over_deals_by_hand() -> None:
    # Deals of two games each, with sums 2, 1 and 0: mean 3/6, deviations 1, 0 and -1, so the variance of the mean is
    # 3/2 · 2 / 36 = 1/12.
    found = estimate([(0, 1), (0, 1), (1, 1), (1, 0), (2, 0), (2, 0)])
    assert found.mean == 0.5
    assert found.error == pytest.approx(sqrt(1 / 12))
    assert found.high - 0.5 == pytest.approx(4.3027 * sqrt(1 / 12), rel=1e-4)
    assert found.low == pytest.approx(1 - found.high)


def test_games_of_one_deal_are_no_independent_evidence() -> None:
    one_game_each = estimate([(0, 1.0), (1, 0.0), (2, 1.0)])
    four_alike = estimate([(deal, value) for deal, value in ((0, 1.0), (1, 0.0), (2, 1.0)) for _ in range(4)])
    assert four_alike.error == pytest.approx(one_game_each.error)


def test_deals_that_all_cancel_leave_no_doubt() -> None:
    found = estimate([(deal, value) for deal in range(5) for value in (0.0, 1.0)], share=True)
    assert (found.mean, found.low, found.high) == (0.5, 0.5, 0.5)


def test_a_share_stays_between_0_and_1() -> None:
    found = estimate([(0, 1.0), (1, 1.0), (2, 0.0)], share=True)
    assert (found.low, found.high) == (0.0, 1.0)


def test_winning_everything_is_no_certainty() -> None:
    # (1 - reach)^10 = 0.025: Clopper and Pearson's 0.6915 for 10 of 10.
    found = estimate([(deal, 1.0) for deal in range(10)], share=True)
    assert (found.mean, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.6915, abs=1e-4)


def test_being_ahead_in_every_deal_is_no_certainty() -> None:
    # A difference of 1 in 10 of 10 deals is a share of 1: 0.6915 is a difference of 0.383. The sign test: 2 · (1/2)^10.
    found = difference_of_shares([(deal, 1.0) for deal in range(10)])
    assert (found.mean, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.3830, abs=1e-4)
    assert found.p_value == pytest.approx(2 / 1024)
    mixed = [(0, 1.0), (1, 0.0), (2, 0.5), (3, 1.0)]
    assert difference_of_shares(mixed).mean == pytest.approx(estimate(mixed).mean)
    assert difference_of_shares(mixed).error == pytest.approx(estimate(mixed).error)
    assert difference_of_shares(mixed).p_value == pytest.approx(estimate(mixed).p_value)


def test_one_deal_says_nothing_about_others() -> None:
    found = estimate([(0, 3.0), (0, 5.0)])
    assert found.mean == 4.0
    assert isinf(found.low)
    assert found.p_value == 1.0


def test_no_games_no_opinion() -> None:
    assert estimate([], share=True).high == 1.0


def test_the_p_value_is_that_of_the_t_test() -> None:
    # Differences 1, 2, 3: mean 2, standard error 1/√3, t = 3.4641 with 2 degrees of freedom.
    assert estimate([(0, 1.0), (1, 2.0), (2, 3.0)]).p_value == pytest.approx(0.0742, abs=1e-4)
