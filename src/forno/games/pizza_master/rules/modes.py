"""The modes as data: every number that the rulebook sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from forno.core.language import N_


@dataclass(frozen=True)
class Mode:
    """What distinguishes one mode from another."""

    name: str
    title: str
    hand: int
    """PM-5: the hand limit before any milestone."""
    first_hand_special: bool
    """The first hand is one special for everyone."""
    row_times: int
    """PM-4: (players + 1) × so many order cards lie on the table for everyone."""
    missions: bool
    """PM-4: a daily mission is revealed every day."""
    objectives: bool
    """PM-16: as many objectives as players."""
    reserving: bool
    """PM-8."""
    trading: bool
    """PM-12."""
    one_a_turn: bool
    """PM-11: making an order is a turn like collecting; otherwise one makes any number after passing (PM-10)."""
    help_coins: int
    """PM-14: how many coins the last player gets for the next day."""
    coins: int = 4
    """PM-5: everyone's coins before any milestone."""
    least_players: int = 2
    most_players: int = 5
    loads: tuple[int, ...] = (2, 1, 1, 1)
    """PM-7: how many ingredients a coin brings, by kind."""
    small_stack: int = 3
    """PM-8: up to so many coins reserve one ingredient, more reserve two."""
    own_milestones: tuple[int, ...] = (11, 31)
    """PMR-1: the points at which a player gets one card and one coin more …"""
    shared_milestones: tuple[int, ...] = (10, 25)
    """… or, in the other reading, at which everybody does as soon as one has them."""
    objectives_beside_secrets: int = 1
    """PMR-3: how many objectives lie on the table if everyone holds a secret one."""
    prizes: tuple[int, ...] = (10, 25)
    """PM-13: the points at which a mission card lies for whoever comes there first."""
    goal: int = 50
    """PM-15: the points that end the game."""


MODES: Mapping[str, Mode] = MappingProxyType(
    {
        mode.name: mode
        for mode in (
            Mode(
                name="tutorial",
                title=N_("Tutorial"),
                hand=4,
                first_hand_special=False,
                row_times=0,
                missions=False,
                objectives=False,
                reserving=False,
                trading=False,
                one_a_turn=False,
                help_coins=0,
            ),
            Mode(
                name="trainee",
                title=N_("Trainee"),
                hand=4,
                first_hand_special=False,
                row_times=0,
                missions=True,
                objectives=True,
                reserving=True,
                trading=True,
                one_a_turn=False,
                help_coins=1,
            ),
            Mode(
                name="master",
                title=N_("Master"),
                hand=1,
                first_hand_special=True,
                row_times=2,
                missions=True,
                objectives=True,
                reserving=True,
                trading=True,
                one_a_turn=True,
                help_coins=1,
            ),
        )
    }
)

MILESTONES = ("own", "shared")
"""PMR-1: the two readings."""

MOST_DAYS = 40
"""PMR-12: after so many days the game ends in any case."""
