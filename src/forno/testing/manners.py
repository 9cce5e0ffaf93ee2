"""Checks of games, states, views, memories and records as Python objects: copy, pickle, compare, repr."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from copy import copy, deepcopy
from typing import Any

from forno.core.chance import Chance
from forno.core.errors import FornoError, PositionError, SeedError, UnknownSeat
from forno.core.events import Event, seen_by
from forno.core.game import SET_ONCE, Game, State
from forno.core.records import Record
from forno.core.registry import game as make_game
from forno.testing.trial import ConformanceError, Trial, at_random, differences, fingerprint, run_elsewhere

NO_SEEDS: list[Any] = [None, True, 7.5, b"7", [7], "", "a\nb", "\ud800", "x" * 1000, 10**5000]
"""Invalid seeds."""
ODD_SEEDS: list[int | str] = [0, -7, "7", "007", "²", "--5", " 7", '"7"', "#", "pizza time"]
"""Valid seeds, which every record must keep as they are."""
NO_PILE = "no_such_pile"
"""Name of a pile that no game has."""


class Whole:
    """A whole number that isn't Python's own, as NumPy's aren't."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def check_settled(game: Game) -> None:
    """Check that a game can't be changed, a copy is itself, and a pickle or its options make an equal one."""

    def require(kept: bool, invariant: str, message: str) -> None:
        if not kept:
            raise ConformanceError(invariant, message, game)

    for name in sorted(SET_ONCE):
        require(not _settable(game, name), "settled", f"{name!r} can be set again")
    for mapping, key in ((game.options, "players"), (game.actions, 0)):
        require(not _changeable(mapping, key), "settled", f"{type(mapping).__name__} can be changed")
    require(copy(game) is game and deepcopy(game) is game, "settled", "a copy of it is another game")
    for how, make in (
        ("a pickle", lambda: pickle.loads(pickle.dumps(game))),
        ("made_from()", lambda: type(game)(**game.made_from())),
    ):
        try:
            other = make()
        except Exception as error:
            raise ConformanceError("equal", f"{how} makes nothing: {error!r}", game) from error
        require(other == game and hash(other) == hash(game), "equal", f"{how} makes {other!r}, which isn't equal")
        require(list(other.actions) == list(game.actions), "equal", f"{how} makes a game with other actions")
        require(other.deal(1).view(0) == game.deal(1).view(0), "equal", f"{how} makes a game with other views")
    require(game.name in repr(game), "repr", f"its own is {game!r}")
    require(game.follows(game.rules_version), "rules", "it doesn't follow its own version of the rules")
    require(not game.follows(game.rules_version + 1), "rules", "it follows a version that doesn't exist yet")
    require(type(game.rules_version) is int and game.rules_version > 0, "settings", f"rules {game.rules_version!r}")
    require(bool(game.deck_hash), "settings", "the deck_hash is empty")
    colours = getattr(game, "colours", ())
    require(len(set(colours)) == game.players, "settings", f"{game.players} play, and their colours are {colours}")
    names = {game.seat_name(seat) for seat in range(game.players)}
    require(len(names) == game.players and all(names), "settings", f"{game.players} play, and their names are {names}")
    _check_registered(game)
    try:
        game.position(**{NO_PILE: 1})
    except PositionError as error:
        require(bool(str(error)), "position", f"{NO_PILE!r} is refused without a word")
    except Exception as error:
        require(False, "position", f"{NO_PILE!r} is refused with {type(error).__name__}, not with PositionError")
    else:
        require(False, "position", f"{NO_PILE!r} is no pile, and a position was built")


def _check_registered(game: Game) -> None:
    """Check that the registry makes an equal game of its options."""
    if "deck" in game.made_from():
        return
    try:
        made = make_game(game.name, **game.options)
    except FornoError as error:
        message = f"the registry makes nothing of its options (is the game registered?): {error}"
        raise ConformanceError("settings", message, game) from error
    if type(made) is type(game) and made != game:
        raise ConformanceError("settings", f"of its options the registry makes {made!r}", game)


def _settable(game: Game, name: str) -> bool:
    if not hasattr(game, name):
        return False
    try:
        setattr(game, name, getattr(game, name))
    except AttributeError:
        return False
    return True


def _changeable(holder: Any, key: Any) -> bool:
    try:
        holder[key] = holder[key]
    except TypeError:
        return False
    return True


def check_seeds(game: Game, deck: Any = None) -> None:
    """Check that invalid seeds are refused, and valid ones read back from the record as they were."""
    for wrong in NO_SEEDS:
        try:
            game.deal(wrong)
        except SeedError:
            continue
        shown = "a very long number" if isinstance(wrong, int) and wrong > 1 else repr(wrong[:9] if wrong else wrong)
        raise ConformanceError("seed", f"{shown} is no seed, and was dealt from", game)
    for seed in ODD_SEEDS:
        state = game.deal(seed)
        found = Record.parse(str(Record.of(state)), deck).seed
        if state.seed != seed or found != seed or type(found) is not type(seed):
            message = f"dealt from {seed!r}, the state says {state.seed!r} and the record {found!r}"
            raise ConformanceError("seed", message, game, seed)
    if game.deal(Whole(7)).seed != 7:  # type: ignore[arg-type]
        raise ConformanceError("seed", "it keeps other types of numbers as they are", game, 7)


