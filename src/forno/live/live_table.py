"""A table in memory: entries are checked, stored, applied and told, one at a time; bots and clocks act in between."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from forno.core.errors import FornoError
from forno.core.language import _
from forno.core.seeds import daily_seed
from forno.live.bots import Bots, SeatedBot
from forno.live.clocks import Countdown, passed, steady
from forno.live.streams import Stream, come_back
from forno.pages.lessons import lesson_for
from forno.pages.messages import Position
from forno.pages.publisher import Publisher
from forno.store import Conflict, Store, StoreError, outlook
from forno.table.entries import Entry, HandedOver, Moved, NumbersCalled, StandInChosen, TakenBack
from forno.table.errors import NoSeat, SeatTaken, Stale, impossible
from forno.table.pacing import bot_pause, hurried
from forno.table.pending import Part
from forno.table.table import Table

ATTEMPTS: Final = 10
"""How often an entry is tried anew when another server's came first."""
SOON: Final = 5.0
"""How long to wait before a bot or clock that couldn't act tries again."""

log = logging.getLogger("forno.live")


class Settings(Protocol):
    """How things are done at the tables of one place. Times are in seconds."""

    @property
    def bot_pause(self) -> tuple[float, float]:
        """How long a bot takes to answer, at least and at most."""

    @property
    def away_after(self) -> float:
        """So long without a stream, and a seat counts as absent."""

    @property
    def deal_patience(self) -> float:
        """How long a start waits for numbers that were promised for the deal."""

    @property
    def idle_after(self) -> float:
        """So long without anybody, and a table leaves the memory (never the store)."""

    @property
    def most_streams(self) -> int:
        """Streams of spectators that a table has at a time; …"""

    @property
    def most_tabs(self) -> int:
        """… and those of one seat."""


T = TypeVar("T")


class Duties(Protocol):
    """Whose it is to act at a table, where several servers share it."""

    @property
    def alone(self) -> bool:
        """Whether nobody else writes to these tables."""

    def acts(self, table_id: str) -> bool:
        """Whether a table's bots and clocks act here. If they may, its `next` is called later on."""

    def attend(self, table_id: str) -> None:
        """Others read along here than before."""

    def look(self, table_id: str) -> None:
        """Something may be new at a table."""


class Alone:
    """Nobody else has anything to do with the tables."""

    alone = True

    def acts(self, _table_id: str) -> bool:
        return True

    def attend(self, _table_id: str) -> None:
        """Nobody has to hear of it."""

    def look(self, _table_id: str) -> None:
        """Nobody has written anything."""


ALONE: Final = Alone()


