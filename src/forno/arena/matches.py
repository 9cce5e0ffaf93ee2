"""Matches: the game, the line-up, and the deals in all rotations of seats."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from forno.bots.lineup import Player
from forno.core.errors import OptionError
from forno.core.game import Game
from forno.core.language import _
from forno.core.registry import game as make_game
from forno.core.registry import game_info


class Task(NamedTuple):
    """One game of a match, and its key: no two games of a match have the same."""

    deal: int
    rotation: int


@dataclass(frozen=True)
class Match:
    """A game with its options, a line-up, and the seed of all deals.

    It holds all that a game depends on, so that any process on any machine plays the same game for the same task.
    Texts of files are part of it: a deck doesn't change while a match goes on, and need not be on other machines.
    """

    game_name: str
    options: tuple[tuple[str, Any], ...]
    players: tuple[Player, ...]
    seed: int | str
    files: tuple[tuple[str, str], ...] = ()
    """Options that are files, with their text."""
    tallied: bool = False
    """Whether completed orders are counted."""
    columns: tuple[tuple[str, str], ...] = ()
    """Extra columns: a name, and the `module:function` that gets the last state."""

    @classmethod
    def of(
        cls,
        game_name: str,
        options: Mapping[str, Any],
        players: Sequence[Player],
        seed: int | str,
        tallied: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> Match:
        """Check everything that can be checked before the first game: options, files, and that every bot can play.

        More bots than seats are a pool: every table that they can make is played.
        """
        info = game_info(game_name)
        seats = options.get("players", len(players))
        if seats > len(players) or (seats < len(players) and len(set(players)) < len(players)):
            raise OptionError(
                _("{players} bots can't play a game of {seats}; leave --players out.").format(
                    players=len(players), seats=seats
                )
            )
        files = {
            key: _read(value) for key, value in options.items() if info.option(key).kind == "file" and value is not None
        }
        settled = {key: value for key, value in options.items() if key not in files} | {"players": seats}
        match = cls(
            info.name,
            tuple(settled.items()),
            tuple(players),
            seed,
            tuple(files.items()),
            tallied,
            tuple((columns or {}).items()),
        )
        for player in players:
            player.make(match.game(), 0, 0).close()
        return match

    def modules(self) -> list[str]:
        """Return the modules with bots and columns of one's own: those named by `module:name`."""
        named = [player.name for player in self.players] + [place for _name, place in self.columns]
        return list(dict.fromkeys(place.partition(":")[0] for place in named if ":" in place))

    @property
    def table(self) -> int:
        """Number of seats at a table."""
        return int(dict(self.options).get("players", len(self.players)))

    def game(self) -> Game:
        """Return the game, made once in every process."""
        return _game(self.game_name, self.options, self.files)

    def seatings(self) -> list[tuple[Player, ...]]:
        """Seatings: the players by seat in each rotation; of a pool, at each table that it can make.

        A line-up that repeats itself has fewer rotations than players.
        """
        size = self.table
        tables = combinations(self.players, size)
        return list(dict.fromkeys(table[turn:] + table[:turn] for table in tables for turn in range(size)))

    def deals(self, games: int) -> int:
        """Return how many deals make at least `games` games, each deal being played in all rotations."""
        return -(-games // len(self.seatings()))

    def tasks(self, deals: int) -> Iterator[Task]:
        """Return all games, deal by deal: a run that is cut off has played nearly every deal in all rotations."""
        rotations = range(len(self.seatings()))
        return (Task(deal, rotation) for deal in range(deals) for rotation in rotations)

    def deal_seed(self, deal: int) -> str:
        """Return the seed of a deal, the same for all rotations. `forno play --seed` deals it again."""
        return f"{self.seed}.{deal}"


def _read(path: Any) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(_("{what} can't be read: {reason}.").format(what=path, reason=error)) from error


@lru_cache(maxsize=8)
def _game(name: str, options: tuple[tuple[str, Any], ...], files: tuple[tuple[str, str], ...]) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        paths: dict[str, str] = {}
        for key, text in files:
            path = Path(folder, f"{key}.toml")
            path.write_text(text, encoding="utf-8")
            paths[key] = str(path)
        return make_game(name, **dict(options), **paths)
