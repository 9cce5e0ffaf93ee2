"""Human-like memory: what was seen fades, blurs between similar amounts, and gets confused.

Everything that is seen leaves a trace, and the bot's own chance decides at once how long the trace lasts. Nothing is
drawn again later: what was forgotten stays forgotten, a blurred amount stays the same wrong amount, and with the same
seed the same things are remembered.

Time is counted in events, since people forget what other things have covered. All three rates are chances per event:
with a rate of 1/50 a trace lasts for fifty events on average; with all rates at zero nothing is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log

from forno.core.chance import Chance
from forno.core.states import Reduced, by_fields, reduce_with_attributes


@dataclass(frozen=True)
class Forgetting:
    """Rates of forgetting."""

    fading: float = 0.0
    """Rate at which a thing is forgotten altogether."""
    blurring: float = 0.0
    """Rate at which an amount becomes one more or one less, for each card beyond the first: one is rarely taken for
    two, but five easily for six."""
    mixing: float = 0.0
    """Rate at which a thing is mistaken for a similar one: another kind, another owner."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)


class Trace:
    """The memory of one thing that was seen."""

    __slots__ = ("blurs", "fades", "mixes", "seen", "side")

    def __init__(self, seen: int, fades: float, blurs: float, mixes: float, side: int) -> None:
        self.seen = seen
        """Time at which it was seen. The fields below are the delays until it is lost, blurred or confused."""
        self.fades = fades
        self.blurs = blurs
        self.mixes = mixes
        self.side = side
        """Direction of a blurred amount: 1 or -1."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def is_lost(self, now: int) -> bool:
        return now - self.seen >= self.fades

    def is_mixed_up(self, now: int) -> bool:
        return now - self.seen >= self.mixes

    def amount(self, number: int, now: int) -> int:
        """Return the remembered amount, at least 1."""
        if number > 1 and (now - self.seen) * (number - 1) >= self.blurs:
            return number + self.side
        return number


class Mind:
    """Creates traces and counts time in events."""

    def __init__(self, forgetting: Forgetting, chance: Chance) -> None:
        self.forgetting = forgetting
        self.chance = chance
        self.now = 0

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.forgetting, self.chance)

    def pass_time(self) -> None:
        """Advance time by one event."""
        self.now += 1

    def see(self) -> Trace:
        """Return the trace of something seen now."""
        rates = self.forgetting
        fades, blurs, mixes = (self._holds(rate) for rate in (rates.fading, rates.blurring, rates.mixing))
        return Trace(self.now, fades, blurs, mixes, 1 if self.chance.bits() & 1 else -1)

    def _holds(self, rate: float) -> float:
        number = self.chance.random()
        return -log(1 - number) / rate if rate else inf
