"""A day: drawing orders, shopping, collecting, making pizzas, scoring (PM-4 to PM-14).

What the daily missions do is in `missions`, the end of the game in `objectives`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import permutation
from forno.core.events import Awaits
from forno.games.pizza_master import missions, objectives
from forno.games.pizza_master.events import (
    CoinsPlaced,
    Collected,
    Completed,
    DayEnded,
    DayStarted,
    DeckRenewed,
    Discarded,
    Drew,
    KitchenClosed,
    Loaded,
    MilestoneReached,
    Passed,
    Received,
    Reserved,
    RowLaid,
    Scored,
    ShopOpened,
    Traded,
)
from forno.games.pizza_master.questions import COINS, COLLECT, DISCARD, FULL, GUARD, MAKE, OVER, SPECIALS
from forno.games.pizza_master.tables import bits

if TYPE_CHECKING:
    from forno.games.pizza_master.state import PizzaMasterState

RENEWAL_STREAM = 100
"""Streams of chance: from here on, one for every time the deck is made new."""


def start_the_day(state: PizzaMasterState) -> None:
    """PM-4: the shared orders are laid out, and in turn order everyone draws up to the hand limit."""
    tables = state.tables
    state.day += 1
    state.past = (state.past, tuple(state.today))
    state.today = []
    if not state.quiet:
        state.telling.append(DayStarted(state.day))
    receive(state)
    if tables.row:
        state.row = draw_cards(state, tables.row)
        state.shared = bits(state.row) << tables.different
        if not state.quiet:
            state.telling.append(RowLaid(tables.names(state.row)))
    for seat in state.order:
        number = tables.hand + state.milestones[seat] - len(state.hands[seat])
        if number > 0:
            draw(state, seat, number)
    state.place = 0
    ask_to_discard(state)


def receive(state: PizzaMasterState) -> None:
    """PMR-8: what yesterday's mission brings comes now, if the supply has one."""
    seat = state.receiver
    if seat < 0:
        return
    unit = state.tables.unit[state.receives]
    there = state.tables.tallies.count(state.supply, state.receives) > 0
    if there:
        state.supply -= unit
        state.beside[seat] += unit
    if not state.quiet:
        state.telling.append(Received(seat, state.receives if there else None))
    state.receiver = -1
    state.receives = -1


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
    state.hands[seat] = tuple(sorted(state.hands[seat] + cards))
    state.held[seat] |= bits(cards)
    if not state.quiet and cards:
        state.telling.append(Drew(seat, len(cards), state.tables.names(cards)))


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
            state.legal = state.tables.legal_discards(held, state.hands[seat])
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
        if state.held[seat]:
            state.legal = tables.legal_discards(state.held[seat], state.hands[seat])
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
    state.coins[section] += number << (6 * seat)
    left = state.unplaced - number
    section += 1
    if left and section < 3:
        state.unplaced = left
        state.section = section
        state.legal = tables.coin_legal[section][left]
        return
    state.coins[3] += left << (6 * seat)
    if not state.quiet:
        state.telling.append(CoinsPlaced(seat, tuple([coins >> (6 * seat) & 63 for coins in state.coins])))
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
        state.telling.append(Loaded(tuple(tables.tallies.unpack(loaded))))
    if tables.reserving:
        reserve(state)
    start_collecting(state)


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
                state.telling.append(Reserved(seat, tuple(tables.tallies.unpack(reserved))))


def start_collecting(state: PizzaMasterState) -> None:
    """PM-9: in reverse turn order."""
    state.queue = state.order[::-1]
    state.place = 0
    state.stopped = 0
    next_to_collect(state)


def next_to_collect(state: PizzaMasterState) -> None:
    """PM-9, PMR-9: ask the next who hasn't passed. Who can do nothing passes without being asked.

    Everyone is told whose turn it is, whether or not that player has a choice: none can be told from the other.
    """
    state.question = COLLECT
    while state.queue:
        if state.place >= len(state.queue):
            state.place = 0
        seat = state.queue[state.place]
        state.turn += 1
        legal = legal_turn(state, seat)
        if len(legal) > 1:
            state.seat = seat
            state.legal = legal
            return
        if not state.quiet:
            state.telling.append(Awaits(seat, None))
        if leave(state, seat):
            return
    score_the_day(state)


