"""A table in memory: entries are checked, stored, applied and told, one at a time; bots and clocks act in between."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from forno.core.events import Awaits, Event
from forno.core.language import _
from forno.publishing.face import Guests
from forno.publishing.lessons import Coaches, lesson_for
from forno.publishing.messages import Position
from forno.store import Conflict, outlook
from forno.table.checking import seat_at
from forno.table.entries import Entry, HandedOver, Moved, StandInChosen, Started, TakenBack
from forno.table.errors import NoSeat, SeatTaken, Stale, impossible
from forno.table.guests import names_of
from forno.table.holds import Part
from forno.table.table import Change, Table
from forno.web.bots import STAND_IN, SeatedBot
from forno.web.clocks import Countdown, passed
from forno.web.talk import Talk
from forno.web.telling import Cut, Teller, Told

if TYPE_CHECKING:
    from forno.web.house import House

ATTEMPTS: Final = 3
"""How often an entry is tried anew when another server's came first."""
SOON: Final = 5.0
"""How long to wait before a bot or clock that couldn't act tries again."""

log = logging.getLogger("forno.web")


class Live:
    """One table, kept warm."""

    def __init__(self, house: House, table_id: str, entries: Iterable[Entry] = ()) -> None:
        self.house = house
        self.settings = house.settings
        self.table = Table(table_id)
        self.lock = asyncio.Lock()
        self.cuts: list[Cut] = []
        """All parts that were shown to everybody, in order."""
        self.others = 0
        """How many entries weren't moves."""
        self._heard = 0
        """How many events were told."""
        self.teller: Teller | None = None
        """Since the start."""
        self.bots: dict[int, SeatedBot] = {}
        self.used = time.monotonic()
        self.earliest = 0.0
        """Before that moment no answer is taken whose quickness would tell something."""
        self._asks: Awaits | None = None
        """The latest question that everybody has heard of, …"""
        self.asked = time.monotonic()
        """… and when."""
        self.unnamed = False
        """Whether nobody may know whose answer is awaited: then what comes of it is held, and nothing else needs be."""
        self._guests: Guests | None = None
        self._left: dict[int, float] = {}
        """When a seat was last here."""
        self._countdown = Countdown()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.take_in(entries)

    def take_in(self, entries: Iterable[Entry]) -> None:
        """Follow the log, or its next piece, while nobody is here. Raises `Damaged`."""
        asked = None
        try:
            for entry in entries:
                shown = len(self.cuts)
                for told in self._follow(self.table.apply(entry)):
                    self._watch(told.events)
                self._watch_held()
                if len(self.cuts) > shown:
                    asked = entry.time
        except Exception as error:
            raise impossible(self.table.id, self.table.number) from error
        if asked is not None:
            self.asked = time.monotonic() - passed(asked, self.table.settings.clock)
        self.talk = Talk(self)
        self._left = dict.fromkeys(range(len(self.table.seats)), self.used)

    # --- what everyone may know -----------------------------------------------

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def position(self) -> Position:
        """How much has been told."""
        return Position(len(self.cuts), self.others)

    def number(self, seat: int | None) -> int:
        """What a move of that seat would answer. It never tells of moves that the seat didn't notice."""
        return self.table.steps(seat)

    def guests(self) -> Guests:
        """Who is here; an empty seat is called after its colour."""
        if self._guests is not None:
            return self._guests
        seats = self.table.seats
        names = [name or self.table.game.seat_name(place) for place, name in enumerate(names_of(seats))]
        self._guests = Guests(tuple(names), tuple(seat.bot is not None for seat in seats))
        return self._guests

    def present(self, seat: int) -> bool:
        """Whether somebody is at that seat, or was a moment ago. Bots that were invited always are."""
        if self.table.seats[seat].invited_bot or any(seat in stream.device for stream in self.talk.streams):
            return True
        return time.monotonic() - self._left.get(seat, 0.0) < self.settings.away_after

    def clock_left(self, awaited: int | None) -> int | None:
        """The seconds that are left for whom all know to be awaited; told alike whether or not there is a choice."""
        clock = self.table.settings.clock
        if not clock or self.table.phase != "playing":
            return None
        if awaited is not None and self.table.seats[awaited].bot is not None:
            return None
        return max(0, round(clock - (time.monotonic() - self.asked)))

    # --- entries --------------------------------------------------------------

    async def enter(self, make: Callable[[], Entry | None]) -> None:
        """Add an entry: made when its turn comes, unless none is needed any more; checked, stored, applied, told."""
        async with self.lock:
            await self._enter(make)

    async def _enter(self, make: Callable[[], Entry | None]) -> None:
        table = self.table
        for _attempt in range(ATTEMPTS):
            entry = make()
            if entry is None:
                return
            table.check(entry)
            number = table.number
            try:
                await self.house.store.append(table.id, number, entry, outlook(table, entry))
            except Conflict:
                await self.catch_up()
                continue
            self._apply(entry)
            self.used = time.monotonic()
            self.next()
            return
        raise stale()

    async def catch_up(self) -> None:
        """Take in what another server has written."""
        entries = await self.house.store.load(self.id)
        for entry in entries[self.table.number :]:
            while self.table.held:
                self._release()
            self._apply(entry)
        self.next()

    def _apply(self, entry: Entry) -> None:
        """Take in an entry that is stored, and tell it."""
        change = self.table.apply(entry)
        if not isinstance(entry, Moved):
            self._guests = None
        self._tell(self.talk.tell, entry, self._follow(change))

    def _tell(self, tell: Callable[..., None], *what: Any) -> None:
        """Tell it. What is stored is stored: should telling fail, everyone gets the table anew, and it goes on."""
        try:
            tell(*what)
        except Exception:
            log.exception("telling failed at table %s", self.id)
            if self.table.state is not None:
                self.teller = self._make_teller()
                self._watch(self.table.released_events())
            self.talk.start_anew()

    def _make_teller(self) -> Teller:
        table = self.table
        lesson = lesson_for(table.settings.lesson)
        coaches = Coaches(lesson, table.game, table.released_events) if lesson is not None else None
        return Teller(table.game, coaches)

    def _watch_held(self) -> None:
        """What waited when the server stopped has waited long enough."""
        while self.table.held:
            self._watch(self._note_part(self.table.release()).events)

    def _watch(self, events: Sequence[Event]) -> None:
        if self.teller is not None and events:
            self.teller.observe(events)

    async def move(self, number: int, seat: int, actions: tuple[int, ...]) -> int:
        """A person's decisions, in answer to that number. Returns the next one.

        The same move again is answered as the first time.
        """
        self.here(seat)
        if self.table.answered(number, seat, actions) is not None:
            return number + 1
        if self.table.awaited == seat and (wait := self.earliest - time.monotonic()) > 0:
            await asyncio.sleep(wait)
        async with self.lock:
            if self.table.answered(number, seat, actions) is None:
                await self._enter(lambda: self._fresh(number, Moved(time.time(), seat, actions)))
        return number + 1

    def _fresh(self, number: int, move: Moved) -> Moved:
        self.table.check_step(number, move.seat)
        return move

    def _follow(self, change: Change) -> list[Told]:
        """Write down what an entry changed; returns what may be told of it now."""
        if isinstance(change.entry, Started):
            self.teller = self._make_teller()
        elif not isinstance(change.entry, Moved):
            self.others += 1
        if not change.parts:
            return []
        told = [self._note_part(part) for part in change.parts if not part.hold]
        while self.table.held and self.settings.hold[1] <= 0:
            told.append(self._note_part(self.table.release(change.entry.time)))
        return told

    def _note_part(self, part: Part) -> Told:
        self._heard += len(part.events)
        if part.shown:
            self.cuts.append(Cut(self.cuts[-1].end if self.cuts else 0, self._heard))
            self._ask(part.events)
        return Told(part.events, self.position, part.shown)

    def _ask(self, events: Sequence[Event]) -> None:
        """Something was told that may ask for an answer. If its quickness could tell something, it has its time."""
        self.asked = time.monotonic()
        for event in reversed(events):
            if isinstance(event, Awaits) and event.shown:
                self._asks = event
                break
        asks = self._asks
        self.unnamed = asks is not None and asks.seat is None
        forced = asks is not None and asks.actions is None and asks.seat is not None
        self.earliest = self.asked + random.uniform(*self.settings.hold) if forced else 0.0

    # --- what happens by itself -------------------------------------------------

    def next(self) -> None:
        """Arrange for whatever comes without a guest: a part that is held, a bot's turn, the end of a time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        if table.held:
            wait = self.earliest - time.monotonic() if self.earliest else random.uniform(*self.settings.hold)
            self._later(wait, self._release_next)
            return
        seat = table.awaited
        if seat is None:
            return
        if table.seats[seat].bot is not None:
            if self._thinking is None or self._thinking.done():
                self._thinking = self._run(self._bot_turn(seat, table.number))
        elif (left := self.time_left()) is not None:
            self._later(left, lambda: self._run(self._time_up(seat, table.number)))

    def time_left(self) -> float | None:
        """The seconds until the clock decides for whoever is awaited; `None` if it won't."""
        deadline = self.table.deadline
        return None if deadline is None else self._countdown.left(deadline, self.table.settings.clock)

    def _later(self, seconds: float, call: Callable[[], object]) -> None:
        self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), call)

    def _run(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _release_next(self) -> None:
        self._release()
        self.next()

    def _release(self) -> None:
        part = self.table.release(time.time())
        self._tell(self.talk.tell_parts, [self._note_part(part)])

    async def _bot_turn(self, seat: int, number: int) -> None:
        """The bot of a seat decides, takes its time, and moves, unless something else happened meanwhile."""
        try:
            pause = 0.0 if self.unnamed else random.uniform(*self.settings.bot_pause)
            ready = self.earliest or time.monotonic() + pause
            name = self.table.seats[seat].bot
            assert name is not None
            actions = await self.house.bots.turn(self.table, seat, name, self.bots)
            if (wait := ready - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            async with self.lock:
                self._thinking = None
                if self.table.awaited != seat or self.table.seats[seat].bot != name or self._has_moved(number):
                    self._drop_bot(seat)
                    self.next()
                    return
                await self._enter(lambda: Moved(time.time(), seat, actions, "bot"))
        except Exception:
            log.exception("a bot's turn failed at table %s", self.id)
            self._drop_bot(seat)
            self._thinking = None
            self._later(SOON, self.next)

    async def _time_up(self, seat: int, number: int) -> None:
        """The clock has run out: a bot decides, for this turn alone."""
        try:
            name = self.stand_in_for(seat)
            actions = await self.house.bots.turn(self.table, seat, name, {})
            async with self.lock:
                if self.table.awaited != seat or self.table.deadline is None or self._has_moved(number):
                    return
                await self._enter(lambda: Moved(time.time(), seat, actions, "clock"))
        except Exception:
            log.exception("the clock failed at table %s", self.id)
            self._later(SOON, self.next)

    def _has_moved(self, number: int) -> bool:
        return any(isinstance(entry, Moved) for entry in self.table.log[number:])

    def _drop_bot(self, seat: int) -> None:
        if (bot := self.bots.pop(seat, None)) is not None:
            bot.close()

    # --- coming and going ---------------------------------------------------------

    def here(self, seat: int | None) -> None:
        """Somebody at that seat gave a sign of life."""
        self.used = time.monotonic()
        if seat is not None:
            self._left[seat] = self.used

    def went(self, seats: Iterable[int]) -> None:
        """A stream ended: unless they come back soon, the others see that they are away."""
        for seat in seats:
            self._left[seat] = time.monotonic()
        asyncio.get_running_loop().call_later(self.settings.away_after + 0.1, self.talk.tell_guests)

    def stand_in_for(self, seat: int) -> str:
        """The bot that decides for a person who doesn't: nobody else chooses it."""
        return self.house.bots.first_of(self.table.game, seat_at(self.table, seat).stand_in_bot, STAND_IN)

    async def choose_stand_in(self, seat: int, bot: str) -> None:
        self.house.bots.check(bot, self.house.bots.stand_ins(self.table.game))
        await self.enter(lambda: StandInChosen(time.time(), seat, bot))

    async def hand_over(self, seat: int, by_seat: int) -> None:
        """Somebody lets a bot play for another, who is away."""
        if 0 <= seat < len(self.table.seats) and self.table.seats[seat].person and self.present(seat):
            raise SeatTaken(
                _("{name} is here; a bot can play only for who is away.").format(name=self.guests().names[seat])
            )
        await self.enter(lambda: HandedOver(time.time(), seat, self.stand_in_for(seat), by_seat))

    async def take_back(self, seat: int) -> None:
        await self.enter(lambda: TakenBack(time.time(), seat))

    def seats_of(self, keys: Iterable[str]) -> list[int]:
        """The seats that these keys open, ascending."""
        found = {self.table.seat_of(key) for key in keys}
        return sorted(seat for seat in found if seat is not None)

    def seat_among(self, keys: Iterable[str], wanted: int | None) -> int:
        """The seat that is meant: the one wanted, or the only one, or the one that is awaited. Raises `NoSeat`."""
        seats = self.seats_of(keys)
        if wanted is None and seats:
            return self.table.awaited if self.table.awaited in seats else seats[0]
        if wanted is None or wanted not in seats:
            raise NoSeat(_("That isn't your seat; take one, or use your personal link."))
        return wanted

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        if self.talk.streams or self.lock.locked() or self._tasks:
            return False
        waits = self.table.held or self.table.deadline is not None
        return not waits and time.monotonic() - self.used > self.settings.idle_after

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        for seat in list(self.bots):
            self._drop_bot(seat)
        self.talk.close()


def stale() -> Stale:
    return Stale(_("The table has moved on; look again and decide anew."))
