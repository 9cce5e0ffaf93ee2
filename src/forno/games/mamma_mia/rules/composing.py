"""The whole turns that a player can compose, known from the rules without trying them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forno.games.mamma_mia.rules.questions import ADD, BAKE, EITHER, PLACE
from forno.games.mamma_mia.rules.turn import pile_to_draw_from

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState

Tree = dict[int, Any]


def turn_tree(state: MammaMiaState, most: int) -> Tree | None:
    """Return the tree of a turn: placing, ordering, drawing (MM-5 to MM-9), or adding what is missing (MM-14).

    The cards that make up a Bombastica are asked for one by one (MMR-4). `None` for every other question, and for more
    than `most` nodes.
    """
    if state.question == PLACE:
        return whole_turns(state, most)
    ends = (state.lookups.add_missing, state.lookups.send_back)
    if state.question == ADD or (state.question == BAKE and all(action in ends for action in state.legal)):
        return {action: {} for action in state.legal} if len(state.legal) <= most else None
    return None


def whole_turns(state: MammaMiaState, most: int) -> Tree | None:
    """Return everything that can be placed, with what may follow it."""
    lookups, seat = state.lookups, state.seat
    orders = state.orders[seat]
    legal_orders = lookups.legal_orders(orders) if orders else []
    tree: Tree = {}
    nodes = 0
    for placing in state.legal:
        hand = state.hands[seat] - lookups.place_tally[placing]
        kept = state.sizes[seat] - lookups.place_number[placing]
        draws = draws_after(state, hand, kept)
        nodes += 1 + len(draws)
        if orders:
            with_order = draws_after(state, hand, kept - 1)
            nodes += len(legal_orders) + (len(legal_orders) - 1) * len(with_order)
            tree[placing] = dict.fromkeys(legal_orders, with_order)
            tree[placing][lookups.no_order] = draws
        else:
            tree[placing] = draws
        if nodes > most:
            return None
    return tree


def draws_after(state: MammaMiaState, hand: int, kept: int) -> Tree:
    """Return the piles to choose from with this hand left and `kept` cards held; empty if there is no choice."""
    waiter = state.waiters[state.seat]
    if pile_to_draw_from(state.lookups, waiter, state.left, hand, kept) != EITHER:
        return {}
    return {pile: {} for pile in state.lookups.draw_legal}
