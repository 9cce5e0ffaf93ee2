"""Results as columns, for pandas and Polars: one row for every seat of every game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from forno.arena.playing import Played
from forno.arena.results import read_results

BY_SEAT = ("decisions", "seconds", "median", "slowest")


def load(path: str | Path) -> dict[str, list[Any]]:
    """Read a results file, `.jsonl` or `.parquet`, as columns for `pandas.DataFrame(…)` or `polars.DataFrame(…)`."""
    return columns(read_results(Path(path)))


def columns(games: Iterable[Played]) -> dict[str, list[Any]]:
    """Return games as columns. Options are called `option_NAME`, recorded extras by their names."""
    rows = [row for game in games for row in _rows(game)]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _rows(game: Played) -> list[dict[str, Any]]:
    whole = {"deal": game.deal, "rotation": game.rotation, "game": game.game, "rules": game.rules, "seed": game.seed}
    whole |= {"reason": game.reason, "turns": game.turns}
    options = {f"option_{name}": _cell(value) for name, value in game.options.items()}
    more = {name: _cell(value) for name, value in game.columns.items()}
    ranks = game.ranks()
    return [
        whole
        | {
            "seat": seat,
            "bot": bot,
            "begins": seat == game.first,
            "score": game.scores[seat],
            "place": ranks[seat],
            "won": game.win_share(seat),
        }
        | {name: getattr(game, name)[seat] for name in BY_SEAT}
        | options
        | more
        for seat, bot in enumerate(game.seats)
    ]


def _cell(value: Any) -> Any:
    """Convert a value to one that fits into a column."""
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else value
