"""Exercises for the memory: a stretch of a game to watch, and what is asked of it afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import N_


@dataclass(frozen=True)
class Level:
    """Difficulty of an exercise."""

    name: str
    title: str
    """Title, to be translated."""
    about: str
    cards: int
    """The fewest cards to be remembered."""
    whole: bool
    """Whether a stretch goes on until everything is revealed."""
    rest: bool
    """Whether a stretch begins with leftovers from before."""
    questions: int
    milliseconds: int
    """Time for which every announcement is shown."""
    strength: float
    """Rating of a memory that passes every second time."""


LEVELS: Final = (
    Level("easy", N_("Easy"), N_("A few cards, slowly, and one question."), 5, False, False, 1, 2600, 17.0),
    Level("steady", N_("Medium"), N_("Ten cards and three questions."), 10, False, False, 3, 2000, 23.0),
    Level("hard", N_("Hard"), N_("Twelve cards or more, and all questions."), 12, True, False, 6, 1500, 29.0),
    Level("nonna", N_("Expert"), N_("Leftovers from an earlier baking, and fast."), 15, True, True, 8, 1000, 35.0),
)
LEVELS_BY_NAME: Final = {level.name: level for level in LEVELS}


@dataclass(frozen=True)
class Question:
    """One question of an exercise, in the language of the context, with its answer."""

    about: str
    """The question in words; consecutive ones with the same words stand together."""
    label: str
    """Subject of the question: the name of a kind, such as `salami`."""
    choices: tuple[tuple[str, str], ...]
    """Possible answers with their labels. Empty: a number."""
    answer: str
    picture: str = ""
    """Symbol of the game that stands for what is asked about; may be empty."""


@dataclass(frozen=True)
class Posed:
    """A stretch of a game, from one event up to another, and what is asked then."""

    start: int
    end: int
    questions: tuple[Question, ...]


class Exercise(Protocol):
    """Maker of memory exercises for a game, named in its registration (`GameInfo.exercise`)."""

    title: str
    """Title, to be translated."""

    def options(self, level: Level, chance: Chance) -> Mapping[str, Any]:
        """Return the table that is played for an exercise that is made up."""

    def pose(
        self, game: Game, events: Sequence[Event], names: Sequence[str], level: Level, chance: Chance
    ) -> Posed | None:
        """Return an exercise from all events of a game; `None` if it has none of that level.

        Between `start` and `end` a spectator is told all that is needed to answer, and before `end` nothing else is.
        """
