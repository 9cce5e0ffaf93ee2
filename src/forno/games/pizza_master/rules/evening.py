"""The evening, from the closed kitchen to the new turn order (PM-13, PM-14). Then the next day begins, or the end.

Each step says whether the next phase is over before anybody is asked in it; what happens then is in `day`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.games.pizza_master.rules.events import DayEnded, KitchenClosed, MilestoneReached, Scored
from forno.games.pizza_master.rules.missions import award_mission, award_prizes, fewest_points, return_kept, reward
from forno.games.pizza_master.rules.morning import start_the_day
from forno.games.pizza_master.rules.objectives import end_reached, end_the_game
from forno.games.pizza_master.rules.parts import with_more
from forno.games.pizza_master.rules.questions import KEEP

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState


def score_the_day(state: PizzaMasterState) -> bool:
    """PM-13, PMR-5, PMR-8: what was reserved and left joins the refrigerator; the mission is checked; points move."""
    board = state.board
    for seat, reserved in enumerate(board.reserved):
        if reserved:
            board.refrigerator += reserved
            board.reserved[seat] = 0
    if not state.quiet:
        state.telling.append(KitchenClosed())
    return not award_mission(state) and move_points(state)


def move_points(state: PizzaMasterState) -> bool:
    """PM-13, PMR-6, PMR-10: the points of the day's orders, less one for each ingredient left on the tray."""
    lookups = state.lookups
    ledger = state.ledger
    points: list[int] = []
    best = 0
    for seat, tray in enumerate(state.board.trays):
        now = ledger.points[seat] + ledger.earned[seat]
        if tray:
            now -= (tray & 63) + (tray >> 6 & 63) + (tray >> 12 & 63) + (tray >> 18)
            if now < 0:
                now = 0
        points.append(now)
        if now > best:
            best = now
    ledger.points = tuple(points)
    if not state.quiet:
        wasted = tuple([lookups.tallies.total(tray) for tray in state.board.trays])
        state.telling.append(Scored(tuple(ledger.earned), wasted, ledger.points))
    award_prizes(state, best)
    if best >= lookups.milestones[0]:
        reach_milestones(state, best)
    return end_the_day(state, best)


def reach_milestones(state: PizzaMasterState, best: int) -> None:
    """PM-5, PMR-1: a milestone is reached at one's own points or, in the other reading, at anybody's."""
    lookups = state.lookups
    ledger = state.ledger
    for seat in state.order:
        points = best if lookups.shared_milestones else ledger.points[seat]
        while points >= lookups.milestones[ledger.milestones[seat]]:
            ledger.milestones = with_more(ledger.milestones, seat, 1)
            if not state.quiet:
                state.telling.append(MilestoneReached(seat))


def end_the_day(state: PizzaMasterState, best: int) -> bool:
    """PM-14: everything is returned, and the turn order is made new. Then the next day, or the end (PM-15)."""
    if state.question != KEEP:  # after that question, what was just kept is for the next day
        return_kept(state)
    clear_the_board(state)
    order = sorted(state.order, key=state.ledger.points.__getitem__, reverse=True)
    ending = end_reached(state, best)
    if ending:
        state.order = tuple(order)
        state.helper = -1
        state.missions.achiever = -1
        if not state.quiet:
            state.telling.append(DayEnded(state.order, None))
        end_the_game(state, ending)
        return False
    if reward(state) == "last in order":  # PMR-16
        order.remove(state.missions.achiever)
        order.append(state.missions.achiever)
    state.order = tuple(order)
    if state.lookups.help_coins:
        state.helper = fewest_points(state)  # PM-14, PMR-16
    if not state.quiet:
        state.telling.append(DayEnded(state.order, state.helper if state.helper >= 0 else None))
    return start_the_day(state)


def clear_the_board(state: PizzaMasterState) -> None:
    """PM-14: ingredients on trays go back to the supply, coins to their owners, shared orders to the discards."""
    players = state.lookups.players
    board = state.board
    orders = state.orders
    for tray in board.trays:
        board.supply += tray
    board.trays = [0] * players
    board.coins = [0, 0, 0, 0]
    state.ledger.earned = [0] * players
    state.missions.progress = [0] * players
    if orders.row:
        orders.discards += orders.row
        orders.seen_discards = tuple([seen + orders.row for seen in orders.seen_discards])
        orders.row = ()
        orders.shared = 0
