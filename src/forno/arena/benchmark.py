"""The benchmark, protocol 1: a bot at fixed tables against fixed opponents, from fixed seeds.

Each row is a match of the arena: the bot has one seat, opponents of one level have the others, and every deal is played
in all rotations. The deals of a row depend on the protocol, the table and the opponent alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any, Final

import forno
from forno.arena.columns import duration, number, percent
from forno.arena.intervals import METHOD, Estimate
from forno.arena.matches import Match
from forno.arena.sessions import run
from forno.arena.standings import Standing, standings
from forno.bots.lineup import Player, read_player
from forno.bots.registry import BOTS
from forno.core.registry import GameInfo, catalogue, game_info

PROTOCOL: Final = 1
"""Version of the protocol: a change of tables, opponents, seeds, numbers or measures raises it."""
OPPONENTS: Final = ("random", "cuoco", "pizzaiolo")
GAMES_PER_ROW: Final = 2000
GAMES_PER_ROW_OF_SLOW_BOTS: Final = 100
BASELINES: Final = (
    "random",
    "garzone",
    "cuoco",
    "pizzaiolo",
    "search:iterations=50",
    "nonna:iterations=150",
    "bisnonna:iterations=0",
    "bisnonna:iterations=150",
)
"""Bots that others are compared with. Budgets are iterations, so that a run doesn't depend on the machine. `search`
plays to the end of the game each time, so 50 take about as long as 150 of `nonna`. Without any, `bisnonna` is
her network alone, which learned by proximal policy optimisation (PPO)."""


@dataclass(frozen=True)
class BenchmarkRow:
    """One table with one kind of opponents."""

    info: GameInfo
    options: tuple[tuple[str, Any], ...]
    opponent: str

    @property
    def name(self) -> str:
        return "-".join([self.info.name, *(str(value) for _name, value in self.options), self.opponent])

    @property
    def players(self) -> int:
        return int(dict(self.options)["players"])

    def match(self, bot: Player) -> Match:
        """Return the match of this row for a bot."""
        others = replace(read_player(self.opponent), label=f"{self.opponent} (opponent)")
        lineup = [bot, *[others] * (self.players - 1)]
        return Match.of(self.info.name, dict(self.options), lineup, f"benchmark-{PROTOCOL}-{self.name}")


@dataclass(frozen=True)
class BenchmarkResult:
    """The result of a bot in a row."""

    row: BenchmarkRow
    standing: Standing
    rules: int
    deck: str

    def as_dict(self) -> dict[str, Any]:
        bot = self.standing
        return {
            "row": self.row.name,
            "game": self.row.info.name,
            "options": dict(self.row.options),
            "opponent": self.row.opponent,
            "rules": self.rules,
            "deck": self.deck,
            "games": bot.games,
            "win_share": bot.wins.mean,
            "ci95": bot.wins.interval,
            "fair_share": 1 / self.row.players,
            "mean_score": bot.score.mean,
            "median_decision": bot.median_decision,
        }


def benchmark_rows(games: Sequence[str] = ()) -> list[BenchmarkRow]:
    """Return the rows of the protocol, or those of some games only. Games of other packages have rows if asked for."""
    infos = [game_info(name) for name in games] or [info for info in catalogue() if info.factory.startswith("forno.")]
    tables = [(info, table) for info in infos for table in info.benchmark_tables]
    return [BenchmarkRow(info, table, opponent) for info, table in tables for opponent in OPPONENTS]


def games_per_row(bot: Player) -> int:
    """Return how many games the protocol asks for: fewer of registered bots that search for long."""
    info = BOTS.get(bot.name) if bot.name in BOTS.names() else None
    is_quick = info is None or info.quick or dict(bot.options).get("iterations") == 0
    return GAMES_PER_ROW if is_quick else GAMES_PER_ROW_OF_SLOW_BOTS


def run_benchmark(
    bot: Player,
    rows: Sequence[BenchmarkRow],
    games: int,
    folder: Path,
    processes: int | None = None,
    began: Callable[[BenchmarkRow], None] = lambda row: None,
) -> Iterator[BenchmarkResult]:
    """Play the rows one after the other; games that are in the folder already aren't played again.

    Raises `KeyboardInterrupt` if it is interrupted; what was played is in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        began(row)
        match = row.match(bot)
        out = folder / f"{file_name(bot)}.{row.name}.jsonl"
        played, complete = run(match, games, processes=processes, out=out, resume=True)
        if not complete:
            raise KeyboardInterrupt
        standing = next(found for found in standings(match, played).bots if found.name == bot.label)
        rules = match.game()
        yield BenchmarkResult(row, standing, rules.rules_version, rules.deck_hash)


def overall(results: Sequence[BenchmarkResult]) -> Estimate:
    """Return the mean share of wins over rows, which are independent of each other."""
    mean = sum(found.standing.wins.mean for found in results) / len(results)
    below = sqrt(sum((found.standing.wins.mean - found.standing.wins.low) ** 2 for found in results)) / len(results)
    above = sqrt(sum((found.standing.wins.high - found.standing.wins.mean) ** 2 for found in results)) / len(results)
    error = sqrt(sum(found.standing.wins.error**2 for found in results)) / len(results)
    return Estimate(mean, mean - below, mean + above, error, sum(found.standing.wins.deals for found in results))


def as_markdown(bot: Player, results: Sequence[BenchmarkResult]) -> str:
    """Format the results of a bot as a table, with what is needed to cite them."""
    lines = [
        f"**{bot.label}**, benchmark protocol {PROTOCOL}, Forno {forno.__version__}: "
        f"wins {percent(overall(results))} over all rows",
        "",
        "| game | players | against | games | wins [95%] | fair share | score | median decision |",
        "|---|---:|---|---:|---:|---:|---:|---:|",
    ]
    for found in results:
        row, standing = found.row, found.standing
        cells = (
            row.info.heading(dict(row.options)),
            str(row.players),
            row.opponent,
            str(standing.games),
            percent(standing.wins),
            f"{100 / row.players:.0f}%",
            number(standing.score),
            duration(standing.median_decision),
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, ""])


def as_data(bot: Player, results: Sequence[BenchmarkResult]) -> dict[str, Any]:
    """Return the results of a bot as plain data."""
    total = overall(results)
    return {
        "protocol": PROTOCOL,
        "forno": forno.__version__,
        "bot": bot.label,
        "options": dict(bot.options),
        "method": METHOD,
        "win_share": total.mean,
        "ci95": total.interval,
        "rows": [found.as_dict() for found in results],
    }


def file_name(bot: Player) -> str:
    """Return the beginning of the names of a bot's files."""
    return re.sub(r"[^A-Za-z0-9_=.]+", "-", bot.label).strip("-")
