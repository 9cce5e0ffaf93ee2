"""In the kitchen: collecting ingredients, completing orders, trading (PM-9 to PM-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits
from forno.games.pizza_master.rules import day, missions
from forno.games.pizza_master.rules.events import Collected, Completed, Passed, Traded
from forno.games.pizza_master.rules.questions import ABREAST, COLLECT, FULL, GUARD, MAKE, SPECIALS, TWO_SPECIALS

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState


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
        queue = state.queue
        place = state.place
        if place >= len(queue):
            place = 0
            state.place = 0
        seat = queue[place]
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
    day.score_the_day(state)


def legal_turn(state: PizzaMasterState, seat: int) -> list[int]:
    """PM-8, PM-9: any kind in the refrigerator or in reserve, or pass. PM-11: or complete an order or trade."""
    tables = state.tables
    kinds = ((state.refrigerator + FULL) & GUARD) % ABREAST
    reserved = state.reserved[seat]
    if reserved:
        kinds += ((reserved + FULL) & GUARD) % ABREAST << 4
    legal = tables.takes[kinds]
    if not tables.one_a_turn:
        return legal
    if state.stopped and state.stopped >> seat & 1:
        legal = tables.only_pass
    tray = state.trays[seat] + state.beside[seat]
    if tray:
        makeable = tables.makeable.get(tray) or tables.made_of(tray)
        if makeable.able:
            orders = makeable.able & (state.held[seat] | state.shared)
            if orders:
                legal = legal + (makeable.completions.get(orders) or tables.legal_completions(makeable, orders))
    face_up = state.face_up[seat]
    if face_up and (state.supply & 63 or face_up >= TWO_SPECIALS):
        legal = legal + legal_trades(state, face_up)
    return legal


def legal_trades(state: PizzaMasterState, face_up: int) -> list[int]:
    """PM-12, PMR-14. Nothing can be traded without cheese in the supply, except two specials."""
    tables = state.tables
    trades = tables.trades[((state.supply + FULL) & GUARD) % ABREAST].get(face_up)
    return tables.legal_trades(face_up, state.supply) if trades is None else trades


def collect(state: PizzaMasterState, action: int) -> None:
    """PM-9: take one ingredient, from the refrigerator or the player's reserve, and the next has the turn."""
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
    trays = state.trays
    trays[seat] = trays[seat] + unit  # compiled, `+=` on an entry is slower
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
        if not state.quiet:
            state.telling.append(Awaits(seat, None))
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
    if not state.quiet:
        state.telling.append(Awaits(seat, None))
    face_up = state.face_up[seat]
    if face_up and (state.supply & 63 or face_up >= TWO_SPECIALS):
        legal = legal_trades(state, face_up) + legal
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
        row = state.row[:place] + state.row[place + 1 :]
        state.row = row
        if order not in row:
            state.shared ^= 1 << (tables.different + order)
    else:
        day.remove_card(state, seat, order)
    category = tables.category[order]
    state.completed[seat] += (order,)
    state.face_up[seat] += 1 << (6 * category)
    state.earned[seat] += tables.order_points[order]
    if not state.quiet:
        unpack = tables.tallies.unpack
        used = unpack(needs - beside)
        state.telling.append(Completed(seat, tables.order_names[order], shared, used, unpack(beside)))
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
