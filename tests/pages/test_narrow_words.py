"""Words in narrow places of a phone: what can't be broken must fit, in every language."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from forno.core.language import _, languages, use
from forno.games.mamma_mia.rules import cards as mamma_mia
from forno.games.pizza_master.face.board import STEPS
from forno.games.pizza_master.rules import cards as pizza_master
from forno.games.pizza_master.rules.deck import own_deck
from forno.games.pizza_master.words import card_name

MAX_LETTERS: dict[str, tuple[int, Sequence[str]]] = {
    "under an ingredient in the hand": (9, mamma_mia.KINDS),
    "on a button that takes an ingredient": (9, pizza_master.KINDS),
    "the step of the day, beside whose turn it is": (10, [word for _step, word in STEPS]),
    "tabs of the kitchen": (10, ("Kitchen", "Players", "Goals")),
    "names of piles at a seat": (10, ("Tray", "Reserved", "Only today", "Beside it")),
    "heads of the final table": (10, ("player", "days", "missions", "objectives", "points")),
    "the kind of an order, on its card": (12, ("side dish", "pizza", "special")),
    "levels on the home page": (10, ("Easy", "Medium", "Hard", "Expert")),
}
"""By place: how many letters fit into a line there, 320 pixels wide, and what is said."""
MAX_LETTERS_ON_A_SLIP = 10
"""Letters that fit into a line of an order card, four of them side by side."""


def longest(text: str) -> int:
    return max(map(len, re.split(r"[\s\u00ad-]+", text)))


@pytest.mark.parametrize("name", languages())
def test_labels_in_narrow_places_fit(name: str) -> None:
    with use(name):
        wrong = {
            place: [said for said in map(_, words) if longest(said) > most]
            for place, (most, words) in MAX_LETTERS.items()
        }
        slips = {card_name(card.name) for card in own_deck().orders}
        wrong["order cards"] = [slip for slip in slips if longest(slip) > MAX_LETTERS_ON_A_SLIP]
    assert not {place: words for place, words in wrong.items() if words}
