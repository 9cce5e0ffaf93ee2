"""Putting pizzas in the oven: a turn, from the ingredients placed to the cards drawn (MM-5 to MM-12).

What happens when the oven is opened is in `opening`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits
from forno.games.mamma_mia import opening
from forno.games.mamma_mia.events import Drew, OrderPlaced, Passed, Placed, TurnEnded
from forno.games.mamma_mia.questions import DRAW, HELP, ORDER, OVER, PLACE, SEATS, SUPPLY, WAITER

if TYPE_CHECKING:
    from forno.games.mamma_mia.state import MammaMiaState


def place_ingredients(state: MammaMiaState, action: int) -> None:
    """MM-5: at least one ingredient, all of one kind."""
    seat = state.seat
    tables = state.tables
    state.placing = action
    state.ordering = -1
    state.hands[seat] -= tables.place_tally[action]
    orders = state.orders[seat]
    if orders:
        state.question = ORDER
        state.legal = tables.order_legal.get(orders) or tables.legal_orders(orders)
    else:
        refill(state)


def place_order(state: MammaMiaState, action: int) -> None:
    """MM-6: one order, or none."""
    order = action - state.tables.no_order - 1
    if order >= 0:
        state.ordering = order
        state.orders[state.seat] ^= 1 << order
    refill(state)


def refill(state: MammaMiaState) -> None:
    """MM-7 to MM-9, MMR-1, MMR-12: find out where the player can draw from, and ask if there is a choice."""
    tables = state.tables
    seat = state.seat
    if state.waiters[seat] and (state.hands[seat] or not tables.must_draw_supply):
        if not state.left:
            finish_turn(state, WAITER)
        elif (
            state.sizes[seat] - tables.place_number[state.placing] - (state.ordering >= 0) < tables.hand_size
        ):
            state.question = DRAW
            state.legal = tables.draw_legal
        else:
            finish_turn(state, SUPPLY)
    else:
        finish_turn(state, SUPPLY)


def draw(state: MammaMiaState, action: int) -> None:
    """MM-7: all from the supply or all from the own waiter."""
    finish_turn(state, SUPPLY if action == state.tables.draw_supply else WAITER)


def finish_turn(state: MammaMiaState, pile: int) -> None:
    """The turn becomes public: the cards go into the oven, the hand is filled, the next player's turn comes."""
    tables = state.tables
    seat = state.seat
    placing = state.placing
    ordering = state.ordering
    state.oven.append(tables.place_tally[placing])
    size = state.sizes[seat] - tables.place_number[placing]
    if ordering >= 0:
        state.oven.append(~(seat * SEATS + ordering))
        size -= 1
    state.sizes[seat] = size
    if not state.quiet:
        state.telling.append(Placed(seat, placing // tables.hand_size, tables.place_number[placing]))
        if ordering >= 0:
            state.telling.append(OrderPlaced(seat, tables.order_names[ordering]))
    room = tables.hand_size - size
    if room > tables.draw_limit:
        room = tables.draw_limit
    drawn = take(state, seat, pile, room) if room > 0 else 0
    state.turns = (state.turns, seat, placing, ordering, pile, drawn)
    next_turn(state)


def take(state: MammaMiaState, seat: int, pile: int, number: int) -> int:
    """MM-8: draw so many cards, or as many as the pile has. Returns how many."""
    if pile == SUPPLY:
        left = state.left
        if number > left:
            number = left
        state.left = left - number
        cards = state.supply[left] - state.supply[left - number]
        state.hands[seat] += cards
    else:
        waiter = state.waiters[seat]
        cards = sum(waiter[:number])
        if number > len(waiter):
            number = len(waiter)
        state.waiters[seat] = waiter[number:]
        state.orders[seat] += cards
    state.sizes[seat] += number
    if not state.quiet and number:
        tables = state.tables
        if pile == SUPPLY:
            state.telling.append(Drew(seat, "supply", number, tuple(tables.tallies.unpack(cards)), ()))
        else:
            state.telling.append(Drew(seat, "waiter", number, (0,) * tables.kinds, tables.names(cards)))
    return number


def next_turn(state: MammaMiaState) -> None:
    """The next player clockwise is asked; but an empty supply ends the phase at once (MM-12, MMR-2)."""
    if not state.quiet:
        state.telling.append(TurnEnded(state.seat))
    if state.left:
        seat = state.seat + 1
        start_turn(state, seat if seat < state.tables.players else 0)
    else:
        opening.open_oven(state)


def start_turn(state: MammaMiaState, seat: int) -> None:
    """A player with an ingredient is asked what to place; one without passes (MM-10)."""
    state.seat = seat
    state.turn += 1
    hand = state.hands[seat]
    if hand:
        tables = state.tables
        state.question = PLACE
        state.legal = tables.place_legal.get(hand) or tables.legal_places(hand)
    else:
        pass_turn(state)


def pass_turn(state: MammaMiaState) -> None:
    """MM-10, MMR-12: a player without ingredients places nothing and draws from the supply."""
    tables = state.tables
    seat = state.seat
    if not state.quiet:
        state.telling.append(Passed(seat))
    drawn = take(state, seat, SUPPLY, tables.pass_draw or tables.hand_size - state.sizes[seat])
    state.turns = (state.turns, seat, -1, -1, SUPPLY, drawn)
    next_turn(state)


def await_answer(state: MammaMiaState, before: int) -> None:
    """Tell whose decision is awaited. `before` is what the others knew of it (see `awaited`)."""
    if state.question == OVER:
        return
    now = awaited(state)
    state.telling.append(Awaits(state.seat, tuple(state.legal), shown=now != before, masked=now < 0))


def awaited(state: MammaMiaState) -> int:
    """Whose decision everyone knows to be awaited; -1 for nobody's.

    MMR-8: while help is asked for, only the player whose turn it is to answer knows. Otherwise the others would see
    who could have helped.
    """
    return -1 if state.question == HELP or state.question == OVER else state.seat
