"""A table held in memory."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar
from weakref import WeakSet

from forno.core.errors import FornoError
from forno.core.language import _
from forno.core.seeds import daily_seed
from forno.live.bots import Bots, SeatedBot
from forno.live.clocks import Countdown, elapsed, steady
from forno.live.streams import Stream, come_back
from forno.live.surroundings import ALONE, Duties, LiveSettings
from forno.pages.lessons import lesson_for
from forno.pages.publishing.messages import StreamPosition
from forno.pages.publishing.publisher import Publisher
from forno.store import Conflict, Store, StoreError, outlook
from forno.table.entries import Entry, HandedOver, KeyReplaced, Moved, NumbersCalled, Voted
from forno.table.errors import NoSeat, SeatTaken, Stale, impossible
from forno.table.history import Part
from forno.table.settings import BOT_PLAYS, VOTE
from forno.table.table import Table

MAX_ATTEMPTS: Final = 10
"""Number of times that an entry is checked anew because another server's came first."""
RETRY_SECONDS: Final = 5.0
"""Delay before a bot or clock that failed tries again."""
WAKE_SECONDS: Final = 3600.0
"""Time before its end from which on a clock runs in memory: a table with more time left is woken for it."""

log = logging.getLogger("forno.live")

FAILING: Final[WeakSet[Store]] = WeakSet()
"""Stores that failed when a bot or clock last needed them: that is logged once, whatever the number of tables."""


T = TypeVar("T")


