"""The suite finds observers that leak, lie or run over; ours do none of it, at any table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import forno
from forno.core.observing import EVERYTHING, KNOWLEDGE, NOW, Field, Layout, Observer, observe_state
from forno.testing import ConformanceError, Sightings, Trial, at_random, check_game, check_observations
from tests.toy import Toppings, ToppingsState
from tests.variants import Variant, variants

Fill = Callable[[ToppingsState, int, bytearray, int], None]


class HandObserver:
    """Number of cards of each number that the seat holds; whatever else a test makes of it."""

    layout = Layout((Field("hand", 4, 4, "cards by number", "hand"), Field("mine", 1, 1, "whether it decides")))

    def __init__(self, spoil: Fill | None = None) -> None:
        self.spoil = spoil

    def fill(self, state: Any, seat: int, into: bytearray, start: int) -> None:
        into[start : start + 5] = bytes(5)
        for card in state.hands[seat]:
            into[start + card - 1] += 1
        if self.spoil is not None:
            self.spoil(state, seat, into, start)


class Observable(Toppings):
    spoil: Fill | None = None

    def observer(self, knowledge: str = NOW) -> Observer:
        return HandObserver(self.spoil)


def found(spoil: Fill | None) -> str:
    """Return what the suite says of a game whose observer is spoilt so."""
    game = Observable()
    game.spoil = spoil
    sightings, chance = Sightings(game), forno.Chance(3)
    try:
        for seed in range(10):
            trial, choose = Trial(game, seed), at_random(seed)
            check_observations(trial, sightings, chance)
            while not trial.state.is_over:
                trial.step(choose(trial.state.legal_actions()))
                check_observations(trial, sightings, chance)
    except ConformanceError as error:
        return str(error).splitlines()[0]
    return ""


def test_an_honest_observer_passes() -> None:
    assert found(None) == ""


def test_what_a_seat_cant_know_is_noticed() -> None:
    def shows_the_stock(state: ToppingsState, seat: int, into: bytearray, start: int) -> None:
        into[start + 4] = bool(state.stock) and state.stock[-1] > 2

    assert "dealt anew" in found(shows_the_stock)


def test_a_number_over_its_bound_is_noticed() -> None:
    def counts_too_far(state: ToppingsState, seat: int, into: bytearray, start: int) -> None:
        into[start + 4] = 2

    assert "mine says [2]" in found(counts_too_far)


def test_what_isnt_told_apart_is_noticed() -> None:
    def forgets_the_fours(state: ToppingsState, seat: int, into: bytearray, start: int) -> None:
        into[start + 2] += into[start + 3]
        into[start + 3] = 0

    assert "hand is" in found(forgets_the_fours)


def test_a_buffer_that_isnt_cleared_is_noticed() -> None:
    class Lazy(HandObserver):
        def fill(self, state: Any, seat: int, into: bytearray, start: int) -> None:
            for card in state.hands[seat]:
                into[start + card - 1] = 1

    game = Observable()
    game.observer = lambda knowledge=NOW: Lazy()  # type: ignore[method-assign]
    with pytest.raises(ConformanceError, match="what lay in the buffer before"):
        check_observations(Trial(game, 3), Sightings(game), forno.Chance(3))


def test_what_is_refilled_wrongly_is_noticed() -> None:
    class Stale:
        """It takes everything for unchanged."""

        def __init__(self, observer: Observer) -> None:
            self.layout = observer.layout
            self.fill = observer.fill

        def refill(self, state: Any, seat: int, into: bytearray, start: int) -> None:
            pass

    game = forno.game("mamma-mia", players=2)
    sightings, trial, chance = Sightings(game), Trial(game, 3), forno.Chance(3)
    sightings.observers = {knowledge: Stale(observer) for knowledge, observer in sightings.observers.items()}
    check_observations(trial, sightings, chance)
    trial.step(trial.state.legal_actions()[0])
    with pytest.raises(ConformanceError, match="refilled, now is another"):
        check_observations(trial, sightings, chance)


def test_a_game_that_is_longer_than_it_says_is_noticed() -> None:
    game = Observable()
    game.longest = 3
    with pytest.raises(ConformanceError, match=r"^longest: 4 decisions were made"):
        check_game(game, 3)


def test_a_game_without_numbers_says_so() -> None:
    with pytest.raises(forno.Unobservable, match="toppings has no observations"):
        Toppings().observer()
    check_game(Toppings(), 3, stride=5)


def test_nobody_is_shown_what_there_isnt() -> None:
    with pytest.raises(forno.OptionError, match="choose from now, memory, everything"):
        forno.game("mamma-mia").observer("tomorrow")


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_observations_have_one_shape_and_are_told_in_words(variant: Variant) -> None:
    sizes = []
    for knowledge in KNOWLEDGE:
        layout = variant.game().observer(knowledge).layout
        assert layout.size == len(layout.most) == sum(field.size for field in layout.fields)
        assert all(field.about and f"`{field.name}`" in str(layout) for field in layout.fields)
        sizes.append(layout.size)
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_seats_see_the_table_alike(name: str) -> None:
    game = forno.game(name)
    state = game.deal(5)
    observer = game.observer(NOW)
    awaited = observer.layout.places["awaited"]
    for seat in range(game.players):
        assert list(observe_state(observer, state, seat)[awaited]).index(1) == (state.seat - seat) % game.players


def test_only_a_critic_sees_what_is_hidden() -> None:
    game = forno.game("mamma-mia", players=2)
    state = game.deal(1)
    other = state.view(0).sample(trial_memory(game, 1), forno.Chance(8))
    assert observe_state(game.observer(EVERYTHING), state, 0) != observe_state(game.observer(EVERYTHING), other, 0)


def trial_memory(game: forno.Game, seed: int) -> forno.Memory:
    return Trial(game, seed).memories[0]
