"""Times of answers that aren't a person's own, drawn so that they tell nothing.

The time that an answer takes must not show whether there was a choice. People who decide for themselves take their own
time, with one answer or with several. All other answers come by a clock that starts with the question and doesn't know
what the seat holds: those of bots, and the only answers that people let the page give for them.

Nothing here asks a clock or draws chance: both come from outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, sqrt
from math import log as logarithm
from statistics import NormalDist
from typing import Final

from forno.core.chance import Chance

TURN_SECONDS: Final = 6.0
"""Usual seconds of a person's turn: known to everybody, like the other figures of people here."""
CHOICE_SECONDS: Final = 3.0
"""Usual seconds of a choice that others can't foresee."""
PEOPLE_SPREAD: Final = 0.6
"""Difference between people, in all that they do. This and the other spreads are of natural logarithms of seconds."""
KIND_SPREAD: Final = 0.4
"""Difference between a person's pace at one kind of choice and at turns."""
TURN_SPREAD: Final = 0.7
"""Difference between the turns of one person."""
CHOICE_SPREAD: Final = 0.4
"""Difference between the choices of one person and kind."""
PRIOR_CHOICES: Final = 6
"""Choices that these figures are worth beside a person's own."""
MAX_TIMES_KEPT: Final = 60
"""Choices of a kind, and turns, whose times are kept."""
MAX_CHOICE_SECONDS: Final = 60.0
"""Seconds after which a person counts as absent; no drawn answer takes longer."""
BLUR: Final = 0.12
"""Spread of a drawn time around the one it is drawn after: no two answers take equally long."""
BOT_PAUSE_SECONDS: Final = (0.4, 0.8)
"""Seconds that a bot takes to answer, at least and at most: longer than it thinks, so that thinking doesn't show."""
UNHURRIED_ANSWERS: Final = 5
"""Answers of bots in a row that take their whole time."""
HURRIED_SHARE: Final = 0.25
"""Share of that time that each further answer in the row takes: people wait for the last."""

_bell = NormalDist()


@dataclass(frozen=True)
class Pace:
    """Times that one person took: for turns, and by kind for choices which others can't foresee."""

    turns: tuple[float, ...] = ()
    choices: Mapping[type, tuple[float, ...]] = field(default_factory=dict)

    def after_turn(self, seconds: float) -> Pace:
        """Return the pace after a turn that took this long."""
        return Pace(_note_time(self.turns, seconds), self.choices)

    def after_choice(self, seconds: float, kinds: Iterable[type]) -> Pace:
        """Return the pace after a choice between actions of these kinds."""
        return Pace(self.turns, {**self.choices, **{kind: _note_time(self._of(kind), seconds) for kind in kinds}})

    def draw(self, kind: type, chance: Chance) -> float:
        """Return seconds that this person might take for the next answer, as far as others can know.

        One of the person's own times, or the more likely the fewer there are, a time by what everybody can expect.
        """
        own = self._of(kind)
        if chance.below(len(own) + PRIOR_CHOICES) < len(own):
            usual, spread = logarithm(chance.choice(own)), BLUR
        else:
            usual, spread = self.expected(kind)
        return min(MAX_CHOICE_SECONDS, exp(usual + spread * _bell.inv_cdf(max(chance.random(), 1e-12))))

    def _of(self, kind: type) -> tuple[float, ...]:
        return self.choices.get(kind, ())

    def expected(self, kind: type) -> tuple[float, float]:
        """Return the expected logarithm of the next time, and its spread: those of people, corrected by all times."""
        pace, doubt = _corrected_pace(0.0, PEOPLE_SPREAD**2, self.turns, TURN_SECONDS, TURN_SPREAD)
        pace, doubt = _corrected_pace(pace, doubt + KIND_SPREAD**2, self._of(kind), CHOICE_SECONDS, CHOICE_SPREAD)
        return logarithm(CHOICE_SECONDS) + pace, sqrt(doubt + CHOICE_SPREAD**2)


def _note_time(times: tuple[float, ...], seconds: float) -> tuple[float, ...]:
    if not 0 < seconds <= MAX_CHOICE_SECONDS:
        return times
    return (*times[1 - MAX_TIMES_KEPT :], seconds)


def _corrected_pace(
    pace: float, doubt: float, times: tuple[float, ...], usual: float, spread: float
) -> tuple[float, float]:
    """Return a person's pace (a logarithm, 0 is usual) and its variance after these times: normal before and after."""
    sure = 1 / doubt + len(times) / spread**2
    off = sum([logarithm(time / usual) for time in times], 0.0)
    return (pace / doubt + off / spread**2) / sure, 1 / sure


def hurried_pause(between: tuple[float, float], movers: Iterable[str]) -> tuple[float, float]:
    """Return seconds that a bot takes, at least and at most, after the latest moves.

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
    """Return seconds that a bot takes for one answer."""
    least, most = between
    return least + (most - least) * chance.random()
