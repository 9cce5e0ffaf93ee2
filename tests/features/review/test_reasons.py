"""Reasons why a turn was better, in the words of reviews."""

from __future__ import annotations

import forno
from forno.bots.critic import Case, critic_for
from forno.games.pizza_master.bots.critic import PizzaMasterCritic
from forno.games.pizza_master.bots.remarks import ORDERS
from forno.games.pizza_master.rules.actions import Complete
from tests.features.review.games import played


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
                case = Case(state.view(seat), game.memory(seat), (), ORDERS, (chosen,), (best,), (), {})
                said = critic.say_reason(seat, ORDERS, critic.reason(case), ("Anna", "Bruno", "Carla", "Dora"))
                more = points[places[better.order]] > points[places[did.order]]
                assert ("brings" in said) == more
                compared.add(more)
    assert compared == {False, True}
