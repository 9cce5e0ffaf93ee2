"""Sending: takes notices out of the outbox, and hands them to channels until they are delivered.

Every server of the tables sends. What one has claimed and not settled, since it was killed, another sends later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Final

from forno.core.language import _, use
from forno.features.notices.mail import Mail
from forno.features.notices.messages import Channel, Message, Undelivered, message_text, message_title
from forno.features.notices.subscriptions import CONFIRM, STOP, Subscription, Subscriptions, list_namespace
from forno.store import Store, StoreError
from forno.store.outbox import BEGUN, NUDGE, PROPOSED, REMINDER, TURN, OutboxItem, reminder_time
from forno.table.errors import Damaged, NotFound
from forno.table.table import Table
from forno.table.timing import DAY_SECONDS, HOUR_SECONDS, NIGHT_ENDS, next_time, night_around

POLL_SECONDS: Final = 2.0
CLEAR_SECONDS: Final = 3600.0
LEASE_SECONDS: Final = 180.0
"""Seconds after which a claimed notice is anybody's again."""
MAX_CLAIMED: Final = 20
MAX_SENDING: Final = 200
"""Maximum number of notices on their way at once: receivers that stall don't keep others from theirs."""
RETRY_SECONDS: Final = 60.0
"""Delay before the second attempt; it doubles with each, up to six hours."""
MAX_RETRY_SECONDS: Final = 6 * HOUR_SECONDS
MAX_DOUBLINGS: Final = 16
MAX_AGE_SECONDS: Final = 7 * DAY_SECONDS
"""Age from which on a notice isn't sent any more."""
CONFIRMATION: Final = "confirmation"
"""Topic of the mail that asks whether an address is the player's."""
LIST: Final = "list"
"""Topic of the daily list; it belongs to no table, but to an address, whose namespace is its table."""

log = logging.getLogger("forno.notices")

FindTable = Callable[[str], Awaitable[Table]]
"""Returns the table of that name, as it is now. Raises `NotFound` or `Damaged`."""


