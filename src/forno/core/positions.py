"""Reading positions built by hand: piles named in words, with a reason for whatever can't be."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.errors import PositionError
from forno.core.game import Game

REST = "rest"
"""Stands for every card that lies nowhere else."""


def cards(text: str) -> list[tuple[int, str]]:
    """Numbers and names: `"3 salami, order 4-olive"` is 3 salami and 1 order 4-olive."""
    found: list[tuple[int, str]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        number, _, name = part.partition(" ")
        found.append((int(number), name.strip()) if number.isdecimal() and name else (1, part))
    return found


def each_seat(game: Game, where: str, piles: Sequence[str] | None) -> list[tuple[int, str, str]]:
    """For every seat its number, where its pile is (for messages), and the text of the pile; none named, all empty."""
    texts = [""] * game.players if piles is None else piles
    if isinstance(texts, str) or len(texts) != game.players:
        raise PositionError(f"{where}: give one text for each of the {game.players} players.")
    return [(seat, f"{where} of {game.seat_name(seat)}", text) for seat, text in enumerate(texts)]


def player(game: Game, where: str, colour: str) -> int:
    """The seat of a colour."""
    if colour not in game.colours:
        raise PositionError(f"{where}: nobody plays {colour!r}; there are {', '.join(game.colours)}.")
    return game.colours.index(colour)
