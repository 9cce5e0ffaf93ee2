"""The bots that sit at a server's tables: which there are, and where they think."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from forno.bots import RANDOM, Bot, bots, bots_for, make_bot
from forno.bots.lineup import bot_seed
from forno.core.errors import BotError, FornoError, OptionError
from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import Memory, View
from forno.table.checking import seat_at
from forno.table.composing import tells_nothing
from forno.table.games import Recipe, begun_game
from forno.web.programs import Place, ProgramRoom
from forno.web.workers import Workers

if TYPE_CHECKING:
    from forno.table.table import Table

STAND_IN: Final = "pizzaiolo"
"""Who decides for a person that is away or out of time, and has chosen nobody."""
QUICK_THREADS: Final = 8
PATIENCE_SECONDS: Final = 60.0
"""How long a bot that isn't quick may think about a decision."""
MOST_REMEMBERED: Final = 64
"""How many bots a thinking process keeps for their next turn."""


log = logging.getLogger("forno.web")


@dataclass(frozen=True)
class BotChoice:
    """A bot that can be asked to sit down."""

    name: str
    summary: str


class BotHouse:
    """All bots of a server."""

    def __init__(self, programs: Mapping[str, str], thinkers: int) -> None:
        known = {info.name for info in bots()}
        for name in programs:
            if name in known or not name.isprintable() or not name:
                raise OptionError(_("a bot can't be called {name!r} here; choose another name.").format(name=name))
        self.programs = dict(programs)
        self.thinkers = thinkers
        self._quick = {info.name for info in bots() if info.quick}
        self.threads = ThreadPoolExecutor(QUICK_THREADS, "forno-bot")
        """Where those think who are quick."""
        self._workers: dict[str, Workers] = {}
        self._rooms: dict[str, ProgramRoom] = {}

    def choices(self, game: Game) -> list[BotChoice]:
        """Who can play that game here, the weakest of ours first."""
        return self.stand_ins(game) + [BotChoice(name, "") for name in self.programs]

    def stand_ins(self, game: Game) -> list[BotChoice]:
        """Who can stand in for a person there: ours alone. How long a program takes is for the host to know."""
        return [BotChoice(info.name, info.summary) for info in bots_for(game.name)]

    def check(self, name: str, choices: Sequence[BotChoice]) -> None:
        """Raises `OptionError` unless that bot is one of them."""
        names = [choice.name for choice in choices]
        if name not in names:
            raise OptionError(
                _("there is no bot {name!r}{hint}; there are {names}.").format(
                    name=name, hint="", names=", ".join(names)
                )
            )

    def first_of(self, game: Game, *names: str | None) -> str:
        """The first of these bots that plays the game here; else whoever plays any game."""
        here = {choice.name for choice in self.choices(game)}
        return next((name for name in names if name in here and name is not None), RANDOM.name)

    def stand_in_for(self, table: Table, seat: int) -> str:
        """The bot that decides for a person who doesn't: nobody else chooses it."""
        return self.first_of(table.game, seat_at(table, seat).stand_in_bot, STAND_IN)

    async def turn(self, table: Table, seat: int, name: str, kept: dict[int, SeatedBot]) -> tuple[int, ...]:
        """What the bot does now: all decisions up to where others hear of it.

        `kept` holds the bots of the table from turn to turn; a bot whose turn isn't played after all must be dropped
        from it, since it has heard of it. Whatever goes wrong with a bot, the table goes on: then
        chance decides.
        """
        try:
            return await self._turn(table, seat, name, kept)
        except (FornoError, OSError) as error:
            log.warning("the bot %s failed: %s", name, error)
        except Exception:
            log.exception("the bot %s failed", name)
        if (broken := kept.pop(seat, None)) is not None:
            broken.close()
        return await self._turn(table, seat, "random", {})

    async def _turn(self, table: Table, seat: int, name: str, kept: dict[int, SeatedBot]) -> tuple[int, ...]:
        state, question = table.state, table.question
        assert state is not None
        if question is not None:
            if (workers := self.workers(name)) is not None:
                # There is nothing to think about; but where many think, one that does has to wait for its place.
                await workers.run(_nothing)
            return question.actions or ()
        seated = kept.get(seat)
        if seated is None or seated.name != name:
            if seated is not None:
                seated.close()
            seated = kept[seat] = SeatedBot(self, table, seat, name)
        seated.hear(table.told_events(seated.heard))
        view = table.view(seat)
        actions: list[int] = []
        trial = state.clone()
        while True:
            action = await seated.choose(view)
            if action not in view.actions:
                raise BotError(f"it chose {action}, which isn't allowed.")
            actions.append(action)
            turn = trial.turn
            events = trial.apply(action)
            if trial.is_over or trial.seat != seat or trial.turn != turn or not tells_nothing(events, seat):
                return tuple(actions)
            seated.hear(events)
            view = trial.view(seat)

    def workers(self, name: str) -> Workers | None:
        """The processes in which that bot thinks: each has its own, so that a slow one keeps no other waiting."""
        if name in self._quick:
            return None
        if name not in self._workers:
            self._workers[name] = Workers(self.thinkers, PATIENCE_SECONDS, modules=["forno.web.bots"])
        return self._workers[name]

    def room(self, name: str) -> ProgramRoom | None:
        """Where that bot thinks if it is a program."""
        if name not in self.programs:
            return None
        if name not in self._rooms:
            self._rooms[name] = ProgramRoom(self.programs[name])
        return self._rooms[name]

    def close(self) -> None:
        """Nobody thinks any more, and every process that did has ended."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for workers in self._workers.values():
            workers.close()
        for room in self._rooms.values():
            room.close()


class SeatedBot:
    """A bot at one seat of one table. It gets what its seat may see, and nothing else."""

    def __init__(self, house: BotHouse, table: Table, seat: int, name: str) -> None:
        self.house = house
        self.name = name
        self.seat = seat
        self.game = table.game
        # In a lesson the bots have the same luck every time, and at no other table one that others could work out.
        self.seed = bot_seed(f"{table.settings.lesson or table.secret} {seat}")
        self.recipe = table.recipe
        self.seen: list[Event] = []
        """What it may have seen, …"""
        self.told = 0
        """… and how much of it the bot itself, if it lives here, has been told."""
        self.heard = 0
        """How many events of the table it has looked at."""
        self._place = Place(self.game, seat, self.seed)
        self._bot: Bot | None = None
        """If it lives here."""

    def hear(self, events: Sequence[Event]) -> None:
        """Take in the events that follow those it has looked at."""
        self.seen += [mine for event in events if (mine := event.seen_by(self.seat)) is not None]
        self.heard += len(events)

    async def choose(self, view: View) -> int:
        if (room := self.house.room(self.name)) is not None:
            return await room.choose(self._place, self.seen, view)
        if (workers := self.house.workers(self.name)) is not None:
            return await workers.run(_think, self.name, self.recipe, self.seat, self.seed, list(self.seen))
        return await asyncio.get_running_loop().run_in_executor(self.house.threads, self._choose, view)

    def _choose(self, view: View) -> int:
        if self._bot is None:
            self._bot = make_bot(self.name, self.game, self.seat, self.seed)
        for event in self.seen[self.told :]:
            self._bot.observe(event)
        self.told = len(self.seen)
        return self._bot.choose(view)

    def close(self) -> None:
        if (room := self.house.room(self.name)) is not None:
            room.leave(self._place)
        if self._bot is not None:
            self._bot.close()
            self._bot = None


def _nothing() -> None:
    """What a bot thinks that has one answer."""


# --- in a thinking process -----------------------------------------------------

_remembered: OrderedDict[Any, tuple[list[Event], Bot, Memory]] = OrderedDict()


def _think(name: str, recipe: Recipe, seat: int, seed: str, seen: list[Event]) -> int:
    """One decision. A bot that has thought here before goes on from what it knows, if that is still true."""
    try:
        return _thought(name, recipe, seat, seed, seen)
    except FornoError as error:
        raise BotError(str(error)) from None


def _thought(name: str, recipe: Recipe, seat: int, seed: str, seen: list[Event]) -> int:
    key = (name, seat, seed)
    known, bot, memory = _remembered.pop(key, ([], None, None))
    if bot is None or memory is None or seen[: len(known)] != known:
        game = begun_game(*recipe)
        known, bot, memory = [], make_bot(name, game, seat, seed), game.memory(seat)
    for event in seen[len(known) :]:
        bot.observe(event)
        memory.observe(event)
    _remembered[key] = seen, bot, memory
    while len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return bot.choose(memory.view())
