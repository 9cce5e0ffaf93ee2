"""Judged decisions: a loss is told where it surely matters."""

from __future__ import annotations

import pytest

import forno
from forno.bots.critic import critic_for
from forno.features.review.judging import DecisionJudge
from forno.features.review.worlds import Gap


@pytest.mark.parametrize(
    ("loss", "error", "clear"), [(0.045, 0.01, True), (0.037, 0.009, False), (0.09, 0.04, False), (0.02, 0.001, False)]
)
def test_a_loss_is_told_where_it_surely_matters_and_is_no_noise(loss: float, error: float, clear: bool) -> None:
    judge = DecisionJudge(critic_for(forno.game("mamma-mia", players=3)), 0)
    assert judge.is_clear(Gap(loss, error)) == clear
