"""Whole games with everything checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from forno.core.chance import Chance
from forno.core.game import Game, State
from forno.testing import knowledge, manners, moves, records, secrecy, states
from forno.testing.observing import Sightings, check_observations
from forno.testing.trial import MAX_DECISIONS, Choose, Trial, at_random, differences, fingerprint
from forno.testing.words import check_words

TIMES_NEW = 2
"""Number of times a kind of question counts as new."""


def check_many(game: Game, seeds: Iterable[int | str] = range(20), *, stride: int = 10, deck: Any = None) -> None:
    """Play a game from each seed, at random, and check everything. Raises `ConformanceError`."""
    moves.check_vocabulary(game)
    manners.check_settled(game)
    manners.check_seeds(game, deck)
    for seed in seeds:
        check_game(game, seed, stride=stride, deck=deck)
    secrecy.check_told_deals(game)
    knowledge.check_sampled_deals(game)


def check_game(
    game: Game,
    seed: int | str,
    choose: Choose | None = None,
    *,
    stride: int = 1,
    deck: Any = None,
) -> State:
    """Play a game to its end, check it at every step, and give back its last state.

    `choose` picks from the legal actions; at random by default. What is cheap is checked at every step, what is
    expensive (refusals, clones, memories, sampled worlds, records) on average at one step in `stride`, and always
    at the first, at the last and where a kind of question is new. With a stride of 0 only what is cheap is checked,
    and memories, outcome and record at the end. A game with a deck of its own needs it for its records.

    Raises `ConformanceError`. Any other exception on the way is a failure of the game too, and carries a note.
    """
    trial = Trial(game, seed)
    try:
        _Examination(trial, stride, deck).run(choose or at_random(seed))
    except AssertionError:
        raise
    except Exception as error:
        error.add_note(trial.note(error))
        raise
    return trial.state


class _Examination:
    """One game under check, with a twin from the same deal and a quiet copy."""

    def __init__(self, trial: Trial, stride: int, deck: Any) -> None:
        self.trial = trial
        self.stride = stride
        self.deck = deck
        self.chance = Chance(trial.seed, "examination")
        self.sightings = Sightings(trial.game)
        self.asked: Counter[frozenset[type]] = Counter()
        self.earlier = trial.memories[0].clone()
        """A seat's memory as of the last close check."""
        self.twin = trial.game.deal(trial.seed)
        self.quiet = trial.game.deal(trial.seed, quiet=True)

    def run(self, choose: Choose) -> None:
        trial = self.trial
        state = trial.state
        trial.require(state.game is trial.game, "game", f"the state's is {state.game!r}")
        trial.require(state.seed == trial.seed, "seed", f"it says it was dealt from {state.seed!r}")
        begun = getattr(state, "built_from", "missing")
        trial.require(begun is None, "built-from", f"of a dealt state it is {begun}")
        trial.require(list(self.twin.events) == list(state.events), "seed", "two deals tell different events")
        trial.require(not self.quiet.events, "quiet", f"a quiet deal told {self.quiet.events}")
        moves.check_decision(trial)
        states.check_events(trial, state.events)
        secrecy.check_privacy(trial, state.events)
        check_words(trial, state.events)
        if self.stride:
            self.check_closely()
        for _ in range(MAX_DECISIONS):
            if state.is_over:
                break
            close = self.stride > 0 and (self.chance.below(self.stride) == 0 or self.is_new_question())
            if close:
                self.check_closely()
            self.step(choose(state.legal_actions()), close)
        trial.require(state.is_over, "end", f"it isn't over after {MAX_DECISIONS} decisions")
        if self.stride:
            self.check_closely()
            records.check_tampering(trial, self.chance, self.deck)
        else:
            states.check_history(trial)
            states.check_outcome(trial)
            knowledge.check_memory(trial)
            records.check_record(trial, self.deck)

    def is_new_question(self) -> bool:
        """Return whether such a question was rare so far: questions differ by the kinds of their actions."""
        actions = self.trial.game.actions
        question = frozenset(type(actions[number]) for number in self.trial.state.legal_actions())
        self.asked[question] += 1
        return self.asked[question] <= TIMES_NEW

    def step(self, action: int, close: bool) -> None:
        """Apply an action in the game and in its twins."""
        trial, state = self.trial, self.trial.state
        left_behind = state.clone() if close else None
        before = fingerprint(state) if close else {}
        views = {seat: repr(state.view(seat)) for seat in trial.seats} if close else {}
        places, awaited = knowledge.places_of(trial), state.seat
        told = trial.step(action)
        moves.check_decision(trial)
        states.check_events(trial, told)
        knowledge.check_concern(trial, places, awaited, told)
        secrecy.check_privacy(trial, told)
        states.check_census(trial)
        again = self.twin.apply(action)
        if list(again) != list(told):
            trial.fail("seed", f"dealt and played alike, one tells {told} and one {again}")
        if self.quiet.apply(action):
            trial.fail("quiet", f"a quiet state told something after {action}")
        if (self.quiet.seat, self.quiet.turn, self.quiet.is_over) != (state.seat, state.turn, state.is_over):
            trial.fail("quiet", f"after {action} a quiet state goes another way")
        if left_behind is not None:
            for seat, view in views.items():
                trial.require(repr(before[f"view({seat})"]) == view, "frozen", f"a step changed an old view of {seat}")
            check_words(trial, told)
            changed = differences(before, fingerprint(left_behind))
            trial.require(not changed, "clone", f"the state moved on, and its clone changed: {changed}")
            same = left_behind.apply(action)
            trial.require(list(same) == list(told), "clone", f"a clone tells {same}, the state told {told}")
            states.check_same_way(trial, "clone", left_behind)

    def check_closely(self) -> None:
        trial, chance = self.trial, self.chance
        states.check_history(trial)
        states.check_clone(trial, chance)  # other checks play clones on, and would blame something else
        knowledge.check_view(trial)
        moves.check_notation(trial)
        moves.check_refusal(trial)
        moves.check_turn_tree(trial)
        states.check_quiet(trial, chance)
        manners.check_whole_numbers(trial)
        states.check_outcome(trial)
        states.check_same_way(trial, "seed", self.twin)
        states.check_same_way(trial, "quiet", self.quiet)
        knowledge.check_memory(trial)
        played_out = {trial.state.seat, chance.choice(trial.seats)}
        for seat in trial.seats:
            knowledge.check_sample(trial, seat, chance, play_out=seat in played_out)
            secrecy.check_leak(trial, seat, chance)
        knowledge.check_poor_sample(trial, self.earlier, chance)
        self.earlier = trial.memories[chance.choice(trial.seats)].clone()
        knowledge.check_sample_repeats(trial, chance.choice(trial.seats), chance)
        records.check_record(trial, self.deck)
        manners.check_seats(trial)
        manners.check_shown(trial)
        manners.check_copies(trial, chance)
        check_observations(trial, self.sightings, chance)
