"""The suite on a game that keeps the contract, and on games that break it in one place each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, SupportsIndex, cast

import pytest

from forno.core.chance import Chance
from forno.core.errors import FornoError, IllegalAction
from forno.core.events import Answered, Event, SeatEvent, event
from forno.core.game import Game, State
from forno.core.outcomes import Outcome
from forno.core.registry import GAMES
from forno.core.states import Reduced
from forno.core.views import Memory, OwnPlace, View
from forno.testing import (
    INVARIANTS,
    ConformanceError,
    Trial,
    at_random,
    by_numbers,
    check_concern,
    check_game,
    check_many,
    check_memory,
    check_privacy,
    check_sampled_deals,
    check_vocabulary,
    places_of,
)
from tests import toy
from tests.amounts import amount
from tests.toy import Toppings, ToppingsMemory, ToppingsState, ToppingsView


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with toy.registered(toy.INFO):
        yield


class Spoilt:
    """A state that goes its way through another one. Its subclasses each break one promise."""

    def __init__(self, inner: ToppingsState, game: SpoiltGame) -> None:
        self.inner = inner
        self.game: Game = game
        self.spoil = game.spoil

    def wrap(self, inner: ToppingsState) -> Spoilt:
        return type(self)(inner, cast(SpoiltGame, self.game))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    @property
    def quiet(self) -> bool:
        return self.inner.quiet

    @quiet.setter
    def quiet(self, value: bool) -> None:
        self.inner.quiet = value

    def __repr__(self) -> str:
        return f"spoilt {self.inner!r}"

    def __reduce__(self) -> Reduced:
        return again_with, (self.game, self.inner)

    def __deepcopy__(self, memo: object) -> Spoilt:
        return self.clone()

    def legal_actions(self) -> list[int]:
        return self.inner.legal_actions()

    def apply(self, action: SupportsIndex) -> Sequence[Event]:
        return self.inner.apply(action)

    def clone(self) -> Spoilt:
        return self.wrap(self.inner.clone())

    def view(self, seat: int | None) -> View:
        return self.inner.view(seat)

    def census(self) -> Mapping[str, int]:
        return self.inner.census()

    def history(self) -> list[int]:
        return self.inner.history()


class SpoiltGame(Toppings):
    """Toppings with spoilt states."""

    def __init__(self, spoil: type[Spoilt]) -> None:
        super().__init__(players=3)
        self.spoil = spoil
        self.place = len(SPOILT)
        SPOILT.append(self)

    def made_from(self) -> dict[str, Any]:
        return {"spoil": self.spoil}

    def __reduce__(self) -> Reduced:
        """Classes within functions can't be pickled, so a pickle remembers the game itself."""
        return _game, (self.place,)

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        return cast(ToppingsState, self.spoil(super().deal(seed, quiet=quiet), self))


SPOILT: list[SpoiltGame] = []


def _game(place: int) -> SpoiltGame:
    return SPOILT[place]


def again_with(game: SpoiltGame, inner: ToppingsState) -> Spoilt:
    return game.spoil(inner, game)


def breaks(spoil: type[Spoilt]) -> str:
    """Which promise the suite finds broken."""
    with pytest.raises(ConformanceError) as failure:
        check_many(SpoiltGame(spoil), range(20), stride=2)
    assert "forno.game('toppings'" in str(failure.value)
    return failure.value.invariant


def test_a_game_that_keeps_the_contract_passes() -> None:
    for players in (2, 3):
        check_many(Toppings(players=players), range(amount(4, 30)), stride=1)


def test_a_state_that_only_passes_everything_on_passes() -> None:
    check_many(SpoiltGame(Spoilt), range(5), stride=2)


def test_the_last_state_is_given_back() -> None:
    assert check_game(Toppings(), 3).is_over


def test_numbers_choose_until_they_run_out() -> None:
    choose = by_numbers([1, 5], then=lambda legal: legal[-1])
    assert [choose([7, 8, 9]), choose([7, 8, 9]), choose([7, 8, 9])] == [8, 9, 9]


def test_the_same_seed_chooses_the_same_way() -> None:
    one, other = at_random(5), at_random(5)
    assert [one(range(99)) for _ in range(9)] == [other(range(99)) for _ in range(9)]


def test_a_failure_says_how_to_get_there_again() -> None:
    class Wrong(Spoilt):
        def census(self) -> Mapping[str, int]:
            return {**self.inner.census(), "0": 1} if self.inner.past else self.inner.census()

    with pytest.raises(ConformanceError) as failure:
        check_game(SpoiltGame(Wrong), "olive", stride=0)
    error = failure.value
    assert (error.invariant, error.seed, len(error.actions)) == ("census", "olive", 1)
    assert INVARIANTS["census"] in str(error)
    assert "seed: 'olive'" in str(error)
    assert f"actions so far: {list(error.actions)}" in str(error)


def test_any_other_exception_says_it_too() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            if len(self.inner.past) == 3 and action in self.inner.legal_actions():
                raise ZeroDivisionError
            return self.inner.apply(action)

    with pytest.raises(ZeroDivisionError) as failure:
        check_game(SpoiltGame(Wrong), 1, stride=0)
    assert "actions so far" in failure.value.__notes__[0]
    assert "Wrong.apply, called by check_game" in failure.value.__notes__[0]


