"""The end of the game: mission cards, specials, objectives, the winner (PM-15, PM-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.outcomes import Outcome, Tiebreaks
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import Declared, EndReached, GameEnded, ObjectiveScored
from forno.games.pizza_master.rules.parts import with_more
from forno.games.pizza_master.rules.questions import DECLARE, NO_ANSWERS, OVER, SPECIALS

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.cards import ObjectiveCard
    from forno.games.pizza_master.rules.state import PizzaMasterState


def end_reached(state: PizzaMasterState, best: int) -> str:
    """PM-15, PMR-12: return how the end is reached: enough points, no order left, or the last day. Empty: not yet."""
    if best >= state.lookups.goal:
        return "points"
    orders = state.orders
    if not orders.deck and not orders.discards and not sum(orders.held):
        return "orders"
    if state.day >= state.game.max_days:
        return "days"
    return ""


def end_the_game(state: PizzaMasterState, ending: str) -> None:
    """PM-16: mission cards score their bonus; then specials are declared in reverse turn order."""
    state.ending = ending
    missions = state.lookups.deck.missions
    bonus: list[int] = []
    for won in state.missions.won:
        bonus.append(0)
        for mission in won:
            bonus[-1] += missions[mission].bonus
    ledger = state.ledger
    ledger.points = tuple([points + extra for points, extra in zip(ledger.points, bonus, strict=True)])
    if not state.quiet:
        state.telling.append(EndReached(ending, tuple(bonus)))
    state.place = len(state.order) - 1
    ask_to_declare(state)


def ask_to_declare(state: PizzaMasterState) -> None:
    """PM-16, PMR-17: ask a player with a special face up what it is; without objectives nobody is asked."""
    while state.lookups.declaring and state.place >= 0:
        seat = state.order[state.place]
        if state.ledger.face_up[seat] >> (6 * SPECIALS):
            if state.question != DECLARE or state.seat != seat:
                state.turn += 1
            state.question = DECLARE
            state.seat = seat
            state.legal = state.lookups.declare_legal
            return
        state.place -= 1
    score_objectives(state)


def declare_specials(state: PizzaMasterState, action: int) -> bool:
    """PM-16: one special after the other becomes an order of the type named. No phase comes after this one."""
    seat = state.seat
    type_ = action - state.lookups.declare
    state.ledger.face_up[seat] -= 1 << (6 * SPECIALS)
    state.ledger.declared = with_more(state.ledger.declared, seat, state.lookups.unit[type_])
    if not state.quiet:
        state.telling.append(Declared(seat, type_))
    ask_to_declare(state)
    return False


def score_objectives(state: PizzaMasterState) -> None:
    """PM-16: the objectives score, and the game is over."""
    for objective, holder, seat, points in awards(state):
        if seat >= 0:
            state.ledger.points = with_more(state.ledger.points, seat, points)
        if not state.quiet:
            state.telling.append(
                ObjectiveScored(
                    state.lookups.objective_names[objective],
                    holder if holder >= 0 else None,
                    seat if seat >= 0 else None,
                    points,
                )
            )
    state.question = OVER
    state.is_over = True
    state.legal = NO_ANSWERS
    if not state.quiet:
        outcome = score(state)
        state.telling.append(GameEnded(outcome.scores, outcome.winners, outcome.reason))


def awards(state: PizzaMasterState) -> list[tuple[int, int, int, int]]:
    """Return every objective with its holder (-1: it is shared), who achieved it (-1: nobody) and the points it scores.

    PMR-3: a secret one scores only if its holder is the one who achieves it.
    """
    found: list[tuple[int, int, int, int]] = []
    for objective in state.objectives.shared:
        seat, points = award(state, objective)
        found.append((objective, -1, seat, points))
    for holder, objective in enumerate(state.objectives.secrets):
        seat, points = award(state, objective)
        if seat != holder:
            seat, points = -1, 0
        found.append((objective, holder, seat, points))
    return found


def award(state: PizzaMasterState, objective: int) -> tuple[int, int]:
    """PM-16, PMR-7: who achieves an objective, of several the earlier in turn order, and its worth."""
    card = state.lookups.deck.objectives[objective]
    return achieve(state, card, [count(state, seat, card.counts) for seat in range(state.lookups.players)])


def achieve(state: PizzaMasterState, card: ObjectiveCard, counts: list[int]) -> tuple[int, int]:
    """Return who achieves an objective, given what everybody has of it, and its worth."""
    winner = -1
    for seat in state.order:
        if card.fewest:
            if winner < 0 or counts[seat] < counts[winner]:
                winner = seat
        elif counts[seat] > (counts[winner] if winner >= 0 else 0):
            winner = seat
    if winner < 0:
        return -1, 0
    return winner, worth(state, card, counts, winner) * card.times


def worth(state: PizzaMasterState, card: ObjectiveCard, counts: list[int], winner: int) -> int:
    if card.worth == "everyone":
        return sum(counts)
    if card.worth == "players":
        return state.lookups.players
    if card.worth == "own":
        return counts[winner]
    return counts[winner] * state.lookups.players


def count(state: PizzaMasterState, seat: int, counted: str) -> int:
    """Return how much a player has of what an objective counts."""
    if counted == "orders":
        return len(state.ledger.completed[seat]) + state.ledger.extras[seat]
    if counted == "missions":
        return len(state.missions.won[seat])
    if counted == "side dishes":
        return sum(state.lookups.categories.unpack(state.ledger.face_up[seat])[1:SPECIALS:2])
    return count_types(face_up_types(state, seat), counted)


def face_up_types(state: PizzaMasterState, seat: int) -> list[int]:
    """Return the face-up orders of a player by type, with the specials declared so far."""
    categories = state.lookups.categories.unpack(state.ledger.face_up[seat])
    declared = state.lookups.tallies.unpack(state.ledger.declared[seat])
    return [categories[2 * type_] + categories[2 * type_ + 1] + declared[type_] for type_ in range(4)]


def count_types(types: list[int], counted: str) -> int:
    """Return how many orders of a type there are, or how many sets of all types."""
    return min(types) if counted == "sets" else types[KINDS.index(counted)]


def score(state: PizzaMasterState) -> Outcome:
    """PM-16, PMR-16: most points; a tie goes to the earlier in the turn order by points."""
    scores = state.ledger.points
    best = max(scores)
    leaders = [seat for seat in state.order if scores[seat] == best]
    reason = "most-points" if len(leaders) == 1 else "turn-order"
    return Outcome(scores, (leaders[0],), reason, (), turn_order(state.order))


def turn_order(order: tuple[int, ...]) -> Tiebreaks:
    """PMR-16: what breaks ties, as how many come after each."""
    last = len(order) - 1
    return (("turn-order", tuple([last - order.index(seat) for seat in range(len(order))])),)
