"""The cards: ingredients, colours, and what an order asks for."""

from __future__ import annotations

from dataclasses import dataclass

from forno.core.language import N_

KINDS = (N_("pineapple"), N_("green pepper"), N_("mushroom"), N_("olive"), N_("salami"), N_("shrimp"))
"""The ingredients in the cyclic order of the colours."""

COLOURS = (N_("yellow"), N_("green"), N_("brown"), N_("purple"), N_("red"), N_("pink"))
"""The players' colours. Each has the ingredient at the same place as its personal one."""

# Translators: how a card's text is known; "own" is a card of a player's own deck
SOURCES = (N_("printed"), N_("reported"), N_("reconstructed"), N_("own"))
"""Sources of cards: a rulebook shows or names it, a review does, it is reconstructed; or somebody made it up."""


def hyphened(kind: str) -> str:
    """Return an ingredient's name as part of an order's name."""
    return kind.replace(" ", "-")


@dataclass(frozen=True)
class OrderCard:
    """One order of one colour. Kinds are places in `KINDS`."""

    name: str
    style: str
    """The sort of pizza, such as `normale`, `bombastica` or `monotoni`."""
    source: str
    needs: tuple[int, ...]
    """Number of each kind on the card."""
    jokers: tuple[int, ...] = ()
    """MM-25, MM-27, MM-28: how many of a kind of the owner's choice, for one kind or two different ones."""
    fewest: int = 0
    """MM-26: how many of the kind of which fewest lie on the table."""
    either: tuple[int, int] | None = None
    """MM-30: the two kinds, one of which is needed."""
    either_count: int = 0
    """MM-30: how many of that kind are needed."""
    forbidden: int | None = None
    """MM-28, MM-29: the kind that may not lie on the table."""
    at_least: int = 0
    """MM-24: the fewest ingredients, of any kinds."""
