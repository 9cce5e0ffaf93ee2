"""A simulated month: people in many time zones play many games over days, and time runs fast.

They answer by their own pace, sleep, go on vacation, are away without a word or never come back; the server restarts
twice a day, and some stop their notices. Every turn's notice is sent once, as soon as it may be; every game ends.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random

import pytest

from forno.core.chance import Chance
from forno.store.outbox import BEGUN, OVER, TOPICS, TURN
from forno.table.entries import HandedOver, TakenBack, VacationAnnounced, Voted
from forno.table.settings import BOT_PLAYS, LATE, PATIENT, VOTE, TableSettings
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS, night_around
from tests.amounts import amount
from tests.features.notices.clubs import DAY, NOON, Club
from tests.loops import run
from tests.table.helpers import some_way

ZONES = ("Europe/Rome", "America/New_York", "Asia/Tokyo", "Pacific/Auckland", "UTC", "America/Sao_Paulo")
PLAYERS, GAMES = amount(8, 40), amount(4, 60)
TICK = HOUR_SECONDS / 2
"""Time between two looks of the sender, and of the players."""
MAX_DAYS = 150
"""Days within which the last game must be over."""
CLOCKS = ((24, 4, 72), (72, 12, 120), (72, 36, 240))


@dataclass(frozen=True)
class Player:
    """A player of the month."""

    zone: str
    hours: float
    """Mean hours until an answer."""
    away: tuple[float, float]
    """Time in which nobody hears of them: an announced vacation, or an absence."""
    announced: bool
    gone: float
    """Time after which they never come back."""
    topics: tuple[str, ...] = (TURN,)
    """Notices that they want; none at all if empty."""
    quiet: bool = True
    stops: float = inf
    """Time at which they stop their notices."""

    def awake(self, moment: float) -> float:
        """Return the next moment at which they could answer; infinity if never."""
        for _day in range(3):
            if (night := night_around(moment, self.zone)) is not None:
                moment = night[1]
            if self.away[0] <= moment < self.away[1]:
                moment = self.away[1]
        return inf if moment >= self.gone else moment

    def hears(self, moment: float) -> bool:
        """Return whether notices may come at a moment."""
        return not self.quiet or night_around(moment, self.zone) is None


def player(number: int, luck: Random) -> Player:
    begins = NOON + luck.uniform(2, 25) * DAY
    wants: tuple[str, ...] = () if number % 5 == 4 else TOPICS if number % 4 == 0 else (TURN,)
    return Player(
        zone=ZONES[number % len(ZONES)],
        hours=luck.choice((0.3, 1.0, 3.0, 8.0)),
        away=(begins, begins + luck.uniform(2, 12) * DAY),
        announced=number % 3 == 0,
        gone=NOON + luck.uniform(3, 30) * DAY if number % 13 == 7 else inf,
        topics=wants,
        quiet=number % 7 != 6,
        stops=NOON + luck.uniform(5, 20) * DAY if number % 8 == 3 else inf,
    )


@dataclass
class Turn:
    """A turn of a person: who was asked, and from when to when the table waited for them."""

    table: str
    seat: int
    asked: float
    ended: float = inf


@dataclass
class Month:
    """Everybody who plays, and what happened."""

    club: Club
    luck: Random
    players: list[Player] = field(default_factory=list)
    seats: dict[str, list[Player]] = field(default_factory=dict)
    answers: dict[str, float] = field(default_factory=dict)
    """Time at which the awaited person answers, by table."""
    turns: list[Turn] = field(default_factory=list)
    waiting: dict[str, Turn] = field(default_factory=dict)
    """The turn that each table waits for."""
    last_movers: dict[str, int | None] = field(default_factory=dict)
    ticks: list[float] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)

    async def open(self) -> None:
        self.players = [player(number, self.luck) for number in range(PLAYERS)]
        for number in range(GAMES):
            guests = self.luck.sample(self.players, 2 + number % 3)
            clock, increment, bank = (hours * HOUR_SECONDS for hours in CLOCKS[number % 3])
            rest = ("", "nights", "nights-weekends")[number % 3]
            settings = TableSettings(False, clock, "", 0, increment, bank, LATE[number % 4], rest)
            table = await self.club.open(f"t{number}", settings, seed=number, zones=[guest.zone for guest in guests])
            self.seats[table.id] = guests
            for seat, guest in enumerate(guests):
                if guest.announced:
                    await self.club.add(table, VacationAnnounced(NOON, seat, *guest.away))
                if guest.topics:
                    await self.club.subscribe(table, seat, topics=guest.topics, quiet=guest.quiet)
            self.ask(table, None)

    # --- what players do ------------------------------------------------------------

    def ask(self, table: Table, mover: int | None) -> None:
        """Note who is asked now, and when that person will answer."""
        now, seat = self.club.store.time, table.awaited
        if (before := self.waiting.pop(table.id, None)) is not None:
            before.ended = now
        self.last_movers[table.id] = mover
        self.answers[table.id] = inf
        if seat is None or table.seats[seat].bot is not None:
            return
        guest = self.seats[table.id][seat]
        self.answers[table.id] = guest.awake(now + self.luck.expovariate(1 / guest.hours) * HOUR_SECONDS)
        turn = Turn(table.id, seat, now)
        if seat != mover:
            self.turns.append(turn)
        self.waiting[table.id] = turn

    async def decide(self, table: Table, by: str) -> None:
        seat = table.awaited
        assert seat is not None
        actions = some_way(table.turn_tree(), Chance("month", table.id, str(table.number)))
        await self.club.add(table, table.decide(self.club.store.time, seat, actions, by))
        self.count[by] += 1
        self.ask(table, seat if by == "player" else None)

    async def act(self, table: Table) -> bool:
        """Do the next thing that is due at a table; return whether there was one."""
        now, seat, settings = self.club.store.time, table.awaited, table.settings
        if seat is None:
            return False
        deadline = table.deadline
        if table.seats[seat].bot is not None:
            await self.decide(table, "bot")
        elif self.answers[table.id] <= now:
            await self.decide(table, "player")
        elif deadline is None or deadline > now:
            return False
        elif settings.late not in PATIENT and (settings.late != BOT_PLAYS or table.unnamed):
            await self.decide(table, "clock")
        else:
            by = self.helper(table, seat)
            if by is None:
                return False
            kind = Voted if settings.late == VOTE else HandedOver
            await self.club.add(table, kind(now, seat, "random", by))
            self.count["handed over"] += 1
            if table.seats[seat].bot is not None:
                self.ask(table, None)
        return True

    def helper(self, table: Table, seat: int) -> int | None:
        """Return who lets a bot play: the clock, or one of the others who is awake and hasn't voted."""
        if table.settings.late == BOT_PLAYS:
            return seat
        now = self.club.store.time
        others = [place for place in range(len(table.seats)) if place != seat and (seat, place) not in table.votes]
        return next((place for place in others if self.seats[table.id][place].awake(now) == now), None)

    async def come_back(self, table: Table) -> None:
        """Let people whose seat a bot plays take it back when they are there again."""
        now = self.club.store.time
        for seat, guest in enumerate(self.seats[table.id]):
            if table.seats[seat].stand_in and guest.awake(now) == now and self.luck.random() < 1 / 6:
                await self.club.add(table, TakenBack(now, seat))
                self.count["came back"] += 1
                if table.awaited == seat:
                    self.ask(table, seat)

    # --- time -----------------------------------------------------------------------

    async def pass_by(self) -> None:
        """Play until every game is over."""
        club, running, restart = self.club, set(self.seats), 0.0
        while running:
            now = club.store.time + TICK
            self.ticks.append(now)
            assert now < NOON + MAX_DAYS * DAY, f"{len(running)} games never end"
            if now >= restart:
                self.count["restarts"] += 1
                club.tables.clear()  # read from the store again when they are needed
                club.sender = club.new_sender()
                restart = now + self.luck.uniform(0, 1) * DAY
            await self.stop_some(now)
            await club.send(now)
            for name in sorted(running):
                table = club.tables.get(name) or await club.find(name)
                club.tables[name] = table
                await self.come_back(table)
                while await self.act(table):
                    pass
                if table.phase == "over":
                    running.discard(name)
        await club.send(club.store.time + DAY)

    async def stop_some(self, now: float) -> None:
        for name, guests in self.seats.items():
            for seat, guest in enumerate(guests):
                if now - TICK < guest.stops <= now:
                    await self.club.subscriptions.stop(name, seat)

    # --- what was sent ----------------------------------------------------------------

    def heard(self, turn: Turn) -> bool:
        """Return whether a turn's notice must have been sent: its player wants it, and there was a time for it."""
        guest = self.seats[turn.table][turn.seat]
        stopped = guest.stops + TICK
        between = (tick for tick in self.ticks if turn.asked < tick <= turn.ended and tick + TICK <= stopped)
        return bool(guest.topics) and any(guest.hears(tick) for tick in between)

    def check(self) -> None:
        begun: Counter[tuple[str, int]] = Counter()
        over: Counter[tuple[str, int]] = Counter()
        turns: dict[tuple[str, int], list[float]] = {}
        for time, target, title in self.club.notes.sent:
            name, place = target.split("/")[3:]
            seat = int(place)
            guest = self.seats[name][seat]
            assert guest.topics, "somebody hears something who switched nothing on"
            assert time <= guest.stops, "somebody hears something who has stopped it"
            assert guest.hears(time), "something comes at night"
            if title == "The game is over":
                over[name, seat] += 1
            elif title == "The game has begun":
                begun[name, seat] += 1
            if title == "It's your turn" or (title == "The game has begun" and time < self.first_end(name, seat)):
                turns.setdefault((name, seat), []).append(time)
        for turn in self.turns:
            times = [time for time in turns.get((turn.table, turn.seat), ()) if turn.asked < time <= turn.ended]
            assert len(times) == self.heard(turn), f"{turn} is told at {times}"
            self.count["turns told"] += len(times)
        assert sum(map(len, turns.values())) == self.count["turns told"], "a turn is told that isn't one"
        assert set(begun.values()) | set(over.values()) == {1}
        for name, guests in self.seats.items():
            for seat, guest in enumerate(guests):
                wanted = OVER in guest.topics and guest.stops == inf and seat != self.last_movers[name]
                assert over[name, seat] >= wanted, "the end isn't told"
                assert BEGUN not in guest.topics or begun[name, seat] or guest.stops < inf

    def first_end(self, name: str, seat: int) -> float:
        """Return when somebody's turn ended with which a game began; 0 if it was another's."""
        first = next(turn for turn in self.turns if turn.table == name)
        return first.ended + TICK / 2 if first.seat == seat else 0.0


@pytest.mark.slow
def test_a_month_of_games_over_days_tells_every_turn_once_and_ends_every_game(tmp_path: Path) -> None:
    async def play() -> Month:
        month = Month(Club(tmp_path), Random(7))
        await month.open()
        await month.pass_by()
        await month.club.store.close()
        return month

    month = run(play())
    days = (month.ticks[-1] - NOON) / DAY
    month.check()
    print(
        f"{PLAYERS} players, {GAMES} games, {days:.0f} days: {dict(month.count)}, {len(month.club.notes.sent)} notices"
    )
    assert month.count["restarts"] > days
    for what in ("player", "clock", "bot", "handed over", "came back", "turns told"):
        assert month.count[what], f"nothing of this month tries {what}"
