"""The morning, from the first card drawn to the loaded refrigerator (PM-4 to PM-8).

Each step says whether the phase is over with it; what happens then is in `day`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.games.pizza_master.rules import events
from forno.games.pizza_master.rules.lookups import bits
from forno.games.pizza_master.rules.missions import reveal_mission, reward
from forno.games.pizza_master.rules.orders import draw, draw_cards, remove_card, take_cards
from forno.games.pizza_master.rules.parts import with_more
from forno.games.pizza_master.rules.questions import COINS, DISCARD

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState


def start_the_day(state: PizzaMasterState) -> bool:
    """PM-4: the shared orders are laid out, and in turn order everyone draws up to the hand limit.

    PMR-8: what yesterday's mission brings comes now, an ingredient first, cards after everybody's.
    """
    lookups = state.lookups
    orders = state.orders
    state.day += 1
    state.past = (state.past, tuple(state.today))
    state.today = []
    if not state.quiet:
        state.telling.append(events.DayStarted(state.day))
    brings = reward(state)
    if brings == "receive":
        receive_ingredient(state)
    if lookups.row:
        orders.row = draw_cards(state, lookups.players, lookups.row)
        orders.shared = bits(orders.row) << lookups.different
        if not state.quiet:
            state.telling.append(events.RowLaid(lookups.names(orders.row)))
    for seat in state.order:
        number = hand_limit(state, seat) - len(orders.hands[seat])
        if number > 0:
            draw(state, seat, number)
    if brings == "draw":
        draw_beyond_the_limit(state)
    state.missions.achiever = -1
    state.missions.fulfilled = -1
    state.place = 0
    return ask_to_discard(state)


def hand_limit(state: PizzaMasterState, seat: int) -> int:
    """PM-5: every milestone brings a card more."""
    return state.lookups.hand + state.ledger.milestones[seat]


def receive_ingredient(state: PizzaMasterState) -> None:
    """PMR-8: the ingredient that yesterday's mission brings its winner, if the supply has one."""
    board = state.board
    seat = state.missions.achiever
    kind = state.lookups.deck.missions[state.missions.fulfilled].gives
    there = state.lookups.tallies.count(board.supply, kind) > 0
    if there:
        board.supply -= state.lookups.unit[kind]
        board.beside = with_more(board.beside, seat, state.lookups.unit[kind])
    if not state.quiet:
        state.telling.append(events.Received(seat, kind if there else None))


def draw_beyond_the_limit(state: PizzaMasterState) -> None:
    """PMR-8: the cards that yesterday's mission brings its winner, who so holds more than the limit today."""
    seat = state.missions.achiever
    mission = state.lookups.deck.missions[state.missions.fulfilled]
    cards = draw_cards(state, seat, mission.gives)
    take_cards(state.orders, seat, cards)
    if not state.quiet:
        state.telling.append(events.Drew(seat, len(cards), state.lookups.names(cards), mission.name))


def ask_to_discard(state: PizzaMasterState) -> bool:
    """PM-4: in turn order, each may discard any number of cards. A player without cards isn't asked."""
    state.question = DISCARD
    while state.place < len(state.order):
        seat = state.order[state.place]
        if state.orders.held[seat]:
            state.seat = seat
            state.turn += 1
            offer_cards(state, seat)
            return False
        state.place += 1
    return True


def offer_cards(state: PizzaMasterState, seat: int) -> None:
    """Offer every card of the hand to be discarded, or to keep the rest."""
    lookups = state.lookups
    held = state.orders.held[seat]
    state.legal = lookups.discard_legal.get(held) or lookups.legal_discards(held, state.orders.hands[seat])


