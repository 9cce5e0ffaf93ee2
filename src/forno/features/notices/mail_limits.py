"""Limit on mails to addresses that nobody has confirmed yet."""

from __future__ import annotations

from hmac import digest
from typing import Final

from forno.core.errors import OptionError
from forno.core.language import _
from forno.store import Store
from forno.store.outbox import OutboxItem
from forno.table.timing import DAY_SECONDS

ASKED: Final = "asked"
"""Topic of the mark that an address was asked for confirmation lately."""
MAX_ASKED_PER_DAY: Final = 20
"""Mail addresses that one client can have asked for confirmation in a day."""


async def count_asker(store: Store, secret: str, client: str) -> None:
    """Count an address that a client has entered. Raises `OptionError` once it is too many for today.

    The marks are settled notices, which all servers of the tables know.
    """
    now = store.now()
    today = now // DAY_SECONDS * DAY_SECONDS
    asker = f"asker {digest(secret.encode(), client.encode(), 'sha256').hex()}"
    for number in range(MAX_ASKED_PER_DAY):
        if await store.outbox.put([OutboxItem(asker, number, ASKED, today, now)]):
            return
    raise OptionError(_("Too many addresses were entered from here today. Try again tomorrow."))
