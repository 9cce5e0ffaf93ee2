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
from forno.games.pizza_master.questions import ACT, CATEGORIES, COINS, COLLECT, DISCARD, MAKE, OVER, SPECIALS
from forno.games.pizza_master.tables import bits

if TYPE_CHECKING:
    from forno.games.pizza_master.state import PizzaMasterState

RENEWAL_STREAM = 100
"""Streams of chance: from here on, one for every time the deck is made new."""


def start_the_day(state: PizzaMasterState) -> None:
    """PM-4: the shared orders are laid out, and in turn order everyone draws up to the hand limit."""
    tables = state.tables
    state.day += 1
    if not state.quiet:
        state.telling.append(DayStarted(state.day))
    receive(state)
    if tables.row:
        state.row = draw_cards(state, tables.row)
        state.shared = bits(state.row)
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
            state.legal = state.tables.legal_discards(held)
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
            state.legal = tables.legal_discards(state.held[seat])
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
    state.placing = 0
    state.section = 0
    state.unplaced = coins
    state.legal = tables.coin_legal[0][coins]


def place_coins(state: PizzaMasterState, action: int) -> None:
    """PM-6: so many coins in this section. What is left for the last section lies there without asking."""
    tables = state.tables
    section = state.section
    number = action - tables.first_coins - section * tables.coin_choices
    state.placing += number << (6 * section)
    left = state.unplaced - number
    section += 1
    if left and section < 3:
        state.unplaced = left
        state.section = section
        state.legal = tables.coin_legal[section][left]
        return
    seat = state.seat
    stack = state.placing + (left << 18)
    state.stacks[seat] = stack
    state.placing = 0
    if not state.quiet:
        state.telling.append(CoinsPlaced(seat, tuple(tables.tallies.unpack(stack))))
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
    for kind in range(4):
        shift = 6 * kind
        coins = 0
        for stack in state.stacks:
            coins += (stack >> shift) & 63
        number = coins * tables.loads[kind]
        present = (supply >> shift) & 63
        loaded += (number if number < present else present) << shift
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
    for kind in range(4):
        shift = 6 * kind
        most = 0
        first = -1
        for seat, stack in enumerate(state.stacks):
            coins = (stack >> shift) & 63
            if coins > most:
                most = coins
                first = seat
            elif coins == most:
                first = -1
        if first < 0:
            continue
        number = 2 if most > tables.small_stack else 1
        present = (state.refrigerator >> shift) & 63
        if number > present:
            number = present
        state.refrigerator -= number << shift
        state.reserved[first] += number << shift
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
    """PM-9, PMR-9: ask the next who hasn't passed. Who can do nothing passes without being asked."""
    while state.queue:
        if state.place >= len(state.queue):
            state.place = 0
        seat = state.queue[state.place]
        state.turn += 1
        if state.tables.one_a_turn:
            legal = legal_acts(state, seat)
            state.question = ACT
        else:
            legal = legal_takes(state, seat)
            state.question = COLLECT
        if len(legal) > 1:
            state.seat = seat
            state.legal = legal
            return
        if leave(state, seat):
            return
    score_the_day(state)


def legal_takes(state: PizzaMasterState, seat: int) -> list[int]:
    """PM-8, PM-9: any kind in the refrigerator or the own reserve, or pass."""
    tables = state.tables
    full = tables.full
    guard = tables.guard
    return tables.takes[(state.refrigerator + full) & guard | ((state.reserved[seat] + full) & guard) >> 1]


def legal_acts(state: PizzaMasterState, seat: int) -> list[int]:
    """PM-11, PM-12: collect, unless one has made something; pass; complete an order; trade."""
    tables = state.tables
    if state.stopped >> seat & 1:
        legal = tables.only_pass
    else:
        full = tables.full
        guard = tables.guard
        legal = tables.takes[(state.refrigerator + full) & guard | ((state.reserved[seat] + full) & guard) >> 1]
    tray = state.trays[seat] + state.beside[seat]
    if tray:
        makeable = tables.made_of(tray)
        own = makeable.able & state.held[seat]
        shared = makeable.able & state.shared
        if own:
            legal = legal + tables.own_completions(makeable, own)
        if shared:
            legal = legal + tables.shared_completions(makeable, shared)
    if state.face_up[seat]:
        trades = tables.legal_trades(state.face_up[seat], state.supply)
        if trades:
            legal = legal + trades
    return legal