def test_an_exception_in_a_copy_names_the_check_of_copies() -> None:
    class Wrong(Spoilt):
        """Its pickles have forgotten the hands."""

        def __reduce__(self) -> Reduced:
            pickled = self.inner.clone()
            pickled.hands = []
            return again_with, (self.game, pickled)

    with pytest.raises(IndexError) as failure:
        check_game(SpoiltGame(Wrong), 1)
    assert "called by check_copies" in failure.value.__notes__[0]


def test_a_lost_card_is_missed() -> None:
    class Wrong(Spoilt):
        def census(self) -> Mapping[str, int]:
            cards = dict(self.inner.census())
            if len(self.inner.past) > 4:
                cards["1"] -= 1
            return cards

    assert breaks(Wrong) == "census"


def test_unsorted_legal_actions_are_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return self.inner.legal_actions()[::-1]

    assert breaks(Wrong) == "legal-actions"


def test_a_doubled_legal_action_is_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return [number for number in self.inner.legal_actions() for _ in range(2)]

    assert breaks(Wrong) == "legal-actions"


def test_a_legal_action_outside_the_vocabulary_is_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return [*self.inner.legal_actions(), 6]

    with pytest.raises((ConformanceError, IndexError)):
        check_game(SpoiltGame(Wrong), 1)


def test_nothing_legal_before_the_end_is_noticed() -> None:
    class Wrong(Spoilt):
        def legal_actions(self) -> list[int]:
            return self.inner.legal_actions() if len(self.inner.past) < 5 else []

    with pytest.raises(ConformanceError, match="nothing is legal"):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_a_list_of_legal_actions_that_the_state_keeps_is_noticed() -> None:
    class Wrong(Spoilt):
        kept: tuple[int, list[int]] = (-1, [])

        def legal_actions(self) -> list[int]:
            if self.kept[0] != len(self.inner.past):
                self.kept = len(self.inner.past), self.inner.legal_actions()
            return self.kept[1]

    assert breaks(Wrong) in {"legal-actions", "refusal"}


def test_an_illegal_action_that_leaves_a_trace_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            if action not in self.inner.legal_actions() and len(self.inner.stock) > 1:
                self.inner.stock.reverse()
            return self.inner.apply(action)

    assert breaks(Wrong) == "refusal"


def test_an_illegal_action_that_is_applied_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            return self.inner.apply(action) if action in self.inner.legal_actions() else ()

    assert breaks(Wrong) == "refusal"


def test_a_refusal_by_another_error_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            try:
                return self.inner.apply(action)
            except IllegalAction:
                raise TypeError from None

    assert breaks(Wrong) == "refusal"


def test_clones_that_share_a_list_are_noticed() -> None:
    class Wrong(Spoilt):
        def clone(self) -> Spoilt:
            copy = self.inner.clone()
            copy.past = self.inner.past
            return self.wrap(copy)

    assert breaks(Wrong) == "clone"


def test_a_clone_that_forgets_something_is_noticed() -> None:
    class Wrong(Spoilt):
        def clone(self) -> Spoilt:
            copy = self.inner.clone()
            copy.stock.reverse()
            return self.wrap(copy)

    assert breaks(Wrong) == "clone"


def test_a_seat_that_is_nobodys_is_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def seat(self) -> int:
            return self.inner.seat if len(self.inner.past) < 3 else 7

    with pytest.raises(ConformanceError, match=r"^seat: "):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_a_turn_that_falls_is_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def turn(self) -> int:
            return self.inner.turn if len(self.inner.past) < 5 else 1

    with pytest.raises(ConformanceError, match=r"^turn: "):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_an_outcome_before_the_end_is_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def outcome(self) -> Outcome:
            return Outcome((0, 0, 0), (0,), "most")

    assert breaks(Wrong) == "outcome"


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome((1, 2), (1,), "most"),
        Outcome((1, 2, 3), (), "most"),
        Outcome((3, 3, 3), (1, 0), "most"),
        Outcome((3, 3, 3), (3,), "most"),
        Outcome((1, 2, 3), (0,), "most"),
        Outcome((1, 2, 3), (2,), ""),
        Outcome((3, 3, 1), (0,), "most"),
        Outcome((3, 3, 1), (0, 1), "most", (), (("luck", (1, 0, 0)),)),
        Outcome((3, 3, 1), (0,), "most", (), (("luck", (1, 0)),)),
        Outcome((3, 3, 1), (0,), "most", (), (("", (1, 0, 0)),)),
        Outcome((1, 2, 3), (2,), "most", (), (), ((2,), (0,), (1,))),
    ],
)
def test_an_outcome_that_makes_no_sense_is_noticed(outcome: Outcome) -> None:
    class Wrong(Spoilt):
        @property
        def outcome(self) -> Outcome:
            return outcome if self.inner.is_over else self.inner.outcome

    assert breaks(Wrong) == "outcome"


def test_a_history_that_skips_is_noticed() -> None:
    class Wrong(Spoilt):
        def history(self) -> list[int]:
            return self.inner.history()[1:]

    assert breaks(Wrong) == "history"


