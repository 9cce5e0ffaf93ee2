"""Critics: what a review asks of a game, that is how a position plays out and which orders failed.

A game names its critic in its registration (`GameInfo.critic`). One that names none is judged by its rules alone:
worlds are played out at random, and no order is known to have failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from forno.bots.ignorance import Ignorance
from forno.bots.search import Knowledge
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.outcomes import Outcome
from forno.core.plugins import load
from forno.core.registry import game_info

PLAYOUTS = 200
"""Playouts for a decision where the game names no number."""


@dataclass(frozen=True)
class Failure:
    """An order that a seat counted on, and that failed."""

    order: str
    """Name of the order within the game."""
    staked: int
    """Index of the action, counted from the deal, with which the seat committed to the order."""
    failed: int
    """Index of the action after which the failure was certain."""


class Critic(Knowledge, Protocol):
    """The `Knowledge` of a search, and the fate of orders. All states passed in are quiet."""

    playouts: int
    """How often worlds are played out for a decision: as often as a review has time for. Where it is close they are
    played out a few times as often."""

    def play_out(self, state: State, seat: int, luck: Random) -> tuple[list[float], frozenset[str]]:
        """Play the state out; return each seat's chance to win and the orders of that seat that were completed."""

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        """Return the failed orders of a seat, given the events it saw at the deal and after each action."""

    def title(self, seat: int, order: str) -> str:
        """Return the displayed name of an order, in the current language."""


class Stranger(Ignorance):
    """Fallback critic for games that register none."""

    playouts = PLAYOUTS

    def worth(self, outcome: Outcome) -> list[float]:
        winners = outcome.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.places))]

    def play_out(self, state: State, seat: int, luck: Random) -> tuple[list[float], frozenset[str]]:
        return self.rollout(state, luck), frozenset()

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        return []

    def title(self, seat: int, order: str) -> str:
        return order


def critic_for(game: Game) -> Critic:
    """Return the critic registered for a game, or the fallback."""
    place = game_info(game.name).critic
    if not place:
        return Stranger()
    made: Callable[[Game], Critic] = load(place)
    return made(game)
