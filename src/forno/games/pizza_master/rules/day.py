"""A day, phase after phase: discarding, shopping, collecting and making, scoring (PM-4 to PM-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits
from forno.games.pizza_master.rules.evening import move_points, score_the_day
from forno.games.pizza_master.rules.kitchen import start_collecting
from forno.games.pizza_master.rules.morning import load_refrigerator, open_shop
from forno.games.pizza_master.rules.questions import COINS, COLLECT, DISCARD, MAKE, OVER

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState


def go_on(state: PizzaMasterState) -> None:
    """Begin the next phase after one that is over, until somebody is asked, or the game is over."""
    phase_over = True
    while phase_over:
        question = state.question
        if question == DISCARD:
            open_shop(state)
            return
        if question == COINS:
            load_refrigerator(state)
            phase_over = start_collecting(state)
        elif question in (COLLECT, MAKE):
            phase_over = score_the_day(state)
        else:
            phase_over = move_points(state)


def await_answer(state: PizzaMasterState, before: int) -> None:
    """Tell the player who is asked between what. The others learn of a turn after `before`, and never if one can make
    something: whoever has passed looks the same with a choice and without. So does whoever has nothing to take, and
    may have an order to complete (PM-11)."""
    if state.question != OVER:
        shown = state.turn != before and state.question != MAKE
        if shown and state.question == COLLECT and state.legal[0] == state.lookups.pass_:
            state.telling.append(Awaits(state.seat, None))
            shown = False
        state.telling.append(Awaits(state.seat, tuple(state.legal), shown=shown))
