"""Putting pizzas in the oven: a turn, from the ingredients placed to the cards drawn (MM-5 to MM-12).

What happens when the oven is opened is in `opening`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits
from forno.games.mamma_mia.rules import opening
from forno.games.mamma_mia.rules.events import Drew, OrderPlaced, Passed, Placed, TurnEnded
from forno.games.mamma_mia.rules.questions import DRAW, NOT_ASKED, ORDER, OVER, PLACE, SUPPLY, WAITER

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


def place_ingredients(state: MammaMiaState, action: int) -> None:
    """MM-5: at least one ingredient, all of one kind."""
    seat = state.seat
    tables = state.tables
    state.placing = action
    state.hands[seat] -= tables.place_tally[action]
    orders = state.orders[seat]
    if orders:
        state.question = ORDER
        try:
            if orders <= tables.first_half:
                state.legal = tables.order_legal[orders]
            else:
                more = tables.order_legal_more[orders >> tables.half]
                state.legal = tables.order_legal[orders & tables.first_half] + more
        except KeyError:
            state.legal = tables.legal_orders(orders)
    else:
        place_order(state, NOT_ASKED)


def place_order(state: MammaMiaState, order: int) -> None:
    """MM-6: one order, or none, if there was one in hand.

    Then ask where the player draws from, if there is a choice (MM-7, MM-9) and the hand isn't over-full (MMR-1).
    """
    tables = state.tables
    seat = state.seat
    state.ordering = order
    if order >= 0:
        state.orders[seat] -= tables.order_bit[order]
    if not state.waiters[seat] or (tables.must_draw_supply and not state.hands[seat]):
        finish_turn(state, SUPPLY)
    elif not state.left:
        finish_turn(state, WAITER)
    elif state.sizes[seat] <= tables.hand_size or draws_any(state):
        state.question = DRAW
        state.legal = tables.draw_legal
    else:
        finish_turn(state, SUPPLY)


def draws_any(state: MammaMiaState) -> bool:
    """Whether the player on turn draws: there is room in the hand besides what is kept."""
    tables = state.tables
    kept = state.sizes[state.seat] - tables.place_number[state.placing]
    return tables.draws[kept - 1 if state.ordering >= 0 else kept] > 0


def finish_turn(state: MammaMiaState, pile: int) -> None:
    """MM-7: the turn becomes public. The cards go into the oven, the hand is filled, the next player is asked.

    A pile with too few cards gives what it has (MM-8), and an empty supply ends the phase at once (MM-12, MMR-2).
    Somebody who passes draws as well (MM-10).
    """
    tables = state.tables
    seat = state.seat
    placing = state.placing
    ordering = state.ordering
    size = state.sizes[seat]
    if placing >= 0:
        oven = state.oven
        oven.append(tables.place_tally[placing])
        size -= tables.place_number[placing]
        if ordering >= 0:
            oven.append(tables.entries[seat][ordering])
            size -= 1
        number = tables.draws[size]
    else:
        number = tables.draws_passing[size]
    left = state.left
    hands = state.hands
    if pile == SUPPLY:
        if number > left:
            number = left
        supply = state.supply
        cards = supply[left]
        left -= number
        cards -= supply[left]
        hands[seat] += cards
        state.left = left
    else:
        waiter = state.waiters[seat]
        if number > len(waiter):
            number = len(waiter)
        cards = 0
        for order in waiter[:number]:  # sum() takes longer when compiled
            cards += order
        state.orders[seat] += cards
        state.waiters[seat] = waiter[number:]
    state.sizes[seat] = size + number
    state.past = (state.past, seat, placing, ordering, pile, number, state.question)
    if not state.quiet:
        tell_turn(state, pile, number, cards)
    if not left:
        opening.open_oven(state)
        return
    seat = tables.next_seat[seat]
    hand = hands[seat]
    if hand:  # start_turn, without the call
        state.seat = seat
        state.turn += 1
        state.question = PLACE
        try:
            state.legal = tables.place_legal[hand]
        except KeyError:
            state.legal = tables.legal_places(hand)
    else:
        start_turn(state, seat)


def start_turn(state: MammaMiaState, seat: int) -> None:
    """A player with an ingredient is asked what to place; one without passes, and draws from the supply (MM-10)."""
    state.seat = seat
    state.turn += 1
    hand = state.hands[seat]
    tables = state.tables
    if hand:
        state.question = PLACE
        state.legal = tables.legal_places(hand)
    else:
        state.placing = -1
        state.ordering = NOT_ASKED
        finish_turn(state, SUPPLY)


def tell_turn(state: MammaMiaState, pile: int, number: int, cards: int) -> None:
    """Tell of a turn: what was placed, what was drawn."""
    seat = state.seat
    tables = state.tables
    telling = state.telling
    if state.placing < 0:
        telling.append(Passed(seat))
    else:
        telling.append(Placed(seat, state.placing // tables.hand_size, tables.place_number[state.placing]))
    if state.ordering >= 0:
        telling.append(OrderPlaced(seat, tables.order_names[state.ordering]))
    if number and pile == SUPPLY:
        telling.append(Drew(seat, "supply", number, tables.tallies.unpack(cards), ()))
    elif number:
        telling.append(Drew(seat, "waiter", number, (0,) * tables.kinds, tables.names(cards)))
    telling.append(TurnEnded(seat))


def await_answer(state: MammaMiaState) -> None:
    """Tell the player who is asked between what. The others learn of a new turn; of the rest they have heard before."""
    if state.question != OVER:
        state.telling.append(Awaits(state.seat, tuple(state.legal), shown=state.question == PLACE))
