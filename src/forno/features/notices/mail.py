"""Notices by e-mail."""

from __future__ import annotations

from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from typing import Final
from urllib.parse import unquote, urlsplit

from forno.core.errors import OptionError
from forno.core.language import _
from forno.features.notices.channels import Undelivered
from forno.features.notices.messages import Message

TIMEOUT_SECONDS: Final = 20.0
PORTS: Final = {"smtp": 587, "smtps": 465}
MAX_ADDRESS_CHARACTERS: Final = 254


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
