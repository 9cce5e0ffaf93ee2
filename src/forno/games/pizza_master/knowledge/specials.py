"""First specials of `master`: where a seat can be certain that the specials dealt to the others lie.

Nobody has seen them, but that each is a special is certain, and where it can lie follows from what its owner does.
"""

from __future__ import annotations

from typing import Final

HAND: Final = "hand"
DISCARDS: Final = "discards"
DECK: Final = "deck"
"""In the deck renewed from the discards, or in any place that a card of that deck has come to."""

NOWHERE: Final[frozenset[str]] = frozenset()


class FirstSpecials:
    """Tracker of the others' first specials, fed with what happens to cards that one seat can't see."""

    def __init__(self, players: int) -> None:
        self.places = [NOWHERE] * players
        """By owner, where the first special must lie: in one of these places. Empty if it may have been shown."""
        self.renewed = 0
        """Specials that were certainly among the discards when the deck was last renewed, and weren't seen since."""

    def dealt(self, seat: int) -> None:
        self.places[seat] = frozenset({HAND})

    def discarded(self, seat: int, number: int, held: int) -> None:
        """Take in that `number` of the `held` cards were discarded."""
        places = self.places[seat]
        if number and HAND in places:
            self.places[seat] = (places if number < held else places - {HAND}) | {DISCARDS}

    def played(self, seat: int, special: bool, left: int, from_new_deck: bool) -> None:
        """Take in that a card of the hand was shown and `left` remain. A special may be the first one, or another."""
        if special and from_new_deck:
            self.seen_of_new_deck(1)
        if special and HAND in self.places[seat]:
            self.places[seat] = NOWHERE
        elif not left:
            self.places[seat] -= {HAND}

    def deck_made_new(self) -> None:
        """Take in that the discards are the deck now; cards drawn before aren't told from others any more."""
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
        """Take in that specials of the renewed deck were seen: first ones, perhaps."""
        if number:
            self.renewed = max(0, self.renewed - number)
            self.places = [NOWHERE if DECK in places else places for places in self.places]
