"""Notices are sent once, in time, to whoever wants them, and to nobody else; also if the sender is killed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from forno.core.registry import catalogue
from forno.features.notices import sender
from forno.features.notices.mail import Mail
from forno.features.notices.messages import Message, Undelivered
from forno.features.notices.sender import (
    LEASE_SECONDS,
    MAX_AGE_SECONDS,
    MAX_CLAIMED,
    RETRY_SECONDS,
    Sender,
    item_id,
)
from forno.features.notices.subscriptions import MAX_FAILURES, Subscription, Subscriptions
from forno.store import open_store
from forno.store.outbox import BEGUN, NUDGE, TOPICS, TURN, OutboxItem
from forno.table.entries import Opened, Said, Sat, TimeAnswered, TimeProposed
from forno.table.settings import WAIT, TableSettings
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS
from forno.testing.stores import keep
from tests.features.notices.clubs import DAY, NOON, SLOW, Club, send_some
from tests.features.notices.receivers import mailbox
from tests.loops import run
from tools.waiting import WAIT as WAIT_SECONDS


def with_club(folder: Path, use: Callable[[Club], Awaitable[None]]) -> None:
    async def whole() -> None:
        club = Club(folder)
        try:
            await use(club)
        finally:
            await club.store.close()

    run(whole())


def test_whoever_is_asked_hears_it_once_and_only_what_is_no_secret(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one", zone="Europe/Rome")
        for seat in (0, 1):
            await club.subscribe(table, seat)
        first = table.awaited
        await club.send()
        assert club.notes.titles == ["The game has begun"] * 2
        told = {message.text for message in club.notes.messages}
        assert sum("It's your turn" in text for text in told) == 1
        club.notes.sent.clear()
        seat = await club.pass_turn(table)
        await club.send()
        await club.send(NOON + 60)
        assert club.notes.sent == [(NOON, f"https://example.org/one/{seat}", "It's your turn")]
        other = "Bruno" if seat == 0 else "Anna"
        message = club.notes.messages[-1]
        assert message.text == (
            f"Mamma Mia! with {other}: It's your turn. You have time until 7 October, 14:00 (Europe/Rome)."
        )
        assert message.link == "https://forno.example.org/t/one"
        assert "hash" not in message.stop_link
        assert first != seat

    with_club(tmp_path, use)


def test_who_switched_nothing_on_or_off_again_or_left_the_seat_hears_nothing(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one")
        await club.subscribe(table, 0, topics=("over",))
        await club.subscribe(table, 1, key="of somebody who sat there before")
        for _turn in range(4):
            await club.pass_turn(table)
        await club.send()
        await club.subscribe(table, 0)
        await club.subscriptions.stop("one", 0)
        await club.pass_turn(table)
        await club.pass_turn(table)
        await club.send()
        assert club.notes.sent == []

    with_club(tmp_path, use)


def test_a_turn_that_is_over_is_told_no_more(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one")
        seat = await club.pass_turn(table)
        await club.subscribe(table, seat, topics=(TURN,))
        await club.pass_turn(table)
        await club.send()
        assert club.notes.sent == []

    with_club(tmp_path, use)


def test_nothing_comes_at_night_and_everything_in_the_morning(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one", zone="Asia/Tokyo")
        club.store.time = NOON + 5 * HOUR_SECONDS  # two o'clock in Tokyo
        seat = await club.pass_turn(table)
        await club.subscribe(table, seat, topics=(TURN,))
        await club.subscribe(table, 1 - seat, topics=("said",), quiet=False)
        await club.add(table, Said(club.store.time, seat, "Anna", "table", "hello"))
        await club.send()
        assert club.notes.titles == ["New message in the chat"]
        await club.send(NOON + 11 * HOUR_SECONDS - 1)
        assert len(club.notes.sent) == 1
        await club.send(NOON + 11 * HOUR_SECONDS)
        assert club.notes.titles[1:] == ["It's your turn"]

    with_club(tmp_path, use)


def test_a_turn_is_told_once_though_clocks_begin_anew_meanwhile(tmp_path: Path) -> None:
    """All agree on another time at night: in the morning it is still the same turn."""

    async def use(club: Club) -> None:
        table = await club.open("one", zone="Asia/Tokyo")
        club.store.time = NOON + 5 * HOUR_SECONDS  # two o'clock in Tokyo
        awaited = await club.pass_turn(table)
        await club.subscribe(table, awaited, topics=(TURN,))
        await club.send()
        longer = replace(table.settings, clock=5 * DAY)
        club.store.time += 60
        await club.add(table, TimeProposed(club.store.time, 1 - awaited, longer))
        await club.add(table, TimeAnswered(club.store.time, awaited, agrees=True))
        assert (table.awaited, table.asked) == (awaited, club.store.time)
        await club.send(NOON + 11 * HOUR_SECONDS)
        assert club.notes.titles == ["It's your turn"]

    with_club(tmp_path, use)


def test_a_reminder_comes_before_the_time_is_up_unless_one_has_moved(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        tables = [await club.open("one"), await club.open("two")]
        for table in tables:
            for seat in (0, 1):
                await club.subscribe(table, seat, topics=("reminder",))
        await club.send(NOON + DAY)
        await club.pass_turn(tables[1])
        await club.send(NOON + 2 * DAY + 10 * HOUR_SECONDS)
        assert [(target[20:23], title) for _time, target, title in club.notes.sent] == [
            ("one", "Your time is running out")
        ]

    with_club(tmp_path, use)


def test_a_channel_that_fails_is_tried_again_and_switched_off_in_the_end(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one", replace(SLOW, late=WAIT))
        other = type(club.notes)(club.store)
        club.channels["mail"] = other
        targets = {"webhook": "https://example.org/hook", "mail": "anna@example.org"}
        seat = await club.pass_turn(table)
        await club.subscribe(table, seat, topics=(TURN,), targets=targets)
        club.notes.failing = Undelivered("it is down")
        await club.send()
        assert other.titles == ["It's your turn"]
        club.notes.failing = None
        await club.send(NOON + RETRY_SECONDS)
        assert (len(club.notes.sent), len(other.sent)) == (1, 1)
        found = await club.subscriptions.read("one", seat)
        assert found is not None
        assert found.failures == {}
        club.notes.failing = Undelivered("it is down")
        await club.pass_turn(table)
        await club.pass_turn(table)
        for number in range(MAX_FAILURES):
            await club.send(club.store.time + RETRY_SECONDS * 2**number)
        found = await club.subscriptions.read("one", seat)
        assert found is not None
        assert (found.target("webhook"), found.target("mail")) == ("", "anna@example.org")
        assert len(other.sent) == 2

    with_club(tmp_path, use)


@pytest.mark.parametrize("pressed", ["stop", "another address"])
def test_what_is_pressed_while_a_failure_is_counted_stays(
    tmp_path: Path, pressed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one")
        seat = await club.pass_turn(table)
        await club.subscribe(table, seat, topics=(TURN,))
        read = club.store.key_values.read
        elsewhere = {"webhook": "https://example.org/new"}
        presses = 0

        async def read_and_press(*asked: Any) -> dict[str, str]:
            nonlocal presses
            found = await read(*asked)
            if club.notes.attempts and not presses:
                presses += 1
                if pressed == "stop":
                    await club.subscriptions.stop("one", seat)
                else:
                    await club.subscribe(table, seat, targets=elsewhere)
            return found

        monkeypatch.setattr(club.store.key_values, "read", read_and_press)
        club.notes.failing = Undelivered("it is gone", gone=True)
        await send_some(club.sender)
        assert presses == 1
        left = await club.subscriptions.read("one", seat)
        assert (None if left is None else left.targets) == (None if pressed == "stop" else elsewhere)

    with_club(tmp_path, use)


def test_an_address_that_is_refused_is_switched_off_at_once(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one")
        await club.subscribe(table, await club.pass_turn(table), topics=(TURN,))
        club.notes.failing = Undelivered("it is private", gone=True)
        await club.send()
        found = [await club.subscriptions.read("one", seat) for seat in (0, 1)]
        assert [one.target("webhook") for one in found if one] == [""]
        assert await club.store.outbox.claim(NOON + MAX_AGE_SECONDS / 2, NOON + DAY, 9) != []  # the reminder alone

    with_club(tmp_path, use)


def test_receivers_that_stall_delay_nobody_elses_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "POLL_SECONDS", 0.0)

    async def use(club: Club) -> None:
        stalled, answers, quick = 0, asyncio.Event(), asyncio.Event()

        async def send(target: str, message: Message) -> None:
            nonlocal stalled
            if target.startswith("https://example.org/quick"):
                quick.set()
                return
            stalled += 1
            await answers.wait()

        monkeypatch.setattr(club.notes, "send", send)
        for number in range(MAX_CLAIMED):
            table = await club.open(f"slow{number}")
            for seat in (0, 1):
                await club.subscribe(table, seat)
        sending = asyncio.create_task(club.sender.run())
        await asyncio.wait_for(wait_until(lambda: stalled == 2 * MAX_CLAIMED), WAIT_SECONDS)
        table = await club.open("quick")
        for seat in (0, 1):
            await club.subscribe(table, seat)
        await club.pass_turn(table)  # The notice of the beginning may be settled already, before anybody subscribed.
        await asyncio.wait_for(quick.wait(), WAIT_SECONDS)
        sending.cancel()
        await asyncio.wait([sending])

    with_club(tmp_path, use)


async def wait_until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def test_a_daily_list_is_one_mail_with_what_is_still_true(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        with mailbox() as (box, address):
            club.channels["mail"] = Mail(address, "forno@example.org")
            tables = [await club.open(name) for name in ("one", "two", "three")]
            for table in tables:
                seat = await club.pass_turn(table)
                targets = {"mail": "anna@example.org"}
                await club.subscribe(table, seat, topics=(TURN,), daily=True, targets=targets)
            await club.send()
            await club.pass_turn(tables[2])
            night = await club.open("night")
            club.store.time = NOON + 12 * HOUR_SECONDS
            seat = await club.pass_turn(night)
            hook = {"webhook": "https://example.org/fails"}
            await club.subscribe(night, seat, topics=(TURN,), daily=True, quiet=True, targets=targets | hook)
            tables.append(night)
            club.notes.failing = Undelivered("down", counts=False)
            await club.send(NOON + 20 * HOUR_SECONDS - 1)
            assert box.mails == []
            await club.send(NOON + 20 * HOUR_SECONDS)
            (mail,) = box.mails
            assert (mail["To"], mail["Subject"]) == ("anna@example.org", "Your tables today")
            for table in tables:
                assert (f"/t/{table.id}" in mail.get_content()) == (table is not tables[2])
            await club.send(NOON + 44 * HOUR_SECONDS)
            assert len(box.mails) == 1, "though the webhook still fails"

    with_club(tmp_path, use)


def test_notices_are_the_same_whatever_cards_are_hidden(tmp_path: Path) -> None:
    """Of two tables with other cards and the same players every notice says the same, but for its table."""

    async def use(club: Club) -> None:
        told: list[set[str]] = []
        for seed, name in enumerate(("one", "two")):
            table = await club.open(name, seed=seed)
            while table.awaited != 0:
                await club.move(table)
            item = OutboxItem(name, 0, TURN, table.asked, NOON)
            messages = [club.sender.message(table, item._replace(topic=topic), Subscription("x")) for topic in TOPICS]
            for message in messages:
                assert message.link == f"https://forno.example.org/t/{name}"
                assert message.stop_link.startswith(f"https://forno.example.org/notices/stop/{name}/0/")
            told.append({f"{message.title} {message.text}" for message in messages})
        assert told[0] == told[1]
        assert all("Mamma Mia! with Bruno" in text for text in told[0])

    with_club(tmp_path, use)


# --- killed --------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process is killed."""


