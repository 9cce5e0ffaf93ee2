"""Results on disk: JSON lines or Parquet. An interrupted run can be resumed from them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from forno.arena.matches import Match, Task
from forno.arena.playing import Played
from forno.bots.lineup import Player
from forno.core.errors import MissingExtra, OptionError, ResultsError
from forno.core.language import _

FIELDS = tuple(field.name for field in fields(Played))
AS_TEXT = ("options", "bots", "tally", "columns")
"""Parquet columns that hold JSON, as their keys differ from game to game."""


def to_line(game: Played) -> str:
    return json.dumps(asdict(game), separators=(",", ":"), ensure_ascii=False)


def from_data(data: Any) -> Played:
    if not isinstance(data, dict) or not set(FIELDS) - {"columns"} <= set(data) <= set(FIELDS):
        raise ValueError(_("it isn't the result of a game"))
    return Played(**data)


class Results:
    """The games of a match, in memory and, if there is a file, on disk.

    Use it as a context: however it is left, the file holds every game that was added. Nothing is held twice.
    """

    def __init__(self, match: Match, path: Path | None = None, resume: bool = False) -> None:
        self.match = match
        self.path = path
        self.games: dict[Task, Played] = {}
        self._stream: IO[str] | None = None
        if path is None:
            return
        if path.suffix not in (".jsonl", ".parquet"):
            raise OptionError(_("{path}: results are written as .jsonl or .parquet.").format(path=path))
        self._parquet = path.suffix == ".parquet"
        self._journal = path.with_name(f"{path.name}.part") if self._parquet else path
        """Open file for appending; a Parquet file can only be written as a whole."""
        if self._parquet:
            pyarrow()
        there = [file for file in (path, self._journal) if file.exists()]
        if there and not resume:
            raise OptionError(_("{file} is there already; --resume continues it.").format(file=there[0]))
        if not path.parent.is_dir():
            raise OptionError(
                _("{path} can't be written: {parent} isn't a folder.").format(path=path, parent=path.parent)
            )
        if self._parquet and path.exists():
            self._take(read_parquet(path), path)
        if self._journal.exists():
            self._take(read_lines(self._journal, mend=True), self._journal)

    def _take(self, games: Iterable[Played], file: Path) -> None:
        for game in games:
            self._check(game, file)
            self.games.setdefault(game.key, game)

    def _check(self, game: Played, file: Path) -> None:
        """Refuse a file with games of another match."""
        seatings, rules = self.match.seatings(), self.match.game()
        own = game.rotation < len(seatings) and (
            [player.label for player in seatings[game.rotation]] == game.seats
            and {player.label: dict(player.options) for player in seatings[game.rotation] if player.options}
            == game.bots
            and (game.game, game.rules, game.deck) == (rules.name, rules.rules_version, rules.deck_hash)
            and game.options == json.loads(json.dumps(dict(rules.options)))
            and game.seed == self.match.deal_seed(game.deal)
        )
        if not own:
            raise ResultsError(
                _(
                    "{file} holds games of another match (deal {deal}: {game}, seed {seed}, {seats}); "
                    "choose another file, or the same game, options, bots and seed."
                ).format(file=file, deal=game.deal, game=game.game, seed=game.seed, seats=", ".join(game.seats))
            )

    def __enter__(self) -> Self:
        if self.path is not None:
            self._stream = self._journal.open("a", encoding="utf-8", newline="\n")
        return self

    def add(self, game: Played) -> bool:
        """Keep a game; return whether it is new."""
        if game.key in self.games:
            return False
        self.games[game.key] = game
        if self._stream is not None:
            self._stream.write(to_line(game) + "\n")
            self._stream.flush()
        return True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is None or self.path is None:
            return
        self._stream.close()
        self._stream = None
        if self._parquet:
            write_parquet(self.path, self.sorted())
            self._journal.unlink()

    def sorted(self) -> list[Played]:
        """Return all games, deal by deal."""
        return [self.games[key] for key in sorted(self.games)]


def read_lines(path: Path, mend: bool = False) -> list[Played]:
    """Read JSON lines. A truncated last line is ignored, and removed from the file if asked for."""
    content = path.read_bytes()
    whole, _newline, cut = content.rpartition(b"\n")
    games: list[Played] = []
    for number, line in enumerate(whole.split(b"\n") if whole else [], 1):
        try:
            games.append(from_data(json.loads(line)))
        except ValueError as error:
            raise ResultsError(
                _("{file}: line {line}: {reason}.").format(file=path, line=number, reason=error)
            ) from error
    if cut and mend:
        with path.open("r+b") as file:
            file.truncate(len(content) - len(cut))
    return games


def pyarrow() -> Any:
    """Return PyArrow. Raises `MissingExtra` where it isn't installed."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra(_("Parquet needs PyArrow: pip install 'forno[parquet]', or write .jsonl.")) from error
    return arrow