class LiveTable:
    """One table, kept warm."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bots: Bots,
        table_id: str,
        entries: Iterable[Entry] = (),
        duties: Duties = ALONE,
    ) -> None:
        self.settings = settings
        self.store = store
        self.duties = duties
        self.house_bots = bots
        self.table = Table(table_id)
        self.publisher = Publisher(self.table, bots, settings.away_after, steady)
        self.lock = asyncio.Lock()
        self.bots: dict[int, SeatedBot] = {}
        """Those that sit here, by seat."""
        self.used = steady()
        self._countdown = Countdown(store.now)
        self._behind = False
        """Whether others have written something while we did."""
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.take_in(entries)

    def take_in(self, entries: Iterable[Entry]) -> None:
        """Follow the log, or its next piece, while nobody is here. Raises `Damaged`."""
        try:
            for entry in entries:
                parts = self.table.follow(entry)
                self.publisher.publish(entry, parts, passed(entry.time, self.store.now()))
        except Exception as error:
            raise impossible(self.table.id, self.table.number) from error

    @property
    def id(self) -> str:
        return self.table.id

    # --- entries --------------------------------------------------------------

    def now(self) -> float:
        """The time, as entries tell it."""
        return self.store.now()

    async def enter(self, make: Callable[[], Entry | None]) -> None:
        """Add an entry: made when its turn comes, unless none is needed any more; checked, stored, applied, told."""
        async with self.lock:
            await self._enter(make)

    async def _enter(self, make: Callable[[], Entry | None]) -> bool:
        """Whether an entry was needed. What is refused by what is known here is refused by the log as well."""
        table = self.table
        for _attempt in range(ATTEMPTS):
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
            self._tell(trial.entry, table.apply(trial))
            self.used = steady()
            self.next()
            self._look_again()
            return True
        raise stale()

    async def refresh(self) -> None:
        """Know what the log knows."""
        if self.duties.alone:
            return
        async with self.lock:
            await self._catch_up()
        self._look_again()

    def _look_again(self) -> None:
        """If somebody wrote something while we were busy here."""
        if self._behind:
            self._behind = False
            self.duties.look(self.id)

    async def knowing(self, read: Callable[[], T]) -> T:
        """What is read by what is known here; where that is refused, by what the log knows."""
        known = self.table.number
        try:
            return read()
        except FornoError:
            await self.refresh()
            if self.table.number == known:
                raise
            return read()

    async def _catch_up(self) -> bool:
        """Take in what another server has written."""
        return self._follow(await self.store.load(self.id, self.table.number))

    def hear(self, start: int, entries: Sequence[Entry], elsewhere: frozenset[int]) -> None:
        """What other servers have written from that number on, and the seats that read along there."""
        if self.lock.locked():
            self._behind |= bool(entries)  # whoever has it looks again
        else:
            self._follow(entries[self.table.number - start :])
        if self.publisher.attended_elsewhere(elsewhere):
            self._tell_who_is_away()

    def _follow(self, entries: Sequence[Entry]) -> bool:
        for entry in entries:
            if isinstance(entry, Moved) and entry.by == "player":
                self.publisher.here(entry.seat)
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
            log.exception("telling failed at table %s", self.id)
            self.publisher.start_anew()

    async def move(self, number: int, seat: int, actions: tuple[int, ...]) -> int:
        """A person's decisions, in answer to that number. Returns the next one.

        The same move again is answered as the first time.
        """
        self.here(seat)
        await self.enter(lambda: self._answer_to(number, seat, actions))
        return number + 1

    def _answer_to(self, number: int, seat: int, actions: tuple[int, ...]) -> Moved | None:
        """The entry, unless it is there: whether it was kept may not have been known when it was answered."""
        if self.table.has_answered(number, seat, actions):
            return None
        self.table.check_step(number, seat)
        return self.table.decide(self.now(), seat, actions)

    # --- what happens by itself -------------------------------------------------

    def next(self) -> None:
        """Arrange for whatever comes without a guest: a bot's turn, the end of a time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        seat = table.awaited
        if table.due is None or not self.duties.acts(self.id):
            return
        if seat is None:
            time_left = self._countdown.left(table.due, table.deal.patience)
            self._later(time_left, lambda: self._run(self._deal_without_them()))
        elif table.seats[seat].bot is not None:
            if self._thinking is None or self._thinking.done():
                self._thinking = self._run(self._bot_turn(seat, table.number))
        elif (left := self.time_left()) is not None:
            number = table.number
            self._later(left, lambda: self._run(self._time_up(seat, number)))

    def time_left(self) -> float | None:
        """The seconds until the clock decides for whoever is awaited; `None` if it won't."""
        deadline = self.table.deadline
        return None if deadline is None else self._countdown.left(deadline, self.table.settings.clock)

    def _later(self, seconds: float, call: Callable[[], object]) -> None:
        """Instead of whatever was to come."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), call)

    def _run(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _paced(self, seat: int, name: str, kept: dict[int, SeatedBot]) -> tuple[int, ...]:
        """What a bot answers, at a moment that doesn't depend on what it holds or how long it thinks.

        It looks up at times that are drawn when it is asked. Should it need longer than the first, it answers at the
        next, or the one after. Where people wait while many bots answer in a row, those that are quick hurry.
        """
        between = self.settings.bot_pause
        if self.house_bots.is_quick(name) and any(place.bot is None for place in self.table.seats):
            between = hurried(between, (entry.by for entry in reversed(self.table.log) if isinstance(entry, Moved)))
        thinking = asyncio.ensure_future(self.house_bots.turn(self.table, seat, name, kept))
        luck = self.table.luck("bot")
        try:
            while True:
                await asyncio.sleep(bot_pause(between, luck))
                if thinking.done() or between[1] <= 0:
                    return await thinking
        finally:
            thinking.cancel()

    async def _bot_turn(self, seat: int, number: int) -> None:
        """The bot of a seat decides, takes its time, and moves, unless something else happened meanwhile."""
        try:
            name = self.table.seats[seat].bot
            assert name is not None
            actions = await self._paced(seat, name, self.bots)
            async with self.lock:
                self._thinking = None
                if not await self._enter(lambda: self._decided(seat, name, number, actions)):
                    self._drop_bot(seat)
                    self.next()
        except Exception:
            log.exception("a bot's turn failed at table %s", self.id)
            self._drop_bot(seat)
            self._thinking = None
            self._later(SOON, self.next)

    async def _time_up(self, seat: int, number: int) -> None:
        """The clock has run out: a bot decides, for this turn alone."""
        try:
            actions = await self._paced(seat, self.house_bots.stand_in_for(self.table, seat), {})
            async with self.lock:
                await self._enter(lambda: self._decided(seat, None, number, actions))
        except Exception:
            log.exception("the clock failed at table %s", self.id)
            self._later(SOON, self.next)

    def dealt(self, late: bool = False) -> Entry | None:
        """The entry that deals the cards, or calls for the numbers that were promised; `None` while they are awaited.

        The seed is the server's alone until the game is over; a lesson and a day have their own. `late`: the time
        for numbers is up.
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
        """Whoever hasn't shown a number by now is left out."""
        try:
            await self.enter(lambda: self.dealt(late=True) if self.table.phase == "gathering" else None)
        except Exception:
            log.exception("the cards couldn't be dealt at table %s", self.id)
            self._later(SOON, self.next)

    def _decided(self, seat: int, bot: str | None, number: int, actions: tuple[int, ...]) -> Moved | None:
        """What a bot, or the clock, decided at that number, unless something else happened meanwhile."""
        table = self.table
        if table.awaited != seat or table.due is None or table.seats[seat].bot != bot or self._has_moved(number):
            return None
        return table.decide(self.now(), seat, actions, "clock" if bot is None else "bot")

    def _has_moved(self, number: int) -> bool:
        return any(isinstance(entry, Moved) for entry in self.table.log[number:])

    def _drop_bot(self, seat: int) -> None:
        if (bot := self.bots.pop(seat, None)) is not None:
            bot.close()

    # --- coming and going ---------------------------------------------------------

    def here(self, seat: int) -> None:
        """Somebody at that seat gave a sign of life."""
        self.used = steady()
        self.publisher.here(seat)

    def join(self, stream: Stream, after: Position | None) -> bool:
        """Somebody reads along from now on, and hears first what was missed.

        `False` if there is no room for one more spectator. A seat always has room: its oldest stream ends instead.
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
        """A stream ended: unless its seats come back soon, the others see that they are away."""
        if self.publisher.leave(stream):
            self.duties.attend(self.id)
            self._tell_who_is_away()

    def _tell_who_is_away(self) -> None:
        """Unless they come back soon."""
        loop = asyncio.get_running_loop()
        loop.call_later(self.settings.away_after + 0.1, self.publisher.tell_guests)

    @property
    def attended(self) -> tuple[int, ...]:
        """The seats that read along here."""
        return tuple(sorted({seat for stream in self.streams for seat in stream.device}))

    @property
    def streams(self) -> list[Stream]:
        """Everybody who reads along."""
        return [reader for reader in self.publisher.readers if isinstance(reader, Stream)]

    async def choose_stand_in(self, seat: int, bot: str) -> None:
        self.house_bots.check(bot, self.house_bots.stand_ins(self.table.game))
        await self.enter(lambda: StandInChosen(self.now(), seat, bot))

    async def hand_over(self, seat: int, by_seat: int) -> None:
        """Somebody lets a bot play for another, who is away."""
        if 0 <= seat < len(self.table.seats) and self.table.seats[seat].person and self.publisher.present(seat):
            raise SeatTaken(
                _("{name} is here; a bot can play only for somebody who is away.").format(
                    name=self.publisher.guests.names[seat]
                )
            )
        await self.enter(lambda: HandedOver(self.now(), seat, self.house_bots.stand_in_for(self.table, seat), by_seat))

    async def take_back(self, seat: int) -> None:
        await self.enter(lambda: TakenBack(self.now(), seat))

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
        if self.publisher.readers or self.lock.locked() or self._tasks:
            return False
        return self.table.deadline is None and steady() - self.used > self.settings.idle_after

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        for seat in list(self.bots):
            self._drop_bot(seat)
        self.close_streams()

    def close_streams(self) -> None:
        """Everyone comes back, one sooner and another later."""
        for stream in self.streams:
            stream.push(come_back())
            stream.close()


def stale() -> Stale:
    return Stale(_("The table has moved on; look again and decide anew."))
