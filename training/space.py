"""The network's view of several variants of a game: columns, features and actions, and where each variant has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from forno.bots.encoding import Encoding, Translation
from forno.core.game import Game
from forno.core.observing import EVERYTHING, MEMORY

STEPS: Final = (*range(1, 13), 14, 16, 18, 20, 23, 26, 30, 35, 40, 45, 50, 60, 75, 90, 110, 130, 160, 200, 255)
"""Thresholds of amounts: each becomes a feature "at least this much"."""


@dataclass(frozen=True)
class Features:
    """Features of a network, each 0 or 1, made from its columns."""

    columns: Any
    """Which column each feature looks at."""
    values: Any
    """Threshold of each feature; for the last `exact` features the exact value."""
    exact: int
    """Number of features that ask for an exact value."""


class Space:
    """The columns and actions of all variants together. The policy's columns come first, then those of a critic."""

    def __init__(self, encoding: Encoding, games: list[Game]) -> None:
        self.encoding = encoding
        self.games = games
        self.players = max(game.players for game in games)
        most: dict[str, int] = {}
        exact: set[str] = set()
        actions: dict[str, None] = {}
        for knowledge in (MEMORY, EVERYTHING):
            for game in games:
                layout = game.observer(knowledge).layout
                for seat in range(game.players):
                    for column in encoding.columns(game, seat, layout):
                        if column.name:
                            most[column.name] = max(most.get(column.name, 1), column.most)
                            if column.exact:
                                exact.add(column.name)
                    for fact in encoding.facts(game, seat):
                        most[fact] = 1
                    actions.update(dict.fromkeys(encoding.actions(game, seat)))
            if knowledge == MEMORY:
                self.known = len(most)
                """Number of columns that the policy reads."""
        self.columns = list(most)
        self.points = [f"{encoding.points} {place}" for place in range(self.players)] if encoding.points else []
        """The columns with everyone's points."""
        self.actions = list(actions)
        self.policy_features = features(self.columns[: self.known], most, exact)
        self.critic_features = features(self.columns, most, exact)
        self.width = max(game.observer(EVERYTHING).layout.size for game in games)
        """Length of the longest observation of any variant."""
        self.choices = max(len(game.actions) for game in games)
        """Number of actions of the variant with the most."""
        self._tabulate()

    def _tabulate(self) -> None:
        """Fill the tables that translate rows; a row's key is `variant * players + seat`."""
        keys = len(self.games) * self.players
        self.column_table: Any = np.full((keys, len(self.columns)), self.width, np.int64)
        """For each key and column, its place in a row of `width` numbers, a 0 and a 1."""
        self.action_table: Any = np.full((keys, len(self.actions)), self.choices, np.int64)
        """For each key and action of the network, the game's own number; `choices` for one that it doesn't have."""
        self.relative = np.tile(np.arange(self.players), (keys, 1))
        """For each key and seat, its place counted from the deciding seat."""
        self.absolute = self.relative.copy()
        """For each key and place counted from the deciding seat, the seat."""
        self.present: Any = np.zeros((keys, self.players), np.float32)
        """For each key and place, 1 where somebody plays."""
        for variant, game in enumerate(self.games):
            layout = game.observer(EVERYTHING).layout
            for seat in range(game.players):
                key = variant * self.players + seat
                found = Translation(self.encoding, game, seat, layout, self.columns, self.actions)
                places = np.array(found.places)
                places[places == found.fact] = self.width + 1
                places[places == found.absent] = self.width
                self.column_table[key] = places
                for own, number in enumerate(found.actions):
                    self.action_table[key, number] = own
                seats = np.arange(game.players)
                self.relative[key, : game.players] = (seats - seat) % game.players
                self.absolute[key, : game.players] = (seats + seat) % game.players
                self.present[key, : game.players] = 1


def features(columns: list[str], most: dict[str, int], exact: set[str]) -> Features:
    """Return the features of these columns: amounts first, then codes."""
    amounts = [(place, step) for place, name in enumerate(columns) if name not in exact for step in steps(most[name])]
    codes = [
        (place, value) for place, name in enumerate(columns) if name in exact for value in range(1, most[name] + 1)
    ]
    pairs = np.array(amounts + codes, np.int64).reshape(-1, 2)
    return Features(pairs[:, 0], pairs[:, 1].astype(np.uint8), len(codes))


def steps(most: int) -> list[int]:
    return [step for step in STEPS if step <= most]
