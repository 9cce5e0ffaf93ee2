"""One-time notes: texts that wait for a few minutes for whoever has their code, and are taken once.

A single server holds them in memory. Servers that share a database store them there, encrypted with the code, so that
the database reveals nothing of what is in them.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from forno.features.identity.encryption import decrypt, encrypt
from forno.store.sharing import Sharing

MAX_NOTES: Final = 1000
"""Maximum number of notes in memory; the oldest go first."""
NOTE_SECONDS: Final = 15 * 60


class OneTimeNotes:
    """Notes of one purpose."""

    def __init__(self, sharing: Sharing | None, purpose: str) -> None:
        self._sharing = sharing
        self._purpose = purpose
        self._in_memory: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """Notes by code, with their time of creation; unused when servers share their tables."""

    async def leave(self, text: str) -> str:
        """Store a text. Return the code that opens it."""
        code = secrets.token_urlsafe(16)
        if self._sharing is not None:
            await self._sharing.leave_note(self._name(code), encrypt(text, code), NOTE_SECONDS)
            return code
        self._in_memory[code] = text, time.monotonic()
        while len(self._in_memory) > MAX_NOTES:
            self._in_memory.popitem(last=False)
        return code

    async def read(self, code: str) -> str | None:
        """Return the text, which stays; `None` if it was taken or has expired."""
        return await self._find(code, take=False)

    async def take(self, code: str) -> str | None:
        """Return the text, which can't be had again; `None` if it was taken or has expired."""
        return await self._find(code, take=True)

    async def _find(self, code: str, take: bool) -> str | None:
        if self._sharing is not None:
            find = self._sharing.take_note if take else self._sharing.note
            encrypted = await find(self._name(code))
            return None if encrypted is None else decrypt(encrypted, code)
        text, then = self._in_memory.get(code, ("", 0.0))
        fresh = bool(text) and time.monotonic() - then <= NOTE_SECONDS
        if take or not fresh:
            self._in_memory.pop(code, None)
        return text if fresh else None

    def _name(self, code: str) -> str:
        return sha256(f"{self._purpose} {code}".encode()).hexdigest()
