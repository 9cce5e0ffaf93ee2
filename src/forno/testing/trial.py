"""Games under check: their history, and the report of a broken promise."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from traceback import walk_tb
from typing import Any, Final, NoReturn, TypeAlias

from forno.core.chance import Chance
from forno.core.events import Event, seen_by
from forno.core.game import Game, State

Choose: TypeAlias = Callable[[Sequence[int]], int]
"""Function that chooses one of the legal actions."""

INVARIANTS: Final[Mapping[str, str]] = {
    "legal-actions": "State.legal_actions: numbers of the vocabulary, ascending, never empty, the caller's to keep",
    "one-answer": "State.legal_actions: a question with one answer isn't asked, but for kinds in Game.always_asked",
    "notation": "Action: str() is its notation, and Game.parse gives the action back",
    "parse": "Game.parse: InvalidNotation for a text that names no action, IllegalAction for one that isn't allowed",
    "turn-tree": "Game.turn_tree: legal ways to complete the turn, and None for more than `most` nodes",
    "refusal": "State.apply: raises IllegalAction and leaves the state as it was if the action isn't legal",
    "clone": "State.clone: an independent copy; nothing that happens to one shows in the other",
    "census": "State.census: every card and piece, wherever it lies; it never changes in the course of a game",
    "seed": "Game.deal: the same seed deals the same game, and reads back from its record; SeedError for what is none",
    "quiet": "State.quiet: apply tells no events, and everything else goes the same way",
    "seat": "State.seat: who decides now; when the game is over, who decided last",
    "turn": "State.turn: it never falls",
    "history": "State.history: all actions applied since the deal",
    "outcome": "State.outcome: how the game ended, with the ranking of all; IllegalAction while it goes on",
    "events": "State.events: what happened in the latest step, as apply returned it; of a clone, none yet",
    "frozen": "Event, View: never changed, so their fields are numbers, texts and tuples, which can be hashed",
    "awaits": "Awaits: the latest event of its kind tells the seat that decides its legal actions",
    "words": "Game.tell, say, show, ask: sentences without gaps; hidden parts aren't told, seats go by the names given",
    "built-from": "State.built_from: the position built by hand; None for a game that was dealt or sampled",
    "game": "State.game, View.game, Memory.game and .seat: the game itself, and whose it is",
    "privacy": "SeatEvent.seen_by: private fields are known to its seat only, secret events seen by it only",
    "concern": "Event.concerns: every other seat, unless it is awaited, has the same Game.own_place as before",
    "view": "State.view: what that seat may know, with the seat's own actions if it is awaited",
    "memory": "Memory.view: the view as it follows from the seen events alone, equal to State.view at any time",
    "sample": "View.sample: a full state consistent with what the seat knows, and the same to this seat",
    "leak": "Event: what a seat sees tells nothing that its view doesn't tell",
    "record": "Record: reads back as it was written, and replays to the same end",
    "settled": "Game: it never changes; its options and actions can't be changed, and a copy of it is the game itself",
    "equal": "Game: equal to what made_from() and a pickle make of it, and so are their views",
    "settings": "Game.colours, options, deck_hash, rules_version: as the registry, records and pages need them",
    "rules": "Game.follows: whether a game of that version of the rules goes on here as it would have there",
    "copies": "State.clone: deepcopy and pickle give the same; views, memories and records can be copied and pickled",
    "whole-numbers": "State.apply: any whole number does, NumPy's too",
    "seats": "State.view, Game.memory: UnknownSeat for a seat that isn't there",
    "repr": "Game, State, Memory: repr says which game it is",
    "position": "Game.position: it remembers how it was built, and its record builds it again; PositionError otherwise",
    "tampering": "Record: refused with the line at which it breaks",
    "observation": "Observer.fill: in bounds, equal after re-dealing, different where views differ in what it shows",
    "end": "State.is_over: every game ends",
    "longest": "Game.longest: no game takes more decisions than this",
    "processes": "Game.deal, State: the same seed deals the same game in any process, and a pickle goes on there",
}
"""All promises by code, in the contract's words."""

MAX_DECISIONS: Final = 100_000
"""Maximum number of decisions of a game."""


class ConformanceError(AssertionError):
    """A game breaks the contract. The message says which promise, and how to reproduce it."""

    def __init__(
        self, invariant: str, message: str, game: Game, seed: int | str = "any", actions: Sequence[int] = ()
    ) -> None:
        promise = INVARIANTS[invariant]
        super().__init__(f"{invariant}: {message}\n  promised: {promise}\n  {where(game, seed, actions)}")
        self.invariant = invariant
        self.game = game
        self.seed = seed
        self.actions = tuple(actions)


def where(game: Game, seed: int | str, actions: Sequence[int]) -> str:
    """Return instructions to reproduce the failure."""
    return f"game: {game!r}\n  seed: {seed!r}\n  actions so far: {list(actions)}"


