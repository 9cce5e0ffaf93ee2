"""A day, from the first card drawn to the new turn order (PM-4 to PM-8, PM-13, PM-14).

Collecting and making are in `kitchen`, the daily missions in `missions`, the end of the game in `objectives`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import permutation
from forno.core.events import Awaits
from forno.games.pizza_master.rules import kitchen, missions, objectives
from forno.games.pizza_master.rules.events import (
    CoinsPlaced,
    DayEnded,
    DayStarted,
    DeckRenewed,
    Discarded,
    Drew,
    KitchenClosed,
    Loaded,
    MilestoneReached,
    Received,
    Reserved,
    RowLaid,
    Scored,
    ShopOpened,
)
from forno.games.pizza_master.rules.lookups import bits
from forno.games.pizza_master.rules.questions import COINS, DISCARD, MAKE, OVER

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState

RENEWAL_STREAM = 100
"""Streams of chance: from here on, one for every time the deck is made new."""


def start_the_day(state: PizzaMasterState) -> None:
    """PM-4: the shared orders are laid out, and in turn order everyone draws up to the hand limit.

    PMR-8: what yesterday's mission brings comes now, an ingredient first, cards after everybody's.
    """
    tables = state.tables
    state.day += 1
    state.past = (state.past, tuple(state.today))
    state.today = []
    if not state.quiet:
        state.telling.append(DayStarted(state.day))
    reward = missions.reward(state)
    if reward == "receive":
        receive_ingredient(state)
    if tables.row:
        state.row = draw_cards(state, tables.row)
        state.shared = bits(state.row) << tables.different
        if not state.quiet:
            state.telling.append(RowLaid(tables.names(state.row)))
    for seat in state.order:
        number = tables.hand + state.milestones[seat] - len(state.hands[seat])
        if number > 0:
            draw(state, seat, number)
    if reward == "draw":
        draw_beyond_the_limit(state)
    state.achiever = -1
    state.fulfilled = -1
    state.place = 0
    ask_to_discard(state)


def receive_ingredient(state: PizzaMasterState) -> None:
    """PMR-8: the ingredient that yesterday's mission brings its winner, if the supply has one."""
    seat = state.achiever
    kind = state.tables.deck.missions[state.fulfilled].gives
    there = state.tables.tallies.count(state.supply, kind) > 0
    if there:
        state.supply -= state.tables.unit[kind]
        state.beside[seat] += state.tables.unit[kind]
    if not state.quiet:
        state.telling.append(Received(seat, kind if there else None))


def draw_beyond_the_limit(state: PizzaMasterState) -> None:
    """PMR-8: the cards that yesterday's mission brings its winner, who so holds more than the limit today."""
    seat = state.achiever
    mission = state.tables.deck.missions[state.fulfilled]
    cards = draw_cards(state, mission.gives)
    take_cards(state, seat, cards)
    if not state.quiet:
        state.telling.append(Drew(seat, len(cards), state.tables.names(cards), mission.name))


def draw_cards(state: PizzaMasterState, number: int) -> tuple[int, ...]:
    """PM-4, PMR-11: the top cards of the deck. An empty one is made new from the discards; there may be too few."""
    deck = state.deck
    if number > len(deck):
        renew_deck(state)
        cards = deck + state.deck[: number - len(deck)]
        state.deck = state.deck[number - len(deck) :]
        return cards
    state.deck = deck[number:]
    return deck[:number]


def renew_deck(state: PizzaMasterState) -> None:
    """PM-4: the discards become the deck."""
    cards = sorted(state.discards)
    state.discards = ()
    state.deck = tuple([cards[i] for i in permutation(state.key, RENEWAL_STREAM + state.shuffles, len(cards))])
    state.shuffles += 1
    if not state.quiet and cards:
        state.telling.append(DeckRenewed(len(cards)))


def draw(state: PizzaMasterState, seat: int, number: int) -> None:
    """So many order cards into the hand."""
    cards = draw_cards(state, number)
    take_cards(state, seat, cards)
    if not state.quiet and cards:
        state.telling.append(Drew(seat, len(cards), state.tables.names(cards)))


