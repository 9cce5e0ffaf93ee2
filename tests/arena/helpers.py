"""Made-up results, and bots that fail, for tests of the arena."""

from __future__ import annotations

from typing import Any

from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.bots import Bot
from forno.bots.lineup import Player
from forno.core.game import State
from forno.core.views import View


def match_of(*names: str, **options: Any) -> Match:
    """Return a match of Mamma Mia! between bots of any names; no bot is made."""
    settled = tuple(({"players": len(names)} | options).items())
    return Match("mamma-mia", settled, tuple(Player(name, name) for name in names), 7)


def played(deal: int, rotation: int, seats: str, scores: list[int], winners: list[int], **more: Any) -> Played:
    """Return a result; seats are `A,B`."""
    names = seats.split(",")
    count = len(names)
    values: dict[str, Any] = {
        "deal": deal,
        "rotation": rotation,
        "game": "mamma-mia",
        "rules": 1,
        "deck": "",
        "options": {},
        "seed": f"7.{deal}",
        "seats": names,
        "bots": {},
        "first": 0,
        "scores": scores,
        "winners": winners,
        "reason": "most-orders",
        "turns": 10,
        "decisions": [10] * count,
        "seconds": [1.0] * count,
        "median": [0.1] * count,
        "slowest": [0.2] * count,
        "tally": {},
    }
    return Played(**(values | more))


class Cheat(Bot):
    """Bot that chooses an illegal action."""

    def choose(self, view: View) -> int:
        return 10_000


class First(Bot):
    """Bot that chooses the first legal action."""

    def choose(self, view: View) -> int:
        return view.actions[0]


def length(state: State) -> int:
    """Return the number of actions of a game, for a column of one's own."""
    return len(state.history())


GAMES = [
    played(0, 0, "A,B", [5, 3], [0]),
    played(0, 1, "B,A", [2, 6], [1]),
    played(1, 0, "A,B", [4, 4], [0, 1]),
    played(1, 1, "B,A", [7, 1], [0]),
]
"""A wins both games of the first deal, and a half of the second."""
