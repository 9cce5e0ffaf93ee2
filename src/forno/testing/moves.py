"""Checks of legal actions, their notation, and the refusal of everything else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from forno.core.errors import FornoError, IllegalAction, InvalidNotation
from forno.core.game import Game, State
from forno.testing.trial import ConformanceError, Trial, differences, fingerprint

MAX_TREE_NODES = 60
"""Size of the largest turn tree that is checked."""

REFUSED_AT_ONCE = 6
"""Number of illegal actions tried at one step."""


def check_vocabulary(game: Game) -> None:
    """Check that every notation is one line without a comma, there is one for each action, and it reads back."""
    seen: dict[str, int] = {}
    for number, action in enumerate(game.actions):
        text = str(action)
        if not text or text != " ".join(text.split()) or "," in text:
            message = f"{text!r} has a comma, a line break or odd spaces, so a record can't hold it"
            raise ConformanceError("notation", message, game)
        if text in seen:
            raise ConformanceError("notation", f"{text!r} names actions {seen[text]} and {number}", game)
        seen[text] = number
        try:
            read = game.parse(text)
        except FornoError as error:
            message = f"{text!r} doesn't read back: {error}"
            raise ConformanceError("notation", message, game) from error
        if read != number:
            raise ConformanceError("notation", f"{text!r} is {number} but reads back as {read}", game)
        if not game.say(number).strip():
            raise ConformanceError("words", f"say({number}) is empty", game)
    _check_parse(game)


def _check_parse(game: Game) -> None:
    """Check that a text that names no action, or none of those allowed, is refused."""
    tries: list[tuple[Any, Sequence[int] | None, type[FornoError]]] = [
        ("boil the moon", None, InvalidNotation),
        ("", None, InvalidNotation),
        (7, None, InvalidNotation),
        (str(game.actions[0]), (), IllegalAction),
    ]
    for text, among, expected in tries:
        try:
            read = game.parse(text, among)
        except expected:
            continue
        except Exception as error:
            message = f"{text!r} is refused with {type(error).__name__}, not with {expected.__name__}"
            raise ConformanceError("parse", message, game) from error
        raise ConformanceError("parse", f"{text!r} is taken for {read} among {among}", game)


def check_decision(trial: Trial) -> None:
    """Check that somebody decides, that the turn hasn't fallen, and the legal actions."""
    state, game = trial.state, trial.game
    if type(state.seat) is not int or not 0 <= state.seat < game.players:
        trial.fail("seat", f"the seat is {state.seat!r}, with {game.players} players")
    if state.turn < trial.turn:
        trial.fail("turn", f"the turn fell from {trial.turn} to {state.turn}")
    trial.turn = state.turn
    legal = state.legal_actions()
    made = len(trial.actions)
    if made > game.longest:
        trial.fail("longest", f"{made} decisions were made, and the longest game should have {game.longest}")
    if state.is_over:
        trial.require(not legal, "legal-actions", f"the game is over, and {legal} are legal")
        last = trial.decided
        trial.require(last in (None, state.seat), "seat", f"seat {last} decided last, and the end says {state.seat}")
        return
    if not legal:
        trial.fail("legal-actions", "the game isn't over, and nothing is legal")
    if any(type(action) is not int or not 0 <= action < len(game.actions) for action in legal):
        trial.fail("legal-actions", f"{legal} has something that isn't in the vocabulary of {len(game.actions)}")
    if any(one >= other for one, other in pairwise(legal)):
        trial.fail("legal-actions", f"{legal} isn't ascending")
    if len(legal) == 1 and not isinstance(game.actions[legal[0]], game.always_asked):
        trial.fail("one-answer", f"'{game.actions[legal[0]]}' is the only answer, and is asked for all the same")
    kept = legal[:]
    legal.reverse()
    legal.append(-1)
    again = state.legal_actions()
    if again != kept:
        trial.fail("legal-actions", f"they were {kept}; after the caller changed that list they are {again}")


