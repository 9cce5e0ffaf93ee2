"""Putting pizzas in the oven: a turn, from the ingredients placed to the cards drawn (MM-5 to MM-12).

Each step says whether the phase is over with it; what happens then is in `rounds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import OwnLuck
from forno.core.events import Awaits
from forno.games.mamma_mia.rules.events import Drew, OrderPlaced, Passed, Placed, TurnEnded
from forno.games.mamma_mia.rules.lookups import Tables
from forno.games.mamma_mia.rules.questions import DRAW, EITHER, NOT_ASKED, ORDER, OVER, PLACE, SUPPLY, WAITER
from forno.games.mamma_mia.rules.shuffles import stack

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


def start_turn(state: MammaMiaState, seat: int) -> bool:
    """A player with an ingredient is asked what to place; one without passes, and draws from the supply (MM-10)."""
    state.seat = seat
    state.turn += 1
    hand = state.hands[seat]
    if hand:
        state.question = PLACE
        tables = state.tables
        state.legal = tables.place_legal.get(hand) or tables.legal_places(hand)
        return False
    state.placing = -1
    state.ordering = NOT_ASKED
    return finish_turn(state, SUPPLY)


def place_ingredients(state: MammaMiaState, action: int) -> bool:
    """MM-5: at least one ingredient, all of one kind."""
    seat = state.seat
    tables = state.tables
    state.placing = action
    state.hands[seat] -= tables.place_tally[action]
    orders = state.orders[seat]
    if not orders:
        return place_order(state, NOT_ASKED)
    state.question = ORDER
    state.legal = tables.order_legal.get(orders) or tables.legal_orders(orders)
    return False


def place_order(state: MammaMiaState, order: int) -> bool:
    """MM-6: one order, or none, if there was one in hand. Where there is a choice of piles, it is asked for."""
    tables = state.tables
    seat = state.seat
    kept = state.sizes[seat] - tables.place_number[state.placing]
    state.ordering = order
    if order >= 0:
        state.orders[seat] -= tables.order_bit[order]
        kept -= 1
    pile = pile_to_draw_from(tables, state.waiters[seat], state.left, state.hands[seat], kept)
    if pile != EITHER:
        return finish_turn(state, pile)
    state.question = DRAW
    state.legal = tables.draw_legal
    return False


def pile_to_draw_from(tables: Tables, waiter: tuple[int, ...], left: int, hand: int, kept: int) -> int:
    """MM-7: the supply or the seat's own waiter, if the hand isn't over-full with the cards kept (MMR-1).

    A player left with no ingredient may have to draw from the supply (MM-9); an empty pile can't be chosen (MMR-1).
    """
    if not waiter or (tables.must_draw_supply and not hand):
        return SUPPLY
    if not left:
        return WAITER
    return EITHER if tables.draws[kept] else SUPPLY


def finish_turn(state: MammaMiaState, pile: int) -> bool:
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
        state.oven.append(tables.place_tally[placing])
        size -= tables.place_number[placing]
        if ordering >= 0:
            state.oven.append(tables.entries[seat][ordering])
            state.announced[seat] |= tables.order_bit[ordering]
            size -= 1
        number = tables.draws[size]
    else:
        number = tables.draws_passing[size]
    left = state.left
    if pile == SUPPLY:
        if number > left:
            number = left
        if state.luck is not None:
            state.supply = own_cards_on_top(state, state.luck, number)
        cards = state.supply[left]
        left -= number
        cards -= state.supply[left]
        state.hands[seat] += cards
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
        return True
    return start_turn(state, tables.next_seat[seat])


def own_cards_on_top(state: MammaMiaState, luck: OwnLuck, number: int) -> tuple[int, ...]:
    """MMR-20: the supply with so many cards on top as the luck of this seat alone chooses from it."""
    tables = state.tables
    counts = list(tables.tallies.unpack(state.supply[state.left]))
    cards: list[int] = []
    for _ in range(number):
        kind = luck.draw(state.seat, state.rounds, counts, tables.copies)
        counts[kind] -= 1
        cards.append(tables.tallies.unit[kind])
    return stack(tables.tallies.cards(tables.tallies.pack(counts)) + cards[::-1])


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