def test_events_that_differ_from_what_apply_told_are_noticed() -> None:
    class Wrong(Spoilt):
        @property
        def events(self) -> Sequence[Event]:
            return self.inner.events[: None if not self.inner.past else 1]

    with pytest.raises(ConformanceError, match=r"^events: "):
        check_game(SpoiltGame(Wrong), 1, stride=0)


def test_a_quiet_state_that_speaks_is_noticed() -> None:
    class Wrong(Spoilt):
        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            return self.inner.apply(action) or [Answered(0, 0)]

    assert breaks(Wrong) == "quiet"


def test_a_deal_that_leans_on_something_else_than_the_seed_is_noticed() -> None:
    class Wrong(SpoiltGame):
        deals = 0

        def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
            self.deals += 1
            state = super().deal(f"{seed} {self.deals}", quiet=quiet)
            cast(Spoilt, state).inner.seed = seed
            return state

    with pytest.raises(ConformanceError) as failure:
        check_game(Wrong(Spoilt), 1)
    assert failure.value.invariant == "seed"


@event
class TalkativeDrew(toy.Drew):
    """Forgets to hide the card."""

    def seen_by(self, seat: int | None) -> TalkativeDrew | None:
        return self


@event
class Whispered(Event):
    """A public event that shouldn't be: it tells what lies on top of the stock."""

    top: int


def retold(tell: Callable[[Spoilt, Event], list[Event]]) -> type[Spoilt]:
    """A state that tells events otherwise."""

    class Wrong(Spoilt):
        told: Sequence[Event] | None = None

        @property
        def events(self) -> Sequence[Event]:
            return self.inner.events if self.told is None else self.told

        def apply(self, action: SupportsIndex) -> Sequence[Event]:
            self.told = [told for event in self.inner.apply(action) for told in tell(self, event)]
            return self.told

    return Wrong


def test_a_private_field_that_others_see_is_noticed() -> None:
    def tell(state: Spoilt, event: Event) -> list[Event]:
        return [TalkativeDrew(event.seat, event.card) if isinstance(event, toy.Drew) else event]

    trial = Trial(SpoiltGame(retold(tell)), 1)
    check_privacy(trial, trial.step(trial.state.legal_actions()[0]))
    told = trial.step(toy.DRAW)
    with pytest.raises(ConformanceError, match="privacy: seat None sees card of TalkativeDrew"):
        check_privacy(trial, told)


def test_an_event_that_tells_what_nobody_may_know_is_noticed() -> None:
    def tell(state: Spoilt, event: Event) -> list[Event]:
        stock = state.inner.stock
        return [event, Whispered(stock[-1])] if isinstance(event, toy.Played) and stock else [event]

    # A sampled world must gossip as the true one does, or the two are told apart by that alone.
    class Gossip(SpoiltGame):
        def memory(self, seat: int | None) -> ToppingsMemory:
            return GossipMemory(self, seat)

    class GossipMemory(ToppingsMemory):
        def view(self) -> ToppingsView:
            return gossip(super().view(), game)

    def gossip(view: ToppingsView, game: SpoiltGame) -> ToppingsView:
        return GossipView(**vars(view))

    class GossipView(ToppingsView):
        def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
            return cast(ToppingsState, game.spoil(super().sample(memory, chance), game))

    class Wrong(retold(tell)):  # type: ignore[misc]  # a class made by a function
        def view(self, seat: int | None) -> View:
            return gossip(self.inner.view(seat), game)

    game = Gossip(Wrong)
    with pytest.raises(ConformanceError) as failure:
        check_many(game, range(20), stride=1)
    assert failure.value.invariant == "leak"


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


def test_a_game_that_is_not_registered_has_no_records() -> None:
    GAMES.remove("toppings")
    with pytest.raises(ConformanceError, match="is the game registered"):
        check_game(Toppings(), 1)


def test_a_record_that_replays_to_another_end_is_noticed() -> None:
    class Reworded(SpoiltGame):
        def seat_name(self, seat: int) -> str:
            return "somebody"

    with pytest.raises(ConformanceError) as failure:
        check_game(Reworded(Spoilt), 1)
    assert failure.value.invariant == "record"


@dataclass(frozen=True)
class Named:
    name: str

    def __str__(self) -> str:
        return self.name


@pytest.mark.parametrize(
    "names", [("plays", "plays"), ("plays, draws",), ("plays\ndraws",), ("",), (" plays",), ("Plays",)]
)
def test_a_notation_that_does_not_read_back_is_noticed(names: tuple[str, ...]) -> None:
    game = Toppings()
    vars(game)["actions"] = [Named(name) for name in names]
    with pytest.raises(ConformanceError) as failure:
        check_vocabulary(game)
    assert failure.value.invariant == "notation"


def test_every_error_of_the_suite_is_an_assertion() -> None:
    assert issubclass(ConformanceError, AssertionError)
    assert not issubclass(ConformanceError, FornoError)


def keeps_the_protocol(state: ToppingsState) -> State:
    """The type checker proves that Toppings' state is one."""
    return state
