"""The kitchen: collecting ingredients, completing orders, trading (PM-9 to PM-12).

Each step says whether everyone has passed with it; what happens then is in `day`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits, only_answer
from forno.games.pizza_master.rules.events import Collected, Completed, Passed, Traded
from forno.games.pizza_master.rules.missions import advance
from forno.games.pizza_master.rules.orders import remove_card, remove_shared
from forno.games.pizza_master.rules.questions import (
    ABREAST,
    ALL_FIELDS_FULL,
    COLLECT,
    GUARD,
    MAKE,
    NO_ANSWERS,
    SPECIALS,
)

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState


def start_collecting(state: PizzaMasterState) -> bool:
    """PM-9: in reverse turn order."""
    state.queue = state.order[::-1]
    state.place = 0
    state.stopped = 0
    return next_to_collect(state)


def next_to_collect(state: PizzaMasterState) -> bool:
    """PM-9, PMR-9: ask the next who hasn't passed. Who can do nothing passes without being asked.

    Where the hand decides that (PM-11), everyone is told whose turn it is, whether or not that player has a choice:
    none can be told from the other.
    """
    state.question = COLLECT
    while state.queue:
        queue = state.queue
        if state.place >= len(queue):
            state.place = 0
        seat = queue[state.place]
        state.turn += 1
        legal = legal_turn(state, seat)
        if len(legal) > 1:
            state.seat = seat
            state.legal = legal
            return False
        if state.lookups.one_a_turn and not state.quiet and hand_decides(state, seat):
            state.telling.append(Awaits(seat, None))
            state.telling += only_answer(seat, state.lookups.pass_)
        if leave(state, seat):
            return False
    return True


def hand_decides(state: PizzaMasterState, seat: int) -> bool:
    """Return whether others can't know that there is nothing to complete: there are a hand and ingredients for it."""
    return bool(state.orders.held[seat] and (state.board.trays[seat] or state.board.beside[seat]))


def legal_turn(state: PizzaMasterState, seat: int) -> list[int]:
    """PM-8, PM-9: any kind in the refrigerator or in reserve, or pass. PM-11: or complete an order or trade."""
    lookups = state.lookups
    board = state.board
    kinds = ((board.refrigerator + ALL_FIELDS_FULL) & GUARD) % ABREAST
    reserved = board.reserved[seat]
    if reserved:
        kinds += ((reserved + ALL_FIELDS_FULL) & GUARD) % ABREAST << 4
    legal = lookups.takes[kinds]
    if not lookups.one_a_turn:
        return legal
    if state.stopped >> seat & 1:
        legal = lookups.only_pass
    making = legal_making(state, seat, state.orders.held[seat] | state.orders.shared)
    return legal + making if making else legal


def legal_making(state: PizzaMasterState, seat: int, orders: int) -> list[int]:
    """PM-10, PM-11: complete one of these orders with what lies on the tray and beside it. PM-12, PMR-14: or trade."""
    lookups = state.lookups
    board = state.board
    legal = NO_ANSWERS
    tray = board.trays[seat] + board.beside[seat]
    if tray:
        makeable = lookups.makeable.get(tray) or lookups.made_of(tray)
        able = makeable.able & orders
        if able:
            legal = makeable.completions.get(able) or lookups.legal_completions(makeable, able)
    face_up = state.ledger.face_up[seat]
    if face_up:
        trades = lookups.trades[((board.supply + ALL_FIELDS_FULL) & GUARD) % ABREAST].get(face_up)
        if trades is None:
            trades = lookups.legal_trades(face_up, board.supply)
        if trades:
            legal = legal + trades
    return legal


def collect(state: PizzaMasterState, action: int) -> bool:
    """PM-9: take one ingredient, from the refrigerator or the player's reserve, and the next has the turn."""
    lookups = state.lookups
    if action >= lookups.pass_:
        return take_turn(state, action)
    board = state.board
    seat = state.seat
    unit = lookups.take_unit[action]
    if action < lookups.take_reserved:
        board.refrigerator -= unit
    else:
        board.reserved[seat] -= unit
    trays = board.trays
    trays[seat] = trays[seat] + unit  # compiled, `+=` on an entry is slower
    if not state.quiet:
        state.telling.append(Collected(seat, lookups.tallies.only_kind(unit), action >= lookups.take_reserved))
    if state.missions.watch & lookups.take_watch[action]:
        advance(state, seat)
    state.place += 1
    return next_to_collect(state)


