"""Random games of Pizza Master in every mode: that all of them end, how they end, and the scores.

Nothing here is timed. A mission that nobody wins, an objective that nobody gets or a seat that wins too often would
show in the lookups.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

import forno
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.modes import MODES
from forno.games.pizza_master.rules.state import PizzaMasterState

MAX_DECISIONS = 100_000
"""Number of decisions after which a game counts as stuck."""


class Tally:
    """Counts over the games of one mode."""

    def __init__(self, game: PizzaMaster) -> None:
        self.game = game
        self.games = 0
        self.stuck = 0
        self.over_max_days = 0
        self.decisions = 0
        self.days = 0
        self.points: list[int] = []
        self.endings: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.by_seat: Counter[int] = Counter()
        self.by_place: Counter[int] = Counter()
        self.shown: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.dealt: Counter[str] = Counter()
        self.achieved: Counter[str] = Counter()
        self.worth: Counter[str] = Counter()

    def play(self, seed: int, thrifty: bool) -> None:
        """Play one game. A thrifty player completes what can be completed, and is random in everything else."""
        game = self.game
        lookups = game.lookups
        state = game.deal(seed, quiet=True)
        first = state.order
        chance = Random(seed).random
        decisions = 0
        mission = -1
        while not state.is_over and decisions < MAX_DECISIONS:
            legal = state.legal_actions()
            if thrifty:
                legal = [a for a in legal if lookups.complete <= a < lookups.trade] or legal
            state.apply(legal[int(chance() * len(legal))])
            decisions += 1
            if state.missions.today not in (mission, -1):
                self.shown[lookups.mission_names[state.missions.today]] += 1
            mission = state.missions.today
        self.games += 1
        self.decisions += decisions
        if not state.is_over:
            self.stuck += 1
            return
        self.count(state, first)

    def count(self, state: PizzaMasterState, first: tuple[int, ...]) -> None:
        view = state.view(None)
        assert view.outcome is not None
        self.over_max_days += view.day > self.game.max_days
        self.days += view.day
        self.points += view.points
        self.endings[view.ending or ""] += 1
        self.reasons[view.outcome.reason] += 1
        winner = view.outcome.winners[0]
        self.by_seat[winner] += 1
        self.by_place[first.index(winner)] += 1
        self.won.update(name for won in view.won for name in won)
        for award in view.awards:
            self.dealt[award.objective] += 1
            self.achieved[award.objective] += award.seat is not None
            self.worth[award.objective] += award.points

    def report(self, title: str) -> None:
        games = self.games
        ended = max(games - self.stuck, 1)
        print(f"\n## {title}: {games:,} games, {self.game.players} players\n")
        print(f"stuck {self.stuck}, over {self.game.max_days} days {self.over_max_days}")
        print(f"ended by {shares(self.endings, ended)}; decided by {shares(self.reasons, ended)}")
        mean = sum(self.points) / max(len(self.points), 1)
        print(f"mean length {self.days / ended:.1f} days, {self.decisions / games:.0f} decisions")
        print(f"mean points {mean:.1f}, best {max(self.points, default=0)}")
        print(f"wins by seat: {shares(named(self.by_seat, self.game.colours), ended)}")
        places = tuple(f"place {place}" for place in range(1, self.game.players + 1))
        print(f"wins by first turn order: {shares(named(self.by_place, places), ended)}")
        if self.shown:
            print("missions won, a game (days open, a game):")
            for name in self.game.lookups.mission_names:
                print(f"  {name:20} {self.won[name] / ended:5.2f} ({self.shown[name] / games:.2f})")
        if self.dealt:
            print("objectives achieved when dealt (mean points):")
            for name in self.game.lookups.objective_names:
                dealt = max(self.dealt[name], 1)
                print(f"  {name:20} {100 * self.achieved[name] / dealt:5.1f}% ({self.worth[name] / dealt:.1f})")


def named(counts: Counter[int], names: tuple[str, ...]) -> Counter[str]:
    return Counter({name: counts[number] for number, name in enumerate(names)})


def shares(counts: Counter[str], total: int) -> str:
    return ", ".join(f"{name} {100 * count / total:.1f}%" for name, count in counts.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each mode (default 10,000)")
    parser.add_argument("--players", type=int, default=4, help="players (default 4)")
    parser.add_argument("--thrifty", action="store_true", help="players complete whatever they can")
    options = parser.parse_args()
    for mode in MODES:
        game = forno.game("pizza-master", mode=mode, players=options.players)
        assert isinstance(game, PizzaMaster)
        tally = Tally(game)
        for seed in range(options.games):
            tally.play(seed, options.thrifty)
        tally.report(mode)


if __name__ == "__main__":
    main()
