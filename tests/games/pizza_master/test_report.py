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
    assert lines[3] == "Ingredients: 20 cheese, 15 vegetable, 15 seafood and 15 meat"
    assert "  2 × chicken-trio        printed        6 points  1 cheese, 1 vegetable and 1 meat" in lines
    assert "  4 × garden-bites        reconstructed  3 points  1 cheese and 1 vegetable (side dish)" in lines
    freestyle = "1 cheese, 1 of any one kind but cheese and 2 of another kind but cheese"
    assert f"  5 × freestyle-duo       printed        8 points  {freestyle}" in lines
    alchemist = "Be the first to complete 3 orders today. The card counts as a completed special. Bonus 1."
    assert f"  alchemist           {alchemist}" in lines
    carnivore = "Be the first to complete 1 meat order today. The winner gets 1 meat tomorrow. Bonus 1."
    assert f"  carnivore           {carnivore}" in lines
    last = "Be the last to pass. The winner draws 1 order card more tomorrow. Bonus 1."
    assert f"  last-hand-standing  {last}" in lines
    assert "  lazy-trainee        Fewest orders: 16 points" in lines
    assert "  crazy-cheesy        Most cheese orders: 1 point for each on the table" in lines
    assert lines[-1] == "How the cards are known: 58 × reconstructed, 16 × printed"


def test_a_deck_of_ones_own_is_checked_for_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ORDER)
    assert deck_report(path, "trainee").startswith("mine: 1 orders, 9 missions")
    with pytest.raises(DeckError, match=r"deals everyone a special, but .*mine\.toml has 0"):
        deck_report(path, "master")
