"""Bots that learned by self-play: a search guided by a network, or the network alone where time is short.

The search is that of `forno.bots.search` in what it does with worlds: all share one tree, and the steps of a turn share
tree and worlds. But the network says what to try first and what a position is worth, from what the seat that decides
there would know. Since a network answers many questions in little more time than one, leaves are judged in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, sqrt
from operator import itemgetter
from time import perf_counter
from typing import Final

from forno.bots.encoding import Encoding, Translation
from forno.bots.network import Network, network_from
from forno.bots.search import Node, Tree, TreeBot
from forno.core.chance import Chance
from forno.core.errors import OptionError, Shown
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.observing import MEMORY, observe_state, observe_view
from forno.core.plugins import load
from forno.core.registry import game_info
from forno.core.views import Memory, View

BUDGET_MILLISECONDS: Final = 300
MIN_SEARCH_MILLISECONDS: Final = 10
"""Minimum time for a search; with less the network decides alone."""
MAX_WORLDS: Final = 128
"""Maximum number of sampled states for a decision; after that they are reused in turn."""
LEAVES_PER_BATCH: Final = 8
"""Number of leaves evaluated in one batch. With more, a network answers faster, but tries what its last answers advise
against."""
EXPLORATION: Final = 0.4
"""Weight of the network's policy against observed results."""
POLICY_TEMPERATURE: Final = 1.5
"""Temperature that flattens the network's policy in the search."""
UNTRIED_PENALTY: Final = 0.05
"""Value by which an untried action is assumed to be worse than the tried ones."""
UNEXPECTED_SHARE: Final = 0.02
"""Prior of an action that wasn't possible in the world that the network evaluated."""


ABSENT_AND_FACT: Final = b"\x00\x01"
"""Constant columns appended to an observation: see `Translation`."""


class ObservationReader:
    """A network in one game: it reads states for any seat, and answers in the game's own actions."""

    def __init__(self, network: Network, encoding: Encoding, game: Game) -> None:
        self.evaluate = network.evaluator.evaluate
        self.is_fast = network.is_fast
        self.players = game.players
        self.observer = game.observer(MEMORY)
        layout = self.observer.layout
        seats = [
            Translation(encoding, game, seat, layout, network.columns, network.actions) for seat in range(game.players)
        ]
        self.is_complete = all(seat.is_complete for seat in seats) and network.players >= game.players
        """Whether the network has learned everything that can come up in this game."""
        self.actions = [seat.actions for seat in seats]
        self._pick: list[Callable[[bytearray], tuple[int, ...]]] = [itemgetter(*seat.places) for seat in seats]

    def row(self, state: State, seat: int) -> bytes:
        """Return that seat's observation in the network's columns."""
        return self.columns(observe_state(self.observer, state, seat), seat)

    def columns(self, observation: bytearray, seat: int) -> bytes:
        """Return an observation of that seat in the network's columns."""
        return bytes(self._pick[seat](observation + ABSENT_AND_FACT))

    def logits(self, answer: Sequence[float], seat: int, actions: Sequence[int]) -> list[float]:
        """Return the logits of these actions of that seat, from those of all."""
        numbers = self.actions[seat]
        return [float(answer[numbers[action]]) for action in actions]


Path = list[tuple[int, Node]]
"""The nodes from the root to a leaf, each with the seat that chose it."""


