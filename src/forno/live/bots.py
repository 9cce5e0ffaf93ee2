"""Bots at the tables of one host: which there are, what they have heard, and how they decide."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final

from forno.bots import RANDOM, Bot, bots, bots_for, make_bot
from forno.bots.lineup import bot_seed
from forno.bots.registry import BotChoice
from forno.core.chance import Chance
from forno.core.errors import BotError, FornoError, OptionError, Shown
from forno.core.events import Answered, Event, seen_by
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import View
from forno.table.composing import tells_nothing
from forno.table.entries import Moved
from forno.table.pacing import bot_pause, hurried_pause
from forno.table.table import Table

STAND_IN: Final = "pizzaiolo"
"""Bot that decides for a person who is away or out of time, and has chosen none."""

log = logging.getLogger("forno.live")


class Bots:
    """Bots of one host, which think in the event loop."""

    def choices(self, game: Game) -> list[BotChoice]:
        """Return the bots that can play that game here, the weakest of ours first."""
        return self.stand_ins(game)

    def stand_ins(self, game: Game) -> list[BotChoice]:
        """Return the bots that can stand in for a person: ours alone, since nobody knows how long a program takes."""
        return [BotChoice(info.name, info.summary) for info in bots_for(game.name)]

    def check(self, name: str, choices: Sequence[BotChoice]) -> None:
        """Raise `OptionError` unless that bot is among the choices."""
        names = [choice.name for choice in choices]
        if name not in names:
            raise OptionError(
                _("there is no bot {name!r}{hint}; there are {names}.").format(
                    name=Shown(name), hint="", names=", ".join(names)
                )
            )

    async def get_ready(self, _name: str, _game: Game) -> None:
        """Fetch what that bot needs to play that game. Here everything is there."""

    async def invite(self, name: str, game: Game) -> None:
        """Get a bot ready to be seated. Raises `OptionError` unless it can play that game here."""
        self.check(name, self.choices(game))
        await self.get_ready(name, game)

    def first_of(self, game: Game, *names: str | None) -> str:
        """Return the first of these bots that plays the game here; else the one that plays any game."""
        here = {choice.name for choice in self.choices(game)}
        return next((name for name in names if name in here and name is not None), RANDOM.name)

    def stand_in_for(self, table: Table, seat: int) -> str:
        """Return the bot that decides for an absent person: the one that the person chose, or the usual one."""
        return self.first_of(table.game, table.check_seat(seat).stand_in_bot, STAND_IN)

    def is_quick(self, name: str) -> bool:
        """Return whether that bot decides within a few milliseconds."""
        return any(info.quick for info in bots() if info.name == name)

    def sit_down(self, table: Table, seat: int, name: str) -> SeatedBot:
        """Return that bot, seated."""
        return SeatedBot(table, seat, name)

    async def wait_for_room(self, name: str) -> None:
        """Wait for a free worker, as a bot with a choice has to: so that time tells nothing. Here there are none."""

    async def turn(self, table: Table, seat: int, name: str, kept: dict[int, SeatedBot]) -> tuple[int, ...]:
        """Return the bot's decisions up to where others hear of them.

        `kept` holds the bots of the table from turn to turn. A bot whose turn isn't played after all must be dropped
        from it, since it has heard of that turn. If a bot fails, chance decides.
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

    async def paced_turn(
        self, table: Table, seat: int, name: str, kept: dict[int, SeatedBot], pause: tuple[float, float]
    ) -> tuple[int, ...]:
        """Return a bot's answer at a moment that doesn't depend on what it holds or how long it thinks.

        It answers at the first of several drawn moments at which it is ready. Where people wait while many bots answer
        in a row, quick bots hurry.
        """
        if self.is_quick(name) and any(place.bot is None for place in table.seats):
            pause = hurried_pause(pause, (entry.by for entry in reversed(table.log) if isinstance(entry, Moved)))
        thinking = asyncio.ensure_future(self.turn(table, seat, name, kept))
        luck = table.luck("bot")
        try:
            while True:
                await asyncio.sleep(bot_pause(pause, luck))
                if thinking.done() or pause[1] <= 0:
                    return await thinking
        finally:
            thinking.cancel()

    async def _turn(self, table: Table, seat: int, name: str, kept: dict[int, SeatedBot]) -> tuple[int, ...]:
        state, question = table.state, table.question
        assert state is not None
        if question is not None:
            await self.wait_for_room(name)
            return question.actions or ()
        seated = kept.get(seat)
        if seated is None or seated.name != name:
            if seated is not None:
                seated.close()
            seated = kept[seat] = self.sit_down(table, seat, name)
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


def luck_for(seed: str, seat: int, seen: Iterable[Event]) -> Chance:
    """Return the luck of a bot's next decision, by how often its seat has decided, whenever the bot sat down."""
    decided = sum(isinstance(event, Answered) and event.seat == seat for event in seen)
    return Chance(f"{seed} {decided}", "decision")


class Listener:
    """A bot that follows one game: it is told every event once."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._told = 0
        """Number of its seat's events that it was told."""

    def hear(self, seen: Sequence[Event]) -> None:
        """Tell the bot what is new among the events that its seat has seen so far."""
        for event in seen[self._told :]:
            self.bot.observe(event)
        self._told = len(seen)


class SeatedBot:
    """A bot at one seat of one table, with everything that this seat has seen. It is told nothing else."""

    def __init__(self, table: Table, seat: int, name: str) -> None:
        self.name = name
        self.seat = seat
        self.game = table.game
        # In a lesson and on a day the bots have the same luck every time, and at no other table one that others could
        # work out.
        settings, state = table.settings, table.state
        luck = state.seed if settings.daily and state is not None else table.secret
        self.seed = bot_seed(f"{settings.lesson or luck} {seat}")
        self.seen: list[Event] = []
        """Events of the game as this seat saw them."""
        self.heard = 0
        """Number of the table's events that `seen` was made of."""
        self.anew = bool(table.settings.daily)
        """Whether its luck begins anew with every decision, so that it decides the same after a restart."""
        self._listener: Listener | None = None
        """The bot itself, if it thinks in this process."""

    def hear(self, events: Sequence[Event]) -> None:
        """Add the events that follow those heard so far."""
        self.seen += seen_by(events, self.seat)
        self.heard += len(events)

    async def choose(self, view: View) -> int:
        """Return its decision."""
        return self.think(view)

    def think(self, view: View) -> int:
        """Decide in this thread."""
        if self._listener is None:
            self._listener = Listener(make_bot(self.name, self.game, self.seat, self.seed))
        self._listener.hear(self.seen)
        bot = self._listener.bot
        if self.anew:
            bot.chance = luck_for(self.seed, self.seat, self.seen)
        return bot.choose(view)

    def close(self) -> None:
        """Free what the bot holds."""
        if self._listener is not None:
            self._listener.bot.close()
            self._listener = None
