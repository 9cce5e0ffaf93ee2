"""Lineups as text: `nonna,cuoco`, `nonna:milliseconds=200`, `my_module:MyBot`, `exec:python my_bot.py`."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from forno.bots.bot import Bot
from forno.bots.external import ExternalBot
from forno.bots.registry import BOTS, make_bot
from forno.core.chance import chance_key
from forno.core.errors import OptionError, not_understood
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.plugins import load

EXEC = "exec"
"""Kind of a player that is an external program."""


@dataclass(frozen=True)
class Player:
    """A bot with its options, before it has a seat."""

    label: str
    """Name in results."""
    name: str
    """The name in the register of bots, `module:Class`, or `exec`."""
    options: tuple[tuple[str, Any], ...] = ()
    """Options of the bot; `exec` has `command`."""

    def make(self, game: Game, seat: int, seed: int | str = 0) -> Bot:
        """Make the bot for that seat. Raises `OptionError` if the bot is unknown or doesn't have those options."""
        options = dict(self.options)
        if self.name == EXEC:
            return _make(self.label, lambda: ExternalBot(game, seat, seed, **options))
        if ":" in self.name:
            try:
                made = load(self.name)
            except (ImportError, AttributeError, ValueError) as error:
                message = _("there is no bot at {place!r}: {error}.").format(place=self.name, error=error)
                raise OptionError(message) from error
            return _make(self.label, lambda: made(game, seat, seed, **options))
        return _make(self.label, lambda: make_bot(self.name, game, seat, seed, **options))


def _make(label: str, make: Any) -> Bot:
    try:
        bot: Bot = make()
    except TypeError as error:
        if "argument" not in str(error):
            raise
        raise OptionError(_("{label} can't be made like that: {error}.").format(label=label, error=error)) from error
    return bot


def play_out(state: State, bots: Sequence[Bot]) -> list[Event]:
    """Let bots play a game to its end, and close them. Return all its events; each bot was told what its seat sees."""
    events: list[Event] = []
    try:
        new = state.events
        while True:
            events += new
            for seat, bot in enumerate(bots):
                for event in seen_by(new, seat):
                    bot.observe(event)
            if state.is_over:
                return events
            new = state.apply(bots[state.seat].choose(state.view(state.seat)))
    finally:
        for bot in bots:
            bot.close()


def bot_seed(seed: int | str) -> str:
    """Return the seed of a game's bots, a one-way function of the deal's seed."""
    return chance_key(seed, "bots").hex()


def read_lineup(text: str, settings: Sequence[str] = ()) -> list[Player]:
    """Parse comma-separated players; one in double quotes may contain commas.

    Settings say more about those of one name: `nonna:milliseconds=200`.
    """
    words = [word.strip() for word in next(csv.reader([text], skipinitialspace=True), [])]
    if not words or not all(words):
        raise not_understood(text, "--bots cuoco,random")
    players = [read_player(word) for word in words]
    for setting in settings:
        names = {player.name for player in players}
        name = next((name for name in names if setting.startswith(f"{name}:")), setting.partition(":")[0])
        rest = setting.removeprefix(name).removeprefix(":")
        if not rest:
            raise not_understood(setting, "nonna:milliseconds=200")
        if name not in names:
            raise OptionError(
                _("{setting!r} is for {name}, but {name} doesn't play in this match.").format(
                    setting=setting, name=name
                )
            )
        added = _options(rest, setting)
        players = [
            replace(player, options=tuple((dict(player.options) | added).items())) if player.name == name else player
            for player in players
        ]
    return players


def read_player(text: str) -> Player:
    """Parse one player: a name or `module:Class` with options after colons, or `exec:` and a command line."""
    name, _colon, rest = text.partition(":")
    if name == EXEC:
        if not rest.strip():
            raise not_understood(text, "exec:python my_bot.py")
        return Player(text, EXEC, (("command", rest.strip()),))
    attribute, _colon, more = rest.partition(":")
    if attribute and "=" not in attribute and name not in BOTS.names():
        name, rest = f"{name}:{attribute}", more
    return Player(text, name, tuple(_options(rest, text).items()) if rest else ())


def _options(text: str, whole: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for part in text.split(":"):
        key, equals, value = part.partition("=")
        if not key or not equals:
            raise not_understood(part, "nonna:milliseconds=200")
        options[key.replace("-", "_")] = read_value(value)
    return options


def read_value(text: str) -> bool | int | float | str:
    """Parse an option's value: `yes`, `no`, a number, or text."""
    if text in ("yes", "true", "on"):
        return True
    if text in ("no", "false", "off"):
        return False
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
