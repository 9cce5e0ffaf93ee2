"""A data set of games as Parquet, with its datasheet: every edition and mode, every number of players, four levels."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final

import forno
from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.arena.results import parquet_schema, pyarrow
from forno.arena.runners import run_here
from forno.bots.lineup import read_lineup
from forno.core.errors import OptionError
from forno.core.game import State
from forno.core.records import Record
from forno.core.registry import catalogue
from forno.core.registry import game as make_game

VERSION: Final = 1
DEFAULT_GAMES: Final = 10_000
SEED: Final = f"dataset-{VERSION}"
LEVELS: Final = ("random", "garzone", "cuoco", "pizzaiolo")
FIELDS: Final = (
    *("game", "options", "players", "rules", "deck", "seed", "seats", "first", "scores", "winners", "reason"),
    *("turns", "decisions", "actions", "record"),
)
"""Columns of the file. Times aren't among them, so that every machine writes the same."""
COLUMNS: Final = {"actions": f"{__name__}:actions", "record": f"{__name__}:record"}


def actions(state: State) -> list[int]:
    """Return the numbers of all actions, in order."""
    return state.history()


def record(state: State) -> str:
    """Return the record as text, which replays."""
    return str(Record.of(state))


def dataset_matches() -> list[Match]:
    """Return the matches that the games are taken from: one for each edition or mode and number of players."""
    found: list[Match] = []
    for info in catalogue():
        if not info.factory.startswith("forno."):
            continue
        players = info.option("players")
        for variant in info.variants:
            for number in range(players.least, players.most + 1):
                options = {info.variant: variant, "players": number}
                try:
                    make_game(info.name, **options)
                except OptionError:  # some editions are for fewer
                    continue
                lineup = [*LEVELS, *LEVELS[: -1 - max(0, number - len(LEVELS)) : -1]]
                bots = read_lineup(",".join(lineup[: max(number, len(LEVELS))]))
                found.append(Match.of(info.name, options, bots, SEED, columns=COLUMNS))
    return found


def dataset_games(games: int, processes: int | None, step: Callable[[], None]) -> Iterator[list[Played]]:
    """Play the games, match by match, with a step for each; each list is sorted by deal and rotation."""
    matches = dataset_matches()
    for place, match in enumerate(matches):
        number = games // len(matches) + (place < games % len(matches))
        played: list[Played] = []
        for game in run_here(match, list(islice(match.tasks(number), number)), processes):
            played.append(game)
            step()
        yield sorted(played, key=lambda game: game.key)


def write_dataset(
    path: Path, games: int = DEFAULT_GAMES, processes: int | None = None, step: Callable[[], None] = lambda: None
) -> Path:
    """Write the file, group by group as the games are played, and its datasheet beside it; return the datasheet's path.

    The file has its name only when it is complete. The same version of Forno writes the same games.
    """
    arrow = pyarrow()
    schema = parquet_schema(arrow, FIELDS)
    new, counts = path.with_name(f"{path.name}.new"), Counter[tuple[str, int]]()
    try:
        with arrow.parquet.ParquetWriter(new, schema, compression="zstd") as writer:
            for played in dataset_games(games, processes, step):
                if played:
                    writer.write_table(arrow.Table.from_pylist([_row(game) for game in played], schema=schema))
                counts.update((_heading(game), len(game.seats)) for game in played)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
    sheet = path.with_suffix(".md")
    sheet.write_text(_datasheet(path, counts), encoding="utf-8", newline="\n")
    return sheet


def _row(game: Played) -> dict[str, Any]:
    row = asdict(game) | game.columns | {"players": len(game.seats), "options": json.dumps(game.options)}
    return {name: row[name] for name in FIELDS}


def _heading(game: Played) -> str:
    return forno.game_info(game.game).heading(game.options)


def _datasheet(path: Path, counts: Counter[tuple[str, int]]) -> str:
    rows = [f"| {name} | {players} | {number} |" for (name, players), number in counts.items()]
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    text = files("forno.arena").joinpath("datasheet.md").read_text(encoding="utf-8")
    facts = {
        "FILE": path.name,
        "SHA256": digest,
        "GAMES": f"{counts.total():,}",
        "FORNO": forno.__version__,
        "VERSION": str(VERSION),
        "SEED": SEED,
        "LEVELS": ", ".join(f"`{level}`" for level in LEVELS),
        "COUNTS": "\n".join(rows),
    }
    for name, value in facts.items():
        text = text.replace(f"{{{name}}}", value)
    return text
