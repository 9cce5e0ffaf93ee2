"""Wald's sequential probability ratio test of one bot's share of wins.

Deals are the independent units, as for the intervals. Of two claims, that the share is `low` or that it is `high`, the
likelihood ratio is reckoned deal by deal, in the order of the deals, with the variance seen so far. Once it leaves its
bounds the claim is settled, with about one error in twenty either way. The answer follows from the games alone, in
whatever order they were played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import log

from forno.arena.playing import Played
from forno.core.errors import OptionError, not_understood
from forno.core.language import _

LOG_RATIO_BOUND = log(19)
"""Logarithm of the likelihood ratio at which the test ends, for a probability of 5% of either error."""
MIN_DEALS = 10
"""Minimum number of deals before the variance is trusted."""
LOW, HIGH, OPEN = "low", "high", "open"


@dataclass(frozen=True)
class Claim:
    """The two hypotheses about a bot's share of wins."""

    bot: str
    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """The result of the test."""

    settled: str
    """`low`, `high`, or `open` while undecided."""
    deals: int
    """Number of deals used."""
    ratio: float
    """Logarithm of the likelihood ratio."""


def read_claim(text: str, bots: list[str]) -> Claim:
    """Parse a claim: `0.5,0.55` about the first bot, `nonna=0.5,0.55` about that one."""
    bot, equals, shares = text.rpartition("=")
    try:
        low, high = (float(share) for share in shares.split(","))
    except ValueError as error:
        raise not_understood(text, "--sprt 0.5,0.55") from error
    claim = Claim(bot if equals else bots[0], low, high)
    if claim.bot not in bots:
        raise OptionError(
            _("{setting!r} is for {name}, but {name} doesn't play in this match.").format(setting=text, name=claim.bot)
        )
    if not 0 <= low < high <= 1:
        raise not_understood(text, "--sprt 0.5,0.55")
    return claim


def verdict(claim: Claim, games: Iterable[Played], rotations: int) -> Verdict:
    """Test the complete deals, each with a game for each of `rotations`. Games after an incomplete deal don't count."""
    shares: dict[int, list[float]] = {}
    for game in games:
        found = [game.win_share(seat) for seat, label in enumerate(game.seats) if label == claim.bot]
        shares.setdefault(game.deal, []).append(sum(found) / len(found) if found else -1.0)
    number, mean, spread, ratio = 0, 0.0, 0.0, 0.0
    while len(shares.get(number, ())) == rotations:
        played = [share for share in shares[number] if share >= 0]
        value = sum(played) / len(played)
        number += 1
        change = value - mean
        mean += change / number
        spread += change * (value - mean)
        if number >= MIN_DEALS and spread:
            middle = (claim.low + claim.high) / 2
            ratio = number * (claim.high - claim.low) * (mean - middle) / (spread / (number - 1))
            if abs(ratio) >= LOG_RATIO_BOUND:
                return Verdict(HIGH if ratio > 0 else LOW, number, ratio)
    return Verdict(OPEN, number, ratio)


def is_settled(claim: Claim, games: Collection[Played], rotations: int) -> bool:
    """Return whether the test is decided; worked out once per complete deal."""
    return len(games) % rotations == 0 and verdict(claim, games, rotations).settled != OPEN


def verdict_text(claim: Claim, found: Verdict) -> str:
    """Format the verdict as a sentence."""
    shares = {"bot": claim.bot, "low": 100 * claim.low, "high": 100 * claim.high, "deals": found.deals}
    if found.settled == OPEN:
        return _("After {deals} deals it isn't clear whether {bot} wins {low:g}% or {high:g}%.").format(**shares)
    if found.settled == HIGH:
        return _("Clear after {deals} deals: {bot} wins about {high:g}%, not {low:g}%.").format(**shares)
    return _("Clear after {deals} deals: {bot} wins about {low:g}%, not {high:g}%.").format(**shares)
