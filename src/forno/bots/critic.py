"""What a review needs to know of a game: how a world goes on, and which orders failed.

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
"""How often worlds are played out for a decision, where a game doesn't say."""


@dataclass(frozen=True)
class Failure:
    """An order that a seat counted on, and that failed."""

    order: str
    """As the game names it."""
    staked: int
    """The action, counted from the deal, with which the seat staked on it …"""
    failed: int
    """… and the one after which it was clear."""


class Critic(Knowledge, Protocol):
    """The `Knowledge` of a search, and what became of orders. The states it is given are quiet."""

    playouts: int
    """How often worlds are played out for a decision: as often as a review has time for. Where it is close they are
    played out a few times as often."""

    def play_out(self, state: State, seat: int, luck: Random) -> tuple[list[float], frozenset[str]]:
        """How likely everybody wins, and which orders of that seat come off before worlds are played no further."""

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        """The orders of a seat that failed, by what it was told at the deal and after each action."""

    def title(self, seat: int, order: str) -> str:
        """What people call an order of that seat, in the language of the context."""


class Stranger(Ignorance):
    """The critic of a game that has none."""

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
    """The critic that a game names, or else a stranger."""
    place = game_info(game.name).critic
    if not place:
        return Stranger()
    made: Callable[[Game], Critic] = load(place)
    return made(game)
