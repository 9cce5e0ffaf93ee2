"""Putting pizzas in the oven: a turn, from the ingredients placed to the cards drawn (MM-5 to MM-12).

Each step says whether the phase is over with it; what happens then is in `rounds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import OwnLuck
from forno.core.events import Awaits
from forno.games.mamma_mia.rules.events import Drew, OrderPlaced, Passed, Placed, TurnEnded
from forno.games.mamma_mia.rules.lookups import Lookups
from forno.games.mamma_mia.rules.questions import DRAW, EITHER, NOT_ASKED, ORDER, OVER, PLACE, SUPPLY, WAITER
from forno.games.mamma_mia.rules.shuffles import stack

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


def start_turn(state: MammaMiaState, seat: int) -> bool:
    """Ask a player with an ingredient what to place; one without passes, and draws from the supply (MM-10)."""
    state.seat = seat
    state.turn += 1
    hand = state.hands[seat]
    if hand:
        state.question = PLACE
        lookups = state.lookups
        state.legal = lookups.place_legal.get(hand) or lookups.legal_places(hand)
        return False
    state.placing = -1
    state.ordering = NOT_ASKED
    return finish_turn(state, SUPPLY)


def place_ingredients(state: MammaMiaState, action: int) -> bool:
    """MM-5: at least one ingredient, all of one kind."""
    seat = state.seat
    lookups = state.lookups
    state.placing = action
    hands = state.hands
    hands[seat] = hands[seat] - lookups.place_tally[action]  # compiled, `-=` on an entry is slower
    orders = state.orders[seat]
    if not orders:
        return place_order(state, NOT_ASKED)
    state.question = ORDER
    state.legal = lookups.order_legal.get(orders) or lookups.legal_orders(orders)
    return False


def place_order(state: MammaMiaState, order: int) -> bool:
    """MM-6: one order, or none, if there was one in hand. Where there is a choice of piles, it is asked for."""
    lookups = state.lookups
    seat = state.seat
    kept = state.sizes[seat] - lookups.place_number[state.placing]
    state.ordering = order
    if order >= 0:
        orders = state.orders
        orders[seat] = orders[seat] - lookups.order_bit[order]
        kept -= 1
    pile = pile_to_draw_from(lookups, state.waiters[seat], state.left, state.hands[seat], kept)
    if pile != EITHER:
        return finish_turn(state, pile)
    state.question = DRAW
    state.legal = lookups.draw_legal
    return False


def pile_to_draw_from(lookups: Lookups, waiter: tuple[int, ...], left: int, hand: int, kept: int) -> int:
    """MM-7: the supply or the seat's own waiter, if the hand isn't over-full with the cards kept (MMR-1).

    A player left with no ingredient may have to draw from the supply (MM-9); an empty pile can't be chosen (MMR-1).
    """
    if not waiter or (lookups.must_draw_supply and not hand):
        return SUPPLY
    if not left:
        return WAITER
    return EITHER if lookups.draws[kept] else SUPPLY


def finish_turn(state: MammaMiaState, pile: int) -> bool:
    """MM-7: the turn becomes public. The cards go into the oven, the hand is filled, the next player is asked.

    A pile with too few cards gives what it has (MM-8), and an empty supply ends the phase at once (MM-12, MMR-2).
    Somebody who passes draws as well (MM-10).
    """
    lookups = state.lookups
    seat = state.seat
    placing = state.placing
    ordering = state.ordering
    size = state.sizes[seat]
    if placing >= 0:
        state.oven.append(lookups.place_tally[placing])
        size -= lookups.place_number[placing]
        if ordering >= 0:
            state.oven.append(lookups.entries[seat][ordering])
            announced = state.announced
            announced[seat] = announced[seat] | lookups.order_bit[ordering]
            size -= 1
        number = lookups.draws[size]
    else:
        number = lookups.draws_passing[size]
    left = state.left
    if pile == SUPPLY:
        if number > left:
            number = left
        if state.luck is not None:
            state.supply = own_cards_on_top(state, state.luck, number)
        cards = state.supply[left]
        left -= number
        cards -= state.supply[left]
        hands = state.hands
        hands[seat] = hands[seat] + cards
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
    return start_turn(state, lookups.next_seat[seat])


def own_cards_on_top(state: MammaMiaState, luck: OwnLuck, number: int) -> tuple[int, ...]:
    """MMR-20: return the supply with `number` cards on top that the luck of this seat alone chooses from it."""
    lookups = state.lookups
    counts = list(lookups.tallies.unpack(state.supply[state.left]))
    cards: list[int] = []
    for _ in range(number):
        kind = luck.draw(state.seat, state.rounds, counts, lookups.copies)
        counts[kind] -= 1
        cards.append(lookups.tallies.unit[kind])
    return stack(lookups.tallies.cards(lookups.tallies.pack(counts)) + cards[::-1])


def tell_turn(state: MammaMiaState, pile: int, number: int, cards: int) -> None:
    """Tell of a turn: what was placed, what was drawn."""
    seat = state.seat
    lookups = state.lookups
    telling = state.telling
    if state.placing < 0:
        telling.append(Passed(seat))
    else:
        telling.append(Placed(seat, state.placing // lookups.hand_size, lookups.place_number[state.placing]))
    if state.ordering >= 0:
        telling.append(OrderPlaced(seat, lookups.order_names[state.ordering]))
    if number and pile == SUPPLY:
        telling.append(Drew(seat, "supply", number, lookups.tallies.unpack(cards), ()))
    elif number:
        telling.append(Drew(seat, "waiter", number, (0,) * lookups.kinds, lookups.names(cards)))
    telling.append(TurnEnded(seat))


def await_answer(state: MammaMiaState) -> None:
    """Tell the player who is asked between what. The others learn of a new turn; of the rest they have heard before."""
    if state.question != OVER:
        state.telling.append(Awaits(state.seat, tuple(state.legal), shown=state.question == PLACE))
