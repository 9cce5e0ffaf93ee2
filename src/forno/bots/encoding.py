"""Names for what a network reads and answers, the same in every variant of a game.

Observations and actions differ between editions, modes and numbers of players: in their number, and in what lies where.
A network that plays all variants needs the same input to mean the same everywhere. So a game names the numbers of its
observations and its actions as the deciding seat sees them (`Encoding`), and a `Translation` finds them for one seat of
one game by these names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from forno.core.game import Game
from forno.core.observing import Field, Layout


class Column(NamedTuple):
    """One number of an observation."""

    name: str
    """Meaning of the number for the observing seat; empty for one that a network doesn't read."""
    most: int = 1
    """The largest that it can be."""
    exact: bool = False
    """Whether it is a code, such as a card's kind, rather than an amount."""


UNREAD = Column("")
"""A number that a network doesn't read."""


def named_columns(
    layout: Layout,
    axes: Mapping[str, tuple[list[str], ...]],
    depths: Mapping[str, int],
    limit: Callable[[Field, str], int],
) -> list[Column]:
    """Return the columns of an observation.

    `axes` names the numbers of fields (several, separated by spaces) as those of an array, `depths` says how far a
    critic looks into a pile of cards, `limit` which number of a field is the largest that is told apart. Other fields
    aren't read.
    """
    axes_of = {field: of for fields, of in axes.items() for field in fields.split()}
    found: list[Column] = []
    for field in layout.fields:
        if field.name in axes_of:
            for name in map(" ".join, product(*axes_of[field.name])):
                found.append(Column(f"{field.name} {name}".strip(), min(field.most, limit(field, name))))
            continue
        depth = depths.get(field.name, 0)
        found += [Column(f"{field.name} {place}", field.most, exact=True) for place in range(depth)]
        found += [UNREAD] * (field.size - depth)
    return found


class Encoding(Protocol):
    """A game's names, as the game itself gives them in its registration (`GameInfo.encoding`)."""

    points: str
    """Field with everyone's points during the game; empty if there is none."""
    goal: float
    """Points that a game is about, which scale the field above."""

    def columns(self, game: Game, seat: int, layout: Layout) -> list[Column]:
        """Return the numbers of an observation of that seat in order. No name comes twice but the empty one."""

    def facts(self, game: Game, seat: int) -> list[str]:
        """Return the facts that stay the same throughout a game: edition, number of players. None is a column."""

    def actions(self, game: Game, seat: int) -> list[str]:
        """Return the game's actions, in its own order, as that seat sees them. No name comes twice."""

    def is_standard(self, game: Game) -> bool:
        """Return whether the game is played with the cards that come with it, which the names are made for."""


class Translation:
    """Places of a network's columns and actions in one game, for one of its seats."""

    def __init__(
        self, encoding: Encoding, game: Game, seat: int, layout: Layout, columns: Sequence[str], actions: Sequence[str]
    ) -> None:
        named = encoding.columns(game, seat, layout)
        places = {column.name: place for place, column in enumerate(named)}
        facts = set(encoding.facts(game, seat))
        self.absent = layout.size
        """Index of a column that this game doesn't have: reads as 0."""
        self.fact = layout.size + 1
        """Index of a column that always holds in this game: reads as 1."""
        self.places = [self.fact if name in facts else places.get(name, self.absent) for name in columns]
        """For each column of the network, its place in the observation, or one of these two."""
        numbers = {name: number for number, name in enumerate(actions)}
        self.actions = [numbers.get(name, -1) for name in encoding.actions(game, seat)]
        """For each action of the game, its number in the network; -1 for one that the network never learned."""
        unknown = (places.keys() | facts) - {""} - set(columns)
        self.is_complete = not unknown and -1 not in self.actions and encoding.is_standard(game)
        """Whether the network knows everything that can come up in this game."""
