"""Checks of a state on its own: copies, cards, quiet play, the end."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.chance import Chance
from forno.core.errors import IllegalAction
from forno.core.events import Awaits, Event
from forno.core.game import State
from forno.core.outcomes import ranked
from forno.testing.trial import Trial, differences, fingerprint

STEPS_APART = 5
"""Number of steps for which a clone is played on while the other stays."""


def check_census(trial: Trial) -> None:
    """Check that nothing was lost or doubled."""
    found = dict(trial.state.census())
    if found != trial.census:
        names = sorted(trial.census.keys() | found.keys())
        apart = [
            f"{name}: {trial.census.get(name, 0)} at first, {found.get(name, 0)} now"
            for name in names
            if trial.census.get(name, 0) != found.get(name, 0)
        ]
        trial.fail("census", "; ".join(apart) or "an entry of 0 came or went")


def check_history(trial: Trial) -> None:
    """Check that the history is what was applied, and its list the caller's own."""
    history = trial.state.history()
    trial.require(history == trial.actions, "history", f"it says {history}")
    history.append(-1)
    trial.require(trial.state.history() == trial.actions, "history", "the caller's list changes it")


def check_events(trial: Trial, told: Sequence[Event]) -> None:
    """Check the events of the last action: kept by the state, unchangeable, and ending with who is asked what."""
    state = trial.state
    trial.require(list(state.events) == list(told), "events", f"told {told}, kept {state.events}")
    for event in told:
        try:
            hash(event)
        except TypeError as error:
            trial.fail("frozen", f"{event}: {error}")
    if not state.is_over:
        asked = next((event for event in reversed(told) if isinstance(event, Awaits)), None)
        question = (state.seat, tuple(state.legal_actions()))
        trial.require(
            asked is not None and (asked.seat, asked.actions) == question,
            "awaits",
            f"seat {state.seat} is to choose from {question[1]}, and {asked} was told",
        )


def check_clone(trial: Trial, chance: Chance) -> None:
    """Check that clones are the same at first, and that neither notices what happens to the other."""
    state = trial.state
    before = fingerprint(state)
    one = state.clone()
    changed = differences(before, fingerprint(one))
    trial.require(not changed, "clone", f"it isn't the same as the state: {changed}")
    trial.require(not one.events, "events", f"a clone, to which nothing happened, tells {one.events}")
    other = one.clone()
    _play_on(one, chance)
    for name, still in (("the state", state), ("a clone of the clone", other)):
        changed = differences(before, fingerprint(still))
        trial.require(not changed, "clone", f"a clone was played on and {name} changed: {changed}")
    after = fingerprint(one)
    _play_on(other, chance)
    changed = differences(after, fingerprint(one))
    trial.require(not changed, "clone", f"a clone's clone was played on and the clone changed: {changed}")


def check_quiet(trial: Trial, chance: Chance) -> None:
    """Check that a quiet clone goes the same way as a loud one, and tells nothing."""
    loud = trial.state.clone()
    quiet = trial.state.clone()
    quiet.quiet = True
    trial.require(not loud.quiet, "quiet", "a clone of a loud state is quiet")
    for _ in range(STEPS_APART):
        if loud.is_over:
            break
        action = chance.choice(loud.legal_actions())
        loud.apply(action)
        told = quiet.apply(action)
        trial.require(not told, "quiet", f"a quiet state told {told}")
        trial.require(quiet.clone().quiet, "quiet", "a clone of a quiet state isn't quiet")
        changed = differences(fingerprint(loud), fingerprint(quiet))
        trial.require(not changed, "quiet", f"after {action} a quiet state differs from a loud one: {changed}")


def check_outcome(trial: Trial) -> None:
    """Check that there is an outcome when the game is over, and not before."""
    state, players = trial.state, trial.game.players
    if not state.is_over:
        try:
            outcome = state.outcome
        except IllegalAction:
            return
        trial.fail("outcome", f"the game goes on, and its outcome is {outcome}")
    outcome = state.outcome
    winners = outcome.winners
    trial.require(len(outcome.scores) == players, "outcome", f"{players} play, and the scores are {outcome.scores}")
    trial.require(
        bool(winners) and list(winners) == sorted(set(winners)) and winners[0] >= 0 and winners[-1] < players,
        "outcome",
        f"the winners {winners} aren't seats, one at least, ascending",
    )
    best = max(outcome.scores)
    trial.require(
        all(outcome.scores[seat] == best for seat in winners),
        "outcome",
        f"the count that decides first is {outcome.scores}, and the winners are {winners}",
    )
    trial.require(
        not outcome.revealed or tuple(map(len, outcome.revealed)) == outcome.scores,
        "outcome",
        f"the scores {outcome.scores} don't count what is revealed: {outcome.revealed}",
    )
    trial.require(
        all(what and len(counts) == players for what, counts in outcome.tiebreaks),
        "outcome",
        f"ties are broken by {outcome.tiebreaks}, which aren't numbers for each seat",
    )
    ranking = ranked(outcome.scores, outcome.tiebreaks)
    trial.require(outcome.ranking == ranking, "outcome", f"the ranking is {ranking}, and {outcome.ranking} is given")
    trial.require(ranking[0] == winners, "outcome", f"the winners are {winners}, and {ranking[0]} are first")
    trial.require(outcome.reason.strip() != "", "outcome", "nothing is said about what decided it")
    trial.require(state.outcome == outcome, "outcome", "asked twice, it differs")


def check_same_way(trial: Trial, invariant: str, other: State) -> None:
    """Check that another state that was dealt and played alike is alike in everything."""
    changed = differences(fingerprint(trial.state), fingerprint(other))
    trial.require(not changed, invariant, f"dealt and played alike, they differ: {changed}")


def _play_on(state: State, chance: Chance) -> None:
    for _ in range(STEPS_APART):
        if state.is_over:
            return
        state.apply(chance.choice(state.legal_actions()))
