"""Registry of bots: their metadata, without loading their code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from forno.bots.bot import Bot
from forno.bots.people import Person
from forno.core.errors import OptionError, Shown, cant_be_loaded, suggest
from forno.core.game import Game
from forno.core.language import _
from forno.core.plugins import PluginBroken, Register, load
from forno.core.registry import game_info


@dataclass(frozen=True)
class BotChoice:
    """A bot offered where opponents are chosen."""

    name: str
    summary: str
    about: str = ""
    """Sentences for players in place of the bot's own, where it plays differently from elsewhere."""
    megabytes: int = 0
    """Size of what is fetched when it is first chosen; 0 if everything is there."""


@dataclass(frozen=True)
class BotInfo:
    """A bot's metadata."""

    name: str
    summary: str
    factories: tuple[tuple[str, str], ...] = ()
    """Its factory for each game it can play (`*` for any): `package.module:callable`, called with the game, the seat,
    the seed and the bot's options. Games can name further ones: `GameInfo.bots`."""
    about: str = ""
    """Description for players, a sentence."""
    people: tuple[Person, ...] = ()
    """Characters it plays as; empty for a bot that goes by its own name."""
    quick: bool = False
    """Whether it decides within milliseconds, so that it needs no worker process."""
    has_network: bool = False
    """Whether it plays with the game's trained network: `GameInfo.networks`."""

    @property
    def title(self) -> str:
        """Displayed name of the level."""
        return self.name.capitalize()

    def factory(self, game: str) -> str | None:
        """Return the factory's path for the game of that name, or `None` if it doesn't play it."""
        by_game = dict(self.factories)
        return dict(game_info(game).bots).get(self.name) or by_game.get(game) or by_game.get("*")


BOTS: Register[BotInfo] = Register("forno.bots")
"""All bots. Other packages register a `BotInfo` through this group of entry points."""


def register_bot(info: BotInfo) -> None:
    """Register a bot. Raises `OptionError` if the name is taken."""
    if not BOTS.add(info):
        raise OptionError(_("the name {name!r} is taken.").format(name=info.name))


def bots() -> list[BotInfo]:
    """Return all registered bots in order of registration: the weakest of ours first."""
    return list(BOTS)


def bots_for(game: str) -> list[BotInfo]:
    """Return the bots that play the game of that name: registered ones, and those that the game itself names."""
    registered = bots()
    known = {info.name for info in registered}
    own = [BotInfo(name, "") for name, _place in game_info(game).bots if name not in known]
    return [info for info in registered if info.factory(game) is not None] + own


def make_bot(name: str, game: Game, seat: int, seed: int | str = 0, **options: Any) -> Bot:
    """Make the bot of that name for that seat. Raises `OptionError`, which lists the known names."""
    try:
        info = BOTS.get(name) or next((own for own in bots_for(game.name) if own.name == name), None)
    except PluginBroken as error:
        raise OptionError(cant_be_loaded(name, error)) from error
    if info is None:
        names = BOTS.names()
        raise OptionError(
            _("there is no bot {name!r}{hint}; there are {names}.").format(
                name=Shown(name), hint=suggest(name, names), names=", ".join(names)
            )
        )
    factory = info.factory(game.name)
    if factory is None:
        raise OptionError(_("{name} doesn't play {game}.").format(name=name, game=game.name))
    made: Callable[..., Bot] = load(factory)
    return made(game, seat, seed, **options)
