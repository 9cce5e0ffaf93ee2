"""Sampling of what a seat can't see."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forno
from forno.games.pizza_master.knowledge.memory import PizzaMasterMemory
from forno.games.pizza_master.rules.events import Completed, DeckRenewed, Discarded
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.testing import Trial, at_random
from tests.amounts import amount, examples
from tests.games.forgetting import check_worlds
from tests.games.pizza_master.helpers import sit_down
from tests.games.pizza_master.knowledge.origins import Origins


def later(game: Any, seed: int, steps: int) -> Trial:
    trial = Trial(game, seed)
    trial.play(at_random(seed), steps=steps)
    return trial


def worlds(trial: Trial, seat: int | None, number: int = 20) -> list[PizzaMasterState]:
    view = trial.state.view(seat)
    found = [view.sample(trial.memories[seat], forno.Chance(i)) for i in range(number)]
    return [world for world in found if isinstance(world, PizzaMasterState)]


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
@pytest.mark.parametrize("steps", [1, 20, 90, 200])
def test_sampled_worlds_look_the_same_and_have_all_the_cards(mode: str, steps: int) -> None:
    trial = later(sit_down(mode, 3, secret_objectives=mode != "tutorial"), 4, steps)
    for seat in (None, 0, 1, 2):
        hands = set()
        for world in worlds(trial, seat):
            assert world.view(seat) == trial.state.view(seat)
            assert world.census() == trial.census
            assert len(world.legal_actions()) > 1
            hands.add(tuple(world.orders.hands))
        assert len(hands) > 1


def test_the_own_discards_are_known_to_lie_among_the_discards() -> None:
    trial = Trial(sit_down("trainee", 2), 3)
    game = trial.game
    seat = trial.state.seat
    thrown = game.actions[trial.state.legal_actions()[1]]
    trial.step(trial.state.legal_actions()[1])
    trial.step(game.parse("keeps the rest"))
    name = str(thrown).removeprefix("discards ")
    for world in worlds(trial, seat):
        assert world.lookups.names(world.orders.discards) == (name,)
    others = {world.lookups.names(world.orders.discards) for world in worlds(trial, 1 - seat)}
    assert len(others) > 1


def test_a_missed_mission_is_known_to_lie_under_the_deck() -> None:
    game = sit_down("trainee", 2)
    for seed in range(20):
        trial = Trial(game, seed)
        state = trial.state
        assert isinstance(state, PizzaMasterState)
        while state.day == 1:
            legal = [str(game.actions[action]) for action in state.legal_actions()]
            plain = next((move for move in ("keeps the rest", "passes", "finishes") if move in legal), legal[0])
            trial.step(game.parse(plain))
        memory = trial.memories[0]
        assert isinstance(memory, PizzaMasterMemory)
        if memory.mission_deck[-1] >= 0:
            assert {world.missions.deck[-1] for world in worlds(trial, 0)} == {memory.mission_deck[-1]}
            assert len({world.missions.deck for world in worlds(trial, 0)}) > 1
            return
    raise AssertionError("every mission was won")


def specials(world: PizzaMasterState, cards: Sequence[int]) -> int:
    return sum(world.lookups.category[card] == SPECIALS for card in cards)


class Tracked:
    """Places where everybody's first special must lie, worked out from the cards themselves."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.kept = dict.fromkeys(range(trial.game.players), True)
        """Hands that must hold a special: their seats haven't discarded a card since, or completed a special."""
        self.thrown = dict.fromkeys(range(trial.game.players), False)
        """Seats that have discarded all cards at once, the special among them."""
        self.renewed = False

    def see(self, events: Sequence[forno.Event], sizes: Sequence[int]) -> None:
        lookups = self.trial.game.lookups  # type: ignore[attr-defined]
        for event in events:
            if isinstance(event, Discarded) and event.number:
                self.thrown[event.seat] |= self.kept[event.seat] and event.number == sizes[event.seat]
                self.kept[event.seat] = False
            elif isinstance(event, Completed) and lookups.category[lookups.order_names.index(event.order)] == SPECIALS:
                self.kept[event.seat] &= event.shared
            elif isinstance(event, DeckRenewed):
                self.renewed = True

    def check(self, world: PizzaMasterState, seat: int | None) -> None:
        others = [other for other in range(self.trial.game.players) if other != seat]
        for other in others:
            if self.kept[other]:
                assert specials(world, world.orders.hands[other]), f"{seat} knows that {other} holds a special"
        if not self.renewed:
            assert specials(world, world.orders.discards) >= sum(self.thrown[other] for other in others)


