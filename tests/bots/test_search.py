"""The search: keeps to its budget, finds what is better, and goes on where one of its own answers leads."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from forno.bots.search import Search, SearchBot
from forno.core.chance import Chance
from forno.core.events import seen_by
from forno.core.game import State
from forno.core.views import View
from forno.games.mamma_mia.bots.insight import Insight
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import sit_down

GAME = sit_down("classic", 3)


class Liking:
    """Knowledge of a make-believe sort: one action is worth everything to seat 0, and nothing is known beforehand."""

    def __init__(self, liked: int) -> None:
        self.liked = liked
        self.rollouts = 0

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        return [1.0] * len(actions)

    def rollout(self, state: State, luck: Random) -> list[float]:
        self.rollouts += 1
        first = state.history()[0] if state.history() else -1
        return [1.0 if first == self.liked else 0.2 + 0.1 * luck.random()] * GAME.players


def sitting() -> tuple[MammaMiaState, View, MammaMiaMemory]:
    state = GAME.deal(1)
    memory = GAME.memory(state.seat)
    for event in seen_by(state.events, state.seat):
        memory.observe(event)
    return state, state.view(state.seat), memory


def test_iterations_are_the_budget() -> None:
    _, view, memory = sitting()
    knowledge = Liking(-1)
    search = Search(knowledge, Chance(0))
    search.think(view, memory, 37, 0)
    assert 0 < knowledge.rollouts <= 37
    assert search.root.tried == knowledge.rollouts


def test_it_finds_what_is_better() -> None:
    _, view, memory = sitting()
    for liked in view.actions:
        assert Search(Liking(liked), Chance(0)).think(view, memory, 200, 0) == liked


def test_the_actions_at_the_root_meet_the_same_worlds() -> None:
    _, view, memory = sitting()
    search = Search(Liking(-1), Chance(0))
    search.think(view, memory, 60, 0)
    assert len(search.worlds) == max(child.visits for child in search.root.children.values())


def test_the_tree_is_kept_for_the_next_step_of_the_turn() -> None:
    state, view, memory = sitting()
    bot = SearchBot(GAME, state.seat, 0, Insight(GAME), iterations=80)
    bot.memory = memory
    action = bot.choose(view)
    for event in seen_by(state.apply(action), bot.seat):
        bot.observe(event)
    assert state.seat == bot.seat, "an order can be placed"
    assert bot.search is not None
    assert bot.search.root.visits > 0
    assert all(world.view(bot.seat) == state.view(bot.seat) for world in bot.search.worlds)


def test_the_tree_is_dropped_when_others_have_acted() -> None:
    state, view, memory = sitting()
    bot = SearchBot(GAME, state.seat, 0, Insight(GAME), iterations=20)
    bot.memory = memory
    action = bot.choose(view)
    while state.seat == bot.seat:
        for event in seen_by(state.apply(action), bot.seat):
            bot.observe(event)
        action = state.legal_actions()[0]
    assert bot.search is None


def test_one_answer_needs_no_thinking() -> None:
    state, view, memory = sitting()
    bot = SearchBot(GAME, state.seat, 0, Liking(-1), iterations=20)
    bot.memory = memory
    forced = type(view)(**(vars(view) | {"actions": view.actions[:1]}))
    assert bot.choose(forced) == view.actions[0]
    assert bot.search is None
