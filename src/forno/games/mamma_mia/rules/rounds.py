"""The course of the game: turns, then the open oven, round after round, and the end (MM-12, MM-17, MM-22, MM-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.outcomes import Outcome
from forno.games.mamma_mia.rules.baking import Opening
from forno.games.mamma_mia.rules.events import CompletedRevealed, GameEnded, OvenEmptied
from forno.games.mamma_mia.rules.opening import open_oven, reveal
from forno.games.mamma_mia.rules.questions import OVER
from forno.games.mamma_mia.rules.turn import start_turn

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


def go_on(state: MammaMiaState) -> None:
    """MM-12: nobody is asked any more, so the oven is opened, or its next card is revealed; MM-17: whoever opened it
    has the next turn. Until somebody is asked, or the game is over."""
    phase_over = True
    while phase_over:
        opening = state.opening or open_oven(state)
        if reveal(state, opening):
            return
        phase_over = not empty_oven(state, opening) and start_turn(state, opening.opener)


def empty_oven(state: MammaMiaState, opening: Opening) -> bool:
    """MM-17, MMR-15: leftovers become the new oven, used ingredients the new supply. Returns whether it was the end."""
    lookups = state.lookups
    tallies = lookups.tallies
    state.rounds += 1
    state.oven = []
    if state.rounds == lookups.openings:
        end_the_game(state)
        return True
    for field in lookups.fields:
        leftovers = opening.table & field
        if leftovers:
            state.oven.append(leftovers)
    state.supply = state.shuffles[state.rounds - 1].supply(tallies.unpack(opening.used))
    state.left = len(state.supply) - 1
    state.opening = None
    if not state.quiet:
        state.telling.append(OvenEmptied(tallies.unpack(opening.table), state.left))
    return False


def end_the_game(state: MammaMiaState) -> None:
    """MM-22: the oven has been opened for the last time. MM-23: completed orders that lay face down are revealed."""
    state.question = OVER
    state.legal = []
    state.is_over = True
    if state.quiet:
        return
    outcome = score(state)
    if not state.game.edition.served_openly:
        state.telling.append(CompletedRevealed(outcome.revealed))
    held = tuple([state.lookups.tallies.total(hand) for hand in state.hands])
    state.telling.append(GameEnded(outcome.scores, held, outcome.winners, outcome.reason))


def score(state: MammaMiaState) -> Outcome:
    """MM-23, MMR-10: most completed orders; of those, most ingredients in hand; of those, a shared win."""
    revealed = tuple([state.lookups.names(served) for served in state.served])
    scores = tuple([len(orders) for orders in revealed])
    best = max(scores)
    leaders = [seat for seat, count in enumerate(scores) if count == best]
    held = tuple([state.lookups.tallies.total(hand) for hand in state.hands])
    tiebreaks = (("ingredients", held),)
    if len(leaders) == 1:
        return Outcome(scores, tuple(leaders), "most-orders", revealed, tiebreaks)
    most = max([held[seat] for seat in leaders])
    winners = tuple([seat for seat in leaders if held[seat] == most])
    reason = "most-ingredients" if len(winners) == 1 else "shared"
    return Outcome(scores, winners, reason, revealed, tiebreaks)
