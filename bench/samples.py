"""Statistics: whether two samples of times can be told apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import exp, sqrt

ALIKE = 0.001
"""Probability below which samples count as different; one pair of alike samples in a thousand is."""
APART = 1e-6
"""Probability below which samples are clearly of different distributions."""


def chance_alike(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the probability that samples of one distribution differ at least as much (Kolmogorov and Smirnov).

    The largest distance between the two shares of values up to some value, and the limit of its distribution for many
    values.
    """
    first, second = sorted(one), sorted(other)
    distance = 0.0
    place = follower = 0
    while place < len(first) and follower < len(second):
        value = min(first[place], second[follower])
        while place < len(first) and first[place] <= value:
            place += 1
        while follower < len(second) and second[follower] <= value:
            follower += 1
        distance = max(distance, abs(place / len(first) - follower / len(second)))
    root = sqrt(len(first) * len(second) / (len(first) + len(second)))
    scaled = (root + 0.12 + 0.11 / root) * distance
    if scaled < 0.2:
        return 1.0
    signs = (1.0, -1.0) * 50
    terms = [2 * sign * exp(-2 * (number * scaled) ** 2) for number, sign in enumerate(signs, 1)]
    return min(1.0, max(0.0, sum(terms)))


def auc(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how often a value of one sample is larger than one of the other; of equal ones, half."""
    others = sorted(other)
    wins = sum(bisect_left(others, value) + bisect_right(others, value) for value in one)
    return wins / 2 / len(one) / len(others)
