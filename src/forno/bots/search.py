"""Information-set tree search over sampled states: the engine of `nonna` for every game.

Hidden cards are dealt at random, again and again (`view.sample`), and every iteration looks at one such world.
All worlds share one tree, whose nodes are what a player can tell apart: the actions that led there. Since not every
action is possible in every world, a child counts how often it was there to be chosen (information-set Monte Carlo tree
search, Cowling, Powley and Whitehouse 2012). Which child is tried is decided by what it has brought so far and by what
the game's own knowledge thinks of it beforehand.

A game plugs in with a `Knowledge`: what to try first, and what a position is worth when the tree ends.

Two things make few iterations go far. All children of the root meet the same worlds in the same order and with the same
luck, so that their difference isn't drowned by the difference between worlds. And the steps of one turn share tree and
worlds: what was thought about the whole turn isn't thought again at its second step.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from time import perf_counter
from typing import Protocol

from forno.bots.bot import Bot
from forno.core.chance import Chance
from forno.core.events import Answered, Awaits, Event
from forno.core.game import Game, State
from forno.core.views import Memory, View

BUDGET_MILLISECONDS = 300
"""Default milliseconds for a decision."""
MAX_WORLDS = 256
"""Maximum number of sampled states for a decision; after that they are reused in turn."""
EXPLORATION = 0.6
"""Weight of the prior against observed results."""


class Knowledge(Protocol):
    """A game's knowledge for the search. All states passed in are quiet."""

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        """Return how promising each action is for the deciding seat: not negative, any sum."""

    def rollout(self, state: State, luck: Random) -> list[float]:
        """Return the value of the position for every seat, 0 to 1: played out, estimated, or both.

        The state is the callee's to change. All its chance comes from `luck`.
        """


