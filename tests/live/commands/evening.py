"""A table with Anna, who is its host, and Bruno; the third seat is free."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from forno.live.commands import COMMANDS
from forno.live.commands.callers import KeyCaller, ProgramCaller
from forno.live.commands.gathering import NewTable, open_table
from forno.live.commands.registry import Result
from forno.live.live_table import LiveTable
from forno.offline.browser_host import BrowserHost, BrowserPace, MemoryShelf, ShelfStore
from tests.loops import run

PROGRAM_ARGUMENTS: dict[str, dict[str, Any]] = {
    "sit": {"name": "Carla"},
    "bot": {"seat": 2},
    "clear": {"seat": 1},
    "configure": {"clock": 30},
    "deal": {"promise": "0" * 64},
    "moves": {"number": 0, "actions": [0]},
    "chat": {"text": "Ciao"},
    "stand-in": {"bot": "cuoco"},
    "hand-over": {"seat": 1},
    "replace-key": {"seat": 1},
    "zone": {"zone": "Europe/Rome"},
    "aid": {"seat": 1},
    "notes": {"text": "two olives"},
    "propose-time": {"clock": 86400},
    "answer-time": {"agrees": True},
    "vacation": {"first": "2100-08-01", "last": "2100-08-14"},
    "name": {"name": "Nina"},
    "options": {},
}
"""Arguments that can be read, for every command that takes any."""
BOT = 2
"""The seat that a bot has once the game has started."""


class Evening:
    """A table with Anna, who is its host, and Bruno; the third seat is free."""

    def __init__(self) -> None:
        self.host = BrowserHost(ShelfStore(MemoryShelf()), BrowserPace(bot_pause=(0.0, 0.0), away_after=0.0))

    async def open(self) -> Evening:
        opened = await open_table(self.host, NewTable("mamma-mia", {"players": 3}, name="Anna"))
        self.live: LiveTable = opened.live
        self.anna = ProgramCaller(opened.keys)
        self.bruno = ProgramCaller((await self.does("sit", ProgramCaller([]), name="Bruno")).keys)
        return self

    async def does(self, name: str, caller: KeyCaller, /, **sent: Any) -> Result:
        """Call a command as a program does."""
        command = COMMANDS[name]
        arguments = command.arguments.read(sent) if command.has_body else command.takes()
        return await command.call(self.host, self.live, caller, arguments)

    async def told(self, name: str, caller: KeyCaller, /, **sent: Any) -> dict[str, Any]:
        """Return a program's answer, as it arrives."""
        answer = COMMANDS[name].answer(await self.does(name, caller, **sent))
        read: dict[str, Any] = json.loads(json.dumps(answer))
        return read

    async def submits(self, name: str, caller: KeyCaller, /, **fields: str) -> Result:
        """Call a command as a page does."""
        return await COMMANDS[name].submit(self.host, self.live, caller, fields)

    async def start(self) -> None:
        await self.does("bot", self.anna, seat=2, bot="random")
        await self.does("start", self.anna)

    async def awaited(self) -> KeyCaller:
        """Return the one of the two who has to decide, once the bot has."""
        while self.live.table.awaited == BOT:
            await asyncio.sleep(0)
        return next(who for who in (self.anna, self.bruno) if self.live.table.awaited in who.seats(self.live))

    def bots(self) -> dict[int, str]:
        return {place: seat.bot for place, seat in enumerate(self.live.table.seats) if seat.bot is not None}

    def names(self) -> list[str | None]:
        return [seat.name for seat in self.live.table.seats]


def evening(play: Callable[[Evening], Awaitable[None]]) -> None:
    async def whole() -> None:
        table = await Evening().open()
        await play(table)
        table.live.close()

    run(whole())


GUESTS = {"phase", "seats", "host"}
