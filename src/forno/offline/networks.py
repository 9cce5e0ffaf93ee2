"""Bots in a browser: weights of a network are fetched when the bot that needs them is first chosen, then kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path

from forno.bots import bots
from forno.bots.registry import BotChoice
from forno.core.errors import OptionError
from forno.core.game import Game
from forno.core.language import _
from forno.core.registry import game_info
from forno.live.bots import Bots
from forno.pages.labels import bot_name

Download = Callable[[str, str], Awaitable[bool]]
"""Brings a file of the package, by its address, to a path; returns whether it could be had."""
PACKAGE = Path(__file__).parents[1]


async def no_download(_address: str, _path: str) -> bool:
    """Fetch nothing."""
    return False


class BrowserBots(Bots):
    """Bots that think in the browser's worker."""

    def __init__(self, networks: Mapping[str, tuple[str, int]], download: Download = no_download) -> None:
        """`networks`: address and size of each file of weights, by its path in the package `forno`."""
        self.networks = networks
        self.download = download

    def choices(self, game: Game) -> list[BotChoice]:
        return [
            _with_network(choice, self._largest(game)) if has_network(choice.name) else choice
            for choice in super().stand_ins(game)
        ]

    def stand_ins(self, game: Game) -> list[BotChoice]:
        """Return the bots that are always there."""
        return [choice for choice in super().stand_ins(game) if not has_network(choice.name)]

    def _largest(self, game: Game) -> int:
        """Return the most bytes that any variant of a game needs."""
        return max(self.networks[package_path(path)][1] for _variant, path in game_info(game.name).networks)

    async def get_ready(self, name: str, game: Game) -> None:
        """Fetch a bot's weights. Raises `OptionError` if they can't be had."""
        info = game_info(game.name)
        path = dict(info.networks).get(str(game.options.get(info.variant)))
        if not has_network(name) or path is None or Path(path).exists():
            return
        address, size = self.networks[package_path(path)]
        if not await self.download(address, path):
            told = _(
                "{bot} needs {megabytes} MB that aren't on this device yet and can't be downloaded now. "
                "Choose another bot, or try again when you are online."
            )
            raise OptionError(told.format(bot=bot_name(name), megabytes=ceil(size / 1_000_000)))


def _with_network(choice: BotChoice, size: int) -> BotChoice:
    megabytes = ceil(size / 1_000_000)
    told = _(
        "Taught herself by playing. Here she doesn't think ahead; one on one, she wins about half of her games against "
        "Expert. Up to {megabytes} MB are downloaded when you first choose her; then she plays offline, too."
    )
    return replace(choice, about=told.format(megabytes=megabytes), megabytes=megabytes)


def has_network(name: str) -> bool:
    return any(info.has_network for info in bots() if info.name == name)


def package_path(path: str) -> str:
    """Return a file's path in the package `forno`."""
    return Path(path).relative_to(PACKAGE).as_posix()
