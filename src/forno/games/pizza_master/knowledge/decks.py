"""Decks: which of them the orders in other hands came from.

Everybody sees who draws and discards how many cards, and which orders are completed. Nobody sees which deck a completed
order came from, if its owner held cards of several, nor what was discarded; but no deck gave more of an order than it
had. A new deck is made of discards: those that were seen, and strays, of which only the deck they came from is
followed. So cards are taken from decks one after the other, at random, and what is left can lie in all other places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from forno.core.states import Reduced, reduce_with_attributes
from forno.games.pizza_master.rules.questions import SPECIALS

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.pizza_master.rules.lookups import Lookups

DRAW: Final = 0
THROW: Final = 1
SHOW: Final = 2
SEE: Final = 3
RENEW: Final = 4
"""Steps of a course: a seat draws cards of a deck, discards cards, shows an order; an order of a deck is seen."""

FIRST_SPECIALS: Final = 0
"""Deck of the specials that everybody begins with, where they do; the one after it is the first that is drawn from."""

Step = tuple[int, int, int, int]
"""Kind of step, seat, deck or order, number or order."""


def first_decks(lookups: Lookups) -> Decks:
    """Return the decks before anything was drawn."""
    specials = [0] * lookups.different
    if lookups.first_hand_special:
        specials = [
            number if category == SPECIALS else 0
            for number, category in zip(lookups.copies, lookups.category, strict=True)
        ]
    return Decks(lookups.players, lookups.copies, specials)


class OrderPlaces:
    """Cards that aren't seen: what decks gave, and how many of each lie where."""

    def __init__(
        self, known: list[list[int]], strays: list[list[int]], held: list[list[int]], thrown: list[int]
    ) -> None:
        self.known = known
        """Of each deck, how many of each order it gave or has, less those seen since."""
        self.strays = strays
        """Of each deck, how many unseen discards it was made of, by the deck that they came from."""
        self.sizes = [sum(cards) + sum(before) for cards, before in zip(known, strays, strict=True)]
        self.held = held
        """Cards in other hands, by seat and deck."""
        self.thrown = thrown
        """Unseen cards among the discards, by deck."""

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, [], [], [], [])

    def clone(self) -> OrderPlaces:
        return OrderPlaces(
            [cards.copy() for cards in self.known],
            [before.copy() for before in self.strays],
            [held.copy() for held in self.held],
            self.thrown.copy(),
        )

    def share(self, deck: int, card: int) -> float:
        """Return how likely an unseen card of a deck is this order."""
        if not self.sizes[deck]:
            return 0.0
        return self.weight(deck, card) / self.sizes[deck]

    def weight(self, deck: int, card: int) -> float:
        total = float(self.known[deck][card])
        for former, number in enumerate(self.strays[deck]):
            if number:
                total += number * self.share(former, card)
        return total

    def take(self, deck: int, card: int, chance: Chance) -> bool:
        """Take an order out of what a deck gave. Return whether it could be there."""
        left = chance.random() * self.weight(deck, card) - self.known[deck][card]
        if self.known[deck][card] and left <= 0:
            self.known[deck][card] -= 1
            self.sizes[deck] -= 1
            return True
        found = -1
        for former, number in enumerate(self.strays[deck]):
            if number and self.share(former, card) > 0:
                found = former
                left -= number * self.share(former, card)
                if left < 0:
                    break
        if found < 0:
            return False
        self.strays[deck][found] -= 1
        self.sizes[deck] -= 1
        return self.take(found, card, chance)

    def show(self, seat: int, card: int, chance: Chance) -> bool:
        """Take an order out of a hand. Return whether it could be there."""
        held = self.held[seat]
        weights = [number * self.share(deck, card) if number else 0.0 for deck, number in enumerate(held)]
        left = chance.random() * sum(weights, 0.0)
        found = -1
        for deck, weight in enumerate(weights):
            if weight > 0:
                found = deck
                left -= weight
                if left < 0:
                    break
        if found < 0:
            return False
        held[found] -= 1
        return self.take(found, card, chance)

    def throw(self, seat: int, number: int, chance: Chance) -> bool:
        """Discard cards of a hand, any of them. Return whether there were so many."""
        held = self.held[seat]
        if sum(held) < number:
            return False
        for _ in range(number):
            left = chance.below(sum(held))
            for deck, count in enumerate(held):
                left -= count
                if left < 0:
                    held[deck] -= 1
                    self.thrown[deck] += 1
                    break
        return True

    def renew(self, deck: int) -> None:
        """Make the unseen discards part of a new deck."""
        self.strays[deck] = self.thrown
        self.sizes[deck] += sum(self.thrown)
        self.thrown = [0] * len(self.thrown)

    def follow(self, course: list[Step], chance: Chance) -> bool:
        """Go through all steps. Return whether each was possible."""
        for kind, seat, one, other in course:
            if kind == DRAW:
                self.held[seat][one] += other
            elif kind == THROW:
                if not self.throw(seat, other, chance):
                    return False
            elif kind == SHOW:
                if not self.show(seat, other, chance):
                    return False
            elif kind == SEE:
                if not self.take(one, other, chance):
                    return False
            else:
                self.renew(one)
        return True


