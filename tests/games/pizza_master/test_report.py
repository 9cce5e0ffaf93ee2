"""The deck as a table to check against one's cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from forno import DeckError
from forno.games.pizza_master.report import deck_report
from tests.games.pizza_master.rules.test_deck import ORDER


def test_the_games_deck_is_described_card_by_card() -> None:
    lines = deck_report(None, None).splitlines()
    assert lines[0] == "Pizza Master: 74 orders, 9 missions, 9 objectives, 65 ingredients"
    assert lines[3] == "ingredients: 20 cheese, 15 vegetable, 15 seafood, 15 meat"
    assert "  2 × chicken-trio        printed        6 points  1 cheese + 1 vegetable + 1 meat" in lines
    assert "  4 × garden-bites        reconstructed  3 points  1 cheese + 1 vegetable (side dish)" in lines
    assert "  5 × freestyle-duo       printed        8 points  1 cheese + 1 of one chosen kind + 2 of another" in lines
    assert "  alchemist           first to complete 3 orders: counts as a completed special, bonus 1" in lines
    assert "  carnivore           first to complete 1 meat order: gets 1 meat the next day, bonus 1" in lines
    assert "  last-hand-standing  last to pass in collecting: draws 1 order card more the next day, bonus 1" in lines
    assert "  lazy-trainee        fewest orders: 4 points for each player in the game" in lines
    assert "  crazy-cheesy        most cheese orders: 1 point for each that anybody has" in lines
    assert lines[-1] == "How the orders are known: 58 reconstructed, 16 printed"


def test_a_deck_of_ones_own_is_checked_for_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ORDER)
    assert deck_report(path, "trainee").startswith("mine: 1 orders, 9 missions")
    with pytest.raises(DeckError, match="deals everyone a special, and the deck has 0"):
        deck_report(path, "master")
