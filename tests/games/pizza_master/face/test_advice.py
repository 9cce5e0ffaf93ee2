"""Advice: one piece for every decision, with its reason."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from forno.games.pizza_master.face import FACE
from forno.games.pizza_master.face.advice import advice, player_of
from tests.games.pizza_master.face.short_games import short_game
from tests.pages.markup import words


@pytest.mark.rule("PM-9")
def test_advice_names_the_order_for_which_an_ingredient_lacks() -> None:
    game = short_game("tutorial", 2)
    hands, trays = ["", "garden-bites, farmers-market"], ["", "2 cheese, 1 vegetable"]
    piles = {"order": ["green", "blue"], "seat": "blue", "refrigerator": "3 vegetable"}
    state = game.position(phase="collecting", hands=hands, trays=trays, **piles)
    told = words(FACE.hint(state.view(1), None))
    assert told.startswith("Take vegetable: it goes into Farmers market. ")
    assert "You have 2 cheese and 1 vegetable." in told
    assert "Garden bites: complete." in told
    assert told.endswith("Based on what everyone sees and your own orders.")


@pytest.mark.rule("PM-13")
def test_advice_says_why_an_order_of_more_points_is_not_the_best() -> None:
    game = short_game("master", 2)
    piles = {"order": ["blue", "green"], "seat": "green", "trays": ["", "2 cheese, 1 vegetable, 1 meat"]}
    row = "chicken-trio, cheesy-bacon, garden-bites"
    state = game.position(phase="collecting", row=row, hands=["", "super-premium"], **piles)
    told = words(FACE.hint(state.view(1), None))
    assert re.match("Complete (Cheesy bacon|Garden bites) .for everyone.: with ", told)
    assert "it brings 6 points and wastes less. You have" in told
    state = game.position(phase="collecting", row="chicken-trio", hands=["", "super-premium"], **piles)
    told = words(FACE.hint(state.view(1), None))
    assert told.startswith("Complete Chicken trio (for everyone): it brings 6 points. ")


@pytest.mark.parametrize("mode", ["trainee", "master"])
def test_every_decision_has_one_piece_of_advice_with_its_reason(mode: str) -> None:
    game = short_game(mode, 3)
    reasons: Counter[bool] = Counter()
    for seed in range(3):
        state = game.deal(seed)
        rng = random.Random(seed)
        while not state.is_over:
            legal = state.legal_actions()
            if len(legal) > 1 and rng.random() < 0.3:
                told = advice(state.view(state.seat))
                assert re.fullmatch("[^.:]+: [^.:]+[.]", told)
                reasons["brings" in told] += 1
            state.apply(player_of(game).act(state))
    assert min(reasons.values()) > 5
