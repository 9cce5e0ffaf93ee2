"""Sampling by a seat that has forgotten much of what it saw."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest

import forno
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.knowledge.sampling import Range, balance
from forno.games.mamma_mia.knowledge.sampling_by_memory import Contradiction
from forno.games.mamma_mia.rules.questions import HELP, PLACE, SEATS
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.testing import Trial
from tests.amounts import amount
from tests.games.forgetting import check_worlds
from tests.games.mamma_mia.helpers import do, each, opened, sit_down
from tests.games.mamma_mia.knowledge.origins import Origins

CHECKED = 0.06
"""Share of the decisions after the first round at which worlds are checked."""
TABLES = [("classic", 2), ("classic", 5), ("rio-grande", 3), ("grande", 3), ("grande", 5), ("grande-it", 4)]


def muddled(memory: MammaMiaMemory, rng: Random) -> MammaMiaMemory:
    """The memory with gaps and mistakes anywhere."""
    poor = copy(memory)
    poor.oven = [entry for entry in memory.oven if rng.random() < 0.7]
    if rng.random() < 0.5:
        poor.served = [0] * len(memory.served)
    if rng.random() < 0.5:
        poor.rewards = [rng.randrange(3) for _ in memory.rewards]
    if rng.random() < 0.5:
        poor.held_orders = [max(0, number + rng.randrange(-2, 3)) for number in memory.held_orders]
    if rng.random() < 0.5:
        poor.known_orders = memory.known_orders[1:] + memory.known_orders[:1]
    if rng.random() < 0.5:
        poor.waiters = [[] for _ in memory.waiters]
    if rng.random() < 0.5:
        poor.used = 0
    if rng.random() < 0.5:
        poor.supplies = MammaMiaMemory(memory.game, memory.seat).supplies
    return poor


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("memory_aid", [False, True])
def test_whatever_is_forgotten_a_world_looks_the_same_and_can_be_played(
    edition: str, players: int, memory_aid: bool
) -> None:
    def often(state: forno.State) -> float:
        assert isinstance(state, MammaMiaState)
        return amount(30, 100) / 1000 if state.opening is not None else amount(10, 30) / 1000

    trial = Trial(sit_down(edition, players, memory_aid=memory_aid), players)
    check_worlds(trial, Random(players), muddled, often, played=0.2)


@pytest.mark.slow
def test_sampled_worlds_agree_with_the_supply_that_each_card_was_drawn_from() -> None:
    asked = 0
    for seed, (edition, players) in enumerate([*TABLES, ("grande", 4), ("classic", 4)]):
        trial = Trial(sit_down(edition, players, own_luck=seed % 2 == 1), seed)
        state, rng = trial.state, Random(seed)
        assert isinstance(state, MammaMiaState)
        while not state.is_over:
            trial.step(rng.choice(state.legal_actions()))
            if state.rounds and rng.random() < CHECKED:
                seat = rng.choice(trial.seats)
                known = Origins(state, seat, trial.seen[seat])
                assert state.question not in (PLACE, HELP) or known.allow(state)
                asked += state.question == HELP
                for number in range(2):
                    world = state.view(seat).sample(trial.memories[seat], forno.Chance(number))
                    assert isinstance(world, MammaMiaState)
                    assert known.allow(world), (edition, players, seat)
    assert asked


def blank_world(game: MammaMia, state: forno.State, seat: int | None, seed: int = 1) -> MammaMiaState:
    """A world for somebody who remembers nothing."""
    world = state.view(seat).sample(game.memory(seat), forno.Chance(seed))
    assert isinstance(world, MammaMiaState)
    return world


@pytest.mark.rule("MMR-11")
def test_with_the_memory_aid_the_turns_that_are_shown_tell_what_is_in_the_oven() -> None:
    game = sit_down("classic", 3, memory_aid=True)
    state = game.deal(2)
    rng = Random(2)
    while state.rounds == 0 and state.opening is None:
        for seat in (None, 0, 1, 2):
            assert blank_world(game, state, seat).oven == state.oven
        state.apply(rng.choice(state.legal_actions()))


@pytest.mark.rule("MMR-11", "MM-17")
def test_turns_before_the_oven_was_emptied_tell_nothing_of_what_is_in_it() -> None:
    game = sit_down("grande", 3, memory_aid=True)
    state = game.deal(3)
    rng = Random(3)
    compared = 0
    while state.rounds < 2:
        if state.rounds == 1 and state.opening is None:
            world = blank_world(game, state, None)
            assert [entry for entry in world.oven if entry < 0] == [entry for entry in state.oven if entry < 0]
            compared += any(entry < 0 for entry in state.oven)
        state.apply(rng.choice(state.legal_actions()))
    assert compared


def test_without_the_memory_aid_only_the_latest_turns_are_sure_to_be_in_the_oven() -> None:
    game = sit_down("classic", 3)
    state = game.position(
        hands=each(game, "2 olive, 1 salami", green="2 salami, 2 olive, order 4-olive"),
        oven=["3 pineapple", "1 mushroom"],
        seat="yellow",
    )
    do(state, "1 olive", "draws from the supply")
    do(state, "2 salami", "order 4-olive", "draws from the supply")
    worlds = [blank_world(game, state, 0, seed) for seed in range(10)]
    assert all(world.oven[-2:] == state.oven[-2:] for world in worlds)
    assert len({tuple(world.oven) for world in worlds}) > 1


@pytest.mark.rule("MM-18", "MM-24")
def test_an_owner_who_asks_for_help_with_a_bombastica_holds_the_rest() -> None:
    game = sit_down("grande", 4)
    hands = each(game, "1 salami", brown="2 olive, 2 shrimp", yellow="1 salami")
    state = opened(game, "brown bombastica", table="6 green pepper, 6 mushroom", hands=hands)
    do(state, "asks for help", "asks for 1 salami", "asks for no more")
    short = 15 - 12 - 1
    for seed in range(20):
        world = blank_world(game, state, state.seat, seed)
        assert game.lookups.tallies.total(world.hands[2]) >= short


def test_what_is_remembered_of_served_orders_holds_even_if_all_else_is_forgotten() -> None:
    game = sit_down("grande", 4)
    trial = Trial(game, 4)
    rng = Random(4)
    perfect, poor = trial.memories[None], game.memory(None)
    assert isinstance(perfect, MammaMiaMemory)
    while sum(served.bit_count() for served in perfect.served) < 4:
        trial.step(rng.choice(trial.state.legal_actions()))
    poor.served = perfect.served
    for seed in range(10):
        world = trial.state.view(None).sample(poor, forno.Chance(seed))
        assert isinstance(world, MammaMiaState)
        for known, served in zip(perfect.served, world.served, strict=True):
            assert known & ~served == 0


def test_whoever_is_awaited_has_something_to_place_even_if_memory_has_only_orders_there() -> None:
    game = sit_down("classic", 3)
    hands = each(game, yellow="1 olive, order 4-olive", green="1 mushroom", brown="1 salami, order 4-salami")
    oven = ["2 olive", "yellow 4-salami", "1 olive"]
    state = game.position(hands=hands, oven=oven, seat="yellow")
    memory, view = game.memory(1), state.view(1)
    memory.supply, memory.sizes = view.supply, list(view.sizes)
    memory.oven = [state.oven[0], ~(2 * SEATS + game.lookups.order_names.index("4-salami")), state.oven[2]]
    memory.held_orders = [2, 0, 0]
    for seed in range(10):
        world = view.sample(memory, forno.Chance(seed))
        assert world.view(1) == view
        assert world.census() == state.census()
        assert world.legal_actions()


# How many orders lie where


def test_orders_are_moved_by_way_of_another_place_if_need_be() -> None:
    one, other = [2, 0, 0], [0, 1, 0]
    rows: list[tuple[list[int], list[Range]]] = [(one, [(0, 2), (0, 2), (0, 0)]), (other, [(0, 0), (0, 1), (0, 1)])]
    balance(rows, [(0, 3), (1, 1), (1, 1)], forno.Chance(1))
    assert (one, other) == ([1, 1, 0], [0, 0, 1])


def test_numbers_that_cant_be_are_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        balance([([1, 0, 0], [(1, 1), (0, 1), (0, 1)])], [(0, 1), (1, 1), (0, 0)], forno.Chance(1))
