"""One fault per promise: games that break it in one place, and the check that must name it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, SupportsIndex, cast

import pytest

import forno
from forno.core.chance import Chance
from forno.core.events import Awaits, Event, event
from forno.core.game import Game, State
from forno.core.positions import Position
from forno.core.views import Memory, View
from forno.games.mamma_mia.rules import events as mamma_mia
from forno.games.pizza_master.rules import events as pizza_master
from forno.testing import ConformanceError, check_game, check_game_in_processes, check_many, check_told_deals
from tests import toy
from tests.testing.spoilt import Spoilt, SpoiltGame, Whispered, breaks, retold
from tests.toy import Toppings, ToppingsMemory, ToppingsState, ToppingsView

# --- states -------------------------------------------------------------------


class Built(Spoilt):
    built_from = Position(())


class Unbuilt(Spoilt):
    """Has no `built_from` at all."""

    def __getattr__(self, name: str) -> Any:
        if name == "built_from":
            raise AttributeError(name)
        return getattr(self.inner, name)


class EndsElsewhere(Spoilt):
    @property
    def seat(self) -> int:
        return (self.inner.seat + 1) % 3 if self.inner.is_over else self.inner.seat


class ClonesEvents(Spoilt):
    def clone(self) -> Spoilt:
        copy = self.inner.clone()
        copy.events = self.inner.events
        return self.wrap(copy)


class OfAnotherGame(Spoilt):
    def __init__(self, inner: ToppingsState, game: SpoiltGame) -> None:
        super().__init__(inner, game)
        self.game = Toppings(players=3)


class ShowsLists(Spoilt):
    def view(self, seat: int | None) -> View:
        return replace(self.inner.view(seat), played=cast(Any, self.inner.played))


class ChangesOldViews(Spoilt):
    """The piles of its views can be hashed, and change all the same."""

    class Pile(list[int]):
        def __hash__(self) -> int:  # type: ignore[override]
            return 0

        def __eq__(self, other: object) -> bool:
            return tuple(self) == other if isinstance(other, tuple) else list.__eq__(self, other)

        def __repr__(self) -> str:
            return repr(tuple(self))

    def view(self, seat: int | None) -> View:
        piles = tuple(self.live(pile) for pile in range(3))
        return replace(self.inner.view(seat), played=piles)

    def live(self, seat: int) -> Any:
        if not isinstance(self.inner.played[seat], self.Pile):
            self.inner.played[seat] = self.Pile(self.inner.played[seat])
        return self.inner.played[seat]


def shares(name: str) -> type[Spoilt]:
    class Shares(Spoilt):
        def clone(self) -> Spoilt:
            copy = self.inner.clone()
            setattr(copy, name, getattr(self.inner, name))
            return self.wrap(copy)

    return Shares


def asks_for_less(state: Spoilt, event: Event) -> list[Event]:
    return [replace(event, actions=event.actions[:1]) if isinstance(event, Awaits) and event.actions else event]


def asks_nobody(state: Spoilt, event: Event) -> list[Event]:
    return [] if isinstance(event, Awaits) else [event]


def tells_lists(state: Spoilt, event: Event) -> list[Event]:
    return [event, Whispered(cast(Any, [1]))]


STATES: dict[str, tuple[type[Spoilt], str]] = {
    "a dealt state was built by hand": (Built, "built-from"),
    "a state doesn't say whether it was built": (Unbuilt, "built-from"),
    "the end names a seat that didn't decide last": (EndsElsewhere, "seat"),
    "a clone tells what happened to another": (ClonesEvents, "events"),
    "a state is of another game": (OfAnotherGame, "game"),
    "a view holds lists": (ShowsLists, "frozen"),
    "an old view changes": (ChangesOldViews, "frozen"),
    **{f"clones share their {name}": (shares(name), "clone") for name in ("hands", "played", "stock", "past")},
}


@pytest.mark.parametrize("fault", STATES)
def test_a_broken_state_is_named(fault: str) -> None:
    spoil, invariant = STATES[fault]
    assert breaks(spoil) == invariant


EVENTS: dict[str, tuple[type[Spoilt], str]] = {
    "an event holds a list": (retold(tells_lists), "frozen"),
    "the question leaves answers out": (retold(asks_for_less), "awaits"),
    "nobody is asked": (retold(asks_nobody), "awaits"),
}


@pytest.mark.parametrize("fault", EVENTS)
def test_a_broken_event_is_named(fault: str) -> None:
    spoil, invariant = EVENTS[fault]
    with pytest.raises(ConformanceError) as failure:
        check_game(SpoiltGame(spoil), 1, stride=0)
    assert failure.value.invariant == invariant


# --- games --------------------------------------------------------------------


class AsksAlways(Toppings):
    always_asked: ClassVar[tuple[type, ...]] = ()


class TooShort(Toppings):
    longest = 3


class ReadsAnything(Toppings):
    def parse(self, text: str, among: Any = None) -> int:
        try:
            return super().parse(text, among)
        except forno.FornoError:
            return 0


class ReadsWithAnotherError(Toppings):
    def parse(self, text: str, among: Any = None) -> int:
        try:
            return super().parse(text, among)
        except forno.FornoError:
            raise KeyError(text) from None


class Wordless(Toppings):
    def say(self, action: int) -> str:
        return ""


class Unanswerable(Toppings):
    def ask(self, view: View) -> str:
        return ""


class Blank(Toppings):
    def show(self, view: View) -> str:
        return ""


class TellsGaps(Toppings):
    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        return f"{event.seat} draws {event.card}." if isinstance(event, toy.Drew) else ""


class IgnoresNames(Toppings):
    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        return super().tell(event)


class Colourless(Toppings):
    def __init__(self, mode: str = "plain", players: int = 2) -> None:
        super().__init__(mode, players)
        vars(self)["colours"] = ("north",)

    def seat_name(self, seat: int) -> str:
        return ("north", "east")[seat]


class Deckless(Toppings):
    def __init__(self, mode: str = "plain", players: int = 2) -> None:
        super().__init__(mode, players)
        vars(self)["deck_hash"] = ""


class Versionless(Toppings):
    rules_version: ClassVar[int] = 0


class FollowsAll(Toppings):
    def follows(self, rules: int) -> bool:
        return True


class BuildsAnything(Toppings):
    def position(self, *args: Any, **piles: Any) -> ToppingsState:
        return self.deal(1)


class RefusesPilesOtherwise(Toppings):
    def position(self, *args: Any, **piles: Any) -> ToppingsState:
        raise TypeError


class WithTree(Toppings):
    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        tree: dict[int, Any] = {action: {} for action in state.legal_actions()}
        return tree if len(tree) <= most else None


class WrongTree(WithTree):
    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        return {0: {}, 5: {}}


class LargeTree(WithTree):
    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        return super().turn_tree(state, 99)


class IllegalTree(WithTree):
    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        return {action: {0: {}, 1: {}} for action in state.legal_actions()} if most > 20 else None


class EndedTree(WithTree):
    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        tree: dict[int, Any] = {action: {2: {}} for action in state.legal_actions()}
        return tree if toy.DRAW in tree and most > 3 else None


class MindsAnotherSeat(Toppings):
    def memory(self, seat: int | None) -> ToppingsMemory:
        memory = super().memory(seat)
        memory.seat = seat if seat != 1 else 0
        return memory


@dataclass(frozen=True)
class StaleView(ToppingsView):
    """Can do without a memory, and can't do with an old one."""

    def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
        assert isinstance(memory, ToppingsMemory)
        if memory.sizes[0] and memory.view() != self:
            raise LookupError("what happened?")
        return super().sample(memory, chance)


