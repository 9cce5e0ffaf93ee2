"""Notices of one server: its channels, what players switch on, and nudges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from forno.core.errors import OptionError
from forno.core.language import _, language
from forno.features.notices.mail import ASKED, Mail, check_address, count_asker, mailbox_name, mark
from forno.features.notices.messages import Channel, require
from forno.features.notices.push import Push
from forno.features.notices.sender import CONFIRMATION, FindTable, Sender
from forno.features.notices.subscriptions import Subscription, Subscriptions
from forno.features.notices.webhook import Webhook, check_url
from forno.store import Store
from forno.store.outbox import NUDGE, TOPICS, OutboxItem
from forno.table.errors import WrongPhase
from forno.table.table import Table
from forno.table.timing import DAY_SECONDS

ASK_AGAIN_SECONDS: Final = DAY_SECONDS / 4


def check_notices(address: str, mail: str, mail_from: str, webhooks: str, push: str) -> None:
    """Check that the options of notices fit together and their libraries are installed. Raises `FornoError`."""
    if (mail or webhooks != "off" or push != "off") and not address:
        raise OptionError(_("Notifications contain links to this server: set 'address' as well."))
    if mail:
        require("aiosmtplib")
        try:
            check_address(mail_from)
        except OptionError as error:
            raise OptionError(f"mail_from: {error}") from error
    if webhooks != "off":
        require("h11")
    if push != "off":
        if not address.startswith("https://"):
            raise OptionError(_("Browsers accept notifications only from addresses that begin with https://."))
        for library in ("cryptography", "http_ece", "py_vapid"):
            require(library)


class Notices:
    """Everything about notices that a server has."""

    def __init__(
        self,
        store: Store,
        find: FindTable,
        secret: str,
        address: str = "",
        mail: str = "",
        mail_from: str = "",
        webhooks: str = "off",
        push: str = "off",
    ) -> None:
        """`address`: of this server, for links; without one there are no notices."""
        self.store = store
        self._secret = secret
        self.private = webhooks == "local"
        self.channels: dict[str, Channel] = {}
        check_notices(address, mail, mail_from, webhooks, push)
        if mail:
            self.channels["mail"] = Mail(mail, check_address(mail_from))
        if webhooks != "off":
            self.channels["webhook"] = Webhook(self.private)
        self.push: Push | None = None
        if push != "off":
            self.push = self.channels["push"] = Push(secret, address, self.private)
        self.subscriptions = Subscriptions(store, secret)
        self.sender = Sender(store, find, self.subscriptions, self.channels, address.rstrip("/"))

    async def own(self, table: Table, seat: int) -> Subscription | None:
        """Return the subscription of whoever has a seat now."""
        found = await self.subscriptions.read(table.id, seat)
        return found if found is not None and found.key == table.seats[seat].key_hash else None

    async def subscribe(
        self, table: Table, seat: int, form: Mapping[str, Any], confirmed: Collection[str], client: str
    ) -> None:
        """Store what a player has switched on. Raises `OptionError` with what is wrong.

        `confirmed`: addresses that the same player has confirmed for other seats; `client`: by which limits count.
        """
        old = await self.own(table, seat) or Subscription(table.seats[seat].key_hash or "")
        mail = check_address(str(form.get("mail"))) if form.get("mail") and "mail" in self.channels else ""
        hook = str(form.get("webhook") or "") if "webhook" in self.channels else ""
        new = replace(
            old,
            language=language(),
            topics=tuple(topic for topic in TOPICS if form.get(topic)),
            quiet=bool(form.get("quiet")),
            daily=form.get("when") == "daily",
            failures={},
        )
        known = not mail or mail == old.target("mail") or mail in confirmed
        browser = old.target("push") if form.get("keep") else ""
        if self.push is not None and form.get("push"):
            browser = self.push.check(str(form.get("push")))
        hook = check_url(hook, self.private) if hook else ""
        targets = {"mail": mail if known else "", "webhook": hook, "push": browser}
        new = replace(new, targets=targets, unconfirmed="" if known else mail)
        ask = not known and mail != old.unconfirmed
        if ask:
            await self._count_confirmation(mail, client)
        await self.subscriptions.write(table.id, seat, new)
        if ask:
            now = self.store.now()
            await self.store.outbox.put([OutboxItem(table.id, seat, CONFIRMATION, now, now)])

    async def _count_confirmation(self, address: str, client: str) -> None:
        """Count a mail to an address that isn't confirmed: so many a day to one mailbox, and for one client.

        Raises `OptionError`.
        """
        mailbox = sha256(mailbox_name(address).encode()).hexdigest()
        if not await mark(self.store, f"mailbox {mailbox}", ASKED, 1, ASK_AGAIN_SECONDS):
            raise OptionError(
                _("An e-mail to this address is already on its way. Open the link in it, or try again in a few hours.")
            )
        await count_asker(self.store, self._secret, client)

    async def confirm(self, table: str, seat: int, subscription: Subscription) -> None:
        """Use an address from now on: somebody has opened the link that was sent there."""

        def use_address(now: Subscription) -> Subscription:
            if (now.key, now.unconfirmed) != (subscription.key, subscription.unconfirmed):
                return now
            return replace(now, targets={**now.targets, "mail": now.unconfirmed}, unconfirmed="")

        await self.subscriptions.change(table, seat, use_address)

    async def nudge(self, table: Table, seat: int) -> None:
        """Remind somebody that the others wait, once a day. Raises `WrongPhase` if nobody waits for that seat."""
        if not may_nudge(table, seat):
            raise WrongPhase(_("There is nobody you can nudge now: it's your turn, a bot's, or nobody may know whose."))
        now = self.store.now()
        today = now // DAY_SECONDS * DAY_SECONDS
        if not await self.store.outbox.put([OutboxItem(table.id, seat, NUDGE, today, now)]):
            raise WrongPhase(_("This player was already nudged today. Once a day is enough."))


def may_nudge(table: Table, seat: int | None) -> bool:
    """Return whether everybody knows that the table waits for a person at that seat."""
    if seat is None or not table.settings.slow or table.unnamed or table.awaited != seat:
        return False
    return table.seats[seat].bot is None