class Cut:
    """Kills the sender before the step of a number: reading or writing something, or sending a notice."""

    def __init__(self, club: Club, step: int) -> None:
        self.left = step
        self.noted: set[str] = set()
        """Ids of the notices that were noted as delivered."""
        outbox = club.store.outbox
        for part, names in (
            (outbox, ("claim", "replace", "settle")),
            (club.notes, ("send",)),
            (club.subscriptions, ("read",)),
        ):
            for name in names:
                self.wrap(part, name)

    def wrap(self, part: Any, name: str) -> None:
        call = getattr(part, name)

        async def counted(*arguments: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise Killed
            result = await call(*arguments)
            if name in ("replace", "settle"):
                self.noted.add(item_id(arguments[0]))
            return result

        setattr(part, name, counted)


def test_a_sender_that_is_killed_at_any_step_loses_nothing(tmp_path: Path) -> None:
    """Only what was handed over and not noted any more comes twice, and then says so by its id."""

    async def kill(step: int) -> bool:
        folder = tmp_path / str(step)
        folder.mkdir()
        club = Club(folder)
        try:
            table = await club.open("one")
            seat = await club.pass_turn(table)
            await club.subscribe(table, seat, topics=(TURN,))
            await club.subscribe(table, 1 - seat, topics=("said",))
            await club.add(table, Said(NOON, seat, "Anna", "table", "hello"))
            cut, killed = Cut(club, step), False
            try:
                await club.send()
            except Killed:
                killed = True
                while len(asyncio.all_tasks()) > 1:  # the other notices end at their next step
                    await asyncio.sleep(0.001)
            noted, cut.left = set(cut.noted), 10**6
            club.sender = club.new_sender()
            await club.send(NOON + LEASE_SECONDS)
            ids = [message.id for message in club.notes.messages]
            assert sorted(set(club.notes.titles)) == ["It's your turn", "New message in the chat"]
            assert len(set(ids)) == 2
            assert max(ids.count(one) for one in ids) <= 1 + killed
            assert all(ids.count(one) == 1 for one in noted.intersection(ids))
            return killed
        finally:
            await club.store.close()

    async def kill_everywhere() -> None:
        step = 0
        while await kill(step):
            step += 1
        assert step > 8

    run(kill_everywhere())


@pytest.mark.slow
def test_two_servers_on_a_database_send_each_notice_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both take from one outbox; one stops in the middle of sending, and the other sends what it had taken."""
    sent: list[str] = []

    class Slow:
        async def send(self, _target: str, message: Message) -> None:
            await asyncio.sleep(0.005)
            sent.append(message.id)

    async def case() -> None:
        stores = [open_store(database) for _server in range(2)]
        first, now = stores[0], stores[0].now()
        tables = {f"table{number}": Table(f"table{number}") for number in range(25)}

        async def find(table: str) -> Table:
            return tables[table]

        subscriptions = Subscriptions(first, "secret")
        for name, table in tables.items():
            entry = Opened(now, catalogue()[0].name, {"players": 2}, None, SLOW)
            await first.create(name, entry)
            table.follow(entry)
            for seat in range(2):
                await keep(first, table, Sat(now, seat, f"Guest {seat}", f"hash{seat}"))
                told = Subscription(f"hash{seat}", quiet=False, targets={"webhook": "https://example.org"})
                await subscriptions.write(name, seat, told)
            await keep(first, table, table.start(now, 7))
        senders = [Sender(one, find, Subscriptions(one, "secret"), {"webhook": Slow()}, "https://a") for one in stores]
        await asyncio.gather(*(send_some(one) for one in senders))
        for task in await senders[1].start_ready():
            task.cancel()
        monkeypatch.setattr(first, "now", lambda: now + LEASE_SECONDS + 60)
        while await send_some(senders[0]):
            pass
        for one in stores:
            await one.close()
        begun = [item_id(OutboxItem(name, seat, BEGUN, now, now)) for name in tables for seat in range(2)]
        assert sorted(sent) == sorted(begun)

    run(case())


def test_a_nudge_reaches_who_is_awaited_alone(tmp_path: Path) -> None:
    async def use(club: Club) -> None:
        table = await club.open("one", TableSettings(clock=3 * DAY))
        for seat in (0, 1):
            await club.subscribe(table, seat, topics=(NUDGE,))
        awaited = table.awaited
        assert awaited is not None
        await club.store.outbox.put([OutboxItem("one", place, NUDGE, 1.0, NOON) for place in (0, 1)])
        await club.send()
        assert club.notes.sent == [(NOON, f"https://example.org/one/{awaited}", "The others are waiting for you")]

    with_club(tmp_path, use)
