"""How long answers take, so that time tells nothing.

Whether somebody had a choice must not show in how long the answer took. Whoever decides by themselves takes the time
that they take, with one answer or with several. Everybody else answers by a clock that starts with the question and
doesn't know what is held: bots, and people who let their only answer be given for them.

Nothing here looks at a clock or at chance: both come from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from math import log as logarithm
from statistics import NormalDist
from typing import Final

from forno.core.chance import Chance
from forno.table.entries import Entry, Moved

PEOPLE: Final = (3.0, 0.5)
"""Seconds that people usually take to choose, and how widely they differ from that, in natural logarithms."""
FEW: Final = 3
"""Who has chosen fewer times than this is taken for anybody: the others don't know better, either."""
MOST: Final = 60
"""So many of the latest times are kept."""
ABSENT: Final = 60.0
"""Who takes more seconds than this has gone for a walk; nobody waits so long for an answer that is drawn."""
BLUR: Final = 0.12
"""How much a time that is drawn differs from the one that it is drawn after: no two answers take equally long."""
BOT_PAUSE: Final = (0.4, 0.8)
"""Seconds that a bot takes to answer, at least and at most: longer than it thinks, so that thinking doesn't show."""
IN_A_ROW: Final = 5
"""So many answers of bots in a row take their time; …"""
HURRIED: Final = 0.25
"""… of those that follow, people wait for the last, and each takes so much of it."""

_bell = NormalDist()


class Pace:
    """The times that one person takes for answers which others can't foresee."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def note(self, seconds: float) -> None:
        """The person chose, and it took so long."""
        if 0 < seconds <= ABSENT:
            self._times = [*self._times[1 - MOST :], seconds]

    def draw(self, chance: Chance) -> float:
        """How long this person might take for the next answer."""
        usual, spread = PEOPLE
        if len(self._times) >= FEW:
            usual, spread = chance.choice(self._times), BLUR
        return min(ABSENT, exp(logarithm(usual) + spread * _bell.inv_cdf(max(chance.random(), 1e-12))))


def hurried(between: tuple[float, float], log: Sequence[Entry]) -> tuple[float, float]:
    """How long a bot takes, at least and at most, after what has happened: all can see who has answered in a row."""
    row = 0
    for entry in reversed(log):
        if isinstance(entry, Moved):
            row += 1
            if entry.by == "player":
                break
            if row == IN_A_ROW:
                least, most = between
                return least * HURRIED, most * HURRIED
    return between


def bot_pause(between: tuple[float, float], chance: Chance) -> float:
    """How long a bot takes."""
    least, most = between
    return least + (most - least) * chance.random()
