"""The register of bots: who can be asked to sit down, without loading what they know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any

from forno.bots.bot import Bot
from forno.core.errors import OptionError
from forno.core.game import Game
from forno.core.language import _
from forno.core.registry import game_info, load

ENTRY_POINT = "forno.bots"
"""Third parties name a `BotInfo` under this entry point, and it is registered like our own."""


@dataclass(frozen=True)
class BotInfo:
    """A bot's metadata."""

    name: str
    summary: str
    factories: tuple[tuple[str, str], ...] = ()
    """For each game it can play (`*` for any) where it is made: `package.module:callable`, called with the game, the
    seat, the seed and the bot's options. A game may name more for itself: `GameInfo.bots`."""

    def factory(self, game: str) -> str | None:
        """Where it is made for the game of that name; `None` if it doesn't play that."""
        by_game = dict(self.factories)
        return dict(game_info(game).bots).get(self.name) or by_game.get(game) or by_game.get("*")


_register: dict[str, BotInfo] = {}


def register_bot(info: BotInfo) -> None:
    """Add a bot. A name can be taken once."""
    if _register.get(info.name, info) != info:
        raise OptionError(_("there is a bot named {name!r} already.").format(name=info.name))
    _register[info.name] = info


def register_plugins() -> None:
    """Add the bots of third parties that are installed."""
    for point in entry_points(group=ENTRY_POINT):
        register_bot(point.load())


def bots() -> list[BotInfo]:
    """All registered bots, in the order in which they were registered: the weakest of ours first."""
    return list(_register.values())


def make_bot(name: str, game: Game, seat: int, seed: int | str = 0, **options: Any) -> Bot:
    """The bot of that name, for that seat. Raises `OptionError`, saying which there are."""
    info = _register.get(name)
    if info is None:
        close = get_close_matches(name, _register, n=1)
        hint = _(" (did you mean {word!r}?)").format(word=close[0]) if close else ""
        raise OptionError(
            _("there is no bot {name!r}{hint}; there are {names}.").format(
                name=name, hint=hint, names=", ".join(_register)
            )
        )
    factory = info.factory(game.name)
    if factory is None:
        raise OptionError(_("{name} doesn't play {game}.").format(name=name, game=game.name))
    made: Callable[..., Bot] = load(factory)
    return made(game, seat, seed, **options)
