"""The whole turns that a player can compose, known from the rules without trying them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forno.games.mamma_mia.rules.questions import ADD, BAKE, PLACE

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


def turn_tree(state: MammaMiaState, most: int) -> dict[int, Any] | None:
    """What to place, with which order, where to draw from (MM-5 to MM-9); or whether to add what is missing (MM-14).

    Follows `place_ingredients` and `place_order` step by step. The cards that make up a Bombastica are asked for one by
    one (MMR-4). `None` for every other question, and for more than `most` nodes.
    """
    question, opening = state.question, state.opening
    if question in (BAKE, ADD) and opening is not None and len(state.legal) <= most:
        ends = (state.tables.add_missing, state.tables.send_back)
        if all(action in ends for action in state.legal) or question == ADD:
            return {action: {} for action in state.legal}
    if question != PLACE:
        return None
    tables, seat = state.tables, state.seat
    hand, size = state.hands[seat], state.sizes[seat]
    held = state.orders[seat]
    orders = [tables.first_order + order for order in range(held.bit_length()) if held >> order & 1]
    both_piles = state.left > 0 and bool(state.waiters[seat])
    draws: dict[int, Any] = {pile: {} for pile in tables.draw_legal} if both_piles else {}
    last = -1  # the way to place the whole hand, after which there is no choice of piles
    if both_piles and tables.must_draw_supply:
        last = next((placing for placing in state.legal if tables.place_tally[placing] == hand), -1)
    nodes = len(state.legal)
    if size <= tables.hand_size:  # whatever is placed leaves room to draw
        tree = dict.fromkeys(state.legal, _followers(tables.no_order, orders, draws, draws))
        nodes *= 1 + _size(orders, draws, draws)
        if last >= 0:
            tree[last] = _followers(tables.no_order, orders, {}, {})
            nodes += _size(orders, {}, {}) - _size(orders, draws, draws)
        return tree if nodes <= most else None
    tree = {}
    for placing in state.legal:
        kept = size - tables.place_number[placing]
        asks = both_piles and placing != last
        after = draws if asks and tables.draws[kept] else {}
        with_order = draws if asks and tables.draws[kept - 1] else {}
        tree[placing] = _followers(tables.no_order, orders, after, with_order)
        nodes += _size(orders, after, with_order)
    return tree if nodes <= most else None


def _followers(no_order: int, orders: list[int], after: dict[int, Any], with_order: dict[int, Any]) -> dict[int, Any]:
    """What may follow what was placed: an order or none, and then the piles to draw from."""
    return {no_order: after} | dict.fromkeys(orders, with_order) if orders else after


def _size(orders: list[int], after: dict[int, Any], with_order: dict[int, Any]) -> int:
    """How many nodes that is."""
    return 1 + len(orders) + len(after) + len(orders) * len(with_order) if orders else len(after)