class Node:
    """A node of the tree: a sequence of actions, in any world."""

    __slots__ = ("available", "brought", "children", "prior", "total", "tried", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.available = 0
        """Number of times it could have been chosen."""
        self.total = 0.0
        """Sum of the results for the seat that chose it."""
        self.tried = 0
        """Number of times that one of its children was chosen."""
        self.brought = 0.0
        """Sum of the results of those children, for the seat that chose them."""
        self.children: dict[int, Node] = {}


class Tree:
    """A search tree with its sampled states, which goes on from the seat's own actions."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.root = Node(1.0)
        self.worlds: list[State] = []

    def follow(self, action: int) -> bool:
        """Make the child for the seat's own action the root; return `False` if nothing is known of it."""
        child = self.root.children.get(action)
        if child is None or not self.is_known(child):
            return False
        self.root = child
        for world in self.worlds:
            world.apply(action)
        return True

    def is_known(self, node: Node) -> bool:
        """Return whether the tree can go on from this node."""
        return node.visits > 0

    def think(self, view: View, memory: Memory, iterations: int | None, milliseconds: float) -> int:
        """Return the best of `view.actions` after that many iterations, or else that much time."""
        raise NotImplementedError


class Search(Tree):
    """One search with a game's knowledge."""

    def __init__(self, knowledge: Knowledge, chance: Chance) -> None:
        super().__init__(chance)
        self.knowledge = knowledge
        self.lucks: list[int] = []
        self.luck = Random(chance.bits())

    def think(self, view: View, memory: Memory, iterations: int | None, milliseconds: float) -> int:
        start = perf_counter()
        limit = milliseconds / 1000
        done = 0
        while True:
            self.iterate(view, memory)
            done += 1
            if iterations is not None:
                if done >= iterations or self.is_settled(iterations - done):
                    break
                continue
            spent = perf_counter() - start
            if spent >= limit or (done % 16 == 0 and self.is_settled(int(done * (limit - spent) / spent))):
                break
        return self.best()

    def is_settled(self, more: int) -> bool:
        """Return whether `more` iterations can't change which action is tried most."""
        first = second = 0
        for child in self.root.children.values():
            visits = child.visits
            if visits > first:
                first, second = visits, first
            elif visits > second:
                second = visits
        return first - second > more

    def best(self) -> int:
        """Return the action tried most often; of several, the one with the best results."""
        return max(self.root.children.items(), key=lambda item: (item[1].visits, item[1].total))[0]

    def world(self, place: int, view: View, memory: Memory) -> State:
        place %= MAX_WORLDS
        if place == len(self.worlds):
            world = view.sample(memory, self.chance)
            world.quiet = True
            self.worlds.append(world)
            self.lucks.append(self.chance.bits())
        self.luck.seed(self.lucks[place])
        return self.worlds[place].clone()

    def iterate(self, view: View, memory: Memory) -> None:
        """Run one iteration: descend, expand a leaf, evaluate it, update the path."""
        node = self.root
        if not node.children:
            self.expand(node, self.world(0, view, memory), view.actions)
        action, child = self.select(node, view.actions)
        state = self.world(child.visits, view, memory)
        path = [(state.seat, node, child)]
        state.apply(action)
        while child.visits and not state.is_over:
            node = child
            actions = state.legal_actions()
            seat = state.seat
            self.expand(node, state, actions)
            action, child = self.select(node, actions)
            path.append((seat, node, child))
            state.apply(action)
        worth = self.knowledge.rollout(state, self.luck)
        for seat, parent, child in path:
            parent.tried += 1
            parent.brought += worth[seat]
            child.visits += 1
            child.total += worth[seat]

    def expand(self, node: Node, state: State, actions: Sequence[int]) -> None:
        """Add the missing children of a node."""
        children = node.children
        if children and all(action in children for action in actions):
            return
        prior = self.knowledge.prior(state, actions)
        scale = 1 / (sum(prior, 0.0) or 1.0)
        for action, promise in zip(actions, prior, strict=True):
            if action not in children:
                children[action] = Node(promise * scale)

    def select(self, node: Node, actions: Sequence[int]) -> tuple[int, Node]:
        """Return the child with the best sum of results and exploration bonus."""
        children = node.children
        unseen = node.brought / node.tried if node.tried else 0.0
        best_score = -1.0
        best_action = actions[0]
        weight = EXPLORATION
        for action in actions:
            child = children[action]
            child.available += 1
            visits = child.visits
            worth = child.total / visits if visits else unseen
            score = worth + weight * child.prior * sqrt(child.available) / (1 + visits)
            if score > best_score:
                best_score = score
                best_action = action
        return best_action, children[best_action]


class TreeBot(Bot):
    """A bot that remembers everything and searches a tree.

    Its budget is a number of iterations, or else a time in milliseconds for every decision. With a number of iterations
    it makes the same choice whenever it sees the same.
    """

    def __init__(self, game: Game, seat: int, seed: int | str, milliseconds: float, iterations: int | None) -> None:
        super().__init__(game, seat, seed)
        self.memory = game.memory(seat)
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.search: Tree | None = None

    def new_tree(self) -> Tree:
        raise NotImplementedError

    def observe(self, event: Event) -> None:
        """Take in an event, and keep the tree where it is still good: after the seat's own answers and secrets."""
        self.memory.observe(event)
        if isinstance(event, Answered):
            if self.search is not None and not self.search.follow(event.action):
                self.search = None
        elif not isinstance(event, Awaits) and not event.secret:
            self.search = None

    def choose(self, view: View) -> int:
        if len(view.actions) == 1:
            return view.actions[0]
        if self.search is None:
            self.search = self.new_tree()
        return self.search.think(view, self.memory, self.iterations, self.milliseconds)


class SearchBot(TreeBot):
    """A bot that searches with a game's knowledge."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str,
        knowledge: Knowledge,
        milliseconds: float = BUDGET_MILLISECONDS,
        iterations: int | None = None,
    ) -> None:
        super().__init__(game, seat, seed, milliseconds, iterations)
        self.knowledge = knowledge

    def new_tree(self) -> Tree:
        return Search(self.knowledge, self.chance)
