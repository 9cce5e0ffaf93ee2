"""The register of bots: who can be asked to sit down, without loading what they know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from forno.bots.bot import Bot
from forno.bots.people import Person
from forno.core.errors import OptionError, cant_be_loaded, suggest
from forno.core.game import Game
from forno.core.language import _
from forno.core.plugins import Broken, Register, load
from forno.core.registry import game_info


@dataclass(frozen=True)
class BotChoice:
    """A bot offered where opponents are chosen."""

    name: str
    summary: str


@dataclass(frozen=True)
class BotInfo:
    """A bot's metadata."""

    name: str
    summary: str
    factories: tuple[tuple[str, str], ...] = ()
    """For each game it can play (`*` for any) where it is made: `package.module:callable`, called with the game, the
    seat, the seed and the bot's options. A game may name more for itself: `GameInfo.bots`."""
    about: str = ""
    """What to expect of it, as a sentence."""
    people: tuple[Person, ...] = ()
    """Who of its kind can sit down. Empty for one that is called after itself."""
    quick: bool = False
    """Whether it decides within a few milliseconds, so that it needs no process of its own."""

    @property
    def title(self) -> str:
        """What it is called at a table."""
        return self.name.capitalize()

    def factory(self, game: str) -> str | None:
        """Where it is made for the game of that name; `None` if it doesn't play that."""
        by_game = dict(self.factories)
        return dict(game_info(game).bots).get(self.name) or by_game.get(game) or by_game.get("*")


BOTS: Register[BotInfo] = Register("forno.bots")
"""All bots. Third parties name a `BotInfo` under this group of entry points, and it is registered like our own."""


def register_bot(info: BotInfo) -> None:
    """Add a bot. A name can be taken once."""
    if not BOTS.add(info):
        raise OptionError(_("the name {name!r} is taken.").format(name=info.name))


def bots() -> list[BotInfo]:
    """All registered bots, in the order in which they were registered: the weakest of ours first."""
    return list(BOTS)


def bots_for(game: str) -> list[BotInfo]:
    """The bots that play the game of that name: those that are registered, and those that it alone names."""
    registered = bots()
    known = {info.name for info in registered}
    own = [BotInfo(name, "") for name, _place in game_info(game).bots if name not in known]
    return [info for info in registered if info.factory(game) is not None] + own


def make_bot(name: str, game: Game, seat: int, seed: int | str = 0, **options: Any) -> Bot:
    """The bot of that name, for that seat. Raises `OptionError`, saying which there are."""
    try:
        info = BOTS.get(name) or next((own for own in bots_for(game.name) if own.name == name), None)
    except Broken as error:
        raise OptionError(cant_be_loaded(name, error)) from error
    if info is None:
        names = BOTS.names()
        raise OptionError(
            _("there is no bot {name!r}{hint}; there are {names}.").format(
                name=name, hint=suggest(name, names), names=", ".join(names)
            )
        )
    factory = info.factory(game.name)
    if factory is None:
        raise OptionError(_("{name} doesn't play {game}.").format(name=name, game=game.name))
    made: Callable[..., Bot] = load(factory)
    return made(game, seat, seed, **options)
