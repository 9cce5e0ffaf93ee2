"""Review results as plain data: numbers and actions, no words, so that they can be stored and shown in any language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from forno.bots.critic import Facts

MEMORY: Final = "memory"
JUDGEMENT: Final = "judgement"
RISK: Final = "risk"
LUCK: Final = "luck"
KINDS: Final = (MEMORY, JUDGEMENT, RISK, LUCK)
MISTAKES: Final = (MEMORY, JUDGEMENT)
"""Causes of findings about a turn than which another was clearly better."""
DECISION: Final = "decision"
ORDER: Final = "order"
NEWS: Final = "news"
"""Subjects of findings: a turn worse than another, a failed order, or an event outside the seat's control."""
REVIEW_VERSION: Final = 7
"""Format version: raise it when stored reviews become unreadable or outdated."""
CLEAR_ERRORS: Final = 2.0
"""Number of standard errors beyond which a number is told as more than noise."""


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
    """Change of the winning chance that it caused; where the game was decided, what the score lost is worth."""
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
    mistake: str = ""
    """Kind of mistake, one of the critic's; empty where nothing was clearly better."""
    besides: tuple[tuple[str, float], ...] = ()
    """Further mistakes in the same turn, with the winning chance that each costs by itself."""
    score: float = 0.0
    """Loss of score (pizzas, points), where there is one; 0 where it isn't clear."""
    moment: Facts = field(default_factory=dict)
    """Round and turn, or day and phase."""
    times: int = 1
    """Number of times that the same mistake was made in that round or day."""
    facts: Facts = field(default_factory=dict)
    """Reason for the better turn, cause of the failure, or event."""
    together: tuple[Facts, ...] = ()
    """Events that did it together, in the order in which they happened; empty where `facts` alone did it."""

    @property
    def cost(self) -> float:
        """Winning chance lost against the better turn."""
        return 0.0 if self.chosen is None or self.best is None else max(self.best.wins - self.chosen.wins, 0.0)


@dataclass(frozen=True)
class WithError:
    """An estimate with its standard error."""

    value: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether it is more than sampling noise."""
        return abs(self.value) > CLEAR_ERRORS * self.error


@dataclass(frozen=True)
class GameResult:
    """Result of a finished game for the seat."""

    place: int
    """Final place, from 1."""
    margin: float
    """Lead over the best other seat; negative where that was ahead."""
    luck: WithError | None
    """Part of the margin that the drawn cards brought; `None` where no draw can be weighed."""


@dataclass(frozen=True)
class Pattern:
    """Mistakes of one kind over a game."""

    mistake: str
    cost: float
    """Winning chance lost by all of them."""
    score: float
    findings: tuple[int, ...]
    """Indices of their findings, the worst first."""


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
    real: int = 0
    """Number of judged decisions between turns that differ."""
    lost: WithError = WithError(0.0, 0.0)
    """Winning chance lost per real decision."""
    result: GameResult | None = None
    """`None` for an unfinished game, or an unfinished review."""
    luck_looks: int = 0
    """Number of changes by luck looked at so far."""
    looking: Facts | None = None
    """Subject of the next look: a decision's `moment`, or nothing for luck. `None` where all is done."""

    @property
    def finished(self) -> bool:
        return self.done == self.decisions and self.looking is None

    def patterns(self) -> list[Pattern]:
        """Return the kinds of mistakes, those first that cost most winning chance; if the same, most points."""
        found: dict[str, list[int]] = {}
        for place, finding in enumerate(self.findings):
            if finding.mistake and finding.best is not None:
                found.setdefault(finding.mistake, []).append(place)
        patterns = [
            Pattern(
                mistake,
                sum(self.findings[place].cost for place in places),
                sum(self.findings[place].score for place in places),
                tuple(places),
            )
            for mistake, places in found.items()
        ]
        weights = {one.mistake: sum(self.findings[place].weight for place in one.findings) for one in patterns}
        patterns.sort(key=lambda pattern: (-round(pattern.cost, 2), -weights[pattern.mistake]))
        return patterns
