"""The editions as data: every number that a rulebook sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from forno.core.language import N_


@dataclass(frozen=True)
class Edition:
    """Numbers of one edition. The defaults are those of the Classic edition."""

    name: str
    title: str
    most_players: int = 5
    kinds: int = 5
    copies: int = 13
    taken_out: tuple[int, ...] = (5, 3, 1, 0)
    """MM-1: cards of every kind taken out for two, three … players."""
    dealt: int = 6
    """MM-2: ingredients dealt to each player."""
    hand: int = 7
    """MM-3, MM-7: the hand size."""
    draw: int = 7
    """MM-7: the most cards drawn in a turn."""
    must_draw_supply: bool = True
    """MM-9: whether a player left with no ingredient must draw from the supply."""
    pass_draw: int = 0
    """MM-10: ingredients drawn by a player who passes, beyond the hand size if need be; 0: up to the hand size."""
    openings: int = 3
    """MM-22: how often the oven is opened."""
    openings_alone: int = 3
    """MM-22: how often the oven is opened if the table plays without helping."""
    helping: bool = False
    """MM-18: whether the edition has helping at all."""
    served_openly: bool = True
    """MM-15: whether baked orders lie face up before their owners; otherwise face down on one common pile."""
    oven_card: bool = False
    """Whether a card lies under the oven and faces up when the pile is turned. It changes nothing in play."""

    @property
    def deck(self) -> str:
        """Name of the deck file."""
        return f"{self.name}.toml"


def _grande(name: str, title: str) -> Edition:
    return Edition(
        name,
        title,
        most_players=6,
        kinds=6,
        copies=15,
        taken_out=(7, 5, 3, 1, 0),
        dealt=8,
        hand=9,
        draw=5,
        must_draw_supply=False,
        pass_draw=5,
        openings_alone=4,
        helping=True,
        served_openly=False,
    )


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        edition.name: edition
        for edition in (
            Edition("classic", N_("Classic")),
            Edition("rio-grande", "Rio Grande Games", oven_card=True),
            _grande("grande", "Grande"),
            _grande("grande-it", N_("Grande (Italian)")),
        )
    }
)
"""All editions by name."""
