"""The editions as data: every number that a rulebook sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from forno.core.language import N_


@dataclass(frozen=True)
class Edition:
    """What distinguishes one edition from another."""

    name: str
    title: str
    most_players: int
    kinds: int
    copies: int
    taken_out: Mapping[int, int]
    """MM-1: how many of every kind are taken out, by the number of players."""
    dealt: int
    """MM-2: how many ingredients are dealt to each player."""
    hand: int
    """MM-3, MM-7: the hand size."""
    draw: int
    """MM-7: the most cards drawn in a turn."""
    must_draw_supply: bool
    """MM-9: a player left with no ingredient must draw from the supply."""
    pass_draw: int
    """MM-10: how many ingredients a player who passes draws, whatever the hand size; 0: up to the hand size."""
    openings: int
    """MM-22: how often the oven is opened …"""
    openings_alone: int
    """… and how often without helping."""
    helping: bool
    """MM-18: whether the edition has helping at all."""
    served_openly: bool
    """MM-15: baked orders lie face up before their owners; otherwise face down on one common pile."""
    oven_card: bool
    """Whether a card lies under the oven and faces up when the pile is turned. It changes nothing in play."""
    deck: str


_THIRTEEN = MappingProxyType({2: 5, 3: 3, 4: 1, 5: 0})
_FIFTEEN = MappingProxyType({2: 7, 3: 5, 4: 3, 5: 1, 6: 0})


def _thirteen(name: str, title: str, oven_card: bool) -> Edition:
    return Edition(
        name=name,
        title=title,
        most_players=5,
        kinds=5,
        copies=13,
        taken_out=_THIRTEEN,
        dealt=6,
        hand=7,
        draw=7,
        must_draw_supply=True,
        pass_draw=0,
        openings=3,
        openings_alone=3,
        helping=False,
        served_openly=True,
        oven_card=oven_card,
        deck=f"{name}.toml",
    )


def _grande(name: str, title: str) -> Edition:
    return Edition(
        name=name,
        title=title,
        most_players=6,
        kinds=6,
        copies=15,
        taken_out=_FIFTEEN,
        dealt=8,
        hand=9,
        draw=5,
        must_draw_supply=False,
        pass_draw=5,
        openings=3,
        openings_alone=4,
        helping=True,
        served_openly=False,
        oven_card=False,
        deck=f"{name}.toml",
    )


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        edition.name: edition
        for edition in (
            _thirteen("classic", N_("Classic (ABACUSSPIELE)"), oven_card=False),
            _thirteen("rio-grande", "Rio Grande Games", oven_card=True),
            _grande("grande", "Grande"),
            _grande("grande-it", N_("Grande (Italian)")),
        )
    }
)
