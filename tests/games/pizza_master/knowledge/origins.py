"""Everything that a seat knows of others' order cards: who held how many when, and which deck each was drawn from.

A sampled world agrees with it if the unseen draws and discards can have been such that everybody could do what they
did, every deck held what it was known to hold, and the world's hands and piles came of it. That is a system of
equations in whole numbers, which SciPy solves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from forno.core.events import Event
from forno.games.pizza_master.rules import events
from forno.games.pizza_master.rules.state import PizzaMasterState

Unseen = dict[int, int]
"""Cards that a seat drew or discarded without showing them: for each kind, which unknown says how many there are."""
Row = tuple[dict[int, int], float, float]
"""Factors of unknowns, and the least and the most of their sum."""


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


class Hand:
    """A hand that another seat holds."""

    def __init__(self) -> None:
        self.drawn: list[Unseen] = []
        self.discarded: list[Unseen] = []
        self.shown: Counter[int] = Counter()

    def holds(self, kind: int, least: float, most: float) -> Row:
        """Say how many cards of a kind there are."""
        factors = {drawn[kind]: 1 for drawn in self.drawn} | {thrown[kind]: -1 for thrown in self.discarded}
        return factors, least + self.shown[kind], most + self.shown[kind]


class Origins:
    """Knowledge of a seat from the events that it has seen."""

    def __init__(self, state: PizzaMasterState, seat: int | None, seen: Iterable[Event]) -> None:
        self.seat = seat
        self.lookups = lookups = state.lookups
        self.kinds = range(lookups.different)
        self.unknown = 0
        self.rows: list[Row] = []
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
        for event in seen:
            self.see(event)

    def see(self, event: Event) -> None:
        match event:
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
                    self.rows += [self.hands[seat].holds(kind, 0, np.inf) for kind in self.kinds]
            case events.Discarded(_, _, tuple(orders)):
                self.known.update(self.lookups.places(orders))
            case events.Completed(seat, order, shared):
                card = self.lookups.order_names.index(order)
                if shared:
                    self.row[card] -= 1
                elif seat != self.seat:
                    self.hands[seat].shown[card] += 1
                    self.rows.append(self.hands[seat].holds(card, 0, np.inf))
            case events.DayEnded():
                self.known.update(self.row)
                self.row = Counter()

    def unseen(self, number: int) -> Unseen:
        found = {kind: self.unknown + place for place, kind in enumerate(self.kinds)}
        self.unknown += len(found)
        self.rows.append((dict.fromkeys(found.values(), 1), number, number))
        return found

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
        if self.former is not self.deck:
            self.rows += [self.former.left(kind, 0) for kind in self.kinds]
        self.former, self.old = self.deck, 0

    def allow(self, world: PizzaMasterState) -> bool:
        """Return whether a world can have come of everything that was seen."""
        orders = world.orders
        deck, discards = Counter(orders.deck), Counter(orders.discards)
        rows = [*self.rows, *(self.deck.left(kind, deck[kind]) for kind in self.kinds)]
        for kind in self.kinds:
            number = discards[kind] - self.known[kind]
            rows.append(({thrown[kind]: 1 for thrown in self.thrown}, number, number))
            for seat, hand in enumerate(self.hands):
                if seat != self.seat:
                    held = orders.hands[seat].count(kind)
                    rows.append(hand.holds(kind, held, held))
        if any(not factors and not least <= 0 <= most for factors, least, most in rows):
            return False
        entries = [(line, place, factor) for line, row in enumerate(rows) for place, factor in row[0].items()]
        lines, columns, factors = zip(*entries, strict=True)
        matrix = csr_array((factors, (lines, columns)), shape=(len(rows), self.unknown))
        limits = LinearConstraint(matrix, [row[1] for row in rows], [row[2] for row in rows])
        whole = np.ones(self.unknown)
        return bool(milp(0 * whole, integrality=whole, bounds=Bounds(0, np.inf), constraints=limits).success)
