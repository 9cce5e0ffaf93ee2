"""The questions that a game of Mamma Mia! asks, one small step at a time."""

from __future__ import annotations

from typing import Final

PLACE: Final = 0
"""MM-5: which ingredients to place."""
ORDER: Final = 1
"""MM-6: which order to place, if any."""
DRAW: Final = 2
"""MM-7: which pile to draw from."""
BAKE: Final = 3
"""MM-14: what to do about an order that isn't simply complete."""
REQUEST: Final = 4
"""MM-18: how many of a missing kind to ask for."""
ADD: Final = 5
"""MMR-4: which card to add to a Bombastica."""
HELP: Final = 6
"""MM-19: whether to help."""
OVER: Final = 7
"""No question: the game is over."""

NO_ANSWERS: Final[list[int]] = []
"""An empty list that is never changed."""

EITHER: Final = 0
SUPPLY: Final = 1
WAITER: Final = 2
"""The piles to draw from."""

NOT_ASKED: Final = -2
"""The order placed in a turn in which there was none in hand; -1 is none placed."""

SEATS: Final = 256
"""An order of a seat lies in the oven as the negative number `~(seat * SEATS + order)`."""
