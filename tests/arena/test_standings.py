"""Standings, ratings and crosstables against hand-computed values."""

from __future__ import annotations

import sys

import pytest

from forno.arena.columns import standings_text
from forno.arena.ratings import ratings
from forno.arena.standings import crosstable, standings
from tests.arena.helpers import GAMES, match_of, played


def test_win_share_and_score_by_hand() -> None:
    table = standings(match_of("A", "B"), GAMES)
    best, other = table.bots
    assert (best.name, best.games, best.wins.mean, best.score.mean) == ("A", 4, 0.625, 4.0)
    assert (other.name, other.wins.mean, other.score.mean) == ("B", 0.375, 4.0)
    # A's deals sum to 2 and 0.5; deviations ±0.75, variance 2 · (2 · 0.5625) / 16, t with 1 degree of freedom.
    assert best.wins.error == pytest.approx((2 * 2 * 0.5625 / 16) ** 0.5)
    assert (table.games, table.deals, table.incomplete) == (4, 2, 0)
    assert best.seconds_per_decision == pytest.approx(0.1)
    assert best.slowest_decision == 0.2


def test_a_bot_in_several_seats_has_the_share_of_one() -> None:
    games = [played(0, 0, "A,B,B,B", [9, 1, 2, 3], [0]), played(1, 0, "A,B,B,B", [1, 9, 9, 3], [1, 2])]
    shares = {bot.name: bot.wins.mean for bot in standings(match_of("A", "B", "B", "B"), games).bots}
    assert shares == {"A": 0.5, "B": pytest.approx(1 / 6)}


def test_the_crosstable_counts_who_finished_ahead() -> None:
    assert crosstable(GAMES) == {("A", "B"): 2.5 / 4, ("B", "A"): 1.5 / 4}
    three = [played(0, 0, "A,B,C", [3, 2, 1], [0]), played(0, 1, "B,C,A", [3, 2, 1], [0])]
    assert crosstable(three)["A", "C"] == 0.5
    assert crosstable(three)["B", "C"] == 1.0


def test_ratings_follow_the_places_and_not_the_order_of_arrival() -> None:
    games = [played(deal, 0, "A,B,C", [3, 2, 1], [0]) for deal in range(20)]
    found = ratings(games)
    assert found is not None
    assert found["A"].mu > found["B"].mu > found["C"].mu
    assert found["B"].mu == pytest.approx(25, abs=1.5)
    assert all(rating.sigma < 25 / 3 for rating in found.values())
    assert ratings(games[::-1]) == found


def test_without_openskill_the_table_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert ratings(GAMES) is None
    assert "pip install 'forno[arena]'" in standings_text(standings(match_of("A", "B"), GAMES))
