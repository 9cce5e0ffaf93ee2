"""Times of answers that aren't a person's own, drawn so that they tell nothing.

The time that an answer takes must not show whether there was a choice. People who decide for themselves take their own
time, with one answer or with several. All other answers come by a clock that starts with the question and doesn't know
what the seat holds: those of bots, and the only answers that people let the page give for them.

Nothing here asks a clock or draws chance: both come from outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from math import log as logarithm
from statistics import NormalDist
from typing import Final

from forno.core.chance import Chance

PERSON_SECONDS: Final = (3.0, 0.5)
"""Usual seconds of a person's choice, and how widely people differ from it, in natural logarithms."""
FEWEST_CHOICES: Final = 3
"""Choices before which a person is taken for anybody: the others don't know better, either."""
LATEST_CHOICES: Final = 60
"""Choices whose times are kept."""
LONGEST_CHOICE_SECONDS: Final = 60.0
"""Seconds after which a person counts as absent; no drawn answer takes longer."""
BLUR: Final = 0.12
"""Spread of a drawn time around the one it is drawn after: no two answers take equally long."""
BOT_PAUSE: Final = (0.4, 0.8)
"""Seconds that a bot takes to answer, at least and at most: longer than it thinks, so that thinking doesn't show."""
UNHURRIED_ANSWERS: Final = 5
"""Answers of bots in a row that take their whole time."""
HURRIED_SHARE: Final = 0.25
"""Share of that time that each further answer in the row takes: people wait for the last."""

_bell = NormalDist()


@dataclass(frozen=True)
class Pace:
    """Times that one person took for answers which others can't foresee."""

    times: tuple[float, ...] = ()

    def after(self, seconds: float) -> Pace:
        """The pace after a choice that took so long."""
        if not 0 < seconds <= LONGEST_CHOICE_SECONDS:
            return self
        return Pace((*self.times[1 - LATEST_CHOICES :], seconds))

    def draw(self, chance: Chance) -> float:
        """Seconds that this person might take for the next answer."""
        usual, spread = PERSON_SECONDS
        if len(self.times) >= FEWEST_CHOICES:
            usual, spread = chance.choice(self.times), BLUR
        return min(LONGEST_CHOICE_SECONDS, exp(logarithm(usual) + spread * _bell.inv_cdf(max(chance.random(), 1e-12))))


def hurried(between: tuple[float, float], movers: Iterable[str]) -> tuple[float, float]:
    """Seconds that a bot takes, at least and at most, after the latest moves.

    `movers`: who made them (`Moved.by`), the latest first. Everybody can see who has answered in a row.
    """
    for row, by in enumerate(movers, 1):
        if by == "player":
            break
        if row == UNHURRIED_ANSWERS:
            least, most = between
            return least * HURRIED_SHARE, most * HURRIED_SHARE
    return between


def bot_pause(between: tuple[float, float], chance: Chance) -> float:
    """Seconds that a bot takes for one answer."""
    least, most = between
    return least + (most - least) * chance.random()