def take_turn(state: PizzaMasterState, action: int) -> bool:
    """PM-9: pass. PM-11, PMR-13: or complete one order; or trade and go on; both end one's collecting."""
    lookups = state.lookups
    seat = state.seat
    if action == lookups.pass_:
        if leave(state, seat):
            return False
    elif action < lookups.trade:
        complete_order(state, seat, action)
        state.stopped |= 1 << seat
        state.place += 1
    else:
        trade(state, seat, action)
        state.stopped |= 1 << seat
        if not state.quiet:
            state.telling.append(Awaits(seat, None))
        legal = legal_turn(state, seat)
        if len(legal) > 1:
            state.legal = legal
            return False
        if not state.quiet and hand_decides(state, seat):
            state.telling += only_answer(seat, lookups.pass_)
        leave(state, seat)
    return next_to_collect(state)


def leave(state: PizzaMasterState, seat: int) -> bool:
    """PM-9, PM-10: pass, and make pizzas unless that is a turn of its own. Returns whether an answer is awaited."""
    queue = state.queue
    place = state.place
    state.queue = queue[:place] + queue[place + 1 :]
    if state.lookups.last_pass[state.missions.today]:
        state.missions.achiever = seat
    if not state.quiet:
        state.telling.append(Passed(seat))
    return not state.lookups.one_a_turn and ask_to_make(state, seat)


def ask_to_make(state: PizzaMasterState, seat: int) -> bool:
    """PM-10, PM-12, PMR-9: complete any order of the hand, or trade, or finish. Nothing to do, no question.

    Returns whether an answer is awaited.
    """
    legal = legal_making(state, seat, state.orders.held[seat])
    if not state.quiet and (legal or hand_decides(state, seat)):
        state.telling.append(Awaits(seat, None))
        if not legal:
            state.telling += only_answer(seat, state.lookups.finish)
    if not legal:
        return False
    state.seat = seat
    state.question = MAKE
    state.legal = legal + state.lookups.only_finish
    return True


def make(state: PizzaMasterState, action: int) -> bool:
    """PM-10: one more order, or a trade, or enough."""
    lookups = state.lookups
    seat = state.seat
    if action != lookups.finish:
        if action < lookups.trade:
            complete_order(state, seat, action)
        else:
            trade(state, seat, action)
        if ask_to_make(state, seat):
            return False
    return next_to_collect(state)


def complete_order(state: PizzaMasterState, seat: int, action: int) -> None:
    """PM-10, PM-11, PMR-4: the ingredients, those of the tray first, go back to the supply at once."""
    lookups = state.lookups
    board = state.board
    ledger = state.ledger
    shared = action >= lookups.complete_shared
    way = action - (lookups.complete_shared if shared else lookups.complete)
    order = lookups.way_order[way]
    needs = lookups.way_needs[way]
    beside = 0
    if board.beside[seat]:
        beside = lookups.tallies.missing(board.trays[seat], needs)
        board.take_from_beside(seat, beside)
    board.trays[seat] -= needs - beside
    board.supply += needs
    if shared:
        remove_shared(state.orders, order, lookups.different)
    else:
        remove_card(state.orders, seat, order)
    category = lookups.category[order]
    ledger.completed[seat] += (order,)
    ledger.face_up[seat] += 1 << (6 * category)
    ledger.earned[seat] += lookups.order_points[order]
    if not state.quiet:
        unpack = lookups.tallies.unpack
        used = unpack(needs - beside)
        state.telling.append(Completed(seat, lookups.order_names[order], shared, used, unpack(beside)))
    if state.missions.watch >> category & 1:
        advance(state, seat)


def trade(state: PizzaMasterState, seat: int, action: int) -> None:
    """PM-12, PMR-14: two face-up orders of one type are turned down for a cheese, two specials for any ingredient."""
    lookups = state.lookups
    board = state.board
    type_, sides = divmod(action - lookups.trade, 3)
    kind = 0
    if type_ < 4:
        state.ledger.face_up[seat] -= ((2 - sides) << (12 * type_)) + (sides << (12 * type_ + 6))
    else:
        kind = action - lookups.trade - 12
        type_ = 4
        sides = 0
        state.ledger.face_up[seat] -= 2 << (6 * SPECIALS)
    unit = lookups.unit[kind]
    board.supply -= unit
    board.trays[seat] += unit
    if not state.quiet:
        state.telling.append(Traded(seat, type_, sides, kind))
