"""Players' keys by e-mail: a player names an address once, and gets the key back by a link that is sent there.

No address is stored: only a hash of it, made with the server's secret, beside the player's key, encrypted with another
one. Links work once, within minutes, and only after a press. Nothing tells whether an address is known: the answer is
the same, comes before anything is looked up, and counts against the same limits.
"""

from __future__ import annotations

import asyncio
import logging
from hmac import digest
from typing import Final

from forno.core.errors import FornoError, OptionError
from forno.core.language import N_, _
from forno.features.identity.one_time_notes import NOTE_SECONDS, OneTimeNotes, decrypt, encrypt
from forno.features.identity.players import PlayerKey, Players, read_player_key
from forno.features.notices.mail import Mail, check_address, count_asker, mailbox_name, mark

RECORD_KEY: Final = "key"
LINKED: Final = "linked"
"""Topic of the mark that a mail with a link was sent."""
MAX_MAILS_PER_DAY: Final = 4
"""Mails with links that one mailbox gets in a day."""
KEEP, OPEN = "keep", "open"
"""Purposes of a link: the address shall belong to a key from now on; or its key is wanted."""

LOST: Final = N_("This link no longer works; ask for a new one.")

log = logging.getLogger("forno.web")


class MailKeys:
    """Sends links to players' keys."""

    def __init__(self, players: Players, mail: Mail, secret: str, address: str) -> None:
        """`address`: of this server, for the links."""
        self.players = players
        self._store = players.store
        self._mail = mail
        self._secret = secret
        self._address = address.rstrip("/")
        self._notes = OneTimeNotes(players.store.sharing, "mail key", LOST)
        self._sending: set[asyncio.Task[None]] = set()

    async def keep(self, address: str, player: PlayerKey, client: str) -> None:
        """Send a link with which an address belongs to this key. Raises `OptionError`. `client`: for limits."""
        counted = await self._counted(address)
        await count_asker(self._store, self._secret, client)
        self._send(counted, KEEP, player)

    async def ask(self, address: str) -> None:
        """Send a link to the key of an address, if it has one. Raises `OptionError`, which tells nothing of that."""
        self._send(await self._counted(address), OPEN, None)

    def close(self) -> None:
        for task in self._sending:
            task.cancel()

    async def _counted(self, text: str) -> str:
        """Return an address to which another mail may be sent today."""
        address = check_address(text)
        if not await mark(self._store, self._hashed("limit", mailbox_name(address)), LINKED, MAX_MAILS_PER_DAY):
            raise OptionError(_("Too many e-mails went to this address today. Try again tomorrow."))
        return address

    def _send(self, address: str, purpose: str, player: PlayerKey | None) -> None:
        """Send a mail in the background, in the visitor's language."""
        about = _("Open this link within {n} minutes, on the device on which you want to play:")
        if purpose == KEEP:
            about = _("Open this link within {n} minutes to add this address to your key:")
        ignore = _("If it wasn't you, ignore this e-mail: you won't get another one.")
        text = about.format(n=NOTE_SECONDS // 60) + "\n{link}\n\n" + ignore + "\n"
        task = asyncio.create_task(self._deliver(address, purpose, player, _("Your key"), text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _deliver(self, address: str, purpose: str, player: PlayerKey | None, subject: str, text: str) -> None:
        try:
            found = player or await self._find(address)
            if found is None:
                return
            code = await self._notes.leave([purpose, address, found.key])
            link = f"{self._address}/you/key/mail/{code}"
            await self._mail.post(address, self._hashed("mail", code), subject, text.replace("{link}", link))
        except FornoError as error:
            log.warning("a mail with a link to a key couldn't be sent: %s", error)

    async def _find(self, address: str) -> PlayerKey | None:
        stored = await self._store.key_values.get(self._namespace(address), RECORD_KEY)
        return read_player_key(decrypt(stored, self._hashed("wrap", address)) or "") if stored else None

    async def purpose(self, code: str) -> str:
        """Return what a link is for; it stays usable. Raises `NotFound`."""
        return str((await self._notes.read(code))[0])

    async def use(self, code: str) -> PlayerKey | None:
        """Do what a link is for, once. Return the key if it was asked for. Raises `NotFound`."""
        purpose, address, key = await self._notes.read(code, take=True)
        player = PlayerKey(key)
        if purpose == OPEN:
            return player
        namespace = self._namespace(address)
        await self.players.add_way(player, namespace)
        await self._store.key_values.put(namespace, {RECORD_KEY: encrypt(key, self._hashed("wrap", address))})
        return None

    def _namespace(self, address: str) -> str:
        return f"mail key {self._hashed('name', address)}"

    def _hashed(self, purpose: str, text: str) -> str:
        """`text`: an address, in small or capital letters, or a code."""
        same = text.lower() if "@" in text and text.isascii() else text
        return digest(self._secret.encode(), f"mail key {purpose} {same}".encode(), "sha256").hex()
