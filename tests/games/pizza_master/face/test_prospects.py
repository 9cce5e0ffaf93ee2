"""Warnings where points would be wasted: made of what the seat itself sees, and shown only there."""

from __future__ import annotations

import random
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.events import seen_by
from forno.games.pizza_master.face import FACE
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.table.composing import turn_tree
from forno.testing.faces import read
from tests.games.pizza_master.face.short_games import short_game
from tests.games.pizza_master.helpers import do, each
from tests.games.whole_games import guests_of

TUTORIAL, MASTER = short_game("tutorial", 2), short_game("master", 2)


def asks(state: PizzaMasterState) -> str | None:
    """Return the warning at passing or finishing now; `None` where there is no such button."""
    turn = FACE.own(state.view(state.seat), guests_of(state.game), turn_tree(state))["turn"]
    for tag, marks in read(turn).tags:
        if tag == "button" and marks.get("data-phrase") in ("pass", "finish"):
            return marks.get("data-ask") or ""
    return None


def cooking(game: Any, phase: str = "collecting", **piles: Any) -> PizzaMasterState:
    """Green is on turn."""
    state = game.position(phase=phase, order=["blue", "green"], seat="green", **piles)
    assert isinstance(state, PizzaMasterState)
    return state


@pytest.mark.rule("PM-10")
def test_finishing_asks_while_an_order_is_ready_and_not_for_nothing() -> None:
    piles: dict[str, Any] = {"hands": each(TUTORIAL, green="campfire, 2 smokehouse"), "refrigerator": "5 seafood"}
    trays = each(TUTORIAL, green="3 cheese, 3 meat")
    state = cooking(TUTORIAL, "making", passed=["green"], trays=trays, **piles)
    assert asks(state) == "You can still complete Smokehouse and Campfire for 9 points. Finish anyway?"
    do(state, "completes campfire")
    assert asks(state) == "You can still complete Smokehouse for 4 points. Finish anyway?"


@pytest.mark.rule("PM-9")
def test_passing_asks_where_one_ingredient_would_complete_an_order() -> None:
    hands = each(TUTORIAL, green="campfire, smokehouse")
    state = cooking(TUTORIAL, hands=hands, trays=each(TUTORIAL, green="1 cheese, 1 meat"), refrigerator="2 meat")
    assert asks(state) == "1 meat would complete Campfire for 7 points more. Pass anyway?"
    state = cooking(TUTORIAL, hands=hands, trays=each(TUTORIAL, green="1 cheese, 2 meat"), refrigerator="2 meat")
    assert asks(state) == "", "what is ready is completed after passing"
    state = cooking(TUTORIAL, hands=hands, trays=each(TUTORIAL, green="1 meat"), refrigerator="2 seafood")
    assert asks(state) == "", "what isn't there can't be taken"


@pytest.mark.rule("PM-11")
def test_a_master_who_passes_gives_up_what_is_ready() -> None:
    piles: dict[str, Any] = {
        "hands": each(MASTER, green="super-premium"),
        "row": "campfire",
        "refrigerator": "2 seafood",
    }
    state = cooking(MASTER, trays=each(MASTER, green="1 cheese, 2 meat"), **piles)
    assert asks(state) == "You can still complete Campfire for 5 points. Pass anyway?"
    state = cooking(MASTER, trays=each(MASTER, green="1 cheese, 1 meat"), **piles)
    assert asks(state) == ""


@pytest.mark.parametrize("mode", ["trainee", "master"])
def test_no_question_tells_a_secret(mode: str) -> None:
    game = short_game(mode, 3)
    asked = 0
    for seed in range(4):
        rng = random.Random(seed)
        state = game.deal(seed)
        memories = [game.memory(seat) for seat in range(game.players)]
        events = list(state.events)
        while not state.is_over:
            for seat, memory in enumerate(memories):
                for event in seen_by(events, seat):
                    memory.observe(event)
            question = asks(state)
            if question:
                asked += 1
                view = state.view(state.seat)
                dealt_anew = view.sample(memories[state.seat], Chance(seed, "anew"))
                assert asks(dealt_anew) == question
            legal = state.legal_actions()
            events = list(state.apply(rng.choice(legal[:-1] or legal)))
    assert asked > 5
