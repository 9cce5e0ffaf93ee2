"""Words of the line protocol (`docs/line-protocol.md`), shared by both ends."""

from __future__ import annotations

import json
from typing import Any, Final

from forno.core.errors import BotError
from forno.core.game import Game

VERSION: Final = 1
HELLO: Final = "forno"
"""Host to program: the version of the protocol."""
HELLO_OK: Final = "fornook"
GAME: Final = "game"
READY: Final = "readyok"
EVENT: Final = "event"
CHOOSE: Final = "choose"
BEST: Final = "bestaction"
ERROR: Final = "error"
QUIT: Final = "quit"


def say(word: str, content: Any = None) -> str:
    """Format a line: a word, and after a space its content as JSON."""
    return word if content is None else f"{word} {json.dumps(content, separators=(',', ':'))}"


def split_line(line: str) -> tuple[str, str]:
    """Split a line into its word and the rest."""
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def content(rest: str) -> dict[str, Any]:
    """Parse what follows the word as a JSON object."""
    try:
        data = json.loads(rest)
    except ValueError as error:
        raise BotError(f"this is no JSON: {error}.") from error
    if not isinstance(data, dict):
        raise BotError("this is no JSON object.")
    return data


def introduce(game: Game, seat: int, seed: int | str) -> dict[str, Any]:
    """Return the description of a new game for a program."""
    return {
        "game": game.name,
        "rules": game.rules_version,
        "options": dict(game.options),
        "deck": game.deck_hash,
        "seats": [game.seat_name(number) for number in range(game.players)],
        "seat": seat,
        "seed": seed,
        "actions": [str(action) for action in game.actions],
    }
