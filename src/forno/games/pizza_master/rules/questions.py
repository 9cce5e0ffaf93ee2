"""The questions that a game of Pizza Master asks, one small step at a time."""

from __future__ import annotations

from typing import Final

DISCARD: Final = 0
"""PM-4: which order to discard, if any."""
COINS: Final = 1
"""PM-6: how many coins to place in one section."""
COLLECT: Final = 2
"""PM-9, PM-11: which ingredient to take, or pass; in `master` also which order to complete or trade to make."""
MAKE: Final = 3
"""PM-10, PM-12: which order to complete or trade to make, or finish."""
KEEP: Final = 4
"""Which ingredient to keep from the tray (the mission Refrigerator)."""
RETURN: Final = 5
"""Which ingredient to return to the supply (the mission Spoil)."""
DECLARE: Final = 6
"""PM-16: which type a special is declared to be."""
OVER: Final = 7
"""No question: the game is over."""

PHASES: Final = ("discarding", "shopping", "collecting", "collecting", "scoring", "scoring", "declaring", "over")
"""The phase that everyone can see, by the question that is asked."""

NO_ANSWERS: Final[list[int]] = []
"""An empty list that is never changed."""

GUARD: Final = 0x820820
"""Tallies of the four kinds have six bits for each; these are their guard bits (see `forno.core.tally`)."""
ALL_FIELDS_FULL: Final = 0x7DF7DF
"""A tally plus this has the guard bit set for every kind of which there is at least one."""
ABREAST: Final = 31
"""Guard bits divided by this leave as the remainder a set of bits, one for each kind: 0 to 15."""

CATEGORIES: Final = 9
"""Completed orders are counted by category: type × 2, and 1 more for a side dish; the last one is special."""
SPECIALS: Final = 8
"""The category of specials."""