def legal_turn(state: PizzaMasterState, seat: int) -> list[int]:
    """PM-8, PM-9: any kind in the refrigerator or the own reserve, or pass. PM-11: or complete an order or trade."""
    tables = state.tables
    key = (state.refrigerator + FULL) & GUARD
    reserved = state.reserved[seat]
    if reserved:
        key |= ((reserved + FULL) & GUARD) >> 1
    legal = tables.takes[key]
    if not tables.one_a_turn:
        return legal
    if state.stopped >> seat & 1:
        legal = tables.only_pass
    tray = state.trays[seat] + state.beside[seat]
    if tray:
        makeable = tables.makeable.get(tray) or tables.made_of(tray)
        orders = makeable.able & (state.held[seat] | state.shared)
        if orders:
            legal = legal + (makeable.completions.get(orders) or tables.legal_completions(makeable, orders))
    face_up = state.face_up[seat]
    if face_up:
        trades = tables.trades[(state.supply + FULL) & GUARD].get(face_up)
        if trades is None:
            trades = tables.legal_trades(face_up, state.supply)
        if trades:
            legal = legal + trades
    return legal


def collect(state: PizzaMasterState, action: int) -> None:
    """PM-9: take one ingredient, from the refrigerator or the own reserve, and the next has the turn."""
    tables = state.tables
    if action >= tables.pass_:
        take_turn(state, action)
        return
    seat = state.seat
    unit = tables.take_unit[action]
    if action < tables.take_reserved:
        state.refrigerator -= unit
    else:
        state.reserved[seat] -= unit
    state.trays[seat] += unit
    if not state.quiet:
        state.telling.append(Collected(seat, tables.tallies.only_kind(unit), action >= tables.take_reserved))
    if state.watch & tables.take_watch[action]:
        missions.advance(state, seat)
    queue = state.queue
    place = state.place + 1
    if place >= len(queue):
        place = 0
    state.place = place
    seat = queue[place]
    legal = legal_turn(state, seat)
    if len(legal) > 1:
        state.seat = seat
        state.turn += 1
        state.legal = legal
    else:
        next_to_collect(state)


def take_turn(state: PizzaMasterState, action: int) -> None:
    """PM-9: pass. PM-11, PMR-13: or complete one order; or trade and go on; both end one's collecting."""
    tables = state.tables
    seat = state.seat
    if action == tables.pass_:
        if leave(state, seat):
            return
    elif action < tables.trade:
        complete_order(state, seat, action)
        state.stopped |= 1 << seat
        state.place += 1
    else:
        trade(state, seat, action)
        state.stopped |= 1 << seat
        legal = legal_turn(state, seat)
        if len(legal) > 1:
            state.legal = legal
            return
        leave(state, seat)
    next_to_collect(state)


def leave(state: PizzaMasterState, seat: int) -> bool:
    """PM-9, PM-10: pass, and make pizzas unless that is a turn of its own. Returns whether an answer is awaited."""
    queue = state.queue
    place = state.place
    state.queue = queue[:place] + queue[place + 1 :]
    if state.tables.last_pass[state.mission]:
        state.achiever = seat
    if not state.quiet:
        state.telling.append(Passed(seat))
    if state.tables.one_a_turn:
        return False
    return ask_to_make(state, seat)


def ask_to_make(state: PizzaMasterState, seat: int) -> bool:
    """PM-10, PM-12, PMR-9: complete any order of the hand, or trade, or finish. Nothing to do, no question."""
    tables = state.tables
    legal = tables.only_finish
    face_up = state.face_up[seat]
    if face_up:
        trades = tables.trades[(state.supply + FULL) & GUARD].get(face_up)
        if trades is None:
            trades = tables.legal_trades(face_up, state.supply)
        if trades:
            legal = trades + legal
    tray = state.trays[seat] + state.beside[seat]
    if tray:
        makeable = tables.makeable.get(tray) or tables.made_of(tray)
        orders = makeable.able & state.held[seat]
        if orders:
            legal = (makeable.completions.get(orders) or tables.legal_completions(makeable, orders)) + legal
    if len(legal) == 1:
        return False
    state.seat = seat
    state.question = MAKE
    state.legal = legal
    return True