@pytest.mark.rule("PM-4")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_everybody_knows_that_everybody_begins_with_a_special(players: int) -> None:
    trial = Trial(sit_down("master", players), 1)
    for seat in trial.seats:
        for world in worlds(trial, seat, 100):
            assert all(specials(world, hand) == 1 for hand in world.orders.hands)


@pytest.mark.slow
@examples(12, 200)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 5), keeping=st.floats(0.3, 1.0))
def test_sampled_worlds_agree_with_where_the_first_specials_must_lie(seed: int, players: int, keeping: float) -> None:
    trial = Trial(sit_down("master", players, max_days=15), seed)
    tracked = Tracked(trial)
    rng = Random(seed)
    keep = trial.game.parse("keeps the rest")
    while not trial.state.is_over:
        legal = trial.state.legal_actions()
        sizes = trial.state.view(None).sizes  # type: ignore[attr-defined]
        kept = keep in legal and rng.random() < keeping
        tracked.see(trial.step(keep if kept else rng.choice(legal)), sizes)
        if rng.random() < 0.1:
            for seat in trial.seats:
                for world in worlds(trial, seat, 3):
                    tracked.check(world, seat)


@pytest.mark.slow
@examples(8, 400)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 5), own_luck=st.booleans())
def test_sampled_worlds_agree_with_the_deck_that_each_card_was_drawn_from(
    seed: int, players: int, own_luck: bool
) -> None:
    trial = Trial(sit_down("master", players, max_days=15, own_luck=own_luck), seed)
    state, rng, checks = trial.state, Random(seed), 0
    assert isinstance(state, PizzaMasterState)
    while not state.is_over and checks < 3:
        trial.step(rng.choice(state.legal_actions()))
        if rng.random() < (0.002, 0.015, 0.03)[min(state.orders.renewals, 2)]:
            seat = rng.choice(trial.seats)
            known = Origins(state, seat, trial.seen[seat])
            assert state.orders.discarding or known.allow(state)
            for world in worlds(trial, seat, 2):
                assert known.allow(world)
            checks += 1


def test_a_faded_memory_gives_way_to_the_view() -> None:
    trial = later(sit_down("master", 3), 9, 160)
    faded = trial.game.memory(1)
    for event in trial.seen[1][:40]:
        faded.observe(event)
    view = trial.state.view(1)
    for number in range(10):
        world = view.sample(faded, forno.Chance(number))
        assert world.view(1) == view
        assert world.census() == trial.census


def muddled(memory: PizzaMasterMemory, rng: Random) -> PizzaMasterMemory:
    """The memory with gaps and mistakes anywhere."""
    poor = copy(memory)
    cards = memory.lookups.cards
    if rng.random() < 0.5:
        poor.known_discards = rng.sample(cards, rng.randrange(8))
    if rng.random() < 0.5:
        poor.decks = deepcopy(memory.decks)
        for seat in range(memory.lookups.players):
            poor.decks.draw(seat, poor.decks.latest(), rng.randrange(2))
            poor.decks.throw(seat, rng.randrange(3))
            poor.decks.show(seat, rng.choice(cards))
    if rng.random() < 0.2:
        poor.decks = PizzaMasterMemory(memory.game, memory.seat).decks
    poor.mission_deck = rng.sample(memory.mission_deck, rng.randrange(len(memory.mission_deck) + 1))
    return poor


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
@pytest.mark.parametrize("players", [2, 4])
def test_whatever_is_forgotten_a_world_looks_the_same_and_can_be_played(mode: str, players: int) -> None:
    trial = Trial(sit_down(mode, players, secret_objectives=mode != "tutorial"), players)
    check_worlds(trial, Random(players), muddled, lambda _state: amount(10, 30) / 1000, played=0.1)
