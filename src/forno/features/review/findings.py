"""What a review finds, as plain data: numbers and actions, no words. So it can be kept, and read in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

MEMORY: Final = "memory"
JUDGEMENT: Final = "judgement"
LUCK: Final = "luck"
KINDS: Final = (MEMORY, JUDGEMENT, LUCK)
DECISION: Final = "decision"
ORDER: Final = "order"
NEWS: Final = "news"
"""What a finding is about: a turn that was worse than another, an order that failed, or what came from elsewhere."""
VERSION: Final = 1
"""Raised when reviews that were kept before can't be read any more, or would say something else today."""


@dataclass(frozen=True)
class Choice:
    """A turn, and how likely it wins."""

    actions: tuple[int, ...]
    wins: float
    """With all that the seat had seen …"""
    looks: float | None = None
    """… and from what lay open alone, where that was asked."""


@dataclass(frozen=True)
class Finding:
    """One thing worth knowing of a game."""

    kind: str
    what: str
    at: int
    """The step of a replay at which it was decided, or became clear."""
    place: int
    """How many actions came before."""
    weight: float
    """How much of a win hung on it."""
    chosen: Choice | None = None
    best: Choice | None = None
    error: float = 0.0
    """The standard error of the difference between the two."""
    order: str = ""
    odds: float | None = None
    """How likely the order was to come off, with all that the seat had seen …"""
    looked: float | None = None
    """… and from what lay open alone."""
    before: float | None = None
    """How likely the seat won before the news …"""
    after: float | None = None
    """… and after them."""


@dataclass(frozen=True)
class Point:
    """How likely everybody wins, as the seat could know after one of its turns."""

    at: int
    place: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """A game as one seat's."""

    game: str
    seat: int
    players: int
    done: int
    """How many decisions have been judged …"""
    decisions: int
    """… of so many."""
    points: tuple[Point, ...] = ()
    findings: tuple[Finding, ...] = ()
    """Turning points first: by how much of a win hung on them."""
    playouts: int = 0
    seed: int | str = 0
    version: int = field(default=VERSION)

    @property
    def finished(self) -> bool:
        return self.done == self.decisions

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Review:
        """What `as_dict` gave, perhaps by way of JSON."""

        def choice(made: Mapping[str, Any] | None) -> Choice | None:
            return None if made is None else Choice(**{**made, "actions": tuple(made["actions"])})

        findings = [{**one, "chosen": choice(one["chosen"]), "best": choice(one["best"])} for one in data["findings"]]
        points = [{**point, "shares": tuple(point["shares"])} for point in data["points"]]
        return cls(
            **{
                **data,
                "points": tuple([Point(**point) for point in points]),
                "findings": tuple([Finding(**one) for one in findings]),
            }
        )
