"""Entry point of the browser's worker, called by `static/worker.js`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Final

from forno.bots import DEFAULT_BOT, make_bot
from forno.core.registry import catalogue
from forno.offline.browser_host import BrowserHost, BrowserPace, MemoryShelf, Shelf, ShelfStore
from forno.offline.networks import BrowserBots, Download
from forno.offline.package_files import FILE_NAME, PackageFiles
from forno.offline.router import Router, Visitor
from forno.pages import static_files
from forno.pages.faces import face_for
from forno.table.games import shared_game

IDLE_SECONDS: Final = 0.3
"""Seconds to wait before warming up: presses come first."""


class BrowserWorker:
    """The interface for the script. Everything goes in and out as text, so no objects are shared."""

    def __init__(self, download: Download, shelf: Shelf | None = None, quick: bool = False) -> None:
        """`shelf`: storage, if there is any. `quick`: bots answer without a pause."""
        static_files.serve_from(".")
        pace = BrowserPace(bot_pause=(0.0, 0.0)) if quick else BrowserPace()
        listed = PackageFiles.read(files("forno.offline").joinpath(FILE_NAME).read_text(encoding="utf-8"))
        host = BrowserHost(ShelfStore(shelf or MemoryShelf()), pace, BrowserBots(listed.networks, download))
        self.desk = Router(host, listed)
        self._streams: dict[int, Callable[[], None]] = {}
        self._warming: asyncio.Task[None] | None = None

    def warm_up(self) -> None:
        """Load what tables will need while the worker is idle."""
        self._warming = asyncio.ensure_future(self.read_games())

    async def read_games(self) -> None:
        """Load rules, face and default bot of each game."""
        for info in catalogue():
            await asyncio.sleep(IDLE_SECONDS)
            game = shared_game(info.name, dict(info.usual_table), None)
            face_for(info.name)
            make_bot(self.desk.host.bots.first_of(game, DEFAULT_BOT), game, 0)

    async def ask(self, question: str) -> str:
        told = json.loads(question)
        visitor = Visitor(told["name"], told["language"])
        return json.dumps(await self.desk.ask(told["method"], told["address"], told["sent"], visitor))

    async def listen(self, number: int, question: str, send: Callable[[str], object]) -> None:
        """Start the stream of that number."""
        told = json.loads(question)
        end = await self.desk.listen(told["address"], Visitor(told["name"], told["language"]), send)
        self.hang_up(number)
        self._streams[number] = end

    def hang_up(self, number: int) -> None:
        """Stop that stream."""
        if (end := self._streams.pop(number, None)) is not None:
            end()
