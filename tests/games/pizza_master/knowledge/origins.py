"""Origins of others' order cards as a seat knows them: who held how many when, and which deck each was drawn from.

A sampled world agrees with it if the unseen draws and discards can have been such that everybody could do what they
did, every deck held what it was known to hold, and the world's hands and piles came of it. That is a system of
equations in whole numbers, which SciPy solves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf

from forno.core.events import Event
from forno.games.pizza_master.rules import events
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.equations import Equations, Hand, Row, Unseen


class Deck:
    """A deck that begins with certain cards and others' unseen discards, and from which cards are drawn."""

    def __init__(self, cards: Mapping[int, int], discards: Sequence[Unseen]) -> None:
        self.cards = Counter(cards)
        self.discards = discards
        self.drawn: list[Unseen] = []

    def left(self, kind: int, number: int) -> Row:
        """Say how many cards of a kind are left."""
        factors = {drawn[kind]: -1 for drawn in self.drawn} | {thrown[kind]: 1 for thrown in self.discards}
        return factors, number - self.cards[kind], number - self.cards[kind]


class Origins(Equations):
    """Knowledge of a seat from the events that it has seen."""

    def __init__(self, state: PizzaMasterState, seat: int | None, seen: Iterable[Event]) -> None:
        self.lookups = lookups = state.lookups
        super().__init__(lookups.different)
        self.seat = seat
        self.hands = [Hand() for _ in range(lookups.players)]
        self.deck = self.former = Deck(dict(enumerate(lookups.copies)), ())
        self.size = len(lookups.cards)
        """Cards in the deck."""
        self.old = 0
        """Cards of the next draw that come from the deck before it was renewed."""
        self.row: Counter[int] = Counter()
        self.known: Counter[int] = Counter()
        """Known discards."""
        self.thrown: list[Unseen] = []
        """Unseen discards."""
        self.begun = False
        """Whether the first day has; the cards that were dealt before are specials (PM-4)."""
        for event in seen:
            self.see(event)

    def see(self, event: Event) -> None:
        match event:
            case events.DayStarted():
                self.begun = True
            case events.RowLaid(orders):
                self.row.update(self.lookups.places(orders))
                self.draw(len(orders), orders, None)
            case events.Drew(seat, number, orders):
                self.draw(number, orders, seat)
            case events.DeckRenewed(cards):
                self.old, self.former, self.size = self.size, self.deck, self.size + cards
                self.deck = Deck(self.known, self.thrown)
                self.known, self.thrown = Counter(), []
            case events.Discarded(seat, number, None):
                if number:
                    self.thrown.append(self.unseen(number))
                    self.hands[seat].discarded.append(self.thrown[-1])
                    self.rows += [self.hands[seat].holds(kind, 0, inf) for kind in self.kinds]
            case events.Discarded(_, _, tuple(orders)):
                self.known.update(self.lookups.places(orders))
            case events.Completed(seat, order, shared):
                card = self.lookups.order_names.index(order)
                if shared:
                    self.row[card] -= 1
                elif seat != self.seat:
                    self.hands[seat].shown[card] += 1
                    self.rows.append(self.hands[seat].holds(card, 0, inf))
            case events.DayEnded():
                self.known.update(self.row)
                self.row = Counter()

    def draw(self, number: int, seen: tuple[str, ...] | None, seat: int | None) -> None:
        """Take in that cards were drawn: the last of the old deck before those of the new one."""
        self.size -= number
        for deck, first, last in ((self.former, 0, self.old), (self.deck, self.old, number)):
            if seen is not None:
                deck.cards.subtract(self.lookups.places(seen[first:last]))
            elif seat is not None and last > first:
                drawn = self.unseen(last - first)
                deck.drawn.append(drawn)
                self.hands[seat].drawn.append(drawn)
                if not self.begun:
                    others = [kind for kind in self.kinds if self.lookups.category[kind] != SPECIALS]
                    self.rows.append(({drawn[kind]: 1 for kind in others}, 0, 0))
        if self.former is not self.deck:
            self.rows += [self.former.left(kind, 0) for kind in self.kinds]
        self.former, self.old = self.deck, 0

    def allow(self, world: PizzaMasterState) -> bool:
        """Return whether a world can have come of everything that was seen."""
        orders = world.orders
        deck, discards = Counter(orders.deck), Counter(orders.discards)
        rows = [self.deck.left(kind, deck[kind]) for kind in self.kinds]
        for kind in self.kinds:
            number = discards[kind] - self.known[kind]
            rows.append(({thrown[kind]: 1 for thrown in self.thrown}, number, number))
            for seat, hand in enumerate(self.hands):
                if seat != self.seat:
                    held = orders.hands[seat].count(kind)
                    rows.append(hand.holds(kind, held, held))
        return self.can_be(rows)