def take_cards(state: PizzaMasterState, seat: int, cards: tuple[int, ...]) -> None:
    """These cards into the hand."""
    state.hands[seat] = tuple(sorted(state.hands[seat] + cards))
    state.held[seat] |= bits(cards)


def remove_card(state: PizzaMasterState, seat: int, order: int) -> None:
    """One card less in the hand."""
    hand = state.hands[seat]
    place = hand.index(order)
    hand = hand[:place] + hand[place + 1 :]
    state.hands[seat] = hand
    if order not in hand:
        state.held[seat] ^= 1 << order


def ask_to_discard(state: PizzaMasterState) -> None:
    """PM-4: in turn order, each may discard any number of cards. A player without cards isn't asked."""
    order = state.order
    while state.place < len(order):
        seat = order[state.place]
        held = state.held[seat]
        if held:
            state.seat = seat
            state.turn += 1
            state.question = DISCARD
            tables = state.tables
            state.legal = tables.discard_legal.get(held) or tables.legal_discards(held, state.hands[seat])
            return
        state.place += 1
    open_shop(state)


def discard(state: PizzaMasterState, action: int) -> None:
    """PM-4: one more card goes, or the rest is kept; in the end as many cards are drawn anew."""
    tables = state.tables
    seat = state.seat
    if action != tables.keep:
        order = action - tables.discard
        remove_card(state, seat, order)
        state.discarding += (order,)
        held = state.held[seat]
        if held:
            state.legal = tables.discard_legal.get(held) or tables.legal_discards(held, state.hands[seat])
            return
    discarded = state.discarding
    state.discarding = ()
    state.discards += discarded
    if not state.quiet:
        state.telling.append(Discarded(seat, len(discarded), tables.names(discarded)))
    if discarded:
        draw(state, seat, len(discarded))
    state.place += 1
    ask_to_discard(state)


def open_shop(state: PizzaMasterState) -> None:
    """PM-4, PM-6: the daily mission is revealed; then coins are placed in turn order."""
    missions.reveal_mission(state)
    if not state.quiet:
        name = None if state.mission < 0 else state.tables.mission_names[state.mission]
        state.telling.append(ShopOpened(name))
    state.place = 0
    ask_for_coins(state)


def ask_for_coins(state: PizzaMasterState) -> None:
    """PM-5, PM-6: the next in turn order places all coins, section by section."""
    tables = state.tables
    seat = state.order[state.place]
    coins = tables.coins + state.milestones[seat]
    if seat == state.helper:
        coins += tables.help_coins
    state.seat = seat
    state.turn += 1
    state.question = COINS
    state.section = 0
    state.unplaced = coins
    state.legal = tables.coin_legal[0][coins]


def place_coins(state: PizzaMasterState, action: int) -> None:
    """PM-6: so many coins in this section. What is left for the last section lies there without asking."""
    tables = state.tables
    section = state.section
    number = tables.coin_number[action]
    seat = state.seat
    coins = state.coins
    coins[section] = coins[section] + (number << (6 * seat))  # compiled, `+=` on an entry is slower
    left = state.unplaced - number
    section += 1
    if left and section < 3:
        state.unplaced = left
        state.section = section
        state.legal = tables.coin_legal[section][left]
        return
    if left:
        coins[3] = coins[3] + (left << (6 * seat))
    if not state.quiet:
        state.telling.append(CoinsPlaced(seat, tuple([stacks >> (6 * seat) & 63 for stacks in coins])))
    state.place += 1
    if state.place < tables.players:
        ask_for_coins(state)
    else:
        load_refrigerator(state)


def load_refrigerator(state: PizzaMasterState) -> None:
    """PM-7, PMR-4: every coin brings its ingredients into the refrigerator, as far as the supply has them."""
    tables = state.tables
    supply = state.supply
    loaded = 0
    shift = 0
    for coins in state.coins:
        if coins:
            section = tables.sections[shift].get(coins) or tables.look_at(shift, coins)
            brings = section.brings
            present = supply >> shift & 63
            loaded += (brings if brings < present else present) << shift
        shift += 6
    state.supply = supply - loaded
    state.refrigerator += loaded
    if not state.quiet:
        state.telling.append(Loaded(tables.tallies.unpack(loaded)))
    if tables.reserving:
        reserve(state)
    kitchen.start_collecting(state)


