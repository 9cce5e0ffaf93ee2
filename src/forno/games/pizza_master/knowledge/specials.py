"""The specials that everybody begins with in `master`: what a seat can be certain of about those of the others.

Nobody has seen them, but that each is a special is certain, and where it can lie follows from what its owner does.
"""

from __future__ import annotations

from typing import Final

HAND: Final = "hand"
DISCARDS: Final = "discards"
DECK: Final = "deck"
"""In the deck that was made new from the discards, or wherever a card of that deck has come to."""

NOWHERE: Final[frozenset[str]] = frozenset()


class FirstSpecials:
    """Feed it what happens to the cards that one seat can't see."""

    def __init__(self, players: int) -> None:
        self.places = [NOWHERE] * players
        """By owner, where the first special must lie: in one of these places. Empty if it may have been shown."""
        self.renewed = 0
        """So many specials were certainly among the discards when the deck was last made of them, and weren't seen
        since."""

    def dealt(self, seat: int) -> None:
        self.places[seat] = frozenset({HAND})

    def discarded(self, seat: int, number: int, held: int) -> None:
        """So many cards of those held were discarded."""
        places = self.places[seat]
        if number and HAND in places:
            self.places[seat] = (places if number < held else places - {HAND}) | {DISCARDS}

    def played(self, seat: int, special: bool, left: int, from_new_deck: bool) -> None:
        """A card of the hand was shown, and so many are left. A special may be the first one, or another."""
        if special and from_new_deck:
            self.seen_of_new_deck(1)
        if special and HAND in self.places[seat]:
            self.places[seat] = NOWHERE
        elif not left:
            self.places[seat] -= {HAND}

    def deck_made_new(self) -> None:
        """The discards are the deck now, and what had come out of the deck before isn't told from other cards."""
        self.renewed = 0
        for seat, places in enumerate(self.places):
            if DECK in places:
                self.places[seat] = NOWHERE
            elif places == {DISCARDS}:
                self.places[seat] = NOWHERE
                self.renewed += 1
            elif DISCARDS in places:
                self.places[seat] = (places - {DISCARDS}) | {DECK}

    def seen_of_new_deck(self, number: int) -> None:
        """So many specials of the deck were seen: first ones, perhaps."""
        if number:
            self.renewed = max(0, self.renewed - number)
            self.places = [NOWHERE if DECK in places else places for places in self.places]
