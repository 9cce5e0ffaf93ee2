"""The bots that sit at a server's tables: ours and programs, and where they think.

Every program has a room of its own. One that is slow keeps those waiting who invited it, and nobody else.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from forno.background.pool import ProcessPool
from forno.bots import Bot, bots, make_bot
from forno.bots.external import ExternalBot, Programs
from forno.bots.registry import BotChoice
from forno.core.errors import BotError, FornoError, OptionError
from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import Memory, View
from forno.live.bots import Bots, Listener, SeatedBot
from forno.pages.caches import Latest
from forno.table.games import Recipe, begun_game
from forno.table.table import Table

MAX_DECIDING: Final = 8
"""Maximum number of processes of one program that think at a time."""
MAX_RUNNING: Final = 16
"""Maximum number of processes of one program; at further tables they replay the game at each turn."""

QUICK_THREADS: Final = 8
DECISION_TIMEOUT_SECONDS: Final = 60.0
"""Timeout of a slow bot's decision."""
MAX_CACHED_BOTS: Final = 64
"""Maximum number of bots that a worker process caches."""


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


def check_names(programs: Iterable[str]) -> None:
    """Check the names of a server's own bots. Raises `OptionError`."""
    known = {info.name for info in bots()}
    for name in programs:
        if name in known or not name.isprintable() or not name:
            raise OptionError(_("a bot can't be called {name!r} here; choose another name.").format(name=name))


class ServerBots(Bots):
    """The bots of a server."""

    def __init__(
        self, programs: Mapping[str, str], thinkers: int, thought: Callable[[float], object] = lambda seconds: None
    ) -> None:
        """`thought` hears how many seconds a bot took for a turn."""
        self._thought = thought
        check_names(programs)
        self.programs = dict(programs)
        self.thinkers = thinkers
        self.threads = ThreadPoolExecutor(QUICK_THREADS, "forno-bot")
        """Thread pool of quick bots."""
        self._workers: dict[str, ProcessPool] = {}
        self._rooms: dict[str, ProgramRoom] = {}

    def choices(self, game: Game) -> list[BotChoice]:
        return self.stand_ins(game) + [BotChoice(name, "") for name in self.programs]

    def sit_down(self, table: Table, seat: int, name: str) -> SeatedBot:
        return ServerBot(self, table, seat, name)

    async def wait_for_room(self, name: str) -> None:
        if (workers := self.workers(name)) is not None:
            await workers.run(_nothing)

    async def turn(self, table: Table, seat: int, name: str, kept: dict[int, SeatedBot]) -> tuple[int, ...]:
        began = time.perf_counter()
        turn = await super().turn(table, seat, name, kept)
        self._thought(time.perf_counter() - began)
        return turn

    def workers(self, name: str) -> ProcessPool | None:
        """Return the processes in which that bot thinks: its own, so that a slow one keeps no other waiting."""
        if self.is_quick(name):
            return None
        if name not in self._workers:
            self._workers[name] = ProcessPool(self.thinkers, DECISION_TIMEOUT_SECONDS, modules=["forno.server.bots"])
        return self._workers[name]

    def room(self, name: str) -> ProgramRoom | None:
        """Return the pool of an external program, or `None`."""
        if name not in self.programs:
            return None
        if name not in self._rooms:
            self._rooms[name] = ProgramRoom(self.programs[name])
        return self._rooms[name]

    def close(self) -> None:
        """Stop all thinking, and end its processes."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for workers in self._workers.values():
            workers.close()
        for room in self._rooms.values():
            room.close()


class ServerBot(SeatedBot):
    """A bot that thinks where a server has room for it: in a thread, a process or a program."""

    def __init__(self, bots: ServerBots, table: Table, seat: int, name: str) -> None:
        super().__init__(table, seat, name)
        self.bots = bots
        self.recipe = table.recipe
        self._place = ProgramSeat(self.game, seat, self.seed)

    async def choose(self, view: View) -> int:
        if (room := self.bots.room(self.name)) is not None:
            return await room.choose(self._place, self.seen, view)
        if (workers := self.bots.workers(self.name)) is not None:
            return await workers.run(_think, self.name, self.recipe, self.seat, self.seed, list(self.seen))
        return await asyncio.get_running_loop().run_in_executor(self.bots.threads, self.think, view)

    def close(self) -> None:
        if (room := self.bots.room(self.name)) is not None:
            room.leave(self._place)
        super().close()


def _nothing() -> None:
    """Do nothing, to wait for a free worker."""


# --- in a thinking process -----------------------------------------------------

_remembered: Latest[Any, tuple[list[Event], Bot, Memory]] = Latest(MAX_CACHED_BOTS)


def _think(name: str, recipe: Recipe, seat: int, seed: str, seen: list[Event]) -> int:
    """Decide once. A bot that has thought here before goes on from what it knows, if that is still true."""
    try:
        return _decide(name, recipe, seat, seed, seen)
    except FornoError as error:
        raise BotError(str(error)) from None


def _decide(name: str, recipe: Recipe, seat: int, seed: str, seen: list[Event]) -> int:
    key = (name, seat, seed)
    known, bot, memory = _remembered.pop(key, ([], None, None))
    if bot is None or memory is None or seen[: len(known)] != known:
        game = begun_game(*recipe)
        known, bot, memory = [], make_bot(name, game, seat, seed), game.memory(seat)
    for event in seen[len(known) :]:
        bot.observe(event)
        memory.observe(event)
    _remembered[key] = seen, bot, memory
    return bot.choose(memory.view())
