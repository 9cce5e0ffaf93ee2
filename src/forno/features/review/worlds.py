"""Decisions of a seat, and playouts of candidate turns in sampled worlds: all meet the same worlds and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import NamedTuple

from forno.bots.critic import Critic, Turn
from forno.bots.search import Node, Search
from forno.core.chance import Chance
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.outcomes import Outcome
from forno.core.views import Memory, View
from forno.features.review.findings import WithError
from forno.table.composing import is_shown, tells_nothing


@dataclass(frozen=True)
class Decision:
    """One turn of a seat, from its first action until others see it, with the seat's knowledge before it."""

    number: int
    """Index among the seat's own decisions, from 0."""
    place: int
    """Number of actions of the game before it."""
    step: int
    """Replay step that shows the table at that moment."""
    view: View
    memory: Memory
    """Memory of everything that the seat had seen."""
    chosen: tuple[int, ...]


@dataclass(frozen=True)
class Seen:
    """A game as one seat saw it."""

    game: Game
    seat: int
    decisions: tuple[Decision, ...]
    told: tuple[tuple[Event, ...], ...]
    """Events that the seat saw at the deal and after each action."""
    steps: int
    """Number of the last replay step."""
    outcome: Outcome | None
    """`None` for an unfinished game."""

    @property
    def won(self) -> tuple[float, ...] | None:
        """Everybody's share of the win; `None` for an unfinished game."""
        if self.outcome is None:
            return None
        winners = self.outcome.winners
        return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(self.game.players)])


def follow(states: Iterable[State], seat: int) -> Seen:
    """Return a game as one seat saw it.

    `states` yields the state as dealt and after every action; it may be the same object, changed in place.
    """
    memory: Memory | None = None
    told: list[tuple[Event, ...]] = []
    decisions: list[Decision] = []
    begun: tuple[int, int, View, Memory] | None = None
    chosen: list[int] = []
    step = -1
    for place, state in enumerate(states):
        if memory is None:
            state.game.check_seat(seat)
            memory = state.game.memory(seat)
        events = state.events
        if begun is not None:
            chosen.append(state.history()[-1])
            if state.is_over or state.seat != seat or not tells_nothing(events, seat):
                decisions.append(Decision(len(decisions), *begun, tuple(chosen)))
                begun = None
        if not place or any(map(is_shown, events)):
            step += 1
        told.append(tuple(seen_by(events, seat)))
        for seen in told[-1]:
            memory.observe(seen)
        if begun is None and not state.is_over and state.seat == seat:
            begun = place, step, state.view(seat), memory.clone()
            chosen = []
    return Seen(state.game, seat, tuple(decisions), tuple(told), step, state.outcome if state.is_over else None)


class Prospects:
    """Playout results of one turn."""

    def __init__(self, players: int) -> None:
        self.worths: list[float] = []
        """The reviewed seat's share of the win, world by world."""
        self.scores: list[float] = []
        """Score of the reviewed seat at the end of the playout, world by world."""
        self.shares = [0.0] * players
        """Each seat's share of the win, summed over the worlds."""
        self.orders: Counter[str] = Counter()
        """Number of worlds in which each order was completed."""

    @property
    def wins(self) -> float:
        return sum(self.worths) / len(self.worths)

    @property
    def score(self) -> float:
        return sum(self.scores) / len(self.scores)

    def join_results(self, other: Prospects) -> Prospects:
        """Return the results of the same turn in the worlds of both."""
        both = Prospects(len(self.shares))
        both.worths, both.scores = self.worths + other.worths, self.scores + other.scores
        both.shares = [one + another for one, another in zip(self.shares, other.shares, strict=True)]
        both.orders = self.orders + other.orders
        return both

    def mean_shares(self) -> tuple[float, ...]:
        return tuple([share / len(self.worths) for share in self.shares])

    def odds(self, order: str) -> float:
        """Return the share of worlds in which the order was completed."""
        return self.orders[order] / len(self.worths)

    def likelier(self, order: str, other: Prospects) -> WithError:
        """Return how much likelier this turn completes an order than another one."""
        ours, theirs = self.odds(order), other.odds(order)
        variance = ours * (1 - ours) / len(self.worths) + theirs * (1 - theirs) / len(other.worths)
        return WithError(ours - theirs, sqrt(variance))

    def chance(self) -> WithError:
        """Return the reviewed seat's winning chance."""
        return WithError(*estimate(self.worths))


