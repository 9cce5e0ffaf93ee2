"""Toppings, a tiny game with hidden cards that keeps the whole contract.

There are cards from 1 to 4 for each player. Two are dealt to everyone, the rest is the stock. In turn, a player plays
a card from the hand, face up, and then draws one or doesn't, while there is a stock. Who has no card left is out of
it. The highest sum of cards played wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, SupportsIndex

from forno.core.chance import Chance, chance_key, permutation
from forno.core.errors import IllegalAction, PositionError
from forno.core.events import Answered, Awaits, Event, SeatEvent, event
from forno.core.game import Game, refusal, whole
from forno.core.outcomes import Outcome
from forno.core.registry import GAMES, GameInfo, Option
from forno.core.seeds import settled_seed
from forno.core.states import state_repr
from forno.core.views import Memory, View

INFO = GameInfo(
    name="toppings",
    title="Toppings",
    summary="Play your cards.",
    designer="nobody",
    publishers="nobody",
    variant="mode",
    options=(
        Option("mode", "choice", "the mode", default="plain", choices=("plain",)),
        Option("players", "number", "number of players", default=2, least=2, most=3),
    ),
    factory="tests.toy:Toppings",
)

DRAW, STAY = 4, 5


@dataclass(frozen=True)
class Play:
    card: int

    def __str__(self) -> str:
        return f"plays {self.card}"


@dataclass(frozen=True)
class Refill:
    draws: bool

    def __str__(self) -> str:
        return "draws" if self.draws else "stays"


@event
class Dealt(SeatEvent):
    private: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[int, ...] | None


@event
class Played(SeatEvent):
    card: int


@event
class Drew(SeatEvent):
    private: ClassVar[tuple[str, ...]] = ("card",)

    card: int | None


@event
class Ended(Event):
    outcome: Outcome


@dataclass(frozen=True)
class ToppingsView(View):
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    stock: int
    refilling: bool
    outcome: Outcome | None

    def sample(self, memory: Memory, chance: Chance) -> ToppingsState:
        game = self.game
        assert isinstance(game, Toppings)
        unknown = game.cards()
        for card in (*self.hand, *(card for pile in self.played for card in pile)):
            unknown.remove(card)
        chance.shuffle(unknown)
        hands: list[list[int]] = []
        for seat, size in enumerate(self.sizes):
            hands.append(list(self.hand) if seat == self.seat else [unknown.pop() for _ in range(size)])
        seat = 0 if self.awaited is None else self.awaited
        state = ToppingsState(game, None, hands, [list(pile) for pile in self.played], unknown, seat)
        state.refilling = self.refilling
        state.is_over = self.outcome is not None
        return state


class ToppingsMemory(Memory):
    game: Toppings

    def __init__(self, game: Toppings, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.hand: list[int] = []
        self.sizes = [0] * game.players
        self.played: list[list[int]] = [[] for _ in range(game.players)]
        self.stock = len(game.cards())
        self.just_played = self.refilling = False
        self.awaited: int | None = None
        self.actions: tuple[int, ...] = ()
        self.outcome: Outcome | None = None

    def observe(self, event: Event) -> None:
        match event:
            case Dealt(seat, cards):
                self.sizes[seat] += 2
                self.stock -= 2
                self.hand += cards or ()
            case Played(seat, card):
                self.sizes[seat] -= 1
                self.played[seat].append(card)
                self.just_played = True
                if seat == self.seat:
                    self.hand.remove(card)
            case Drew(seat, drawn):
                self.sizes[seat] += 1
                self.stock -= 1
                self.hand += [] if drawn is None else [drawn]
            case Awaits(awaited, actions):
                self.awaited, self.actions = awaited, actions or ()
                self.refilling, self.just_played = self.just_played and self.stock > 0, False
            case Ended(outcome):
                self.awaited, self.actions, self.outcome, self.refilling = None, (), outcome, False

    def view(self) -> ToppingsView:
        return ToppingsView(
            self.game,
            self.seat,
            self.awaited,
            self.actions,
            tuple(sorted(self.hand)),
            tuple(self.sizes),
            tuple(tuple(pile) for pile in self.played),
            self.stock,
            self.refilling,
            self.outcome,
        )


class ToppingsState:
    def __init__(
        self,
        game: Toppings,
        seed: int | str | None,
        hands: list[list[int]],
        played: list[list[int]],
        stock: list[int],
        seat: int,
    ) -> None:
        self.game = game
        self.seed = seed
        self.built_from = None
        self.hands = hands
        self.played = played
        self.stock = stock
        self.seat = seat
        self.refilling = False
        self.is_over = False
        self.quiet = False
        self.turn = 1
        self.past: list[int] = []
        self.events: Sequence[Event] = ()

    @property
    def outcome(self) -> Outcome:
        if not self.is_over:
            raise IllegalAction("the game isn't over yet.")
        scores = tuple(sum(pile) for pile in self.played)
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(scores, winners, "most" if len(winners) == 1 else "shared")

    def legal_actions(self) -> list[int]:
        if self.is_over:
            return []
        return [DRAW, STAY] if self.refilling else sorted({card - 1 for card in self.hands[self.seat]})

    def apply(self, chosen: SupportsIndex) -> Sequence[Event]:
        action = whole(chosen)
        if not self.quiet and action not in self.legal_actions():
            raise IllegalAction(refusal(self, chosen))
        told: list[Event] = [Answered(self.seat, action)]
        self.past.append(action)
        if self.refilling:
            if action == DRAW:
                self.hands[self.seat].append(self.stock.pop())
                told.append(Drew(self.seat, self.hands[self.seat][-1]))
            self.next_turn()
        else:
            self.hands[self.seat].remove(action + 1)
            self.played[self.seat].append(action + 1)
            told.append(Played(self.seat, action + 1))
            if self.stock:
                self.refilling = True
            else:
                self.next_turn()
        told.append(Ended(self.outcome) if self.is_over else Awaits(self.seat, tuple(self.legal_actions())))
        self.events = () if self.quiet else told
        return self.events

    def next_turn(self) -> None:
        self.refilling = False
        self.turn += 1
        players = self.game.players
        for seat in [(self.seat + step) % players for step in range(1, players + 1)]:
            if self.hands[seat]:
                self.seat = seat
                return
        self.is_over = True

    def __repr__(self) -> str:
        return state_repr(self)

    def view(self, seat: int | None) -> ToppingsView:
        self.game.check_seat(seat)
        mine = seat == self.seat and not self.is_over
        return ToppingsView(
            self.game,
            seat,
            None if self.is_over else self.seat,
            tuple(self.legal_actions()) if mine else (),
            () if seat is None else tuple(sorted(self.hands[seat])),
            tuple(len(hand) for hand in self.hands),
            tuple(tuple(pile) for pile in self.played),
            len(self.stock),
            self.refilling,
            self.outcome if self.is_over else None,
        )

    def clone(self) -> ToppingsState:
        copy = ToppingsState(
            self.game,
            self.seed,
            [hand[:] for hand in self.hands],
            [pile[:] for pile in self.played],
            self.stock[:],
            self.seat,
        )
        copy.refilling, copy.is_over, copy.quiet = self.refilling, self.is_over, self.quiet
        copy.turn, copy.past = self.turn, self.past[:]
        return copy

    def history(self) -> list[int]:
        return self.past[:]

    def census(self) -> Mapping[str, int]:
        cards = [card for pile in (*self.hands, *self.played, self.stock) for card in pile]
        return {str(card): cards.count(card) for card in range(1, 5)}


class Toppings(Game):
    """See the module."""

    name: ClassVar[str] = "toppings"
    rules_version: ClassVar[int] = 1
    always_asked: ClassVar[tuple[type, ...]] = (Play,)

    def __init__(self, mode: str = "plain", players: int = 2) -> None:
        self.players = players
        self.colours = ("north", "east", "south")[:players]
        self.options = {"mode": mode, "players": players}
        self.actions = [*(Play(card) for card in range(1, 5)), Refill(True), Refill(False)]
        self.deck_hash = "toppings"

    def cards(self) -> list[int]:
        return [1, 2, 3, 4] * self.players

    def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
        seed = settled_seed(seed)
        cards = self.cards()
        stock = [cards[place] for place in permutation(chance_key(seed, self.name), 0, len(cards))]
        hands = [[stock.pop(), stock.pop()] for _ in range(self.players)]
        state = ToppingsState(self, seed, hands, [[] for _ in hands], stock, 0)
        state.quiet = quiet
        if not quiet:
            dealt = [Dealt(seat, tuple(hand)) for seat, hand in enumerate(hands)]
            state.events = [*dealt, Awaits(0, tuple(state.legal_actions()))]
        return state

    def position(self, *args: Any, **piles: Any) -> ToppingsState:
        raise PositionError("Toppings has no positions.")

    def memory(self, seat: int | None) -> ToppingsMemory:
        self.check_seat(seat)
        return ToppingsMemory(self, seat)

    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        called = names or self.colours
        match event:
            case Played(seat, card):
                return f"{called[seat]} plays {card}."
            case Drew(seat, card):
                return f"{called[seat]} draws{'' if card is None else f' {card}'}."
        return ""

    def show(self, view: View) -> str:
        assert isinstance(view, ToppingsView)
        return f"hand {view.hand}, sizes {view.sizes}, played {view.played}, stock {view.stock}"


@contextmanager
def registered(*infos: GameInfo) -> Iterator[None]:
    """Register these games for a while."""
    for info in infos:
        GAMES.add(info)
    try:
        yield
    finally:
        for info in infos:
            GAMES.remove(info.name)