class Decks:
    """Memory of all decks, fed with what one seat sees. The first deck is the specials that everybody begins with."""

    def __init__(self, players: int, cards: list[int], specials: list[int]) -> None:
        rest = [number - first for number, first in zip(cards, specials, strict=True)]
        strays = [[0, 0], [max(sum(specials) - players, 0), 0]]
        self.places = OrderPlaces([specials, rest], strays, [[0, 0] for _ in range(players)], [0, 0])
        """Everything up to the course."""
        self.course: list[Step] = []
        """Steps since something happened for which there are several explanations."""

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, 0, [], [])

    def latest(self) -> int:
        """Return the deck that is drawn from now."""
        return len(self.places.known) - 1

    def draw(self, seat: int, deck: int, number: int) -> None:
        """Take in that another seat drew cards."""
        if self.course:
            self.course.append((DRAW, seat, deck, number))
        else:
            self.places.held[seat][deck] += number

    def throw(self, seat: int, number: int) -> None:
        """Take in that another seat discarded cards."""
        held = self.places.held[seat]
        of = [deck for deck, count in enumerate(held) if count]
        if len(of) == 1 and not self.course:
            held[of[0]] -= number
            self.places.thrown[of[0]] += number
        else:
            self.course.append((THROW, seat, 0, number))

    def show(self, seat: int, card: int) -> None:
        """Take in that another seat showed an order: it was in the hand since it was drawn."""
        drawn = self.places.held[seat].copy()
        for kind, whose, deck, number in self.course:
            if kind == DRAW and whose == seat:
                drawn[deck] += number
        of = [deck for deck, number in enumerate(drawn) if number and self.can_have(deck, card)]
        if len(of) != 1:
            self.course.append((SHOW, seat, 0, card))
            return
        for place in range(len(self.course) - 1, -1, -1):
            kind, whose, deck, number = self.course[place]
            if (kind, whose, deck) == (DRAW, seat, of[0]) and number:
                self.course[place] = (DRAW, seat, deck, number - 1)
                break
        else:
            self.places.held[seat][of[0]] -= 1
        self.see(of[0], card)

    def see(self, deck: int, card: int) -> None:
        """Take in that an order of a deck was seen."""
        places = self.places
        if places.known[deck][card] and not self.can_stray(deck, card):
            places.known[deck][card] -= 1
            places.sizes[deck] -= 1
        else:
            self.course.append((SEE, 0, deck, card))

    def renew(self, cards: list[int]) -> None:
        """Take in that a deck was made of these discards and the unseen ones."""
        places = self.places
        deck = len(places.known)
        places.known.append(cards)
        places.sizes.append(sum(cards))
        for row in (*places.strays, *places.held, places.thrown):
            row.append(0)
        places.strays.append([0] * (deck + 1))
        if self.course:
            self.course.append((RENEW, 0, deck, 0))
        else:
            places.renew(deck)

    def can_have(self, deck: int, card: int) -> bool:
        return self.places.known[deck][card] > 0 or self.can_stray(deck, card)

    def can_stray(self, deck: int, card: int) -> bool:
        """Return whether a deck can have an order that came from a former one, unseen."""
        if deck == 1:
            return self.places.strays[1][0] > 0 and self.can_have(0, card)
        return any(self.can_have(former, card) for former in range(deck))
