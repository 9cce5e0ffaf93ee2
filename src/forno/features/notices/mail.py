"""Notices by e-mail, and the limit on mails to addresses that nobody has confirmed yet."""

from __future__ import annotations

from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from hmac import digest
from typing import Final
from urllib.parse import unquote, urlsplit

from forno.core.errors import OptionError
from forno.core.language import _
from forno.features.notices.messages import Message, Undelivered
from forno.store import Store
from forno.store.outbox import OutboxItem
from forno.table.timing import DAY_SECONDS

TIMEOUT_SECONDS: Final = 20.0
PORTS: Final = {"smtp": 587, "smtps": 465}
MAX_ADDRESS_CHARACTERS: Final = 254

ASKED: Final = "asked"
"""Topic of the mark that an address was asked for confirmation lately."""
MAX_ASKED_PER_DAY: Final = 20
"""Mail addresses that one client can have asked for confirmation in a day."""


def check_address(text: str) -> str:
    """Return an e-mail address without spaces around it. Raises `OptionError`."""
    try:
        found = Address(addr_spec=text.strip())
    except (MessageError, ValueError, IndexError, AttributeError):
        found = Address()
    fits = found.username and "." in found.domain and not found.domain.startswith("[")
    if not fits or len(found.addr_spec) > MAX_ADDRESS_CHARACTERS:
        raise OptionError(_("That isn't an e-mail address. Write one like anna@example.org."))
    return found.addr_spec


def mailbox_name(address: str) -> str:
    """Return one spelling for all that may reach the same mailbox, for limits: at some providers they are different."""
    name, _at, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{domain}"


class Mail:
    """Sends mails through the host's mail server."""

    def __init__(self, server: str, sender: str) -> None:
        """`server`: such as `smtp://name:password@mail.example.org`, or `smtps://`."""
        self.sender = sender
        self._server = urlsplit(server)

    async def send(self, target: str, message: Message) -> None:
        await self.post(target, message.id, message.title, message.body, message.stop_link)

    async def post(self, to: str, id: str, subject: str, text: str, stop_link: str = "") -> None:
        """Send a mail. Raises `Undelivered`."""
        import aiosmtplib

        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, to, subject
        mail["Date"], mail["Message-ID"] = formatdate(), f"<{id}@{self.sender.rpartition('@')[2]}>"
        mail["Auto-Submitted"] = "auto-generated"
        if stop_link:
            mail["List-Unsubscribe"] = f"<{stop_link}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(text)
        server = self._server
        try:
            await aiosmtplib.send(
                mail,
                hostname=server.hostname,
                port=server.port or PORTS[server.scheme],
                username=unquote(server.username) if server.username else None,
                password=unquote(server.password) if server.password else None,
                use_tls=server.scheme == "smtps",
                start_tls=True if server.username and server.scheme == "smtp" else None,
                timeout=TIMEOUT_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = any(recipient.code >= 500 for recipient in error.recipients)
            raise Undelivered(f"the mail server refuses the address: {error}", counts=refused) from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise Undelivered(f"the mail server can't be used: {error}", counts=False) from error


async def mark(store: Store, who: str, topic: str, most: int, seconds: float = DAY_SECONDS) -> bool:
    """Mark that somebody is sent or asks for a mail; return whether it was less than `most` times in this period.

    The marks are notices without a subscription, which all servers of the tables know.
    """
    now = store.now()
    period = now // seconds * seconds
    for number in range(most):
        if await store.outbox.put([OutboxItem(who, number, topic, period, now)]):
            return True
    return False


async def count_asker(store: Store, secret: str, client: str) -> None:
    """Count an address that a client has entered. Raises `OptionError` once it is too many for today."""
    asker = f"asker {digest(secret.encode(), client.encode(), 'sha256').hex()}"
    if not await mark(store, asker, ASKED, MAX_ASKED_PER_DAY):
        raise OptionError(_("Too many addresses were entered from here today. Try again tomorrow."))
