"""The worker's side of the page: put together by `static/worker.js`, which hands in where things are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

from forno.offline.asking import Desk, Visitor
from forno.offline.frames import Frames
from forno.offline.kitchen import Kitchen, Pace
from forno.offline.shelf import MemoryShelf, Shelf, ShelfStore
from forno.publishing import static_files


class Worker:
    """What the script calls. Everything goes in and out as text, so nothing has to be kept alive on both sides."""

    def __init__(self, shelf: Shelf | None = None, quick: bool = False) -> None:
        """Without a shelf nothing lasts; quick bots don't pretend to think."""
        static_files.serve_from(".")
        pace = Pace(bot_pause=(0.0, 0.0)) if quick else Pace()
        kitchen = Kitchen(ShelfStore(shelf or MemoryShelf()), pace)
        self.desk = Desk(kitchen, Frames(files("forno.offline").joinpath("frames")))
        self._streams: dict[int, Callable[[], None]] = {}

    async def ask(self, question: str) -> str:
        told = json.loads(question)
        visitor = Visitor(told["name"], told["language"])
        return json.dumps(await self.desk.ask(told["method"], told["address"], told["sent"], visitor))

    async def listen(self, number: int, question: str, send: Callable[[str], object]) -> None:
        """Begin a stream of that number."""
        told = json.loads(question)
        end = await self.desk.listen(told["address"], Visitor(told["name"], told["language"]), send)
        self.hang_up(number)
        self._streams[number] = end

    def hang_up(self, number: int) -> None:
        """Nobody listens to that stream any more."""
        if (end := self._streams.pop(number, None)) is not None:
            end()
