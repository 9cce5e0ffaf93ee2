"""The whole turns that a player can compose, known from the rules without trying them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forno.games.mamma_mia.questions import ADD, BAKE, PLACE

if TYPE_CHECKING:
    from forno.games.mamma_mia.state import MammaMiaState


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
    full = size <= tables.hand_size
    both_piles = bool(state.waiters[seat]) and state.left > 0
    held = state.orders[seat]
    orders = [tables.first_order + order for order in range(held.bit_length()) if held >> order & 1]
    draws: dict[int, Any] = {pile: {} for pile in tables.draw_legal}
    tree: dict[int, Any] = {}
    known: dict[tuple[bool, bool], dict[int, Any]] = {}
    """What may follow what was placed, by whether drawing is asked for without an order and with one."""
    nodes = 0
    for placing in state.legal:
        asks = both_piles and (hand != tables.place_tally[placing] or not tables.must_draw_supply)
        kept = size - tables.place_number[placing]
        after = draws if asks and (full or tables.draws[kept]) else {}
        if orders:
            with_order = draws if asks and (full or tables.draws[kept - 1]) else {}
            asked = (bool(after), bool(with_order))
            if asked not in known:
                known[asked] = {tables.no_order: after} | dict.fromkeys(orders, with_order)
            tree[placing] = known[asked]
            nodes += 2 + len(orders) + len(after) + len(orders) * len(with_order)
        else:
            tree[placing] = after
            nodes += 1 + len(after)
        if nodes > most:
            return None
    return tree
