"""Games with their options settled, made once for all tables that play them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from forno.core.errors import OptionError
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.registry import game, game_by_rules, read_deck

Recipe = tuple[str, Mapping[str, Any], str | None, int | None]
"""Recipe of a game for any process: name, options, deck and version of the rules."""
DECK_NAME = "deck"
"""Name in errors of a deck that came as a text."""


def shared_game(name: str, options: Mapping[str, Any], deck_text: str | None) -> Game:
    """Return the game with these options. Raises `UnknownGame`, `OptionError` and `DeckError` with the reason."""
    return _game(name, _key(options), deck_text)


def begun_game(name: str, options: Mapping[str, Any], deck_text: str | None, rules: int | None) -> Game:
    """Return the game under the version of the rules that it began with; `None` where the log names none.

    Raises what `shared_game` does, and `UnknownRules`.
    """
    return _begun_game(name, _key(options), deck_text, rules)


def replayed_states(recipe: Recipe, seed: int | str, actions: Iterable[int]) -> Iterator[State]:
    """Yield the state of a game as dealt and after every action: the same object, changed in place."""
    state = begun_game(*recipe).deal(seed)
    yield state
    for action in actions:
        state.apply(action)
        yield state


@lru_cache(maxsize=256)
def _game(name: str, key: str, deck_text: str | None) -> Game:
    return game(name, **_options(name, key, deck_text))


@lru_cache(maxsize=256)
def _begun_game(name: str, key: str, deck_text: str | None, rules: int | None) -> Game:
    found = game_by_rules(name, rules, **_options(name, key, deck_text))
    # Tables that go on under today's rules share the game with those that begin now.
    today = _game(name, key, deck_text)
    return today if found == today else found


def _key(options: Mapping[str, Any]) -> str:
    """Return the options as a text, the same for the same options."""
    if "deck" in options:
        raise OptionError(_("A table takes a deck as a text, not as a file."))
    try:
        return json.dumps(dict(options), sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise OptionError(_("These options can't be stored: {reason}.").format(reason=error)) from error


def _options(name: str, key: str, deck_text: str | None) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(key)
    return options if deck_text is None else options | {"deck": own_deck(name, deck_text)}


@lru_cache(maxsize=64)
def own_deck(name: str, text: str) -> Any:
    """Read a deck of one's own; cached for all the options that it is played with. Raises `DeckError`."""
    return read_deck(name, text, DECK_NAME)