def reserve(state: PizzaMasterState) -> None:
    """PM-8, PMR-5: in each section whoever alone has most coins reserves one ingredient, or two with a high stack."""
    tables = state.tables
    shift = 0
    for coins in state.coins:
        if coins:
            section = tables.sections[shift][coins]
            first = section.first
            if first >= 0:
                number = section.reserves
                present = state.refrigerator >> shift & 63
                if number > present:
                    number = present
                number <<= shift
                state.refrigerator -= number
                state.reserved[first] += number
        shift += 6
    if not state.quiet:
        for seat, reserved in enumerate(state.reserved):
            if reserved:
                state.telling.append(Reserved(seat, tables.tallies.unpack(reserved)))


def score_the_day(state: PizzaMasterState) -> None:
    """PM-13, PMR-5, PMR-8: what was reserved and left joins the refrigerator; the mission is checked; points move."""
    for seat, reserved in enumerate(state.reserved):
        if reserved:
            state.refrigerator += reserved
            state.reserved[seat] = 0
    if not state.quiet:
        state.telling.append(KitchenClosed())
    if not missions.award_mission(state):
        move_points(state)


def move_points(state: PizzaMasterState) -> None:
    """PM-13, PMR-6, PMR-10: the points of the day's orders, less one for each ingredient left on the tray."""
    tables = state.tables
    points = state.points
    earned = state.earned
    best = 0
    for seat, tray in enumerate(state.trays):
        now = points[seat] + earned[seat]
        if tray:
            now -= (tray & 63) + (tray >> 6 & 63) + (tray >> 12 & 63) + (tray >> 18)
            if now < 0:
                now = 0
        points[seat] = now
        if now > best:
            best = now
    if not state.quiet:
        wasted = tuple([tables.tallies.total(tray) for tray in state.trays])
        state.telling.append(Scored(tuple(earned), wasted, tuple(points)))
    missions.award_prizes(state, best)
    if best >= tables.milestones[0]:
        reach_milestones(state, best)
    end_the_day(state, best)


def reach_milestones(state: PizzaMasterState, best: int) -> None:
    """PM-5, PMR-1: a milestone is reached at one's own points or, in the other reading, at anybody's."""
    tables = state.tables
    for seat in state.order:
        points = best if tables.shared_milestones else state.points[seat]
        while points >= tables.milestones[state.milestones[seat]]:
            state.milestones[seat] += 1
            if not state.quiet:
                state.telling.append(MilestoneReached(seat))


def end_the_day(state: PizzaMasterState, best: int) -> None:
    """PM-14: everything is returned, and the turn order is made new. Then the next day, or the end (PM-15)."""
    players = state.tables.players
    for tray in state.trays:
        state.supply += tray
    state.trays = [0] * players
    state.coins = [0, 0, 0, 0]
    state.earned = [0] * players
    state.progress = [0] * players
    if state.row:
        state.discards += state.row
        state.row = ()
        state.shared = 0
    points = state.points
    order = sorted(state.order, key=points.__getitem__, reverse=True)
    ending = objectives.end_reached(state, best)
    if ending:
        state.order = tuple(order)
        state.helper = -1
        state.achiever = -1
        if not state.quiet:
            state.telling.append(DayEnded(state.order, None))
        objectives.end_the_game(state, ending)
        return
    if missions.reward(state) == "last in order":  # PMR-16
        order.remove(state.achiever)
        order.append(state.achiever)
    state.order = tuple(order)
    if state.tables.help_coins:
        state.helper = missions.fewest_points(state)  # PM-14, PMR-16
    if not state.quiet:
        state.telling.append(DayEnded(state.order, state.helper if state.helper >= 0 else None))
    start_the_day(state)


def await_answer(state: PizzaMasterState, before: int) -> None:
    """Tell the player who is asked between what. The others learn of a turn after `before`, and never if one can make
    something: whoever has passed looks the same with a choice and without."""
    if state.question != OVER:
        shown = state.turn != before and state.question != MAKE
        state.telling.append(Awaits(state.seat, tuple(state.legal), shown=shown))