class NetworkSearch(Tree):
    """One search with a network. Results are 0 to 1, and a node has children once the network has evaluated it."""

    def __init__(self, reader: ObservationReader, chance: Chance) -> None:
        super().__init__(chance)
        self.reader = reader

    def is_known(self, node: Node) -> bool:
        return bool(node.children)

    def think(self, view: View, memory: Memory, iterations: int | None, milliseconds: float) -> int:
        start = perf_counter()
        limit = milliseconds / 1000
        done = 0
        if not self.root.children:
            self.iterate(view, memory, 1)
        children = self.root.children
        while True:
            spent = perf_counter() - start
            left = iterations - done if iterations is not None else int(done * (limit - spent) / spent)
            if (iterations is not None and left <= 0) or (iterations is None and spent >= limit):
                break
            if done > 4 * LEAVES_PER_BATCH and self.is_settled(children, view.actions, left):
                break
            number = LEAVES_PER_BATCH if iterations is None else min(LEAVES_PER_BATCH, left)
            self.iterate(view, memory, number)
            done += number
        return max(view.actions, key=lambda action: (children[action].visits, children[action].prior))

    def is_settled(self, children: dict[int, Node], actions: Sequence[int], left: int) -> bool:
        """Return whether the remaining iterations can't change which action is tried most."""
        visits = sorted(children[action].visits for action in actions)
        return visits[-1] - visits[-2] > left

    def world(self, place: int, view: View, memory: Memory) -> State:
        place %= MAX_WORLDS
        if place >= len(self.worlds):
            world = view.sample(memory, self.chance)
            world.quiet = True
            self.worlds.append(world)
            place = len(self.worlds) - 1
        return self.worlds[place].clone()

    def iterate(self, view: View, memory: Memory, number: int) -> None:
        """Descend in this number of worlds, and evaluate all new leaves in one batch."""
        leaves: list[tuple[Node, Path, int, list[int]]] = []
        rows: list[bytes] = []
        ended = 0
        while len(leaves) + ended < number:
            node, path, state = self.descend(view, memory)
            while not state.is_over and len(state.legal_actions()) == 1:
                state.apply(state.legal_actions()[0])
            if state.is_over:
                returns = state.outcome.returns
                for seat, child in path:
                    child.total += (returns[seat] + 1) / 2
                ended += 1
                continue
            leaves.append((node, path, state.seat, state.legal_actions()))
            rows.append(self.reader.row(state, state.seat))
        if not leaves:
            return
        logits, values = self.reader.evaluate(rows)
        players = self.reader.players
        for place, (node, path, decides, actions) in enumerate(leaves):
            worth = [float(value) for value in values[place][:players]]
            mean = sum(worth, 0.0) / players
            for seat, child in path:
                child.total += (worth[(seat - decides) % players] - mean + 1) / 2
            if not node.children:
                priors = shares(self.reader.logits(logits[place], decides, actions))
                node.children = {action: Node(prior) for action, prior in zip(actions, priors, strict=True)}

    def descend(self, view: View, memory: Memory) -> tuple[Node, Path, State]:
        """Descend from the root to a node that isn't evaluated yet, or to the end of a game. Visits count at once, so
        that the leaves of one batch differ.
        """
        node = self.root
        if not node.children:
            return node, [], self.world(0, view, memory)
        action, node = self.select(node.children, view.actions)
        state = self.world(node.visits, view, memory)
        path = [(state.seat, node)]
        node.visits += 1
        state.apply(action)
        while node.children and not state.is_over:
            actions = state.legal_actions()
            if len(actions) == 1:
                state.apply(actions[0])
                continue
            action, node = self.select(node.children, actions)
            path.append((state.seat, node))
            node.visits += 1
            state.apply(action)
        return node, path, state

    def select(self, children: dict[int, Node], actions: Sequence[int]) -> tuple[int, Node]:
        """Return the child with the best sum of results and exploration bonus."""
        visits, total = 0, 0.0
        for action in actions:
            if action not in children:
                children[action] = Node(UNEXPECTED_SHARE)
            child = children[action]
            visits += child.visits
            total += child.total
        unseen = (total / visits if visits else 0.5) - UNTRIED_PENALTY
        best_score, best_action = -1.0, actions[0]
        for action in actions:
            child = children[action]
            child.available += 1
            worth = child.total / child.visits if child.visits else unseen
            score = worth + EXPLORATION * child.prior * sqrt(child.available) / (1 + child.visits)
            if score > best_score:
                best_score, best_action = score, action
        return best_action, children[best_action]


def shares(logits: Sequence[float]) -> list[float]:
    """Return the prior of each action."""
    best = max(logits)
    parts = [exp((logit - best) / POLICY_TEMPERATURE) for logit in logits]
    scale = 1 / sum(parts, 0.0)
    return [part * scale for part in parts]


class LearnedBot(TreeBot):
    """A bot that learned by self-play. With little time, no iterations or no NumPy its network decides alone."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str,
        reader: ObservationReader,
        milliseconds: float,
        iterations: int | None,
    ) -> None:
        super().__init__(game, seat, seed, milliseconds, iterations)
        self.reader = reader
        has_time = milliseconds >= MIN_SEARCH_MILLISECONDS and reader.is_fast
        self.searches = has_time if iterations is None else iterations > 0

    def new_tree(self) -> Tree:
        return NetworkSearch(self.reader, self.chance)

    def choose(self, view: View) -> int:
        actions = view.actions
        if self.searches or len(actions) == 1:
            return super().choose(view)
        observation = observe_view(self.reader.observer, view, self.memory)
        logits, _values = self.reader.evaluate([self.reader.columns(observation, self.seat)])
        found = self.reader.logits(logits[0], self.seat, actions)
        return actions[found.index(max(found))]


@lru_cache(maxsize=16)
def reader_for(weights: str, game: Game) -> ObservationReader:
    """Return the reader of that file's network in that game; made once for all its bots."""
    encoding: Encoding = load(game_info(game.name).encoding)
    return ObservationReader(network_from(weights), encoding, game)


def learned(
    game: Game,
    seat: int,
    seed: int | str = 0,
    weights: str = "",
    milliseconds: float = BUDGET_MILLISECONDS,
    iterations: int | None = None,
) -> LearnedBot:
    """Make a player with the weights of a file. Raises `OptionError` for a game that they weren't trained for."""
    reader = reader_for(weights, game)
    if not reader.is_complete:
        raise OptionError(
            _("{weights} weren't trained for {game}.").format(weights=Shown(weights), game=Shown(repr(game)))
        )
    return LearnedBot(game, seat, seed, reader, milliseconds, iterations)