def make(state: PizzaMasterState, action: int) -> None:
    """PM-10: one more order, or a trade, or enough."""
    tables = state.tables
    seat = state.seat
    if action != tables.finish:
        if action < tables.trade:
            complete_order(state, seat, action)
        else:
            trade(state, seat, action)
        if ask_to_make(state, seat):
            return
    next_to_collect(state)


def complete_order(state: PizzaMasterState, seat: int, action: int) -> None:
    """PM-10, PM-11, PMR-4: the ingredients, those of the tray first (PMR-8), go back to the supply at once."""
    tables = state.tables
    way = action - tables.complete
    shared = action >= tables.complete_shared
    if shared:
        way = action - tables.complete_shared
    order = tables.way_order[way]
    needs = tables.way_needs[way]
    beside = 0
    if state.beside[seat]:
        beside = tables.tallies.missing(state.trays[seat], needs)
        state.beside[seat] -= beside
    state.trays[seat] -= needs - beside
    state.supply += needs
    if shared:
        place = state.row.index(order)
        state.row = state.row[:place] + state.row[place + 1 :]
        state.shared = bits(state.row) << tables.different
    else:
        remove_card(state, seat, order)
    category = tables.category[order]
    state.completed[seat] += (order,)
    state.face_up[seat] += 1 << (6 * category)
    state.earned[seat] += tables.order_points[order]
    if not state.quiet:
        unpack = tables.tallies.unpack
        used = tuple(unpack(needs - beside))
        state.telling.append(Completed(seat, tables.order_names[order], shared, used, tuple(unpack(beside))))
    if state.watch >> category & 1:
        missions.advance(state, seat)


def trade(state: PizzaMasterState, seat: int, action: int) -> None:
    """PM-12, PMR-14: two face-up orders of one type are turned down for a cheese, two specials for any ingredient."""
    tables = state.tables
    type_, sides = divmod(action - tables.trade, 3)
    kind = 0
    if type_ < 4:
        state.face_up[seat] -= ((2 - sides) << (12 * type_)) + (sides << (12 * type_ + 6))
    else:
        kind = action - tables.trade - 12
        type_ = 4
        sides = 0
        state.face_up[seat] -= 2 << (6 * SPECIALS)
    unit = tables.unit[kind]
    state.supply -= unit
    state.trays[seat] += unit
    if not state.quiet:
        state.telling.append(Traded(seat, type_, sides, kind))


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
    wasted: list[int] = []
    for seat, tray in enumerate(state.trays):
        waste = 0
        if tray:
            waste = (tray & 63) + (tray >> 6 & 63) + (tray >> 12 & 63) + (tray >> 18)
        wasted.append(waste)
        change = state.earned[seat] - waste
        if change:
            now = points[seat] + change
            points[seat] = now if now > 0 else 0
    if not state.quiet:
        state.telling.append(Scored(tuple(state.earned), tuple(wasted), tuple(points)))
    best = max(points)
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
    state.supply += sum(state.trays)
    state.trays = [0] * players
    state.coins = [0, 0, 0, 0]
    state.earned = [0] * players
    state.progress = [0] * players
    state.achiever = -1
    if state.row:
        state.discards += state.row
        state.row = ()
        state.shared = 0
    points = state.points
    order = sorted(state.order, key=points.__getitem__, reverse=True)
    last = state.last
    state.last = -1
    ending = objectives.end_reached(state, best)
    if ending:
        state.order = tuple(order)
        state.helper = -1
        if not state.quiet:
            state.telling.append(DayEnded(state.order, None))
        objectives.end_the_game(state, ending)
        return
    if last >= 0:
        order.remove(last)
        order.append(last)
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
