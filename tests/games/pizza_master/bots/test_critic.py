"""The critic of Pizza Master: reasons that are true, and orders that a turn completes itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import forno
from forno.bots.critic import Case, Critic, Turn, critic_for
from forno.core.game import Game
from forno.games.pizza_master.bots.critic import PizzaMasterCritic
from forno.games.pizza_master.bots.remarks import COLLECTING, ORDERS, PASSING
from forno.games.pizza_master.rules.actions import Complete
from tests.features.review.games import played

NAMES = ("Anna", "Bruno", "Carla", "Dora")


def test_points_are_a_reason_only_if_the_better_order_brings_more() -> None:
    game = forno.game("pizza-master", players=4, mode="master")
    critic = critic_for(game)
    assert isinstance(critic, PizzaMasterCritic)
    points, places = critic.lookups.order_points, critic.lookups.order_places
    compared = set()
    for state in played(game, 36):
        if state.is_over:
            break
        seat, legal = state.seat, state.legal_actions()
        completing = {action: named for action in legal if isinstance(named := game.actions[action], Complete)}
        for chosen, did in completing.items():
            for best, better in completing.items():
                facts = critic.reason(Case(state.view(seat), game.memory(seat), (), ORDERS, (chosen,), (best,), (), {}))
                more = points[places[better.order]] > points[places[did.order]]
                assert ("worth more" in (critic.say_reason(seat, ORDERS, facts, NAMES) if facts else "")) == more
                compared.add(more)
    assert compared == {False, True}


def collected(critic: Critic, game: Game, shares: tuple[Any, Any]) -> str | None:
    """Return the reason told where taking another ingredient was better, but completes nothing more."""
    for state in played(game, 36):
        seat, legal = state.seat, state.legal_actions()
        kinds = [action for action in legal if str(game.actions[action]).startswith("takes ")]
        if len(kinds) > 1 and min(state.view(seat).refrigerator) > 2:  # type: ignore[attr-defined]
            turns = (kinds[0],), (kinds[1],)
            case = Case(state.view(seat), game.memory(seat), (), COLLECTING, *turns, (), {}, shares)
            facts = critic.reason(case)
            return None if facts is None else critic.say_reason(seat, COLLECTING, facts, NAMES)
    raise AssertionError("nobody had a choice")


def test_a_better_turn_that_only_holds_somebody_back_says_whom_and_without_a_reason_there_is_none() -> None:
    game = forno.game("pizza-master", players=4)
    critic = critic_for(game)
    held_back = collected(critic, game, ((0.2, 0.2, 0.4, 0.2), (0.25, 0.25, 0.25, 0.25)))
    assert held_back == "It holds Carla back: their chance to win is then 25% instead of 40%."
    assert collected(critic, game, ((0.25,) * 4, (0.25,) * 4)) is None


def passed(told: Sequence[Sequence[Any]] = (), rival: Sequence[Any] = ()) -> str:
    """Return the reason why collecting was better than passing, if it helps these orders or holds somebody back."""
    critic = critic_for(forno.game("pizza-master", players=4))
    facts = {"there": [3, 0, 0, 1], "tray": [3, 0, 1, 0], "helped": told, "rival": rival, "trades": False}
    return critic.say_reason(0, PASSING, facts, NAMES)


def test_what_could_still_be_taken_is_no_reason_by_itself() -> None:
    assert passed() == ""
    assert "You could still take: 3 cheese and 1 meat." in passed(rival=[1, 0.4, 0.2])
    assert "It holds Bruno back" in passed(rival=[1, 0.4, 0.2])
    assert "is then completed nearly always" in passed([["smokehouse", 0.0, 1.0]])


def test_only_objectives_that_tell_two_orders_apart_are_a_reason_and_with_what_they_count() -> None:
    game = forno.game("pizza-master", players=4, mode="trainee")
    critic = critic_for(game)
    completing = {str(one): action for action, one in enumerate(game.actions) if isinstance(one, Complete)}
    turns = [(completing[f"completes {order}"],) for order in ("fresh-catch", "farmers-market", "melted-reef")]
    state = next(state for state in played(game, 3) if not state.is_over)
    view = replace(state.view(0), objectives=("vegan-guru", "lazy-trainee", "meat-hunter"))  # type: ignore[call-arg]

    def said(chosen: Turn, best: Turn) -> str:
        facts = critic.reason(Case(view, game.memory(0), (), ORDERS, chosen, best, (), {}))
        return "" if facts is None else critic.say_reason(0, ORDERS, facts, NAMES)

    seafood, vegetable, cheap_seafood = turns
    assert said(seafood, vegetable) == "The objectives decide here: Vegan guru (most vegetable orders)."
    assert said(seafood, cheap_seafood) == ""
