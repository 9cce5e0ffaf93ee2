"""The cards: ingredients, orders, daily missions and objectives."""

from __future__ import annotations

from dataclasses import dataclass

from forno.core.language import N_

KINDS = (N_("cheese"), N_("vegetable"), N_("seafood"), N_("meat"))
"""PM-1: the ingredients. Only the first, cheese, can't be chosen for a wildcard."""

SPECIAL = len(KINDS)
TYPES = (*KINDS, N_("special"))
"""PM-1: the types of order."""

DISHES = (N_("side dish"), N_("pizza"), N_("special"))
"""PM-1: the kinds of order."""

COLOURS = (N_("green"), N_("blue"), N_("red"), N_("yellow"), N_("white"))
"""The players' colours."""

SOURCES = (N_("printed"), N_("reported"), N_("reconstructed"), N_("own"))
"""Sources of cards: the rulebook shows or names it, a review does, it is reconstructed; or somebody made it up."""

GOALS = ("orders", "side dishes", "type", "collected", "last pass", "fewest points")
"""Goals of missions: to be first with so many orders, side dishes, orders of one type or collected ingredients of
one kind; to be the last to pass; to have fewest points."""

EFFECTS = ("nothing", "special", "last in order", "draw", "receive", "keep", "return")
"""Effects of missions besides their bonus: it counts as a completed special; the winner is last in the next day's turn
order; draws order cards; gets an ingredient the next day; may keep one from the tray; returns one to the supply."""

COUNTED = (*KINDS, "orders", "sets", "side dishes", "missions")
"""Things that objectives count: face-up orders of a type, all orders, sets of the four types, side dishes, missions."""

WORTH = ("everyone", "players", "own", "own times players")
"""Worth of objectives: everyone's count, the number of players, the winner's count, or that times players."""


@dataclass(frozen=True)
class OrderCard:
    """An order. Cards of the same name are alike."""

    name: str
    type: int
    """Its place in `TYPES`."""
    dish: str
    source: str
    needs: tuple[int, ...]
    """Number of each kind on the card."""
    wild: tuple[int, ...]
    """PM-2: wildcards: for each number another kind of the player's choice, none of them cheese."""
    points: int
    count: int
    """Number of copies in the deck."""


@dataclass(frozen=True)
class MissionCard:
    """A daily mission."""

    name: str
    goal: str
    number: int
    """Number that makes the goal; 0 where nothing is counted."""
    of: int
    """The type or kind that is counted; -1 for any."""
    effect: str
    gives: int
    """The kind that the effect brings, or how many cards; -1 for neither."""
    bonus: int


@dataclass(frozen=True)
class ObjectiveCard:
    """An objective."""

    name: str
    counts: str
    fewest: bool
    """Whether it goes to the fewest; otherwise to the most."""
    worth: str
    times: int