class Sender:
    """Sends the notices of one server's store."""

    def __init__(
        self,
        store: Store,
        find: FindTable,
        subscriptions: Subscriptions,
        channels: Mapping[str, Channel],
        address: str,
    ) -> None:
        """`channels`: by name, as a subscription calls them; `address`: of this server, for links."""
        self.store = store
        self.find = find
        self.subscriptions = subscriptions
        self.channels = channels
        self.address = address
        self._cleared = 0.0
        self._waits = False
        """Whether the outbox can't be used."""
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Send whatever is ready, for as long as the server runs."""
        try:
            while True:
                number = 0
                try:
                    number = len(await self.start_ready())
                    self._waits = False
                except Exception as error:
                    self._complain(error)
                if number < MAX_CLAIMED:
                    await asyncio.sleep(POLL_SECONDS)
                while len(self._sending) > MAX_SENDING - MAX_CLAIMED:
                    await asyncio.wait(self._sending, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in self._sending:
                task.cancel()

    async def start_ready(self) -> list[asyncio.Task[None]]:
        """Begin to send some of the notices that are ready, beside those that are on their way."""
        now = self.store.now()
        if now - self._cleared > CLEAR_SECONDS:
            self._cleared = now
            await self.store.outbox.clear(now - MAX_AGE_SECONDS)
        items = await self.store.outbox.claim(now, now + LEASE_SECONDS, MAX_CLAIMED)
        tasks = [asyncio.create_task(self._handle(item)) for item in items]
        self._sending.update(tasks)
        for task in tasks:
            task.add_done_callback(self._ended)
        return tasks

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._complain(error)

    def _complain(self, error: BaseException) -> None:
        """Log that notices can't be sent: once, however long it lasts."""
        if not self._waits:
            log.error(
                "notices can't be sent for now: %s", error, exc_info=None if isinstance(error, StoreError) else error
            )
        self._waits = True

    async def _handle(self, item: OutboxItem) -> None:
        """Send a claimed notice and settle it, or leave it for later."""
        left: OutboxItem | None = None
        try:
            left = await (self._send_list(item) if item.topic == LIST else self._send(item))
        except (NotFound, Damaged):
            pass  # there is no such table any more
        except StoreError:
            raise
        except Undelivered:
            left = self._again(item)
        except Exception:
            log.exception("a notice of table %s failed", ascii(item.table))
            left = self._again(item)
        await (self.store.outbox.settle(item) if left is None else self.store.outbox.replace(left))

    def _again(self, item: OutboxItem) -> OutboxItem | None:
        """Return a notice as it is sent again after a while; `None` for one that is too old to be of use."""
        now = self.store.now()
        if now - item.turn > MAX_AGE_SECONDS:
            return None
        delay = min(RETRY_SECONDS * 2 ** min(item.attempts, MAX_DOUBLINGS), MAX_RETRY_SECONDS)
        return item._replace(ready=now + delay, attempts=item.attempts + 1)

    # --- one notice -----------------------------------------------------------------

    async def _send(self, item: OutboxItem) -> OutboxItem | None:
        """Send a notice by all channels that don't have it yet. Return what is to be sent later. Raises what fails."""
        subscription = await self.subscriptions.read(item.table, item.seat)
        if subscription is None:
            return None
        if item.topic == CONFIRMATION:
            await self._send_confirmation(item, subscription)
            return None
        table = await self.find(item.table)
        if not wants(table, item, subscription):
            return None
        now = self.store.now()
        if item.topic == REMINDER and (ready := reminder_time(table)) is not None and ready > now:
            return item._replace(ready=ready)  # there is more time than there seemed to be
        if subscription.daily and subscription.target("mail") and "mail" not in item.delivered.split():
            await self._put_on_list(table, item, subscription)
            item = await self._mark_delivered(item, "mail")
        night = night_around(now, table.seats[item.seat].zone) if subscription.quiet else None
        if night is not None:
            return item._replace(ready=night[1])
        message = self.message(table, item, subscription)
        failed = False
        for name, channel in self.channels.items():
            target = subscription.target(name)
            if not target or name in item.delivered.split():
                continue
            try:
                with use(subscription.language):
                    await channel.send(target, message)
            except Undelivered as error:
                log.info("a notice of table %s isn't delivered by %s: %s", item.table, name, error)
                failed |= not error.gone
                if error.counts:
                    count = partial(Subscription.after_failure, channel=name, target=target, gone=error.gone)
                    await self.subscriptions.change(item.table, item.seat, count)
                continue
            item = await self._mark_delivered(item, name)
            if subscription.failures.get(name):
                count = partial(Subscription.after_success, channel=name, target=target)
                await self.subscriptions.change(item.table, item.seat, count)
        return self._again(item) if failed else None

    async def _mark_delivered(self, item: OutboxItem, channel: str) -> OutboxItem:
        """Store that a channel has a notice, and return it so."""
        item = item._replace(delivered=f"{item.delivered} {channel}".strip())
        await self.store.outbox.replace(item)
        return item

    def message(self, table: Table, item: OutboxItem, subscription: Subscription) -> Message:
        """Return a notice in the language of whoever gets it."""
        stop = self.subscriptions.link(STOP, item.table, item.seat, subscription)
        with use(subscription.language):
            return Message(
                id=item_id(item),
                title=message_title(item.topic),
                text=message_text(table, item.seat, item.topic),
                link=f"{self.address}/t/{table.id}",
                stop_link=self.address + stop,
            )

    async def _send_confirmation(self, item: OutboxItem, subscription: Subscription) -> None:
        """Ask by mail whether an address is the player's. Nothing else is sent to it before."""
        mail = self.channels.get("mail")
        if not subscription.unconfirmed or not isinstance(mail, Mail):
            return
        link = self.address + self.subscriptions.link(CONFIRM, item.table, item.seat, subscription)
        with use(subscription.language):
            ask = _("Someone asked {server} to send you notifications about a game. If it was you, open this link:")
            ignore = _("If it wasn't you, ignore this e-mail: you won't get another one.")
            text = f"{ask.format(server=self.address)}\n\n{link}\n\n{ignore}\n"
            await mail.post(subscription.unconfirmed, item_id(item), _("Confirm your address"), text)

    # --- the daily list ---------------------------------------------------------------

    async def _put_on_list(self, table: Table, item: OutboxItem, subscription: Subscription) -> None:
        """Note a notice for the next list, which comes in the morning where the player is."""
        morning = next_time(self.store.now(), NIGHT_ENDS, table.seats[item.seat].zone)
        namespace = list_namespace(subscription.target("mail"), morning)
        key = f"{item.table} {item.seat} {item.topic}"
        await self.store.key_values.put(namespace, {key: repr(item.turn)})
        await self.store.outbox.put([OutboxItem(namespace, 0, LIST, morning, morning)])

    async def _send_list(self, item: OutboxItem) -> None:
        """Send one mail with everything that was noted and is still of interest."""
        bodies: list[str] = []
        for key, turn in (await self.store.key_values.read(item.table)).items():
            table_id, seat, topic = key.split()
            one = OutboxItem(table_id, int(seat), topic, float(turn), item.ready)
            subscription = await self.subscriptions.read(one.table, one.seat)
            if (
                subscription is None
                or not subscription.daily
                or list_namespace(subscription.target("mail"), item.turn) != item.table
            ):
                continue
            try:
                table = await self.find(one.table)
            except (NotFound, Damaged):
                continue
            if wants(table, one, subscription):
                message, receiver = self.message(table, one, subscription), subscription
                with use(subscription.language):
                    bodies.append(message.body)
        mail = self.channels.get("mail")
        if bodies and isinstance(mail, Mail):
            with use(receiver.language):
                await mail.post(receiver.target("mail"), item_id(item), _("Your tables today"), "\n\n".join(bodies))
        await self.store.key_values.clear(item.table)


def item_id(item: OutboxItem) -> str:
    """Return the id of a notice, the same however often it is sent."""
    return sha256(repr(item[:4]).encode()).hexdigest()[:32]


def wants(table: Table, item: OutboxItem, subscription: Subscription) -> bool:
    """Return whether a notice is still of interest to whoever has the seat."""
    seat = table.seats[item.seat] if item.seat < len(table.seats) else None
    if seat is None or seat.key_hash != subscription.key:
        return False
    awaited = table.awaited == item.seat and seat.bot is None
    if item.topic not in subscription.topics:
        return item.topic == BEGUN and TURN in subscription.topics and awaited and table.turn_began == item.turn
    if item.topic in (TURN, REMINDER):
        return awaited and table.turn_began == item.turn
    if item.topic == NUDGE:
        return awaited
    if item.topic == PROPOSED:
        return table.proposal is not None and item.seat not in table.proposal.agreed
    return item.topic != BEGUN or table.phase == "playing"