def estimate(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and its standard error."""
    number = len(values)
    mean = sum(values) / number
    if number < 2:
        return mean, inf
    spread = sum([(value - mean) ** 2 for value in values]) / (number - 1)
    return mean, sqrt(spread / number)


class Gap(NamedTuple):
    """Advantage of one turn over another in the same worlds, with standard errors."""

    loss: float = 0.0
    """Winning chance."""
    error: float = 0.0
    score: float = 0.0
    score_error: float = 0.0


def difference(better: Prospects, worse: Prospects) -> Gap:
    """Return the mean advantage of one turn over another in the same worlds."""

    def gaps(ones: Sequence[float], others: Sequence[float]) -> list[float]:
        return [one - other for one, other in zip(ones, others, strict=True)]

    return Gap(*estimate(gaps(better.worths, worse.worths)), *estimate(gaps(better.scores, worse.scores)))


class Worlds:
    """Samples states consistent with a seat's view and memory: hidden cards are dealt anew in each."""

    def __init__(self, critic: Critic, view: View, memory: Memory, chance: Chance) -> None:
        assert view.seat is not None
        self.critic = critic
        self.view = view
        self.seat = view.seat
        self.memory = memory
        self.chance = chance

    def sample(self) -> State:
        return self.view.sample(self.memory, self.chance)

    def meet(self, turns: Sequence[Turn], met: Sequence[Prospects], number: int) -> None:
        """Sample `number` more worlds, play every turn out in each, and add the results to `met`."""
        for _ in range(number):
            world = self.sample()
            world.quiet = True
            luck = self.chance.bits()
            for turn, prospects in zip(turns, met, strict=True):
                trial = world.clone()
                for action in turn:
                    trial.apply(action)
                shares, scores, orders = self.critic.play_out(trial, self.seat, Random(luck), world)
                prospects.worths.append(shares[self.seat])
                prospects.scores.append(scores[self.seat])
                for seat, share in enumerate(shares):
                    prospects.shares[seat] += share
                prospects.orders.update(orders)

    def ideas(self, most: int, iterations: int) -> list[Turn]:
        """Return the most promising turns found by a tree search, without equivalent ones."""
        search = Search(self.critic, self.chance)
        for _ in range(iterations):
            search.iterate(self.view, self.memory)
        first = sorted(search.root.children.items(), key=lambda item: (-item[1].visits, -item[1].prior, item[0]))
        world = self.sample()
        return different(world, [self.complete_turn(world, action, node) for action, node in first[:most]])

    def complete_turn(self, world: State, action: int, node: Node) -> Turn:
        """Return a whole turn that begins with `action` and continues with the search's favourites."""
        turn = [action]
        state = world.clone()
        while True:
            events = state.apply(action)
            if state.is_over or state.seat != self.seat or not tells_nothing(events, self.seat):
                return tuple(turn)
            legal = state.legal_actions()
            known = {child: found for child, found in node.children.items() if child in legal}
            if known:
                action, node = max(known.items(), key=lambda item: (item[1].visits, item[1].prior, -item[0]))
            else:
                prior = self.critic.prior(_quiet(state), legal)
                action, node = legal[prior.index(max(prior))], Node(0.0)
            turn.append(action)


def is_turn(world: State, turn: Turn, seat: int) -> bool:
    """Return whether these actions are legal and make up a whole turn."""
    trial = world.clone()
    for place, action in enumerate(turn):
        if action not in trial.legal_actions():
            return False
        events = trial.apply(action)
        ends = trial.is_over or trial.seat != seat or not tells_nothing(events, seat)
        if ends != (place == len(turn) - 1):
            return False
    return True


def different(world: State, turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns without equivalent ones: of turns that lead to the same view, the first."""
    found: list[Turn] = []
    views: list[View] = []
    for turn in turns:
        trial = _quiet(world)
        for action in turn:
            trial.apply(action)
        view = trial.view(world.seat)
        if view not in views:
            views.append(view)
            found.append(turn)
    return found


def _quiet(state: State) -> State:
    trial = state.clone()
    trial.quiet = True
    return trial
