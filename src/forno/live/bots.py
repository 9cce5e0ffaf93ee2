"""The bots at the tables of one place: which there are, and how one of them comes to its decisions."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final

from forno.bots import RANDOM, Bot, bots, bots_for, make_bot
from forno.bots.lineup import bot_seed
from forno.bots.registry import BotChoice
from forno.core.chance import Chance
from forno.core.errors import BotError, FornoError, OptionError
from forno.core.events import Answered, Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import View
from forno.table.composing import tells_nothing
from forno.table.table import Table

STAND_IN: Final = "pizzaiolo"
"""Who decides for a person that is away or out of time, and has chosen nobody."""

log = logging.getLogger("forno.live")


class Bots:
    """All bots of one place. Here they think where they are asked."""

    def choices(self, game: Game) -> list[BotChoice]:
        """Who can play that game here, the weakest of ours first."""
        return self.stand_ins(game)

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
        return self.first_of(table.game, table.check_seat(seat).stand_in_bot, STAND_IN)

    def is_quick(self, name: str) -> bool:
        """Whether that bot decides within a few milliseconds."""
        return any(info.quick for info in bots() if info.name == name)

    def sit_down(self, table: Table, seat: int, name: str) -> SeatedBot:
        """That bot at that seat."""
        return SeatedBot(table, seat, name)

    async def wait_for_room(self, name: str) -> None:
        """Where many think, one has to wait for its place, also with nothing to think about."""

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
    """The luck of a bot's next decision, whenever it sat down: it depends on how often this seat has decided."""
    decided = sum(isinstance(event, Answered) and event.seat == seat for event in seen)
    return Chance(f"{seed} {decided}", "decision")


class SeatedBot:
    """A bot at one seat of one table. It gets what its seat may see, and nothing else."""

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
        """What it may have seen, …"""
        self.told = 0
        """… and how much of it the bot itself, if it lives here, has been told."""
        self.heard = 0
        """How many events of the table it has looked at."""
        self._bot: Bot | None = None
        """If it lives here."""
        self.anew = bool(table.settings.daily)
        """Whether its luck begins anew with every decision, so that it decides the same after a restart."""

    def hear(self, events: Sequence[Event]) -> None:
        """Take in the events that follow those it has looked at."""
        self.seen += [mine for event in events if (mine := event.seen_by(self.seat)) is not None]
        self.heard += len(events)

    async def choose(self, view: View) -> int:
        """Its decision."""
        return self.think(view)

    def think(self, view: View) -> int:
        if self._bot is None:
            self._bot = make_bot(self.name, self.game, self.seat, self.seed)
        for event in self.seen[self.told :]:
            self._bot.observe(event)
        self.told = len(self.seen)
        if self.anew:
            self._bot.chance = luck_for(self.seed, self.seat, self.seen)
        return self._bot.choose(view)

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()
            self._bot = None
