"""Turns tried out in worlds that a seat holds possible, all of them in the same ones and with the same luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf, sqrt
from random import Random

from forno.bots.critic import Critic
from forno.bots.search import Node, Search
from forno.core.chance import Chance
from forno.core.game import State
from forno.core.views import Memory, View
from forno.table.composing import tells_nothing

Turn = tuple[int, ...]


class Prospects:
    """What a turn led to, world by world."""

    def __init__(self, players: int) -> None:
        self.worths: list[float] = []
        """How likely the seat wins in each world."""
        self.shares = [0.0] * players
        """The same for everybody, added up."""
        self.orders: Counter[str] = Counter()
        """In how many worlds each order came off."""

    @property
    def wins(self) -> float:
        return sum(self.worths) / len(self.worths)

    def mean_shares(self) -> tuple[float, ...]:
        return tuple([share / len(self.worths) for share in self.shares])

    def odds(self, order: str) -> float:
        """How likely an order comes off."""
        return self.orders[order] / len(self.worths)


def difference(better: Prospects, worse: Prospects) -> tuple[float, float]:
    """By how much one turn is better than another that met the same worlds, and the standard error of that."""
    gaps = [one - other for one, other in zip(better.worths, worse.worths, strict=True)]
    number = len(gaps)
    mean = sum(gaps) / number
    if number < 2:
        return mean, inf
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / (number - 1)
    return mean, sqrt(spread / number)


class Worlds:
    """Worlds that look to a seat as the table did: whatever it didn't know is dealt out anew in each."""

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
        """So many more worlds, and every turn tried out in each of them."""
        for _ in range(number):
            world = self.sample()
            world.quiet = True
            luck = self.chance.bits()
            for turn, prospects in zip(turns, met, strict=True):
                trial = world.clone()
                for action in turn:
                    trial.apply(action)
                shares, orders = self.critic.play_out(trial, self.seat, Random(luck))
                prospects.worths.append(shares[self.seat])
                for seat, share in enumerate(shares):
                    prospects.shares[seat] += share
                prospects.orders.update(orders)

    def ideas(self, most: int, iterations: int) -> list[Turn]:
        """The most promising turns, by a search over such worlds; alike ones once."""
        search = Search(self.critic, self.chance)
        for _ in range(iterations):
            search.iterate(self.view, self.memory)
        first = sorted(search.root.children.items(), key=lambda item: (-item[1].visits, -item[1].prior, item[0]))
        world = self.sample()
        return different(world, [self.completed(world, action, node) for action, node in first[:most]])

    def completed(self, world: State, action: int, node: Node) -> Turn:
        """A whole turn that begins with that action, and goes on as the search liked best."""
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


def different(world: State, turns: Sequence[Turn]) -> list[Turn]:
    """Turns that lead to something different, the first of those that lead to the same."""
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
