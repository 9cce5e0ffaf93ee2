"""Hints count what is in sight."""

from __future__ import annotations

import pytest

from forno.games.mamma_mia.face import FACE
from forno.pages.face import Recollection
from tests.games.mamma_mia.helpers import sit_down
from tests.pages.markup import words
from tools.scenes import SCENES, stage


@pytest.mark.rule("MM-11")
def test_hints_count_what_is_in_sight_and_nothing_that_must_be_remembered() -> None:
    game, open_game = sit_down(players=4), sit_down(players=4, memory_aid=True)
    piles = {
        "hands": ["1 pineapple, 2 olive, order 4-olive", "6 mushroom", "6 salami", "6 green pepper"],
        "seat": "yellow",
        "oven": ["2 olive"],
    }
    texts = []
    for played in (game, open_game):
        texts.append(words(FACE.hint(played.position(**piles).view(0), None)))
    assert "two olives missing" in texts[0]
    assert "all in sight" in texts[1]


@pytest.mark.rule("MM-18")
def test_a_hint_says_all_that_is_asked_for_at_once() -> None:
    told = {}
    for name in ("choosing", "requesting"):
        table = stage(next(scene for scene in SCENES if scene.name == name))
        told[name] = words(FACE.hint(table.view(0), None))
    assert "Bake with green pepper and mushroom and ask for one mushroom: you keep your own" in told["choosing"]
    assert "Ask for one pineapple, one green pepper and one mushroom: you don't have all" in told["requesting"]


@pytest.mark.rule("MM-13")
def test_a_hint_says_why_not_an_order_for_which_all_is_in_sight() -> None:
    table = stage(next(scene for scene in SCENES if scene.name == "table"))
    told = words(FACE.hint(table.view(0), Recollection(table.memory(0), "You remember.")))
    assert "four green peppers and one pineapple : all in sight" in told
    assert "Bombastica : all in sight" in told
    why = "orders already in the oven will probably use up what your other orders need."
    assert f"with the order Minimale and draw from the supply: little is missing, and it may still come; {why}" in told


def test_a_hint_to_ask_for_help_with_what_is_in_sight_says_that_one_keeps_ones_own() -> None:
    table = stage(next(scene for scene in SCENES if scene.name == "choosing"))
    told = words(FACE.hint(table.view(0), Recollection(table.memory(0), "You remember.")))
    assert "Ghiottona : all in sight" in told
    assert "ask for four salami: you keep your own, and the helper gains too." in told
