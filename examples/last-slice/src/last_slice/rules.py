"""The rules: a state says who decides between what, applies it, and tells what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, SupportsIndex

from forno.core.chance import Chance, chance_key, permutation
from forno.core.errors import IllegalAction, PositionError
from forno.core.events import Answered, Awaits, Event, SeatEvent, event
from forno.core.game import Game, Outcome, refusal, whole
from forno.core.observing import EVERYTHING, MEMORY, Field, Layout
from forno.core.seeds import settled_seed
from forno.core.states import Reduced, by_fields, state_repr
from forno.core.views import Memory, View
from last_slice import words

KINDS = 4
"""Number of kinds of slices: with no olive, one, two and three."""


@dataclass(frozen=True)
class Take:
    """LS-2: one slice or two from the pile."""

    number: int

    def __str__(self) -> str:
        return f"take {self.number}"


@event
class Dealt(SeatEvent):
    """LS-1: a slice in a box, which only its owner looks at."""

    private: ClassVar[tuple[str, ...]] = ("olives",)

    olives: int | None


@event
class Took(SeatEvent):
    olives: tuple[int, ...]


@event
class Ended(Event):
    """LS-3: the boxes are opened."""

    outcome: Outcome
    boxes: tuple[int, ...]


@dataclass(frozen=True)
class LastSliceView(View):
    taken: tuple[tuple[int, ...], ...]
    """The olives on the slices of everyone, in the order in which they were taken."""
    boxes: tuple[int | None, ...]
    """The olives in everyone's box: `None` in the others', until they are opened."""
    left: int
    outcome: Outcome | None

    def sample(self, memory: Memory, chance: Chance) -> LastSliceState:
        """The other boxes and the pile hold what isn't seen anywhere, in any order. There is nothing to remember."""
        game = self.game
        assert isinstance(game, LastSlice)
        rest = game.slices()
        for olives in (*(olives for slices in self.taken for olives in slices), *self.boxes):
            if olives is not None:
                rest.remove(olives)
        chance.shuffle(rest)
        boxes = [rest.pop() if olives is None else olives for olives in self.boxes]
        seat = self.awaited
        if seat is None and self.outcome is not None:  # the seat that paid the bill decided last
            full = zip(self.taken, boxes, self.outcome.scores, strict=True)
            paid = [sum(slices) + box - score for slices, box, score in full]
            seat = paid.index(max(paid))
        return LastSliceState(game, None, rest, [list(slices) for slices in self.taken], boxes, seat or 0, [])


