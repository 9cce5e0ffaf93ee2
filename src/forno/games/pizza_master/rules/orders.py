"""Order cards: drawn, taken into a hand, laid aside (PM-4, PMR-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import OwnLuck, permutation
from forno.games.pizza_master.rules.events import DeckRenewed, Drew
from forno.games.pizza_master.rules.lookups import bits

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.parts import Orders
    from forno.games.pizza_master.rules.state import PizzaMasterState

RENEWAL_STREAM = 100
"""Streams of chance: from here on, one for every time the deck is made new."""


def draw(state: PizzaMasterState, seat: int, number: int) -> None:
    """Draw order cards into a hand."""
    cards = draw_cards(state, seat, number)
    take_cards(state.orders, seat, cards)
    if not state.quiet and cards:
        state.telling.append(Drew(seat, len(cards), state.lookups.names(cards)))


def draw_cards(state: PizzaMasterState, seat: int, number: int) -> tuple[int, ...]:
    """PM-4, PMR-11: the top cards of the deck. An empty one is made new from the discards; there may be too few.

    They are for a seat, or for everyone (`lookups.players`).
    """
    cards = top_cards(state, seat, number)
    if len(cards) < number:
        renew_deck(state)
        cards += top_cards(state, seat, number - len(cards))
    return cards


def top_cards(state: PizzaMasterState, seat: int, number: int) -> tuple[int, ...]:
    orders = state.orders
    if orders.luck is not None:
        orders.deck = own_cards_on_top(state, orders.luck, seat, number)
    cards = orders.deck[:number]
    orders.deck = orders.deck[number:]
    return cards


def own_cards_on_top(state: PizzaMasterState, luck: OwnLuck, seat: int, number: int) -> tuple[int, ...]:
    """PMR-20: return the deck with the cards on top that the luck of this seat alone chooses from it."""
    left = sorted(state.orders.deck)
    cards: list[int] = []
    while left and len(cards) < number:
        counts = [left.count(order) for order in range(state.lookups.different)]
        cards.append(luck.draw(seat, state.day, counts, state.lookups.alike))
        left.remove(cards[-1])
    return tuple(cards + left)


def renew_deck(state: PizzaMasterState) -> None:
    """PM-4: the discards become the deck."""
    orders = state.orders
    cards = sorted(orders.discards)
    orders.discards = ()
    orders.seen_discards = ((),) * state.lookups.players
    orders.deck = tuple([cards[i] for i in permutation(orders.key, RENEWAL_STREAM + orders.renewals, len(cards))])
    orders.renewals += 1
    if not state.quiet and cards:
        state.telling.append(DeckRenewed(len(cards)))


def take_cards(orders: Orders, seat: int, cards: tuple[int, ...]) -> None:
    """Put these cards into the hand."""
    orders.hands[seat] = tuple(sorted(orders.hands[seat] + cards))
    orders.held[seat] |= bits(cards)


def remove_card(orders: Orders, seat: int, order: int) -> None:
    """Take one card from the hand."""
    hand = orders.hands[seat]
    place = hand.index(order)
    hand = hand[:place] + hand[place + 1 :]
    orders.hands[seat] = hand
    if order not in hand:
        orders.held[seat] ^= 1 << order


def remove_shared(orders: Orders, order: int, different: int) -> None:
    """Take away one shared card; `different` is the number of orders in the game."""
    place = orders.row.index(order)
    orders.row = orders.row[:place] + orders.row[place + 1 :]
    if order not in orders.row:
        orders.shared ^= 1 << (different + order)