class StaleMemory(ToppingsMemory):
    def view(self) -> ToppingsView:
        return StaleView(**vars(super().view()))


class Stale(Toppings):
    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        return cast(ToppingsState, StaleState(**begun(super().deal(seed, quiet=quiet))))

    def memory(self, seat: int | None) -> ToppingsMemory:
        self.check_seat(seat)
        return StaleMemory(self, seat)


class StaleState(ToppingsState):
    def __init__(self, **parts: Any) -> None:
        vars(self).update(parts)

    def view(self, seat: int | None) -> ToppingsView:
        return StaleView(**vars(super().view(seat)))

    def clone(self) -> ToppingsState:
        return StaleState(**begun(super().clone()))


def begun(state: ToppingsState) -> dict[str, Any]:
    return vars(state)


GAMES: dict[str, tuple[type[Toppings], str]] = {
    "a question with one answer is asked": (AsksAlways, "one-answer"),
    "a game is longer than it says": (TooShort, "longest"),
    "any text is an action": (ReadsAnything, "parse"),
    "a text is refused with another error": (ReadsWithAnotherError, "parse"),
    "an action has no words": (Wordless, "words"),
    "a question has no words": (Unanswerable, "words"),
    "a view has no words": (Blank, "words"),
    "a hidden card is told as None": (TellsGaps, "words"),
    "names aren't used": (IgnoresNames, "words"),
    "a seat has no colour": (Colourless, "settings"),
    "there is no fingerprint of the deck": (Deckless, "settings"),
    "there is no version of the rules": (Versionless, "settings"),
    "rules to come are followed": (FollowsAll, "rules"),
    "an unknown pile is built": (BuildsAnything, "position"),
    "an unknown pile is refused with another error": (RefusesPilesOtherwise, "position"),
    "a turn tree begins with what isn't legal": (WrongTree, "turn-tree"),
    "a turn tree is larger than wanted": (LargeTree, "turn-tree"),
    "a turn tree goes on with what isn't legal": (IllegalTree, "turn-tree"),
    "a turn tree goes on after the turn": (EndedTree, "turn-tree"),
    "a memory is another seat's": (MindsAnotherSeat, "game"),
    "an old memory is trusted": (Stale, "sample"),
}


