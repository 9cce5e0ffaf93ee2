"""Piles named in words."""

from __future__ import annotations

import pytest

import forno
from forno.core.positions import cards, each_seat, player

GAME = forno.game("mamma-mia", players=2)


def test_cards_have_a_number_and_a_name() -> None:
    assert cards("3 green pepper, olive,, order 4-olive ") == [(3, "green pepper"), (1, "olive"), (1, "order 4-olive")]
    assert cards("") == []
    assert cards("² olive, 4") == [(1, "² olive"), (1, "4")]


def test_every_seat_has_a_pile() -> None:
    assert each_seat(GAME, "hand", ["a", "b"]) == [(0, "hand of yellow", "a"), (1, "hand of green", "b")]
    assert [pile for _, _, pile in each_seat(GAME, "hand", None)] == ["", ""]


@pytest.mark.parametrize("piles", [[], ["a"], ["a", "b", "c"]])
def test_a_pile_for_everyone_or_none(piles: list[str]) -> None:
    with pytest.raises(forno.PositionError, match=r"hand: give one text for each of the 2 players\."):
        each_seat(GAME, "hand", piles)


def test_a_colour_that_nobody_plays_is_refused() -> None:
    assert player(GAME, "seat", "green") == 1
    with pytest.raises(forno.PositionError, match=r"seat: nobody plays 'pink'; there are yellow, green\."):
        player(GAME, "seat", "pink")