def check_notation(trial: Trial) -> None:
    """Check that every legal action reads back from its notation, among all actions and among the legal ones."""
    game = trial.game
    legal = trial.state.legal_actions()
    for number in legal:
        text = str(game.actions[number])
        for among in (None, legal):
            try:
                read = game.parse(text, among)
            except FornoError as error:
                trial.fail("notation", f"{text!r} doesn't read back: {error}")
            trial.require(read == number, "notation", f"{text!r} is {number} but reads back as {read}")


def check_turn_tree(trial: Trial) -> None:
    """Check that ways to complete a turn begin with the legal actions, are legal, and are as many as wanted."""
    state, game = trial.state, trial.game
    if state.is_over:
        return
    tree = game.turn_tree(state, MAX_TREE_NODES)
    if tree is None:
        return
    legal = state.legal_actions()
    trial.require(sorted(tree) == legal, "turn-tree", f"it begins with {sorted(tree)}, and {legal} are legal")
    nodes = _check_followers(trial, state, tree)
    trial.require(
        nodes <= MAX_TREE_NODES, "turn-tree", f"it has {nodes} nodes, and {MAX_TREE_NODES} were wanted at most"
    )
    short = game.turn_tree(state, nodes - 1)
    trial.require(short is None, "turn-tree", f"it has {nodes} nodes, and where one less is wanted it is {short}")


def _check_followers(trial: Trial, state: State, tree: dict[int, Any]) -> int:
    """Require that every way is legal; return the number of nodes."""
    nodes = len(tree)
    for action, followers in tree.items():
        if not followers:
            continue
        after = state.clone()
        after.apply(action)
        illegal = sorted(set(followers) - set(after.legal_actions()))
        same = (after.seat, after.turn) == (state.seat, state.turn)
        trial.require(same, "turn-tree", f"{action} ends the turn, and {sorted(followers)} follow it")
        trial.require(not illegal, "turn-tree", f"{illegal} follow {action}, and aren't legal then")
        nodes += _check_followers(trial, after, followers)
    return nodes


def check_refusal(trial: Trial) -> None:
    """Check that illegal actions and other values are refused with `IllegalAction`, and the state is as it was."""
    state, game = trial.state, trial.game
    legal = set(state.legal_actions())
    illegal = [number for number in range(len(game.actions)) if number not in legal]
    start = len(trial.actions) % (len(illegal) or 1)
    tried: list[Any] = (illegal[start:] + illegal[:start])[:REFUSED_AT_ONCE]
    tried += [-1, len(game.actions), 1 << 70]
    tried += ["x", None, 0.5, (0,), True, False, *(float(number) for number in sorted(legal)[:1])]
    before = fingerprint(state) | {"events": list(state.events)}
    ahead = _ahead(trial)
    for number, action in enumerate(tried):
        try:
            state.apply(action)
        except IllegalAction as error:
            trial.require(bool(str(error)), "refusal", f"{action!r} is refused without a word")
        except Exception as error:
            trial.fail("refusal", f"{action!r} is refused with {type(error).__name__}")
        else:
            trial.fail("refusal", f"{action!r} isn't legal and was applied")
        changed = differences(before, fingerprint(state) | {"events": list(state.events)})
        trial.require(not changed, "refusal", f"{action!r} was refused, but left a trace: {changed}")
        if number == 0:
            trial.require(_ahead(trial) == ahead, "refusal", f"{action!r} was refused, but the game goes on otherwise")
    trial.require(_ahead(trial) == ahead, "refusal", "after several refusals the game goes on otherwise")


def _ahead(trial: Trial) -> list[Any]:
    """Return the fingerprints of a few steps from here, in which hidden differences of the state show."""
    told: list[Any] = []
    for place in (0, -1):
        state = trial.state.clone()
        for _ in range(4):
            if not state.is_over:
                told.append(list(state.apply(state.legal_actions()[place])))
    return told