def discard(state: PizzaMasterState, action: int) -> bool:
    """PM-4: one more card goes, or the rest is kept; in the end as many cards are drawn anew."""
    lookups = state.lookups
    orders = state.orders
    seat = state.seat
    if action != lookups.keep:
        order = action - lookups.discard
        remove_card(orders, seat, order)
        orders.discarding += (order,)
        if orders.held[seat]:
            offer_cards(state, seat)
            return False
    discarded = orders.discarding
    orders.discarding = ()
    if not state.quiet:
        state.telling.append(events.Discarded(seat, len(discarded), lookups.names(discarded)))
    if discarded:
        orders.discards += discarded
        orders.seen_discards = with_more(orders.seen_discards, seat, discarded)
        draw(state, seat, len(discarded))
    state.place += 1
    return ask_to_discard(state)


def open_shop(state: PizzaMasterState) -> None:
    """PM-4, PM-6: the daily mission is revealed; then coins are placed in turn order."""
    reveal_mission(state)
    if not state.quiet:
        mission = state.missions.today
        state.telling.append(events.ShopOpened(None if mission < 0 else state.lookups.mission_names[mission]))
    state.place = 0
    ask_for_coins(state)


def ask_for_coins(state: PizzaMasterState) -> None:
    """PM-5, PM-6: the next in turn order places all coins, section by section."""
    lookups = state.lookups
    seat = state.order[state.place]
    coins = coins_of(state, seat)
    state.seat = seat
    state.turn += 1
    state.question = COINS
    state.board.section = 0
    state.board.unplaced = coins
    state.legal = lookups.coin_legal[0][coins]


def coins_of(state: PizzaMasterState, seat: int) -> int:
    """PM-5: every milestone brings a coin more. PM-14: one player has the extra help coin."""
    coins = state.lookups.coins + state.ledger.milestones[seat]
    return coins + state.lookups.help_coins if seat == state.helper else coins


def place_coins(state: PizzaMasterState, action: int) -> bool:
    """PM-6: place coins in this section. Those left for the last section go there without asking."""
    lookups = state.lookups
    board = state.board
    section = board.section
    number = lookups.coin_number[action]
    seat = state.seat
    coins = board.coins
    coins[section] = coins[section] + (number << (6 * seat))  # compiled, `+=` on an entry is slower
    left = board.unplaced - number
    section += 1
    if left and section < 3:
        board.unplaced = left
        board.section = section
        state.legal = lookups.coin_legal[section][left]
        return False
    if left:
        coins[3] = coins[3] + (left << (6 * seat))
    if not state.quiet:
        state.telling.append(events.CoinsPlaced(seat, tuple([stacks >> (6 * seat) & 63 for stacks in coins])))
    state.place += 1
    if state.place < lookups.players:
        ask_for_coins(state)
        return False
    return True


def load_refrigerator(state: PizzaMasterState) -> None:
    """PM-7, PMR-4: every coin brings its ingredients into the refrigerator, as far as the supply has them."""
    lookups = state.lookups
    board = state.board
    loaded = 0
    shift = 0
    for coins in board.coins:
        if coins:
            section = lookups.sections[shift].get(coins) or lookups.look_at(shift, coins)
            present = board.supply >> shift & 63
            loaded += (section.brings if section.brings < present else present) << shift
        shift += 6
    board.supply -= loaded
    board.refrigerator += loaded
    if not state.quiet:
        state.telling.append(events.Loaded(lookups.tallies.unpack(loaded)))
    if lookups.reserving:
        reserve(state)


def reserve(state: PizzaMasterState) -> None:
    """PM-8, PMR-5: in each section the one with most coins reserves one ingredient, or two with a high stack."""
    lookups = state.lookups
    board = state.board
    shift = 0
    for coins in board.coins:
        if coins:
            section = lookups.sections[shift][coins]
            if section.first >= 0:
                number = section.reserves
                present = board.refrigerator >> shift & 63
                if number > present:
                    number = present
                board.refrigerator -= number << shift
                board.reserved[section.first] += number << shift
        shift += 6
    if not state.quiet:
        for seat, reserved in enumerate(board.reserved):
            if reserved:
                state.telling.append(events.Reserved(seat, lookups.tallies.unpack(reserved)))