class Trial:
    """A game played step by step, with everyone's memory kept, for the checks to look at.

    >>> import forno
    >>> trial = Trial(forno.game("mamma-mia", players=2), seed=7)
    >>> trial.play(at_random(1), steps=10)
    >>> len(trial.actions)
    10
    """

    def __init__(self, game: Game, seed: int | str) -> None:
        self.game = game
        self.seed = seed
        self.actions: list[int] = []
        self.state: State = game.deal(seed)
        self.seats: list[int | None] = [None, *range(game.players)]
        """All viewpoints: a spectator's (`None`) and the seats."""
        self.census: dict[str, int] = dict(self.state.census())
        self.turn = self.state.turn
        """Latest turn seen."""
        self.decided: int | None = None
        """Seat that decided last."""
        self.memories = {seat: game.memory(seat) for seat in self.seats}
        """Memories by seat."""
        self.seen: dict[int | None, list[Event]] = {seat: [] for seat in self.seats}
        """Events by the seat that saw them."""
        self._observe(self.state.events)

    def step(self, action: int) -> Sequence[Event]:
        """Apply an action and let everyone observe the events."""
        self.actions.append(action)
        self.decided = self.state.seat
        events = self.state.apply(action)
        self._observe(events)
        return events

    def play(self, choose: Choose, steps: int = MAX_DECISIONS) -> None:
        """Play on for that many steps, or to the end."""
        for _ in range(steps):
            if self.state.is_over:
                return
            self.step(choose(self.state.legal_actions()))

    def _observe(self, events: Sequence[Event]) -> None:
        for seat, memory in self.memories.items():
            for event in seen_by(events, seat):
                memory.observe(event)
                self.seen[seat].append(event)

    def fail(self, invariant: str, message: str) -> NoReturn:
        raise ConformanceError(invariant, message, self.game, self.seed, self.actions)

    def require(self, kept: bool, invariant: str, message: str) -> None:
        if not kept:
            self.fail(invariant, message)

    def note(self, error: Exception) -> str:
        """Return where an exception that isn't the suite's own was raised, in which check, and how to reproduce it."""
        called = [frame.f_code for frame, _line in walk_tb(error.__traceback__)]
        checks = [code.co_name for code in called if code.co_name.startswith("check_")]
        raised = f"raised in: {called[-1].co_qualname}, called by {checks[-1]}"
        return f"{raised}\n  {where(self.game, self.seed, self.actions)}"


def run_elsewhere(code: str, asked: bytes) -> Iterator[subprocess.CompletedProcess[bytes]]:
    """Run code in two processes whose hashes differ, with this input."""
    paths = os.pathsep.join(filter(None, sys.path))
    for hashes in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hashes, "PYTHONPATH": paths}
        yield subprocess.run([sys.executable, "-c", code], input=asked, capture_output=True, env=environment)


def at_random(seed: int | str) -> Choose:
    """Return a chooser that draws from this seed."""
    return Chance(seed, "play").choice


def by_numbers(numbers: Iterable[int], then: Choose) -> Choose:
    """Choose by numbers from elsewhere (Hypothesis, a fuzzer), each taken as a place in the list, going round.

    When they run out, choose as `then` does.
    """
    left: Iterator[int] = iter(numbers)

    def choose(legal: Sequence[int]) -> int:
        number = next(left, None)
        return then(legal) if number is None else legal[number % len(legal)]

    return choose


def fingerprint(state: State) -> dict[str, Any]:
    """Return all that can be learnt from a state without changing it. States that go on the same way agree in it.

    What was told of the latest step isn't part of it: a clone starts without.
    """
    seats: list[int | None] = [None, *range(state.game.players)]
    return {
        "seat": state.seat,
        "turn": state.turn,
        "is_over": state.is_over,
        "seed": state.seed,
        "built_from": state.built_from,
        "legal_actions": state.legal_actions(),
        "history": state.history(),
        "census": dict(state.census()),
        "outcome": state.outcome if state.is_over else None,
    } | {f"view({seat})": state.view(seat) for seat in seats}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Return the difference of two fingerprints; empty if they agree."""
    parts: list[str] = []
    for name in one:
        if one[name] != other[name]:
            parts.append(f"{name} ({_difference(one[name], other[name])})")
    return "; ".join(parts)


def _difference(one: Any, other: Any) -> str:
    names = getattr(type(one), "__dataclass_fields__", None)
    if names is None or type(one) is not type(other):
        return f"{one!r} and {other!r}"
    apart = [name for name in names if getattr(one, name) != getattr(other, name)]
    return ", ".join(f"{name}: {getattr(one, name)!r} and {getattr(other, name)!r}" for name in apart)
