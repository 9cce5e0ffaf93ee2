"""The critic of Mamma Mia!: what is told of an order is there."""

from __future__ import annotations

import forno
from forno.bots.critic import Case, critic_for
from forno.core.game import State
from forno.features.review import Reviewer
from forno.features.review.judging import Judged
from forno.games.mamma_mia.bots.remarks import LATE
from forno.games.mamma_mia.rules.actions import AddMissing, Place, PlaceOrder, SendBack
from tests.features.review.games import played
from tests.features.review.helpers import prospects


def test_an_order_that_the_seat_sent_back_itself_is_neither_risk_nor_luck() -> None:
    game = forno.game("mamma-mia", players=3)

    def sends_back(state: State) -> int | None:
        legal = [] if state.seat else state.legal_actions()
        named = {type(game.actions[action]): action for action in legal}
        return named[SendBack] if {SendBack, AddMissing} <= named.keys() else None

    made = Reviewer(played(game, 4, sends_back), 0, effort=0.02)
    for decision in made.seen.decisions:
        made.judged[decision.number] = Judged(decision.chosen, None, None, prospects(0.4, 0.4))
    made.odds = dict.fromkeys(made.failures, (0.9, 0.9))
    assert any(failure.given_up for failure in made.failures)
    failed = sorted(failure.order for failure in made.failures if not failure.given_up)
    assert sorted(finding.order for finding in made.review().findings) == failed


def test_what_is_told_of_an_order_is_there_in_the_oven_or_in_the_hand() -> None:
    game = forno.game("mamma-mia", players=3)
    critic = critic_for(game)
    told = 0
    for state in played(game, 4, bot="garzone"):
        if state.is_over or state.view(state.seat).awaited != state.seat:
            continue
        seat, legal = state.seat, state.legal_actions()
        for action in legal:
            after = state.clone()
            after.apply(action)
            if not isinstance(game.actions[action], Place) or after.is_over or after.seat != seat:
                continue
            for order in after.legal_actions():
                if isinstance(game.actions[order], PlaceOrder):
                    turns = (action,), (action, order)
                    view = state.view(seat)
                    case = Case(view, game.memory(seat), (), LATE, *turns, [state.clone()], {})
                    facts = critic.reason(case)
                    assert facts is not None
                    better = facts["better"]
                    assert all(0 <= used <= held for used, held in zip(better["hand"], facts["hand"], strict=True))
                    assert better["lack"] >= 0
                    told += 1
    assert told > 50
