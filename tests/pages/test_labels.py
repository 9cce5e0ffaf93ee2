"""Labels: bots are described by their level, and by how often they win."""

from __future__ import annotations

import pytest

from forno.pages.labels import bot_choice, bot_description


@pytest.mark.parametrize("level", ["cuoco", "pizzaiolo", "nonna", "bisnonna"])
def test_where_opponents_are_chosen_a_level_has_a_number(level: str) -> None:
    assert "games" in bot_description(level)


def test_a_bot_without_a_sentence_has_its_summary() -> None:
    assert bot_description("random") == "Any legal action"


def test_where_a_bot_is_chosen_its_level_comes_first() -> None:
    assert [bot_choice(bot) for bot in ("cuoco", "bisnonna")] == ["Medium (Cuoco)", "Bisnonna"]