def check_copies(trial: Trial, chance: Chance) -> None:
    """Check that copies and pickles of state, view, memory and record are as good as the first."""
    state = trial.state
    before = fingerprint(state)
    copies = {"deepcopy": deepcopy(state), "a pickle": pickle.loads(pickle.dumps(state))}
    for how, other in copies.items():
        changed = differences(before, fingerprint(other))
        trial.require(not changed, "copies", f"{how} isn't the same as the state: {changed}")
    _check_memory_copies(trial, chance.choice(trial.seats))
    if state.is_over:
        record = Record.of(state)
        for how, read in (("deepcopy", deepcopy(record)), ("a pickle", pickle.loads(pickle.dumps(record)))):
            trial.require(read == record, "copies", f"{how} of the record isn't equal")
        return
    action = chance.choice(state.legal_actions())
    told = list(state.clone().apply(action))
    for how, other in copies.items():
        found = list(other.apply(action))
        if found != told:
            true = _told_by_replay(trial, action)
            trial.require(told == true, "clone", f"after {action} a clone tells {told}, the state {true}")
            trial.fail("copies", f"after {action} {how} tells {found}, the state {told}")
    changed = differences(before, fingerprint(state))
    trial.require(not changed, "copies", f"copies were played on and the state changed: {changed}")


def _told_by_replay(trial: Trial, action: int) -> list[Event]:
    """Return the events of an action, without any copy: the game is dealt and played again."""
    state = trial.game.deal(trial.seed)
    for made in trial.actions:
        state.apply(made)
    return list(state.apply(action))


def _check_memory_copies(trial: Trial, seat: int | None) -> None:
    view, memory = trial.state.view(seat), trial.memories[seat]
    trial.require(pickle.loads(pickle.dumps(view)) == view, "copies", f"a pickle of seat {seat}'s view isn't equal")
    kept = pickle.loads(pickle.dumps(memory))
    trial.require(kept.view() == view, "copies", f"a pickle of seat {seat}'s memory has another view")
    clone = memory.clone()
    trial.require(clone.view() == view, "copies", f"a clone of seat {seat}'s memory has another view")
    if trial.state.is_over:
        return
    ahead = trial.state.clone()
    for event in seen_by(ahead.apply(ahead.legal_actions()[0]), seat):
        clone.observe(event)
    trial.require(clone.view() == ahead.view(seat), "copies", f"a clone of seat {seat}'s memory goes another way")
    trial.require(memory.view() == view, "copies", f"a clone of seat {seat}'s memory took something in, and it changed")


def check_game_in_processes(game: Game) -> None:
    """Check that a seed deals the same game in another process, whose hashes differ, and a pickled state goes on there.

    The game's module must be importable there.
    """
    trial = Trial(game, seed=7)
    trial.play(at_random(7), steps=20)
    asked = pickle.dumps((trial.state, trial.actions))
    expected = _again(trial.state, trial.actions)
    for done in run_elsewhere("import forno.testing.manners as manners; manners.print_again()", asked):
        if done.returncode:
            trial.fail("processes", f"it failed in a process of its own:\n{done.stderr.decode()}")
        for name, there, here in zip(("the deal", "the pickle"), pickle.loads(done.stdout), expected, strict=True):
            trial.require(there == here, "processes", f"in another process {name} goes another way")


def _again(state: State, actions: Sequence[int]) -> tuple[list[Event], list[Event]]:
    """Return the events of the game dealt and played anew, and of the state played on."""
    assert state.seed is not None
    anew = state.game.deal(state.seed)
    dealt = list(anew.events)
    for action in actions:
        if action not in anew.legal_actions():
            break
        dealt += anew.apply(action)
    return dealt, list(state.clone().apply(state.legal_actions()[-1])) if not state.is_over else []


def print_again() -> None:
    """Entry point of the second process of `check_game_in_processes`."""
    state, actions = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(_again(state, actions)))


def check_whole_numbers(trial: Trial) -> None:
    """Check that any type of whole number does for an action, and leaves no trace."""
    if trial.state.is_over:
        return
    action = trial.state.legal_actions()[-1]
    for quiet in (False, True):
        one, other = trial.state.clone(), trial.state.clone()
        one.quiet = other.quiet = quiet
        one.apply(action)
        try:
            other.apply(Whole(action))
        except Exception as error:
            trial.fail("whole-numbers", f"{action} is refused if it is of another type: {error!r}")
        changed = differences(fingerprint(one), fingerprint(other))
        trial.require(not changed, "whole-numbers", f"{action} and a number of another type differ: {changed}")


def check_seats(trial: Trial) -> None:
    """Check that nobody sees or remembers from a seat that isn't there."""
    for seat in (-1, trial.game.players, 1 << 70):
        for what, ask in (("view", trial.state.view), ("memory", trial.game.memory)):
            try:
                ask(seat)
            except UnknownSeat:
                continue
            trial.fail("seats", f"there is no seat {seat}, and {what} was given")


def check_shown(trial: Trial) -> None:
    """Check the `repr` of states and memories."""
    shown = repr(trial.state)
    trial.require(trial.game.name in shown, "repr", f"the state's is {shown}")
    for seat, memory in trial.memories.items():
        trial.require(trial.game.name in repr(memory), "repr", f"that of seat {seat}'s memory is {memory!r}")
