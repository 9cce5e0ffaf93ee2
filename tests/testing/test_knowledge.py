"""The suite notices views, memories and sampled worlds that show too much or too little."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from forno.core.chance import Chance
from forno.core.events import Event, SeatEvent, event
from forno.core.game import State
from forno.core.views import Memory, OwnPlace, View
from forno.testing import (
    ConformanceError,
    Trial,
    check_concern,
    check_many,
    check_memory,
    check_sampled_deals,
    places_of,
)
from tests import toy
from tests.testing.spoilt import Spoilt, SpoiltGame, breaks, retold
from tests.toy import Toppings, ToppingsMemory, ToppingsState, ToppingsView


def test_events_that_do_not_suffice_for_the_view_are_noticed() -> None:
    def tell(state: Spoilt, event: Event) -> list[Event]:
        return [] if isinstance(event, toy.Drew) else [event]

    trial = Trial(SpoiltGame(retold(tell)), 1)
    trial.step(trial.state.legal_actions()[0])
    check_memory(trial)
    trial.step(toy.DRAW)
    with pytest.raises(ConformanceError, match=r"^memory: .*stock"):
        check_memory(trial)


def test_a_view_that_shows_what_is_hidden_is_noticed() -> None:
    class Wrong(Spoilt):
        def view(self, seat: int | None) -> View:
            view = self.inner.view(seat)
            return replace(view, stock=sum(self.inner.stock))

    assert breaks(Wrong) in {"memory", "sample"}


def test_a_view_of_another_seat_is_noticed() -> None:
    class Wrong(Spoilt):
        def view(self, seat: int | None) -> View:
            return self.inner.view(0)

    assert breaks(Wrong) == "view"


def test_actions_offered_to_a_seat_that_is_not_awaited_are_noticed() -> None:
    class Wrong(Spoilt):
        def view(self, seat: int | None) -> View:
            return replace(self.inner.view(seat), actions=tuple(self.inner.legal_actions()))

    assert breaks(Wrong) == "view"


class OpenPlace(NamedTuple):
    """A place at the table from which one sees what is hidden."""

    seat: int
    actions: tuple[int, ...]
    stock: tuple[int, ...]


def test_an_own_place_that_shows_more_than_the_view_is_noticed() -> None:
    class Wrong(SpoiltGame):
        def own_place(self, state: State, seat: int) -> OwnPlace:
            inner = state.inner if isinstance(state, Spoilt) else state
            assert isinstance(inner, ToppingsState)
            return OpenPlace(seat, state.view(seat).actions, tuple(inner.stock))

    with pytest.raises(ConformanceError, match=r"^leak: .* belong the places"):
        check_many(Wrong(Spoilt), range(20), stride=2)


def test_an_own_place_of_another_seat_is_noticed() -> None:
    class Wrong(SpoiltGame):
        def own_place(self, state: State, seat: int) -> OwnPlace:
            return state.view(0)

    with pytest.raises(ConformanceError, match=r"^view: seat 1's own place says"):
        check_many(Wrong(Spoilt), range(20), stride=2)


@dataclass(frozen=True)
class CarelessView(ToppingsView):
    """Samples worlds in which the seat's hand is changed for the stock."""

    def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
        state = super().sample(memory, chance)
        if self.seat is not None and self.hand and state.stock:
            state.hands[self.seat][0], state.stock[0] = state.stock[0], state.hands[self.seat][0]
        return state


@dataclass(frozen=True)
class LosingView(ToppingsView):
    """Samples worlds with a card too few."""

    def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
        state = super().sample(memory, chance)
        del state.stock[:1]
        return state


@dataclass(frozen=True)
class TrustingView(ToppingsView):
    """Loses a card if the memory isn't a perfect one."""

    def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
        state = super().sample(memory, chance)
        if memory.view() != self:
            del state.stock[:1]
        return state


@dataclass(frozen=True)
class HelplessView(ToppingsView):
    """Samples nothing if the memory isn't a perfect one."""

    def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
        if memory.view() != self:
            raise LookupError("what happened?")
        return super().sample(memory, chance)


@pytest.mark.parametrize("kind", [CarelessView, LosingView, TrustingView, HelplessView])
def test_a_world_sampled_wrongly_is_noticed(kind: type[ToppingsView]) -> None:
    class Forgetful(ToppingsMemory):
        def view(self) -> ToppingsView:
            return kind(**vars(super().view()))

    class Wrong(Spoilt):
        def view(self, seat: int | None) -> View:
            return kind(**vars(self.inner.view(seat)))

    class WrongGame(SpoiltGame):
        def memory(self, seat: int | None) -> ToppingsMemory:
            return Forgetful(self, seat)

    with pytest.raises(ConformanceError) as failure:
        check_many(WrongGame(Wrong), range(20), stride=1)
    assert failure.value.invariant == "sample"


class Hand(NamedTuple):
    """Place that shows less than a view."""

    seat: int
    actions: tuple[int, ...]
    cards: tuple[int, ...]


class WithPlaces(Toppings):
    def own_place(self, state: State, seat: int) -> OwnPlace:
        view = state.view(seat)
        assert isinstance(view, ToppingsView)
        return Hand(seat, view.actions, view.hand)


def test_a_place_that_changes_with_what_concerns_its_seat_passes() -> None:
    check_many(WithPlaces(players=3), range(5), stride=2)


class WithOpenPlaces(Toppings):
    def own_place(self, state: State, seat: int) -> OwnPlace:
        view = state.view(seat)
        assert isinstance(view, ToppingsView)
        return Hand(seat, view.actions, view.sizes)


def test_a_place_that_changes_with_what_concerns_others_is_noticed() -> None:
    with pytest.raises(ConformanceError, match=r"^concern: .*nothing that happened concerns it") as failure:
        check_many(WithOpenPlaces(players=3), range(5), stride=0)
    assert failure.value.invariant == "concern"


def test_an_event_that_concerns_nobody_who_plays_is_noticed() -> None:
    @event
    class Shouted(SeatEvent):
        pass

    trial = Trial(WithPlaces(players=2), 1)
    with pytest.raises(ConformanceError, match=r"^concern: .* concerns \[7\], who don't play"):
        check_concern(trial, places_of(trial), 0, [Shouted(7)])


def test_worlds_that_could_not_have_been_dealt_are_noticed() -> None:
    class Kind(Toppings):
        """East is never dealt a 4, and `sample` doesn't know."""

        def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
            deals = (super(Kind, self).deal(f"{seed} {number}", quiet=quiet) for number in range(100))
            return next(state for state in deals if 4 not in state.hands[1])

    check_sampled_deals(Toppings(players=3))
    with pytest.raises(ConformanceError, match="worlds sampled after the deal show others a 'hand'"):
        check_sampled_deals(Kind(players=3))