class LiveTable:
    """A table held in memory: serialises entries, runs bots and clocks, notifies readers.

    Every entry is checked, stored, applied and told before the next one is taken.
    """

    def __init__(
        self,
        settings: LiveSettings,
        store: Store,
        bots: Bots,
        table_id: str,
        entries: Iterable[Entry] = (),
        duties: Duties = ALONE,
    ) -> None:
        self.settings = settings
        self.store = store
        self.duties = duties
        self.host_bots = bots
        self.table = Table(table_id)
        self.publisher = Publisher(self.table, bots, settings.away_after, steady)
        self.contents = self.publisher.contents
        self.lock = asyncio.Lock()
        self.bots: dict[int, SeatedBot] = {}
        """Bots that sit here, by seat."""
        self.used = steady()
        self._countdown = Countdown(store.now)
        self._behind = False
        """Whether other servers wrote something while the lock was held here."""
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.take_in(entries)

    def take_in(self, entries: Iterable[Entry]) -> None:
        """Follow the log, or the next piece of it, before anybody reads along. Raises `Damaged`."""
        try:
            for entry in entries:
                parts = self.table.follow(entry)
                self.publisher.publish(entry, parts, elapsed(entry.time, self.store.now()))
        except Exception as error:
            raise impossible(self.table.id, self.table.number) from error

    @property
    def id(self) -> str:
        return self.table.id

    # --- entries --------------------------------------------------------------

    def now(self) -> float:
        """Return the time as entries store it: seconds since the epoch."""
        return self.store.now()

    async def enter(self, make: Callable[[], Entry | None]) -> None:
        """Add an entry: `make` is called when its turn comes, and returns `None` if no entry is needed any more."""
        async with self.lock:
            await self._enter(make)

    async def _enter(self, make: Callable[[], Entry | None]) -> bool:
        """Check, store, apply and tell an entry. Returns whether one was needed.

        A refusal stands only if the log has nothing that isn't known here.
        """
        table = self.table
        for _attempt in range(MAX_ATTEMPTS):
            try:
                entry = make()
                trial = None if entry is None else table.check(entry)
            except FornoError:
                if self.duties.alone or not await self._catch_up():
                    raise
                continue
            if trial is None:
                return False
            try:
                await self.store.append(table.id, trial.number, trial.entry, outlook(trial))
            except Conflict:
                await self._catch_up()
                continue
            except StoreError:
                self.duties.look(self.id)  # it may have been kept all the same
                raise
            FAILING.discard(self.store)
            self._tell(trial.entry, table.apply(trial))
            self.used = steady()
            self.next()
            self._look_again()
            return True
        raise stale()

    async def refresh(self) -> None:
        """Follow what other servers have added to the log."""
        if not self.duties.alone:
            await self.reread()

    async def reread(self) -> None:
        """Follow what anybody else has added to the log."""
        async with self.lock:
            await self._catch_up()
        self._look_again()

    def _look_again(self) -> None:
        """Read the log again if another server wrote something while the lock was held."""
        if self._behind:
            self._behind = False
            self.duties.look(self.id)

    async def knowing(self, read: Callable[[], T]) -> T:
        """Return what `read` returns; if it is refused, try again with what other servers have written."""
        known = self.table.number
        try:
            return read()
        except FornoError:
            await self.refresh()
            if self.table.number == known:
                raise
            return read()

    async def _catch_up(self) -> bool:
        """Follow what another server has written. Returns whether there was anything."""
        return self._follow(await self.store.load(self.id, self.table.number))

    def hear(self, start: int, entries: Sequence[Entry], elsewhere: frozenset[int]) -> None:
        """Follow what other servers have written from that number on, and note which seats read along there."""
        if self.lock.locked():
            self._behind |= bool(entries)  # the holder of the lock looks again
        else:
            self._follow(entries[self.table.number - start :])
        if self.publisher.attend_elsewhere(elsewhere):
            self._tell_who_is_away()

    def _follow(self, entries: Sequence[Entry]) -> bool:
        for entry in entries:
            if isinstance(entry, Moved) and entry.by == "player":
                self.publisher.attendance.note(entry.seat)
            self.follow(entry)
        if entries:
            self.next()
        return bool(entries)

    def follow(self, entry: Entry) -> None:
        """Apply an entry from the log, and tell readers of it."""
        self._tell(entry, self.table.follow(entry))

    def _tell(self, entry: Entry, parts: Sequence[Part]) -> None:
        """Tell readers of an entry that was stored and applied.

        Should that fail, every reader gets the whole table anew, and the game goes on.
        """
        try:
            self.publisher.publish(entry, parts)
        except Exception:
            log.exception("an entry couldn't be published at table %s", self.id)
            self.publisher.start_anew()
        if isinstance(entry, KeyReplaced):
            self.close_streams(entry.seat)  # whoever has the former key must show another

    async def move(self, number: int, seat: int, actions: tuple[int, ...]) -> int:
        """Make a person's move in answer to that number. Returns the next number.

        The same move sent again is answered as the first time.
        """
        self.here(seat)
        await self.enter(lambda: self._answer_to(number, seat, actions))
        return number + 1

    def _answer_to(self, number: int, seat: int, actions: tuple[int, ...]) -> Moved | None:
        """Return the entry of a move, unless it is stored already: the answer to the first time may have got lost."""
        if self.table.has_answered(number, seat, actions):
            return None
        self.table.check_step(number, seat)
        return self.table.decide(self.now(), seat, actions)

    # --- what happens by itself -------------------------------------------------

    def next(self) -> None:
        """Schedule what happens without a guest: a bot's turn, or the end of a time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        seat, due = table.awaited, table.due
        if due is None and table.deadline is not None:
            # Nobody acts then, but the others may let a bot play.
            self._later(self.time_left() or 0.0, self.publisher.tell_guests)
        if due is None or not self.duties.acts(self.id):
            return
        if seat is None:
            time_left = self._countdown.left(due, table.deal.patience)
            self._later(time_left, lambda: self._run(self._deal_without_them()))
        elif table.seats[seat].bot is not None:
            if self._thinking is None or self._thinking.done():
                self._thinking = self._run(self._bot_turn(seat, table.number))
        elif (left := self.time_left()) is not None:
            number = table.number
            self._later(left, lambda: self._run(self._time_up(seat, number)))

    def time_left(self) -> float | None:
        """Return seconds until the clock decides for the awaited person; `None` without a clock."""
        deadline = self.table.deadline
        return None if deadline is None else self._countdown.left(deadline, deadline - self.table.asked)

    def _later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call something after a delay, instead of what was scheduled before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), call)

    def _run(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _bot_turn(self, seat: int, number: int) -> None:
        """Let the bot of a seat decide and, after its time, move, unless something else happened meanwhile."""
        try:
            name = self.table.seats[seat].bot
            assert name is not None
            actions = await self.host_bots.paced_turn(self.table, seat, name, self.bots, self.settings.bot_pause)
            async with self.lock:
                self._thinking = None
                if not await self._enter(lambda: self._decision_entry(seat, name, number, actions)):
                    self._drop_bot(seat)
                    self.next()
        except Exception as error:
            self._drop_bot(seat)
            self._thinking = None
            self._retry("a bot's turn failed", error)

    async def _time_up(self, seat: int, number: int) -> None:
        """Let a bot decide this turn alone, or play on if the table has settled so: the clock has run out.

        Everybody would hear of a bot that plays on: whoever is asked in secret gets one for this answer.
        """
        try:
            if self.table.settings.late == BOT_PLAYS and not self.table.unnamed:
                await self.enter(lambda: self._take_over_entry(seat, number))
                return
            stand_in = self.host_bots.stand_in_for(self.table, seat)
            actions = await self.host_bots.paced_turn(self.table, seat, stand_in, {}, self.settings.bot_pause)
            async with self.lock:
                await self._enter(lambda: self._decision_entry(seat, None, number, actions))
        except Exception as error:
            self._retry("the clock failed", error)

    def deal_entry(self, late: bool = False) -> Entry | None:
        """Return the entry that deals the cards, or calls for the promised numbers; `None` while they are awaited.

        Only the server knows the seed until the game is over; lessons and days have their own. `late`: the time for
        numbers is up.
        """
        table, now = self.table, self.now()
        if (lesson := lesson_for(table.settings.lesson)) is not None:
            return table.start(now, lesson.seed)
        if table.settings.daily:
            return table.start(now, daily_seed(table.settings.daily))
        if not table.sealed:
            return table.start(now, secrets.token_hex(16))
        deal = table.deal
        if late and deal.due is not None:
            now = max(now, deal.due)  # by a clock that nobody can set
        if deal.ready(now) or table.phase != "gathering":
            return table.start(now, deal.seed)
        return None if deal.called is not None else NumbersCalled(now, self.settings.deal_patience)

    async def _deal_without_them(self) -> None:
        """Deal the cards without the numbers that are missing."""
        try:
            await self.enter(lambda: self.deal_entry(late=True) if self.table.phase == "gathering" else None)
        except Exception as error:
            self._retry("the cards couldn't be dealt", error)

    def _retry(self, what: str, error: Exception) -> None:
        """Log what failed, and go on after a while. A store that can't be used is no fault of this table."""
        if not isinstance(error, StoreError):
            log.error("%s at table %s", what, self.id, exc_info=error)
        elif self.store not in FAILING:
            FAILING.add(self.store)
            log.error("bots and clocks wait until moves can be stored again: %s", error)
        self._later(RETRY_SECONDS, self.next)

    def _decision_entry(self, seat: int, bot: str | None, number: int, actions: tuple[int, ...]) -> Moved | None:
        """Return the entry of what a bot or the clock decided; `None` if something else happened meanwhile."""
        table = self.table
        if table.awaited != seat or table.due is None or table.seats[seat].bot != bot or self._has_moved(number):
            return None
        return table.decide(self.now(), seat, actions, "clock" if bot is None else "bot")

    def _take_over_entry(self, seat: int, number: int) -> HandedOver | None:
        """Return the entry that gives a seat to a bot when time is up; `None` if something else happened meanwhile."""
        table = self.table
        if table.awaited != seat or table.seats[seat].bot is not None or self._has_moved(number):
            return None
        return HandedOver(self.now(), seat, self.host_bots.stand_in_for(table, seat), seat)

    def _has_moved(self, number: int) -> bool:
        return any(isinstance(entry, Moved) for entry in self.table.log[number:])

    def _drop_bot(self, seat: int) -> None:
        if (bot := self.bots.pop(seat, None)) is not None:
            bot.close()

    # --- coming and going ---------------------------------------------------------

    def here(self, seat: int) -> None:
        """Note a sign of life from that seat."""
        self.used = steady()
        self.publisher.attendance.note(seat)

    def join(self, stream: Stream, after: StreamPosition | None) -> bool:
        """Add a reader, who hears first what was missed. Returns whether there was room.

        Only spectators can be too many. A seat always has room: its oldest stream ends instead.
        """
        readers = self.streams
        for cut_off in [other for other in readers if other.closed]:
            self.leave(cut_off)
        alike = [other for other in readers if other.seat == stream.seat and not other.closed]
        if stream.seat is None and len(alike) >= self.settings.most_streams:
            return False
        if stream.seat is not None and len(alike) >= self.settings.most_tabs:
            alike[0].close()
        self.used = steady()
        self.publisher.join(stream, after)
        self.duties.attend(self.id)
        return True

    def leave(self, stream: Stream) -> None:
        """Remove a reader: unless its seats come back soon, the others see that they are away."""
        if self.publisher.leave(stream):
            self.duties.attend(self.id)
            self._tell_who_is_away()

    def _tell_who_is_away(self) -> None:
        """Tell readers after a while who is away."""
        loop = asyncio.get_running_loop()
        loop.call_later(self.settings.away_after + 0.1, self.publisher.tell_guests)

    @property
    def attended(self) -> tuple[int, ...]:
        """Seats that read along at this server."""
        return tuple(sorted({seat for stream in self.streams for seat in stream.device}))

    @property
    def streams(self) -> list[Stream]:
        """All readers with a stream."""
        return [reader for reader in self.publisher.readers if isinstance(reader, Stream)]

    async def hand_over(self, seat: int, by_seat: int) -> None:
        """Let a bot play for a person who is away, or vote for it where the table has settled so."""
        if 0 <= seat < len(self.table.seats) and self.table.seats[seat].person and not self.contents.is_away(seat):
            why = _("{name} is here. A bot can only play for someone who is away.")
            if self.table.settings.slow and not self.contents.progress.is_late(seat):
                why = _("{name} still has time. A bot can only play for someone whose time is up.")
            raise SeatTaken(why.format(name=self.contents.guests.names[seat]))
        kind = Voted if self.table.settings.late == VOTE else HandedOver
        await self.enter(lambda: kind(self.now(), seat, self.host_bots.stand_in_for(self.table, seat), by_seat))

    def seats_of(self, keys: Iterable[str]) -> list[int]:
        """Return the seats that these keys open, ascending."""
        found = {self.table.seat_of(key) for key in keys}
        return sorted(seat for seat in found if seat is not None)

    def seat_among(self, seats: list[int], wanted: int | None) -> int:
        """Return the seat that is meant: the one wanted, or the one that is awaited, or the first. Raises `NoSeat`."""
        if wanted is None and seats:
            return self.table.awaited if self.table.awaited in seats else seats[0]
        if wanted is None or wanted not in seats:
            raise NoSeat(_("That isn't your seat; take one, or use your personal link."))
        return wanted

    @property
    def idle(self) -> bool:
        """Whether the table can leave the memory."""
        if self.publisher.readers or self.lock.locked() or self._tasks:
            return False
        deadline = self.table.deadline if self.table.due is not None else None
        if deadline is not None and deadline - self.now() < WAKE_SECONDS:
            return False
        return steady() - self.used > self.settings.idle_after

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        for seat in list(self.bots):
            self._drop_bot(seat)
        self.close_streams()

    def close_streams(self, seat: int | None = None) -> None:
        """End all streams, or those of a seat; their readers come back at different times."""
        for stream in self.streams:
            if seat is None or seat in stream.device:
                stream.push(come_back())
                stream.close()


def stale() -> Stale:
    return Stale(_("The game has moved on. Look again, then decide."))
