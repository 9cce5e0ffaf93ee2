"""A program as a bot of a server: how many of it run, and which tables they play at.

Every program has a room of its own. One that is slow keeps those waiting who invited it, and nobody else.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from forno.bots.external import ExternalBot, Programs
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View
from forno.live.bots import Listener

MAX_DECIDING: Final = 8
"""Maximum number of processes of one program that think at a time."""
MAX_RUNNING: Final = 16
"""Maximum number of processes of one program; at further tables they replay the game at each turn."""


@dataclass(frozen=True, eq=False)
class ProgramSeat:
    """A seat at a table that a program plays. Two are never equal, even at the same table."""

    game: Game
    seat: int
    seed: str


class ProgramRoom:
    """The processes of one program."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.programs = Programs()
        self._threads = ThreadPoolExecutor(MAX_DECIDING, "forno-program")
        self._lock = threading.Lock()
        self._waiting: OrderedDict[ProgramSeat, Listener] = OrderedDict()
        """Programs that wait for their next turn, the longest waiting first."""

    async def choose(self, place: ProgramSeat, seen: Sequence[Event], view: View) -> int:
        """Return the program's decision, given all events it has seen. Raises `BotError`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._choose, place, list(seen), view)

    def _choose(self, place: ProgramSeat, seen: list[Event], view: View) -> int:
        listener = self._take(place)
        try:
            listener.hear(seen)
            action = listener.bot.choose(view)
        except BaseException:
            listener.bot.close()
            raise
        with self._lock:
            self._waiting[place] = listener
        return action

    def _take(self, place: ProgramSeat) -> Listener:
        """Take the program that plays there; a new one if need be, which may end one that waits at another table."""
        with self._lock:
            found = self._waiting.pop(place, None)
            if found is not None:
                return found
            given_up = None
            if len(self._waiting) >= MAX_RUNNING - MAX_DECIDING:
                _place, given_up = self._waiting.popitem(last=False)
        if given_up is not None:
            given_up.bot.close()
        bot = ExternalBot(place.game, place.seat, place.seed, command=self.command, programs=self.programs)
        return Listener(bot)

    def leave(self, place: ProgramSeat) -> None:
        """Free the program of a table for another game; one that thinks right now, when it is needed."""
        with self._lock:
            found = self._waiting.pop(place, None)
        if found is not None:
            with suppress(RuntimeError):  # the room is closed
                self._threads.submit(found.bot.close)

    def close(self) -> None:
        """End all programs. Calls that wait for one are told that it has ended."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.programs.close()
