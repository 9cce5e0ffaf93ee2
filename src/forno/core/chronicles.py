"""Digests of finished games: how they ended and what each seat did, for books and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from forno.core.events import Event
from forno.core.game import Game, State


@dataclass(frozen=True)
class Deeds:
    """Deeds of one seat in a finished game."""

    made: Mapping[str, int] = field(default_factory=dict)
    """The orders that it completed, by name: how often."""
    missed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Orders that failed, by reason and name, with how often."""
    feats: Mapping[str, int] = field(default_factory=dict)
    """Counters that the game's honours look at."""
    rows: Sequence[Sequence[int]] = field(default_factory=list)
    """Numbers of completed and of failed orders, in each round or day."""


@dataclass(frozen=True)
class Digest:
    """One finished game. Lists are by seat; nothing in it tells who sat there."""

    game: str
    variant: str
    players: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """Place of each seat, from 1 on."""
    bots: tuple[str, ...]
    """The bot that was invited to each seat; empty where a person played."""
    stand_ins: tuple[bool, ...]
    """Whether a bot ended the game for the guest."""
    started: float
    ended: float
    lesson: bool = False
    """Whether it was a guided first game, which has its own luck."""
    deeds: tuple[Deeds, ...] = ()
    """Empty for a game that tells none."""

    @property
    def seconds(self) -> float:
        return max(0.0, self.ended - self.started)

    def won(self, seat: int) -> bool:
        return self.places[seat] == 1


@dataclass(frozen=True)
class Honour:
    """An honour that a game can earn."""

    name: str
    title: str
    """Title, to be translated."""
    rule: str
    """Sentence that says how to earn it, to be translated."""
    earned: Callable[[Digest, int], bool]
    """Whether a seat has earned it in a game."""


class Chronicle(Protocol):
    """Chronicler of a game for visitors' books, named in its registration (`GameInfo.chronicle`)."""

    reasons: Mapping[str, str]
    """Why orders fail: a phrase for every reason, to be translated."""
    honours: Sequence[Honour]

    def deeds(self, game: Game, events: Iterable[Event], final: State) -> tuple[Deeds, ...]:
        """Return the deeds of every seat, from all events of a game, in order, and its last state."""

    def order_title(self, order: str) -> str:
        """Return the name of an order for people, in the language of the context."""


class Deed:
    """Collects what one seat does while the events go by."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        self.missed: dict[str, Counter[str]] = {}
        self.feats: Counter[str] = Counter()
        self.rows: list[list[int]] = []

    def begin_row(self) -> None:
        """Begin the next round or day."""
        self.rows.append([0, 0])

    def count(self, made: int, missed: int = 0) -> None:
        """Count orders of this round or day."""
        if self.rows:
            self.rows[-1][0] += made
            self.rows[-1][1] += missed

    def miss(self, order: str, reason: str) -> None:
        self.missed.setdefault(reason, Counter())[order] += 1

    def done(self) -> Deeds:
        missed = {reason: dict(orders) for reason, orders in self.missed.items()}
        return Deeds(dict(self.made), missed, dict(self.feats), self.rows)
