"""Standings: shares of wins, scores and times of a match's bots, with intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import Any

from forno.arena.intervals import METHOD, Estimate, difference_of_shares, estimate
from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.arena.ratings import Rating, elo, ratings


@dataclass(frozen=True)
class Standing:
    """One bot's line. If it has several seats in a game, shares and scores are per seat."""

    name: str
    options: dict[str, Any]
    games: int
    wins: Estimate
    """Share of games that one seat wins; a shared win counts in parts."""
    score: Estimate
    rating: Rating | None
    elo: float
    decisions: int
    seconds_per_decision: float
    median_decision: float
    """Median over games of the median decision time."""
    slowest_decision: float
    scores: tuple[int, ...]
    """All its scores."""


@dataclass(frozen=True)
class Standings:
    """All bots of a match, the best first."""

    bots: tuple[Standing, ...]
    games: int
    deals: int
    incomplete: int
    """Number of deals not played in all rotations."""
    players: int
    ahead: dict[tuple[str, str], float]
    """Share of games in which the first finished ahead of the second, a tie being half."""
    more_wins: dict[tuple[str, str], Estimate]
    """Difference in shares of wins, over the games and deals that both played."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for `--json`."""
        names = [bot.name for bot in self.bots]
        return {
            "games": self.games,
            "deals": self.deals,
            "incomplete_deals": self.incomplete,
            "players": self.players,
            "fair_share": 1 / self.players if self.players else 0.0,
            "method": METHOD,
            "bots": [_bot_as_dict(bot) for bot in self.bots],
            "crosstable": {
                one: {other: self.ahead[one, other] for other in names if (one, other) in self.ahead} for one in names
            },
            "paired": [
                {
                    "bot": one,
                    "against": other,
                    "more_wins": found.mean,
                    "ci95": found.interval,
                    "p": found.p_value,
                }
                for (one, other), found in self.more_wins.items()
            ],
        }


def _bot_as_dict(bot: Standing) -> dict[str, Any]:
    rating = None if bot.rating is None else {"mu": bot.rating.mu, "sigma": bot.rating.sigma}
    return {
        "name": bot.name,
        "options": bot.options,
        "games": bot.games,
        "win_share": bot.wins.mean,
        "ci95": bot.wins.interval,
        "mean_score": bot.score.mean,
        "mean_score_ci95": bot.score.interval,
        "rating": rating,
        "elo": bot.elo,
        "decisions": bot.decisions,
        "seconds_per_decision": bot.seconds_per_decision,
        "median_decision": bot.median_decision,
        "slowest_decision": bot.slowest_decision,
    }


def standings(match: Match, games: Sequence[Played]) -> Standings:
    """Return the standings after these games."""
    rated, points = ratings(games), elo(games)
    labels = dict.fromkeys(player.label for player in match.players)
    options = {player.label: dict(player.options) for player in match.players}
    bots = [
        _standing(name, options[name], games, None if rated is None else rated.get(name), points.get(name, 0.0))
        for name in labels
    ]
    bots.sort(key=lambda bot: (-bot.wins.mean, -bot.score.mean))
    played: dict[int, int] = {}
    for game in games:
        played[game.deal] = played.get(game.deal, 0) + 1
    rotations = len(match.seatings())
    return Standings(
        bots=tuple(bots),
        games=len(games),
        deals=len(played),
        incomplete=sum(number < rotations for number in played.values()),
        players=match.table,
        ahead=crosstable(games),
        more_wins=paired([bot.name for bot in bots], games),
    )


def _standing(
    name: str, options: dict[str, Any], games: Sequence[Played], rating: Rating | None, points: float
) -> Standing:
    seats = [(game, seat) for game in games for seat, label in enumerate(game.seats) if label == name]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    seconds = sum(game.seconds[seat] for game, seat in seats)
    return Standing(
        name=name,
        options=options,
        games=len({game.key for game, _ in seats}),
        wins=estimate(((game.deal, game.win_share(seat)) for game, seat in seats), share=True),
        score=estimate((game.deal, game.scores[seat]) for game, seat in seats),
        rating=rating,
        elo=points,
        decisions=decisions,
        seconds_per_decision=seconds / decisions if decisions else 0.0,
        median_decision=median(game.median[seat] for game, seat in seats) if seats else 0.0,
        slowest_decision=max((game.slowest[seat] for game, seat in seats), default=0.0),
        scores=tuple(game.scores[seat] for game, seat in seats),
    )


def paired(names: Sequence[str], games: Sequence[Played]) -> dict[tuple[str, str], Estimate]:
    """Return the paired difference in wins over the same deals, in which luck cancels out."""
    found: dict[tuple[str, str], Estimate] = {}
    for one, other in combinations(names, 2):
        together = [game for game in games if one in game.seats and other in game.seats]
        found[one, other] = difference_of_shares(
            (game.deal, _share(game, one) - _share(game, other)) for game in together
        )
    return found


def _share(game: Played, name: str) -> float:
    """Return the share of the win of one seat of a bot."""
    shares = [game.win_share(seat) for seat, label in enumerate(game.seats) if label == name]
    return sum(shares) / len(shares)


def crosstable(games: Sequence[Played]) -> dict[tuple[str, str], float]:
    """Return the share of games in which one finished ahead of another: winners first, then by score, ties half."""
    met: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        for one, other, ahead in game.meetings():
            met[one, other].append(ahead)
    return {pair: sum(won) / len(won) for pair, won in met.items()}