class LastSliceMemory(Memory):
    """Events are enough to know what a view shows."""

    def __init__(self, game: LastSlice, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self.taken: list[list[int]] = [[] for _ in range(game.players)]
        self.boxes: list[int | None] = [None] * game.players
        self.awaited: int | None = None
        self.actions: tuple[int, ...] = ()
        self.outcome: Outcome | None = None

    def observe(self, event: Event) -> None:
        match event:
            case Dealt(seat, inside):
                self.boxes[seat] = inside
            case Took(seat, olives):
                self.taken[seat] += olives
            case Awaits(seat, actions):
                self.awaited, self.actions = seat, actions or ()
            case Ended(outcome, boxes):
                self.awaited, self.actions, self.outcome = None, (), outcome
                self.boxes = list(boxes)

    def view(self) -> LastSliceView:
        taken = tuple(tuple(slices) for slices in self.taken)
        left = (KINDS - 1) * self.game.players - sum(map(len, taken))
        boxes = tuple(self.boxes)
        return LastSliceView(self.game, self.seat, self.awaited, self.actions, taken, boxes, left, self.outcome)


class LastSliceState:
    """A game in progress."""

    built_from = None  # there are no positions built by hand

    def __init__(
        self,
        game: LastSlice,
        seed: int | str | None,
        pile: list[int],
        taken: list[list[int]],
        boxes: list[int],
        seat: int,
        past: list[int],
        quiet: bool = False,
    ) -> None:
        self.game = game
        self.seed = seed
        self.pile = pile
        """The olives on every slice, the top one last."""
        self.taken = taken
        self.boxes = boxes
        self.seat = seat
        self.past = past
        self.quiet = quiet
        self.events: Sequence[Event] = ()

    @property
    def is_over(self) -> bool:
        return not self.pile

    @property
    def turn(self) -> int:
        return len(self.past) + 1

    @property
    def outcome(self) -> Outcome:
        """LS-3, LS-4."""
        if self.pile:
            raise IllegalAction("the game isn't over yet.")
        bills = [self.game.bill if seat == self.seat else 0 for seat in range(self.game.players)]
        full = zip(self.taken, self.boxes, bills, strict=True)
        scores = tuple(sum(slices) + box - bill for slices, box, bill in full)
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(scores, winners, "most" if len(winners) == 1 else "shared")

    def legal_actions(self) -> list[int]:
        return list(range(min(2, len(self.pile))))

    def apply(self, chosen: SupportsIndex, /) -> Sequence[Event]:
        action = whole(chosen)
        if not self.quiet and action not in self.legal_actions():
            raise IllegalAction(refusal(self, chosen))
        seat = self.seat
        olives = tuple(self.pile.pop() for _ in range(action + 1))
        self.taken[seat] += olives
        self.past.append(action)
        if self.pile:
            self.seat = (seat + 1) % self.game.players
        self.events = () if self.quiet else (Answered(seat, action), Took(seat, olives), self.asked())
        return self.events

    def asked(self) -> Event:
        if not self.pile:
            return Ended(self.outcome, tuple(self.boxes))
        return Awaits(self.seat, tuple(self.legal_actions()))

    def view(self, seat: int | None) -> LastSliceView:
        self.game.check_seat(seat)
        awaited = None if self.is_over else self.seat
        actions = tuple(self.legal_actions()) if seat is not None and seat == awaited else ()
        taken = tuple(tuple(slices) for slices in self.taken)
        boxes = tuple(box if self.is_over or seat == owner else None for owner, box in enumerate(self.boxes))
        outcome = self.outcome if self.is_over else None
        return LastSliceView(self.game, seat, awaited, actions, taken, boxes, len(self.pile), outcome)

    def clone(self) -> LastSliceState:
        taken = [slices[:] for slices in self.taken]
        boxes = self.boxes[:]
        return LastSliceState(self.game, self.seed, self.pile[:], taken, boxes, self.seat, self.past[:], self.quiet)

    def __deepcopy__(self, memo: object) -> LastSliceState:
        return self.clone()

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def __repr__(self) -> str:
        return state_repr(self)

    def history(self) -> list[int]:
        return self.past[:]

    def census(self) -> Mapping[str, int]:
        everywhere = [*self.pile, *self.boxes, *(olives for slices in self.taken for olives in slices)]
        return {f"{olives} olives": everywhere.count(olives) for olives in range(KINDS)}


class LastSliceObserver:
    """What a seat knows as numbers: for programs that learn. Seats are counted from the observing one."""

    def __init__(self, game: LastSlice, knowledge: str) -> None:
        slices = (KINDS - 1) * game.players
        all_boxes = game.players if knowledge == EVERYTHING else 1
        taken = Field("taken", game.players * KINDS, game.players, "slices taken, by seat and olives")
        seat = Field("seat", game.players, 1, "who looks", "seat")
        left = Field("left", 1, slices, "slices left", "left")
        awaited = Field("awaited", game.players, 1, "who decides", "awaited")
        boxes = Field("boxes", all_boxes, KINDS, "the seat's own box, or all of them: olives and 1")
        pile = Field("pile", slices if knowledge == EVERYTHING else 0, KINDS, "the pile, the top first: olives and 1")
        self.layout = Layout((taken, seat, left, awaited, boxes, pile))

    def fill(self, state: Any, seat: int, into: bytearray, start: int) -> None:
        places, players = self.layout.places, state.game.players
        into[start : start + self.layout.size] = bytes(self.layout.size)
        for other, slices in enumerate(state.taken):
            for olives in slices:
                into[start + (other - seat) % players * KINDS + olives] += 1
        into[start + places["seat"].start + seat] = 1
        into[start + places["left"].start] = len(state.pile)
        if not state.is_over:
            into[start + places["awaited"].start + (state.seat - seat) % players] = 1
        for place in range(places["boxes"].stop - places["boxes"].start):
            into[start + places["boxes"].start + place] = 1 + state.boxes[(seat + place) % players]
        for depth in range(places["pile"].stop - places["pile"].start):
            into[start + places["pile"].start + depth] = 1 + state.pile[~depth] if depth < len(state.pile) else 0


class LastSlice(Game):
    """The game with its options settled."""

    name: ClassVar[str] = "last-slice"
    rules_version: ClassVar[int] = 1
    always_asked: ClassVar[tuple[type, ...]] = (Take,)
    """LS-2: the last slice is taken by hand, too."""

    def __init__(self, players: int = 2, bill: int = 4) -> None:
        self.players = players
        self.bill = bill
        self.colours = ("red", "green", "white", "yellow")[:players]
        self.options = {"players": players, "bill": bill}
        self.actions = (Take(1), Take(2))
        self.deck_hash = "last-slice"
        self.longest = (KINDS - 1) * players

    def slices(self) -> list[int]:
        """LS-1."""
        return list(range(KINDS)) * self.players

    def deal(self, seed: int | str, *, quiet: bool = False) -> LastSliceState:
        seed = settled_seed(seed)
        slices = self.slices()
        pile = [slices[place] for place in permutation(chance_key(seed, self.name), 0, len(slices))]
        boxes = [pile.pop() for _ in range(self.players)]
        state = LastSliceState(self, seed, pile, [[] for _ in boxes], boxes, 0, [], quiet)
        dealt = [Dealt(seat, olives) for seat, olives in enumerate(boxes)]
        state.events = () if quiet else (*dealt, state.asked())
        return state

    def position(self, *args: Any, **piles: Any) -> LastSliceState:
        raise PositionError("Last Slice has no positions built by hand.")

    def memory(self, seat: int | None) -> LastSliceMemory:
        self.check_seat(seat)
        return LastSliceMemory(self, seat)

    def observer(self, knowledge: str = MEMORY) -> LastSliceObserver:
        return LastSliceObserver(self, knowledge)

    def say(self, action: int) -> str:
        return words.take(action + 1)

    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        called = names or [self.say_seat(seat) for seat in range(self.players)]
        match event:
            case Dealt(seat, inside):
                return words.dealt(called[seat], inside, seat == you)
            case Took(seat, olives):
                return words.took(called[seat], olives, seat == you)
            case Ended(outcome):
                return words.ended([called[seat] for seat in outcome.winners])
        return ""

    def show(self, view: View) -> str:
        assert isinstance(view, LastSliceView)
        names = [self.say_seat(seat) for seat in range(self.players)]
        return words.table(names, view.taken, view.boxes, view.left)

    def ask(self, view: View) -> str:
        return words.QUESTION
