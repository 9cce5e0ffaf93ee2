"""The baker's choice: of many kinds the dearest are not tried."""

from __future__ import annotations

from forno.games.mamma_mia.bots.baking import MAX_KINDS_TRIED, NEVER, Baker
from forno.games.mamma_mia.bots.forecast import Cook
from tests.games.mamma_mia.helpers import each, opened, sit_down

GRANDE = sit_down("grande", 3)


def test_of_many_kinds_the_dearest_are_not_tried() -> None:
    oven = ["1 pineapple", "4 olive", "4 salami", "3 mushroom", "yellow ghiottona"]
    state = opened(GRANDE, *oven, hands=each(GRANDE, yellow="1 mushroom, 1 shrimp", green="1 shrimp", brown="1 shrimp"))
    actions = state.legal_actions()
    scores = Baker(Cook(GRANDE.lookups)).scores(state, actions)
    assert len(actions) == 11
    assert scores.count(NEVER) == len(actions) - MAX_KINDS_TRIED - 1
    assert str(GRANDE.actions[actions[scores.index(max(scores))]]) == "bakes with olive and salami"
