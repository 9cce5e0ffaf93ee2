"""Review results as plain data: numbers and actions, no words, so that they can be stored and shown in any language."""

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
"""Subjects of findings: a turn worse than another, a failed order, or an event outside the seat's control."""
REVIEW_VERSION: Final = 1
"""Format version: raise it when stored reviews become unreadable or outdated."""


@dataclass(frozen=True)
class Choice:
    """A turn and its winning chances."""

    actions: tuple[int, ...]
    wins: float
    """Winning chance given everything that the seat had seen."""
    looks: float | None = None
    """Winning chance judged from the open cards alone; `None` if it was not computed."""


@dataclass(frozen=True)
class Finding:
    """One observation about a game."""

    kind: str
    what: str
    at: int
    """Replay step at which it was decided or became clear."""
    place: int
    """Number of actions before it."""
    weight: float
    """Change of the winning chance that it caused."""
    chosen: Choice | None = None
    best: Choice | None = None
    error: float = 0.0
    """Standard error of the difference between `chosen` and `best`."""
    order: str = ""
    odds: float | None = None
    """Chance to complete the order, given everything that the seat had seen."""
    looked: float | None = None
    """Chance to complete the order, judged from the open cards alone."""
    before: float | None = None
    """Winning chance before an event outside the seat's control."""
    after: float | None = None
    """Winning chance after an event outside the seat's control."""


@dataclass(frozen=True)
class Point:
    """Everybody's winning chances, by the seat's knowledge after one of its turns."""

    at: int
    place: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """Review of a game for one seat."""

    game: str
    seat: int
    players: int
    done: int
    """Number of decisions judged so far."""
    decisions: int
    """Number of decisions in the game."""
    points: tuple[Point, ...] = ()
    findings: tuple[Finding, ...] = ()
    """Findings by descending weight: turning points first."""
    playouts: int = 0
    seed: int | str = 0
    version: int = field(default=REVIEW_VERSION)

    @property
    def finished(self) -> bool:
        return self.done == self.decisions

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Review:
        """Return a review from the data of `as_dict`, also after a round trip through JSON."""

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
