"""Games with their options settled, made once for all tables that play them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from forno.core.errors import OptionError
from forno.core.game import Game
from forno.core.language import _
from forno.core.registry import game, read_deck

DECK_NAME = "deck"
"""What errors call a deck that came as a text."""


def settled_game(name: str, options: Mapping[str, Any], deck_text: str | None) -> Game:
    """The game as a table plays it. Raises `UnknownGame`, `OptionError` and `DeckError` with the reason."""
    if "deck" in options:
        raise OptionError(_("A table takes a deck as a text, not as a file."))
    try:
        key = json.dumps(dict(options), sort_keys=True)
    except (TypeError, ValueError) as error:
        raise OptionError(_("These options can't be kept: {reason}.").format(reason=error)) from error
    return _settled_game(name, key, deck_text)


@lru_cache(maxsize=256)
def _settled_game(name: str, key: str, deck_text: str | None) -> Game:
    options = {option: _value(value) for option, value in json.loads(key).items() if value is not None}
    if deck_text is not None:
        options["deck"] = read_deck(name, deck_text, DECK_NAME)
    try:
        return game(name, **options)
    except TypeError as error:
        raise OptionError(_("These options can't be kept: {reason}.").format(reason=error)) from error


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