@pytest.mark.parametrize("fault", GAMES)
def test_a_broken_game_is_named(fault: str) -> None:
    kind, invariant = GAMES[fault]
    with pytest.raises(ConformanceError) as failure:
        check_many(kind(), range(6), stride=2)
    assert failure.value.invariant == invariant


def test_a_turn_tree_that_is_right_passes() -> None:
    check_game(WithTree(), 1)


class Hashing(Toppings):
    """Deals by hashes of texts, which differ from one process to another."""

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        state = super().deal(f"{seed} {hash('olive')}", quiet=quiet)
        state.seed = seed
        return state


@pytest.mark.slow
def test_a_deal_that_leans_on_hashes_is_named() -> None:
    with pytest.raises(ConformanceError, match=r"^processes: in another process the deal goes another way"):
        check_game_in_processes(Hashing(players=3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_our_games_are_the_same_in_other_processes(name: str) -> None:
    check_game_in_processes(forno.game(name, players=3))


# --- secrets ------------------------------------------------------------------


@event
class OpenDealt(toy.Dealt):
    """Everybody sees the cards."""

    private: ClassVar[tuple[str, ...]] = ()


@event
class LeftDealt(toy.Dealt):
    """The seat to the left sees the cards, too."""

    def seen_by(self, seat: int | None) -> LeftDealt | None:
        return self if seat in (self.seat, self.seat + 1) else LeftDealt(self.seat, None)


class CarefulMemory(ToppingsMemory):
    """Doesn't take the cards of others for its own."""

    def observe(self, event: Event) -> None:
        mine = not isinstance(event, toy.Dealt) or event.seat == self.seat
        super().observe(event if mine else replace(cast(toy.Dealt, event), cards=None))


class Leaking(Toppings):
    kind: ClassVar[type[toy.Dealt]]

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        state = super().deal(seed, quiet=quiet)
        state.events = [
            self.kind(event.seat, event.cards) if isinstance(event, toy.Dealt) else event for event in state.events
        ]
        return state

    def memory(self, seat: int | None) -> ToppingsMemory:
        self.check_seat(seat)
        return CarefulMemory(self, seat)


class Open(Leaking):
    kind = OpenDealt


class ToTheLeft(Leaking):
    kind = LeftDealt


class WhispersAtTheDeal(Toppings):
    """Tells what lies on top of the stock, in an event of no seat."""

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        state = super().deal(seed, quiet=quiet)
        state.events = [Whispered(state.stock[-1]), *state.events] if state.events else ()
        return state


@pytest.mark.parametrize("kind", [Open, WhispersAtTheDeal])
def test_a_deal_that_tells_everybody_everything_is_named(kind: type[Toppings]) -> None:
    with pytest.raises(ConformanceError, match=r"^leak: two deals look the same to seat None, but it was told"):
        check_many(kind(players=3), range(2), stride=5)


def test_a_deal_that_tells_one_other_seat_is_named() -> None:
    with pytest.raises(ConformanceError, match=r"^leak: what seat 1 is told of a deal shows it 'hand' of seat 0"):
        check_told_deals(ToTheLeft(players=3))


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        (mamma_mia.Dealt, forno.game("mamma-mia", players=3)),
        (pizza_master.SecretDealt, forno.game("pizza-master", players=3, mode="master", secret_objectives=True)),
    ],
    ids=["mamma-mia", "pizza-master"],
)
def test_a_deal_of_ours_without_its_private_part_is_named(
    kind: Any, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_told_deals(game)
    monkeypatch.setattr(kind, "private", ())
    monkeypatch.setattr(kind, "public", True)
    with pytest.raises(ConformanceError, match=r"^leak: "):
        check_told_deals(game)


def keeps_the_signature(state: Spoilt, action: SupportsIndex) -> Sequence[Event]:
    """The type checker proves that spoilt states are applied as others are."""
    return state.apply(action)
