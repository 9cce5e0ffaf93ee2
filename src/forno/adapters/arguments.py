"""Arguments that adapters share: games by name, and choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forno.core.errors import OptionError, Shown, UnknownGame
from forno.core.game import Game
from forno.core.language import _
from forno.core.registry import game as game_of


def game_from(game: Game | str, options: dict[str, Any]) -> Game:
    """Return the game itself, or make the one of that name with these options."""
    if isinstance(game, str):
        return game_of(game, **options)
    if not isinstance(game, Game):
        raise UnknownGame(_("a game is a name or made by forno.game, not {value!r}.").format(value=Shown(game)))
    if options:
        raise OptionError(
            _("{options} can't be set any more: the game is made.").format(options=", ".join(map(repr, options)))
        )
    return game


def one_of(what: str, value: str, choices: Sequence[str]) -> str:
    """Return the value if it is one of the choices. Raises `OptionError`."""
    if value not in choices:
        raise OptionError(
            _("{what} can't be {value!r}; choose from {all}.").format(
                what=what, value=Shown(value), all=", ".join(choices)
            )
        )
    return value
