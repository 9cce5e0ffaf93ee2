"""The modes as data: every number that the rulebook sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from forno.core.language import N_


@dataclass(frozen=True)
class Mode:
    """Numbers of one mode. The defaults are those of the Tutorial."""

    name: str
    title: str
    hand: int = 4
    """PM-5: the hand limit before any milestone."""
    first_hand_special: bool = False
    """Whether the first hand is one special for everyone."""
    row_times: int = 0
    """PM-4: the shared order cards on the table, as a multiple of (players + 1)."""
    missions: bool = False
    """PM-4: whether a daily mission is revealed every day."""
    objectives: bool = False
    """PM-16: whether there are objectives, as many as players."""
    reserving: bool = False
    """PM-8: whether the most coins in a section reserve ingredients."""
    trading: bool = False
    """PM-12: whether completed orders can be traded for ingredients."""
    one_a_turn: bool = False
    """PM-11: whether making an order is a turn like collecting; otherwise one makes several after passing (PM-10)."""
    help_coins: int = 0
    """PM-14: extra coins of the last player on the next day."""
    coins: int = 4
    """PM-5: everyone's coins before any milestone."""
    least_players: int = 2
    most_players: int = 5
    loads: tuple[int, ...] = (2, 1, 1, 1)
    """PM-7: ingredients that a coin brings, by kind."""
    small_stack: int = 3
    """PM-8: the most coins that reserve only one ingredient; more reserve two."""
    own_milestones: tuple[int, ...] = (11, 31)
    """PMR-1: the points at which a player gets one card and one coin more."""
    shared_milestones: tuple[int, ...] = (10, 25)
    """PMR-1: in the other reading, the points at which everybody does as soon as one player has them."""
    objectives_beside_secrets: int = 1
    """PMR-3: objectives on the table if everyone holds a secret one."""
    prizes: tuple[int, ...] = (10, 25)
    """PM-13: the points at which a mission card waits for the first to reach them."""
    goal: int = 50
    """PM-15: the points that end the game."""


TUTORIAL = Mode("tutorial", N_("Tutorial"))
TRAINEE = Mode("trainee", N_("Trainee"), missions=True, objectives=True, reserving=True, trading=True, help_coins=1)
MASTER = replace(
    TRAINEE, name="master", title=N_("Master"), hand=1, first_hand_special=True, row_times=2, one_a_turn=True
)
MODES: Mapping[str, Mode] = MappingProxyType({mode.name: mode for mode in (TUTORIAL, TRAINEE, MASTER)})
"""All modes by name."""

MILESTONES = ("own", "shared")
"""PMR-1: the two readings of the rule on milestones."""

MAX_DAYS = 40
"""PMR-12: the default of the most days in a game."""
