"""Means with confidence intervals for games grouped by deal.

The games of one deal share its luck, so they aren't independent; deals are. For a quantity that is y_d in sum over
the m_d observations of deal d, the mean is p = Σy_d / Σm_d, and its variance is estimated from what the deals differ
by: D / (D - 1) · Σ(y_d - p·m_d)² / (Σm_d)², D being the number of deals. The 95% interval is p plus or minus the
quantile of Student's t with D - 1 degrees of freedom times the root of that. A share that is 0 or 1 in every deal
differs nowhere; its interval reaches to where D deals would all come out alike in one of forty runs (Clopper and
Pearson). Where all deals come out alike, the p-value is that of the sign test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, isfinite, lgamma, log, sqrt
from typing import Final

from forno.core.language import N_

CONFIDENCE_LEVEL: Final = 0.95
METHOD: Final = N_(
    "95% intervals with deals as the independent units: cluster-robust variance over deals, Student's t with "
    "deals - 1 degrees of freedom"
)


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float
    error: float
    """The standard error."""
    deals: int

    @property
    def interval(self) -> list[float] | None:
        """The 95% interval as plain data; `None` if it reaches to infinity."""
        return [self.low, self.high] if isfinite(self.low) else None

    @property
    def p_value(self) -> float:
        """The p-value of the hypothesis that the true mean is 0."""
        if self.deals < 2:
            return 1.0
        if self.error == 0:
            return 1.0 if self.mean == 0 else 2.0 ** (1 - self.deals)
        return 2 * t_tail(abs(self.mean) / self.error, self.deals - 1)


def estimate(observations: Iterable[tuple[int, float]], share: bool = False) -> Estimate:
    """Return the mean of observations, each given with its deal. The interval of a share stays within 0 to 1."""
    sums: defaultdict[int, float] = defaultdict(float)
    sizes: defaultdict[int, int] = defaultdict(int)
    for deal, value in observations:
        sums[deal] += value
        sizes[deal] += 1
    deals, size = len(sums), sum(sizes.values())
    if not size:
        return Estimate(0.0, -inf, inf, inf, 0) if not share else Estimate(0.0, 0.0, 1.0, inf, 0)
    mean = sum(sums.values()) / size
    low, high = (0.0, 1.0) if share else (-inf, inf)
    if deals < 2:
        return Estimate(mean, low, high, inf, deals)
    spread = sum((sums[deal] - mean * sizes[deal]) ** 2 for deal in sums)
    error = sqrt(deals / (deals - 1) * spread) / size
    if share and mean in (0.0, 1.0):
        reach = 1 - ((1 - CONFIDENCE_LEVEL) / 2) ** (1 / deals)
        return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach), error, deals)
    reach = t_quantile((1 + CONFIDENCE_LEVEL) / 2, deals - 1) * error
    return Estimate(mean, max(low, mean - reach), min(high, mean + reach), error, deals)


def difference_of_shares(observations: Iterable[tuple[int, float]]) -> Estimate:
    """Return the mean difference of two shares, from -1 to 1, each given with its deal."""
    found = estimate(((deal, (1 + more) / 2) for deal, more in observations), share=True)
    if found.deals < 2:
        return Estimate(2 * found.mean - 1 if found.deals else 0.0, -inf, inf, inf, found.deals)
    return Estimate(2 * found.mean - 1, 2 * found.low - 1, 2 * found.high - 1, 2 * found.error, found.deals)


# --- Student's t ----------------------------------------------------------------


def t_tail(t: float, freedom: int) -> float:
    """Return the upper tail probability of Student's t at t ≥ 0."""
    return 0.5 * _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


@lru_cache
def t_quantile(p: float, freedom: int) -> float:
    """Return the quantile of Student's t at p ≥ 0.5."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        if t_tail(middle, freedom) > 1 - p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1), tiny)
    result = d
    for m in range(1, 1000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + term * d, tiny)
            c = _away(1 + term / c, tiny)
            result *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return result


def _away(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
