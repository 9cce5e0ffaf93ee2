"""Views of Pizza Master made from states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from forno.games.pizza_master.knowledge.views import Award, PizzaMasterPlace, PizzaMasterView
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.rules.lookups import Lookups
from forno.games.pizza_master.rules.objectives import awards
from forno.games.pizza_master.rules.parts import Board, Ledger
from forno.games.pizza_master.rules.questions import COINS, DISCARD, PHASES

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.state import PizzaMasterState

ENDING: Final = ("declaring", "over")


def place_in(view: PizzaMasterView) -> PizzaMasterPlace:
    """Return a seat's own place from its view."""
    assert view.seat is not None and view.hand is not None
    return PizzaMasterPlace(
        view.game,
        view.seat,
        view.actions,
        view.hand,
        view.secrets[view.seat] if view.secrets else None,
        view.phase == "collecting" and view.seat not in view.collecting,
        view.phase in ENDING,
        view if view.actions else None,
    )


def place_of(state: PizzaMasterState, seat: int) -> PizzaMasterPlace:
    """Return a seat's own place from the state: a seat that isn't awaited needs no whole view."""
    if seat == state.seat and not state.is_over:
        return place_in(view_of(state, seat))
    lookups, secrets = state.lookups, state.objectives.secrets
    phase = PHASES[state.question]
    return PizzaMasterPlace(
        state.game,
        seat,
        (),
        lookups.names(state.orders.hands[seat]),
        lookups.objective_names[secrets[seat]] if secrets else None,
        phase == "collecting" and seat not in state.queue,
        phase in ENDING,
        None,
    )


def view_of(state: PizzaMasterState, seat: int | None) -> PizzaMasterView:
    """Return the view of a seat; `None` is a spectator."""
    lookups = state.lookups
    orders, board = state.orders, state.board
    missions, objectives = state.missions, state.objectives
    over = state.is_over
    mine = seat is not None and seat == state.seat and not over
    seats = range(lookups.players)
    placing = state.seat if state.question == COINS else None
    sizes = [len(hand) for hand in orders.hands]
    if orders.discarding:
        sizes[state.seat] += len(orders.discarding)

    def stack(owner: int | None) -> Amounts:
        return tuple([coins >> (6 * (owner or 0)) & 63 for coins in board.coins])

    def mission(number: int) -> str | None:
        return None if number < 0 else lookups.mission_names[number]

    def somebody(number: int) -> int | None:
        return None if number < 0 else number

    return PizzaMasterView(
        game=state.game,
        seat=seat,
        awaited=None if over else state.seat,
        actions=tuple(state.legal) if mine else (),
        day=state.day,
        phase=PHASES[state.question],
        order=state.order,
        helper=somebody(state.helper),
        hand=None if seat is None else lookups.names(orders.hands[seat]),
        discarding=lookups.names(orders.discarding) if mine and state.question == DISCARD else (),
        placing=stack(seat) if mine and state.question == COINS else None,
        sizes=tuple(sizes),
        deck=len(orders.deck),
        discards=len(orders.discards),
        row=lookups.names(orders.row),
        coins=tuple((0,) * len(board.coins) if other == placing else stack(other) for other in seats),
        collecting=state.queue,
        stopped=tuple(other for other in seats if state.stopped >> other & 1),
        **table_parts(lookups, board, state.ledger),
        mission=mission(missions.today),
        missions=len(missions.deck),
        prizes=tuple(mission(number) for number in missions.prizes),
        won=tuple(tuple(lookups.mission_names[number] for number in won) for won in missions.won),
        progress=tuple(missions.progress),
        achiever=somebody(missions.achiever),
        objectives=tuple(lookups.objective_names[number] for number in objectives.shared),
        secrets=tuple(
            lookups.objective_names[number] if over or holder == seat else None
            for holder, number in enumerate(objectives.secrets)
        ),
        ending=state.ending or None,
        awards=tuple(
            Award(lookups.objective_names[number], somebody(holder), somebody(winner), points)
            for number, holder, winner, points in awards(state)
        )
        if over
        else (),
        outcome=state.outcome if over else None,
    )


def table_parts(lookups: Lookups, board: Board, ledger: Ledger) -> dict[str, Any]:
    """Return the fields of a view that show ingredients, completed orders and points, for states and memories."""

    def amounts(tallies: Sequence[int]) -> tuple[Amounts, ...]:
        return tuple([lookups.tallies.unpack(tally) for tally in tallies])

    seats = range(lookups.players)
    return {
        "supply": lookups.tallies.unpack(board.supply),
        "refrigerator": lookups.tallies.unpack(board.refrigerator),
        "reserved": amounts(board.reserved),
        "trays": amounts(board.trays),
        "beside": amounts(board.beside),
        "kept": amounts([lookups.unit[board.kept & 3] if board.kept >> 2 == seat else 0 for seat in seats]),
        "completed": tuple([lookups.names(pile) for pile in ledger.completed]),
        "face_up": tuple([lookups.categories.unpack(tally) for tally in ledger.face_up]),
        "extras": ledger.extras,
        "declared": amounts(ledger.declared),
        "points": ledger.points,
        "earned": tuple(ledger.earned),
        "milestones": ledger.milestones,
    }