def collect(state: PizzaMasterState, action: int) -> None:
    """PM-9: take one ingredient, or pass."""
    tables = state.tables
    if action == tables.pass_:
        if not leave(state, state.seat):
            next_to_collect(state)
        return
    take_ingredient(state, action)
    place = state.place + 1
    queue = state.queue
    if place >= len(queue):
        place = 0
    state.place = place
    seat = queue[place]
    full = tables.full
    guard = tables.guard
    legal = tables.takes[(state.refrigerator + full) & guard | ((state.reserved[seat] + full) & guard) >> 1]
    if len(legal) > 1:
        state.seat = seat
        state.turn += 1
        state.legal = legal
    else:
        next_to_collect(state)


def act(state: PizzaMasterState, action: int) -> None:
    """PM-11, PMR-13: collect one ingredient, or complete one order, or trade and go on, or pass."""
    tables = state.tables
    seat = state.seat
    if action < tables.pass_:
        take_ingredient(state, action)
        state.place += 1
    elif action == tables.pass_:
        leave(state, seat)
    elif action < tables.trade:
        complete_order(state, seat, action)
        state.stopped |= 1 << seat
        state.place += 1
    else:
        trade(state, seat, action)
        state.stopped |= 1 << seat
        legal = legal_acts(state, seat)
        if len(legal) > 1:
            state.legal = legal
            return
        leave(state, seat)
    next_to_collect(state)


def take_ingredient(state: PizzaMasterState, action: int) -> None:
    """PM-8, PM-9: from the refrigerator or the own reserve to the tray."""
    tables = state.tables
    seat = state.seat
    kind = action - tables.take
    reserved = kind >= 4
    if reserved:
        kind -= 4
        unit = tables.unit[kind]
        state.reserved[seat] -= unit
    else:
        unit = tables.unit[kind]
        state.refrigerator -= unit
    state.trays[seat] += unit
    if not state.quiet:
        state.telling.append(Collected(seat, kind, reserved))
    if state.watch >> CATEGORIES >> kind & 1:
        missions.advance(state, seat)


def leave(state: PizzaMasterState, seat: int) -> bool:
    """PM-9, PM-10: pass, and make pizzas unless that is a turn of its own. Returns whether an answer is awaited."""
    queue = state.queue
    place = state.place
    state.queue = queue[:place] + queue[place + 1 :]
    missions.note_pass(state, seat)
    if not state.quiet:
        state.telling.append(Passed(seat))
    if state.tables.one_a_turn:
        return False
    return ask_to_make(state, seat)


def ask_to_make(state: PizzaMasterState, seat: int) -> bool:
    """PM-10, PM-12, PMR-9: complete any order of the hand, or trade, or finish. Nothing to do, no question."""
    tables = state.tables
    legal = tables.only_finish
    trades = tables.legal_trades(state.face_up[seat], state.supply)
    if trades:
        legal = trades + legal
    tray = state.trays[seat] + state.beside[seat]
    if tray:
        makeable = tables.made_of(tray)
        own = makeable.able & state.held[seat]
        if own:
            legal = tables.own_completions(makeable, own) + legal
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
        state.shared = bits(state.row)
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
        waste = tables.tallies.total(tray) if tray else 0
        wasted.append(waste)
        now = points[seat] + state.earned[seat] - waste
        points[seat] = now if now > 0 else 0
    if not state.quiet:
        state.telling.append(Scored(tuple(state.earned), tuple(wasted), tuple(points)))
    missions.award_prizes(state)
    reach_milestones(state)
    end_the_day(state)


def reach_milestones(state: PizzaMasterState) -> None:
    """PM-5, PMR-1: a milestone is reached at one's own points or, in the other reading, at anybody's."""
    tables = state.tables
    best = max(state.points)
    for seat in state.order:
        points = best if tables.shared_milestones else state.points[seat]
        reached = state.milestones[seat]
        while reached < len(tables.milestones) and points >= tables.milestones[reached]:
            reached += 1
            if not state.quiet:
                state.telling.append(MilestoneReached(seat))
        state.milestones[seat] = reached


def end_the_day(state: PizzaMasterState) -> None:
    """PM-14: everything is returned, and the turn order is made new. Then the next day, or the end (PM-15)."""
    players = state.tables.players
    for seat in range(players):
        state.supply += state.trays[seat]
        state.trays[seat] = 0
        state.stacks[seat] = 0
        state.earned[seat] = 0
        state.progress[seat] = 0
    state.achiever = -1
    if state.row:
        state.discards += state.row
        state.row = ()
        state.shared = 0
    points = state.points
    order = sorted(state.order, key=lambda seat: -points[seat])
    last = state.last
    state.last = -1
    ending = objectives.end_reached(state)
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
    """Tell whose decision is awaited; it is news to the others if it is somebody else's than before."""
    if state.question != OVER:
        state.telling.append(Awaits(state.seat, tuple(state.legal), shown=state.seat != before))
