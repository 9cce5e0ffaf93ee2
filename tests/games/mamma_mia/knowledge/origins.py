"""Origins of others' cards as a seat knows them: who held how many when, and which supply each was drawn from.

A sampled world agrees with it if the unseen draws can have been such that everybody could lay down what they did, every
supply gave what it was made of, and the world's hands and supply came of it (`tests.games.equations`). Orders that came
back are followed from the waiter to the hand or to the completed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import inf

from forno.core.events import Event
from forno.games.mamma_mia.rules import events
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.equations import Equations, Hand, Row, Unseen


class Supply:
    """A supply of certain cards, from which some are drawn."""

    def __init__(self, cards: Iterable[int]) -> None:
        self.cards = list(cards)
        self.drawn: list[Unseen] = []

    def left(self, kind: int, number: int) -> Row:
        """Say how many cards of a kind are left."""
        return {drawn[kind]: 1 for drawn in self.drawn}, self.cards[kind] - number, self.cards[kind] - number


class Origins(Equations):
    """Knowledge of a seat from the events that it has seen."""

    def __init__(self, state: MammaMiaState, seat: int | None, seen: Iterable[Event]) -> None:
        lookups = state.lookups
        super().__init__(lookups.kinds)
        self.lookups = lookups
        self.seat = seat
        self.hands = [Hand() for _ in range(lookups.players)]
        self.supply = Supply([lookups.copies] * lookups.kinds)
        self.table: Counter[int] = Counter()
        self.used = [0] * lookups.kinds
        self.waiters: list[list[str]] = [[""] * len(orders) for orders in lookups.orders_of]
        """The others' waiters, the top first; an order that nobody has seen is empty."""
        self.known: list[set[str]] = [set() for _ in range(lookups.players)]
        """Orders that came back and were drawn again."""
        self.served: list[set[str]] = [set() for _ in range(lookups.players)]
        for event in seen:
            self.see(event)

    def see(self, event: Event) -> None:
        match event:
            case events.Dealt(seat, size, ingredients):
                self.draw(seat, self.lookups.dealt, ingredients)
                del self.waiters[seat][: size - self.lookups.dealt]
            case events.Drew(seat, "supply", number, ingredients):
                self.draw(seat, number, ingredients)
            case events.Drew(seat, "waiter", number):
                self.known[seat].update(filter(None, self.waiters[seat][:number]))
                del self.waiters[seat][:number]
            case events.Placed(seat, kind, number):
                self.lay(seat, {kind: number})
            case events.OrderPlaced(seat, order):
                self.known[seat].discard(order)
            case events.Revealed(kind, number):
                self.table[kind] += number
            case events.HelpAsked(owner, tuple(needs), request) if owner != self.seat:
                for kind in self.kinds:
                    rest = max(needs[kind] - self.table[kind], 0) - request[kind]
                    self.rows.append(self.hands[owner].holds(kind, rest, inf))
            case events.HelpGiven(seat, cards):
                self.lay(seat, dict(enumerate(cards)))
            case events.Baked(seat, order, from_table, from_hand, from_helper):
                self.lay(seat, dict(enumerate(from_hand)))
                self.table.subtract(dict(enumerate(from_table)))
                parts = zip(self.used, from_table, from_hand, from_helper, strict=True)
                self.used = [sum(amounts) for amounts in parts]
                self.served[seat].add(order)
            case events.Returned(seat, order):
                self.waiters[seat].append(order)
            case events.Rewarded(seat):
                self.served[seat].update(filter(None, self.waiters[seat][:1]))
                del self.waiters[seat][0]
            case events.OvenEmptied():
                self.rows += [self.supply.left(kind, 0) for kind in self.kinds]
                self.supply = Supply(self.used)
                self.used = [0] * len(self.used)
                self.table = Counter()

    def draw(self, seat: int, number: int, seen: tuple[int, ...] | None) -> None:
        if seen is not None:
            self.supply.cards = [before - amount for before, amount in zip(self.supply.cards, seen, strict=True)]
        else:
            drawn = self.unseen(number)
            self.supply.drawn.append(drawn)
            self.hands[seat].drawn.append(drawn)

    def lay(self, seat: int, cards: dict[int, int]) -> None:
        if seat != self.seat:
            self.hands[seat].shown.update(cards)
            self.rows += [self.hands[seat].holds(kind, 0, inf) for kind, number in cards.items() if number]

    def allow(self, world: MammaMiaState) -> bool:
        """Return whether a world can have come of everything that was seen."""
        unpack = self.lookups.tallies.unpack
        supply = unpack(world.supply[world.left])
        rows = [self.supply.left(kind, supply[kind]) for kind in self.kinds]
        for seat, hand in enumerate(self.hands):
            if seat != self.seat:
                rows += [hand.holds(kind, held, held) for kind, held in enumerate(unpack(world.hands[seat]))]
        return self.can_be(rows) and all(self.orders_lie_right(world, seat) for seat in range(len(self.hands)))

    def orders_lie_right(self, world: MammaMiaState, seat: int) -> bool:
        bits = self.lookups.bits
        waiter = [bits((order,)) if order else card for order, card in zip_waiters(self.waiters[seat], world, seat)]
        known, served = bits(tuple(self.known[seat])), bits(tuple(self.served[seat]))
        held = world.orders[seat] | (world.ordering >= 0 and 1 << world.ordering)
        return (
            tuple(waiter) == world.waiters[seat]
            and (seat == self.seat or known & ~held == 0)
            and served & ~world.served[seat] == 0
        )


def zip_waiters(known: list[str], world: MammaMiaState, seat: int) -> list[tuple[str, int]]:
    return list(zip(known, world.waiters[seat], strict=True))
