"""A game of Mamma Mia! in progress.

Counts, not card objects: a hand's ingredients are a tally (see `forno.core.tally`), its orders a set of bits by
place in `lookups.order_names`. The oven is a list of what was put in, bottom first: a tally of one kind for cards that
were placed together, a negative number for an order.

A turn is composed in small steps and shows to others only when it is complete: until then `placing` and `ordering`
hold it, so that nobody can tell from what is asked what is in a hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from forno.core.chance import OwnLuck
from forno.core.errors import IllegalAction
from forno.core.events import Answered, Event
from forno.core.game import refusal, whole
from forno.core.outcomes import Outcome
from forno.core.positions import Position
from forno.core.states import GameState
from forno.games.mamma_mia.rules.baking import Opening
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.lookups import Lookups
from forno.games.mamma_mia.rules.opening import answer
from forno.games.mamma_mia.rules.questions import DRAW, ORDER, PLACE, SEATS
from forno.games.mamma_mia.rules.rounds import go_on, score
from forno.games.mamma_mia.rules.shuffles import Shuffle
from forno.games.mamma_mia.rules.turn import await_answer, finish_turn, place_ingredients, place_order

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.knowledge.views import MammaMiaView

NOTHING: Final[tuple[Event, ...]] = ()


class MammaMiaState(GameState):
    """State of a game; see `forno.core.game.State` for what it promises."""

    # Slots, as the rules read and write little else.
    __slots__ = (
        "announced",
        "hands",
        "left",
        "lookups",
        "luck",
        "opening",
        "ordering",
        "orders",
        "oven",
        "placing",
        "rounds",
        "served",
        "shuffles",
        "sizes",
        "supply",
        "waiters",
    )

    def __init__(
        self,
        game: MammaMia,
        lookups: Lookups,
        start: int | str | Position | None,
        shuffles: tuple[Shuffle, ...],
        seat: int,
        hands: list[int],
        orders: list[int],
        sizes: list[int],
        waiters: list[tuple[int, ...]],
        served: list[int],
        announced: list[int],
        supply: tuple[int, ...],
        left: int,
        oven: list[int],
        legal: list[int],
        quiet: bool = False,
        is_over: bool = False,
        question: int = PLACE,
        turn: int = 0,
        rounds: int = 0,
        placing: int = -1,
        ordering: int = -1,
        opening: Opening | None = None,
        past: object = (),
        luck: OwnLuck | None = None,
    ) -> None:
        self.game = game
        self.lookups = lookups
        self.start = start
        self.shuffles = shuffles
        self.quiet = quiet
        self.is_over = is_over
        self.seat = seat
        self.question = question
        self.turn = turn
        self.rounds = rounds
        """Number of times that the oven has been opened and emptied."""
        self.placing = placing
        """The place action of the turn under way."""
        self.ordering = ordering
        """The order placed in the turn under way; -1 for none, NOT_ASKED if there was none to place."""
        self.hands = hands
        """The ingredients in every hand."""
        self.orders = orders
        """The orders in every hand."""
        self.sizes = sizes
        """Number of cards in every hand, as the others see it: before the turn under way."""
        self.waiters = waiters
        """The waiters, top card first, each order as its bit."""
        self.served = served
        """The completed orders of every seat."""
        self.announced = announced
        """The orders of every seat that have ever been placed: a perfect memory knows where they are."""
        self.supply = supply
        """The supply: place `n` holds the tally of the lowest `n` cards, so `supply[left]` is all of it."""
        self.left = left
        """Number of cards left in the supply."""
        self.oven = oven
        self.opening = opening
        self.legal = legal
        self.past = past
        """Decisions so far, the latest outside; see `history`."""
        self.luck = luck
        """MMR-20: everyone's own luck; `None` where all draw from one order."""
        self.events = NOTHING
        self.telling = []

    def clone(self) -> MammaMiaState:
        opening = self.opening
        luck = self.luck
        return MammaMiaState(
            self.game,
            self.lookups,
            self.start,
            self.shuffles,
            self.seat,
            self.hands.copy(),
            self.orders.copy(),
            self.sizes.copy(),
            self.waiters.copy(),
            self.served.copy(),
            self.announced.copy(),
            self.supply,
            self.left,
            self.oven.copy(),
            self.legal,
            self.quiet,
            self.is_over,
            self.question,
            self.turn,
            self.rounds,
            self.placing,
            self.ordering,
            None if opening is None else opening.clone(),
            self.past,
            None if luck is None else luck.clone(),
        )

    def apply(self, chosen: SupportsIndex) -> Sequence[Event]:
        action = chosen if type(chosen) is int else whole(chosen)
        if not self.quiet:
            if action not in self.legal:
                raise IllegalAction(refusal(self, chosen))
            self.telling = [Answered(self.seat, action)]
        question = self.question
        if question == PLACE:
            phase_over = place_ingredients(self, action)
        elif question == ORDER:
            phase_over = place_order(self, action - self.lookups.first_order)
        elif question == DRAW:
            phase_over = finish_turn(self, action - self.lookups.draws_from)
        else:
            self.past = (self.past, action)
            phase_over = not answer(self, action)
        if phase_over:
            go_on(self)
        if self.quiet:
            return NOTHING
        return self.tell()

    def tell(self) -> Sequence[Event]:
        """Return the events of the step, with the question that is asked now."""
        await_answer(self)
        self.events = self.telling
        return self.events

    def final_outcome(self) -> Outcome:
        return score(self)

    def view(self, seat: Any) -> MammaMiaView:
        view: MammaMiaView = self.game.view(self, seat)
        return view

    def history(self) -> list[int]:
        """Return all actions, from `past`, which keeps a turn together, as a link for every step would cost time.

        Its links are `(past, seat, placing, ordering, pile, drawn, question)` for a complete turn, with the last
        question asked in it; `(past, action)` for an answer while the oven is open; and `(past, ~given)` where
        a sampled game began, after `given` answers of a turn.
        """
        lookups = self.lookups
        steps: list[list[int]] = []
        if self.question == ORDER:
            steps.append([self.placing])
        elif self.question == DRAW:
            steps.append(lookups.answers(self.placing, self.ordering))
        given = 0
        past: Any = self.past
        while past:
            link = past
            past = link[0]
            if len(link) == 2 and link[1] < 0:
                given = ~link[1]
                break
            if len(link) == 2:
                steps.append([link[1]])
            elif link[2] >= 0:
                drawn_from = [lookups.draws_from + link[4]] if link[6] == DRAW else []
                steps.append(lookups.answers(link[2], link[3]) + drawn_from)
        return [action for step in reversed(steps) for action in step][given:]

    def census(self) -> Mapping[str, int]:
        """Count every card by name: ingredients by kind, orders by colour and name."""
        lookups = self.lookups
        tallies = lookups.tallies
        opening = self.opening
        ingredients = sum(self.hands) + self.supply[self.left]
        for entry in self.oven[0 if opening is None else opening.shown :]:
            ingredients += max(entry, 0)
        if opening is not None:
            ingredients += opening.table + opening.used
            if opening.recipe is not None:
                ingredients += opening.given + opening.added
        if self.question == ORDER or self.question == DRAW:
            ingredients += lookups.place_tally[self.placing]
        cards = {KINDS[kind]: tallies.count(ingredients, kind) for kind in range(lookups.kinds)}
        for seat in range(lookups.players):
            everywhere = [*self.waiters[seat], *_bits(self.orders[seat]), *_bits(self.served[seat])]
            for place, entry in enumerate(self.oven):
                unseen = opening is None or place >= opening.shown
                if entry < 0 and unseen and ~entry // SEATS == seat:
                    everywhere.append(1 << ~entry % SEATS)
            if opening is not None and opening.recipe is not None and opening.recipe.owner == seat:
                everywhere.append(opening.recipe.bit)
            if self.question == DRAW and self.seat == seat and self.ordering >= 0:
                everywhere.append(1 << self.ordering)
            for order in everywhere:
                name = f"{self.game.seat_name(seat)} {lookups.names(order)[0]}"
                cards[name] = cards.get(name, 0) + 1
        return cards


def _bits(orders: int) -> list[int]:
    return [1 << place for place in range(orders.bit_length()) if orders >> place & 1]
