"""Supplies: which of them the ingredients in other hands came from.

Everybody sees what each supply is made of, who draws how many cards of it, and what is laid down. Nobody sees which of
the supplies a card laid down came from, if its owner held cards of several; but no supply gave more of a kind than it
had. So cards are given back to supplies one after the other, at random, until what is left can be in the hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from forno.core.states import Reduced, reduce_with_attributes
from forno.core.tally import Tallies

if TYPE_CHECKING:
    from forno.core.chance import Chance

HOLD: Final = 128
DRAW: Final = 256
"""Steps of a course: below `HOLD` a kind and a number laid down, below `DRAW` the same held for certain, else drawn."""

SEAT_TRIES: Final = 6
"""Attempts to give back the cards of one seat, before those of all seats are given back anew."""

RENEWED, SEEN, DRAWN, LAID, HELD = range(5)
"""Kinds of news: what a seat saw of the supplies."""


class Supplies:
    """Memory of all supplies, fed with what one seat sees; tallies are those of the state.

    News are only noted; what follows from them is worked out by `settled`. Few memories are ever asked for it: those of
    pages and spectators aren't.
    """

    def __init__(self, tallies: Tallies, players: int, cards: int) -> None:
        self.tallies = tallies
        self.unseen = cards
        """Cards in the supply and in hands that aren't seen."""
        self.pools = [cards]
        """For each supply, the cards that it gave or has, less those certain to have been seen since."""
        self.known = [0] * players
        """Cards that each seat holds for certain."""
        self.held: list[list[int]] = [[0] for _ in range(players)]
        """Other cards in each hand, by supply, before the course."""
        self.courses: list[list[int]] = [[] for _ in range(players)]
        """Steps of each seat since a card was laid down that may have come from several supplies."""
        self.news: list[tuple[int, int, int]] = []
        """News that nothing was worked out from yet: kind, seat, and cards or their number."""

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.tallies, len(self.held), 0)

    def renew(self, cards: int) -> None:
        """Begin a supply of these cards, which everybody has seen."""
        self.news.append((RENEWED, 0, cards))

    def see(self, cards: int) -> None:
        """Take in that this seat drew these cards itself."""
        self.news.append((SEEN, 0, cards))

    def draw(self, seat: int, number: int) -> None:
        """Take in that another seat drew cards."""
        self.news.append((DRAWN, seat, number))

    def lay(self, seat: int, cards: int) -> None:
        """Take in that another seat laid down these cards, which everybody sees."""
        self.news.append((LAID, seat, cards))

    def hold(self, seat: int, cards: int) -> None:
        """Take in that another seat holds at least these cards."""
        self.news.append((HELD, seat, cards))

    def settle(self) -> Supplies:
        """Work out what follows from all news, in their order; return the supplies themselves."""
        news, self.news = self.news, []
        for kind, seat, cards in news:
            if kind == DRAWN:
                self._draw(seat, cards)
            elif kind == LAID:
                self._lay(seat, cards)
            elif kind == SEEN:
                self._see(cards)
            elif kind == HELD:
                self._hold(seat, cards)
            else:
                self._renew(cards)
        return self

    def _renew(self, cards: int) -> None:
        self.pools.append(cards)
        self.unseen += cards
        for held in self.held:
            held.append(0)

    def _see(self, cards: int) -> None:
        self.pools[-1] -= cards
        self.unseen -= cards
        self._settle()

    def _draw(self, seat: int, number: int) -> None:
        if self.courses[seat]:
            self.courses[seat].append(DRAW + 16 * (len(self.pools) - 1) + number)
        else:
            self.held[seat][-1] += number

    def _lay(self, seat: int, cards: int) -> None:
        self.unseen -= cards
        unknown = self.tallies.missing(self.known[seat], cards)
        self.known[seat] -= cards - unknown
        self._note(seat, unknown, 0)

    def _hold(self, seat: int, cards: int) -> None:
        tallies = self.tallies
        held = 0
        for step in self.courses[seat]:
            if step < DRAW:
                unit = tallies.unit[(step & (HOLD - 1)) >> 4]
                number = step & 15
                held += number * unit if step >= HOLD else -min(number, held // unit & 15) * unit
        self._note(seat, tallies.missing(held + self.known[seat], cards), HOLD)

    def _note(self, seat: int, cards: int, step: int) -> None:
        for kind, number in enumerate(self.tallies.unpack(cards)):
            if number:
                self.courses[seat].append(step + 16 * kind + number)
        self._settle()

    def _settle(self) -> None:
        """Give cards back for which there is one supply alone, and take them out of the courses."""
        seat = 0
        while seat < len(self.courses):
            seat = 0 if self.courses[seat] and self._settle_one(seat) else seat + 1

    def _settle_one(self, seat: int) -> bool:
        tallies, pools = self.tallies, self.pools
        drawn = self.held[seat].copy()
        held = [0] * tallies.kinds
        for place, step in enumerate(self.courses[seat]):
            number = step & 15
            if step >= DRAW:
                drawn[(step - DRAW) >> 4] += number
                continue
            kind = (step & (HOLD - 1)) >> 4
            if step >= HOLD:
                held[kind] += number
            else:  # what was held before is laid down first
                before = min(held[kind], number)
                held[kind] -= before
                number -= before
            most = [min(count, tallies.count(pools[supply], kind)) for supply, count in enumerate(drawn)]
            for supply, count in enumerate(most):
                certain = number - (sum(most) - count)
                if 0 < certain <= count and (certain == number or step < HOLD):
                    self._give_back(seat, place, supply, certain)
                    return True
        return False

    def _give_back(self, seat: int, place: int, supply: int, number: int) -> None:
        """Give cards of a step back to a supply: they were in the hand from when they were drawn, the latest first."""
        course = self.courses[seat]
        step = course[place]
        kind = (step & (HOLD - 1)) >> 4
        unit = self.tallies.unit[kind]
        self.pools[supply] -= number * unit
        left = number
        for before in range(place - 1, -1, -1):
            if course[before] >= DRAW and (course[before] - DRAW) >> 4 == supply:
                some = min(left, course[before] & 15)
                course[before] -= some
                left -= some
        self.held[seat][supply] -= left
        course[place] -= number
        if step >= HOLD:
            left = number
            for after in range(place + 1, len(course)):
                if course[after] < HOLD and course[after] >> 4 == kind:
                    some = min(left, course[after] & 15)
                    course[after] -= some
                    left -= some
            self.known[seat] += left * unit
        course[:] = [step for step in course if step & 15]
        while course and course[0] >= DRAW:
            self.held[seat][(course[0] - DRAW) >> 4] += course[0] & 15
            del course[0]


class Draws:
    """One way in which the cards may have been drawn, found at random."""

    def __init__(self, supplies: Supplies, chance: Chance) -> None:
        """`supplies` are settled."""
        self.supplies = supplies
        self.tallies = supplies.tallies
        self.chance = chance
        self.pools = supplies.pools.copy()
        """Cards of each supply that aren't placed yet."""
        self.places = supplies.held.copy()
        """Cards in each hand, by supply, that aren't known yet."""
        self.hands = supplies.known.copy()
        """Cards in each hand that are known."""

    def follow(self, seats: list[int]) -> int:
        """Give back everything that these seats laid down. Return the seat with which it failed, or -1."""
        for seat in seats:
            pools = self.pools
            for _ in range(SEAT_TRIES):
                self.pools = pools.copy()
                self.places[seat] = self.supplies.held[seat].copy()
                if self.follow_one(seat):
                    break
            else:
                return seat
        return -1

    def follow_one(self, seat: int) -> bool:
        """Give back everything that a seat laid down. Return whether each card found its supply."""
        tallies = self.tallies
        held = 0
        for step in self.supplies.courses[seat]:
            number = step & 15
            if step >= DRAW:
                self.places[seat][(step - DRAW) >> 4] += number
                continue
            kind = (step & (HOLD - 1)) >> 4
            if step < HOLD and held:  # what was held before is laid down first
                known = min(number, tallies.count(held, kind))
                held -= known * tallies.unit[kind]
                number -= known
            if self.take(seat, kind, number) < number:
                return False
            if step >= HOLD:
                held += number * tallies.unit[kind]
        self.hands[seat] += held
        return True

    def take(self, seat: int, kind: int, number: int) -> int:
        """Take cards of a kind from the unknown ones of a hand, each from a supply that it can be of.

        Return how many there were, at most `number`.
        """
        places, pools, tallies = self.places[seat], self.pools, self.tallies
        for taken in range(number):
            total = ways = 0
            found = -1
            for supply, count in enumerate(places):
                if count:
                    weight = count * tallies.count(pools[supply], kind)
                    if weight:
                        total += weight
                        ways += 1
                        found = supply
            if not ways:
                return taken
            if ways > 1:
                left = self.chance.below(total)
                for supply, count in enumerate(places):
                    if count:
                        left -= count * tallies.count(pools[supply], kind)
                        if left < 0:
                            found = supply
                            break
            places[found] -= 1
            pools[found] -= tallies.unit[kind]
        return number

    def give(self, seat: int, cards: int) -> bool:
        """Let a hand have these cards at least, or as many of them as it can. Return whether it has them all."""
        enough = True
        if cards:
            for kind, number in enumerate(self.tallies.unpack(self.tallies.missing(self.hands[seat], cards))):
                if number:
                    taken = self.take(seat, kind, number)
                    self.hands[seat] += taken * self.tallies.unit[kind]
                    enough = enough and taken == number
        return enough

    def deal(self) -> list[int]:
        """Deal the remaining cards to the hands that drew them. Return the supply, shuffled."""
        rest: list[int] = []
        for supply, pool in enumerate(self.pools):
            rest = self.tallies.cards(pool)
            self.chance.shuffle(rest)
            for seat, places in enumerate(self.places):
                for _ in range(places[supply]):
                    self.hands[seat] += rest.pop()
        return rest