def parquet_schema(arrow: Any, names: Sequence[str]) -> Any:
    """Return the schema of a Parquet file with these columns."""
    whole, text, number = arrow.int64(), arrow.string(), arrow.float64()
    kinds = dict.fromkeys(("deal", "rotation", "rules", "first", "turns", "players"), whole)
    kinds |= dict.fromkeys(("game", "deck", "seed", "reason", "record", *AS_TEXT), text)
    kinds |= dict.fromkeys(("scores", "winners", "decisions", "actions"), arrow.list_(whole))
    kinds |= dict.fromkeys(("seconds", "median", "slowest"), arrow.list_(number))
    kinds["seats"] = arrow.list_(text)
    return arrow.schema([(name, kinds[name]) for name in names])


def write_parquet(path: Path, games: Iterable[Played]) -> None:
    """Write all games at once; the file is replaced only when the new one is complete."""
    arrow = pyarrow()
    schema = parquet_schema(arrow, FIELDS)
    rows = [asdict(game) for game in games]
    for row in rows:
        row |= {name: json.dumps(row[name]) for name in AS_TEXT}
    new = path.with_name(f"{path.name}.new")
    arrow.parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), new, compression="zstd")
    os.replace(new, path)


def read_parquet(path: Path) -> list[Played]:
    """Read the games in a Parquet file."""
    arrow = pyarrow()
    try:
        rows = arrow.parquet.read_table(path).to_pylist()
        for row in rows:
            row |= {name: json.loads(row[name]) for name in AS_TEXT if name in row}
        return [from_data(row) for row in rows]
    except (arrow.ArrowException, KeyError, TypeError, ValueError) as error:
        raise ResultsError(f"{path}: {error}.") from error


def read_results(path: Path) -> list[Played]:
    """Read the games in a results file of either kind."""
    return read_parquet(path) if path.suffix == ".parquet" else read_lines(path)


def kept_match(games: Sequence[Played]) -> Match:
    """Rebuild the match of these games, as far as they tell: enough for standings."""
    if not games:
        raise ResultsError(_("there are no games in it."))
    first = min(games, key=lambda game: game.key)
    known = dict.fromkeys(label for game in sorted(games, key=lambda game: game.key) for label in game.seats)
    labels = first.seats if len(known) <= len(first.seats) else list(known)
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in first.options.items()}
    settings = {label: options for game in games for label, options in game.bots.items()}
    players = tuple(Player(label, label, tuple(settings.get(label, {}).items())) for label in labels)
    return Match(first.game, tuple(options.items()), players, first.seed.rpartition(".")[0])


def seed_of(path: Path, otherwise: int | str) -> int | str:
    """Return the seed of the match in a results file, or `None` if it holds no game."""
    journal = path.with_name(f"{path.name}.part")
    games = [game for file in (path, journal) if file.exists() for game in read_results(file)[:1]]
    if not games:
        return otherwise
    seed = games[0].seed.rpartition(".")[0]
    return int(seed) if seed.isdecimal() and str(int(seed)) == seed else seed
