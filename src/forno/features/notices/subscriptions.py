"""Subscriptions: who wants notices of which table, of what, and how."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any, Final

from forno.core.plain import read_stored
from forno.features.your_tables.seat_cookie import Kept
from forno.store import Store
from forno.store.dumps import NOTICES_PREFIX
from forno.store.outbox import TOPICS
from forno.table.keys import key_hash

CONFIRM, STOP = "confirm", "stop"
ACTIONS: Final = (CONFIRM, STOP)
MAX_FAILURES: Final = 8
"""Failures in a row after which a channel is switched off."""


@dataclass(frozen=True)
class Subscription:
    """Subscription of one seat."""

    key: str
    """Hash of the key of whoever switched it on: who takes the seat later has none."""
    language: str = "en"
    topics: tuple[str, ...] = TOPICS
    quiet: bool = True
    """Whether nothing comes at night."""
    targets: Mapping[str, str] = field(default_factory=dict)
    """Address of each channel, by the channel's name; mail addresses only once confirmed."""
    unconfirmed: str = ""
    """Mail address that was told and isn't confirmed yet."""
    daily: bool = False
    """Whether mails come as one list a day."""
    failures: Mapping[str, int] = field(default_factory=dict)
    """Failures in a row, by channel."""

    def target(self, channel: str) -> str:
        """Return where a channel delivers to; empty if it is off."""
        return self.targets.get(channel, "")

    @property
    def reachable(self) -> bool:
        """Whether notices go somewhere, or will once an address is confirmed."""
        return bool(self.unconfirmed) or any(self.targets.values())

    def after_failure(self, channel: str, target: str, gone: bool) -> Subscription:
        """Return the subscription after a failure; a channel that fails again and again is switched off.

        A channel that delivers elsewhere by now has not failed.
        """
        if self.target(channel) != target:
            return self
        count = MAX_FAILURES if gone else self.failures.get(channel, 0) + 1
        after = replace(self, failures={**self.failures, channel: count})
        return replace(after, targets={**self.targets, channel: ""}) if count >= MAX_FAILURES else after

    def after_success(self, channel: str, target: str) -> Subscription:
        if self.target(channel) != target:
            return self
        return replace(self, failures={name: n for name, n in self.failures.items() if name != channel})


def subscription_text(subscription: Subscription) -> str:
    """Return a subscription as it is stored."""
    return json.dumps(asdict(subscription))


class Subscriptions:
    """Stores subscriptions beside the tables, and signs the links in notices."""

    def __init__(self, store: Store, secret: str) -> None:
        self.store = store
        self._secret = secret

    async def read(self, table: str, seat: int) -> Subscription | None:
        return read_stored(Subscription, await self._text(table, seat))

    async def _text(self, table: str, seat: int) -> str:
        return await self.store.key_values.get(NOTICES_PREFIX + table, str(seat))

    async def write(self, table: str, seat: int, subscription: Subscription) -> None:
        await self.store.key_values.put(NOTICES_PREFIX + table, {str(seat): subscription_text(subscription)})

    async def change(self, table: str, seat: int, change: Callable[[Subscription], Subscription]) -> None:
        """Change what is stored in one step, so that nothing that is stored meanwhile is lost.

        Nothing changes if there is no subscription any more.
        """
        while (found := read_stored(Subscription, text := await self._text(table, seat))) is not None:
            new = subscription_text(change(found))
            if await self.store.key_values.replace(NOTICES_PREFIX + table, str(seat), text, new):
                return

    async def of(self, tables: Iterable[Kept]) -> list[tuple[str, int, Subscription]]:
        """Return what somebody has switched on at their seats, with table and seat."""
        found = []
        for kept in tables:
            for seat, key in kept.keys.items():
                subscription = await self.read(kept.table, seat)
                if subscription is not None and subscription.key == key_hash(key):
                    found.append((kept.table, seat, subscription))
        return found

    async def export(self, tables: Iterable[Kept]) -> list[dict[str, Any]]:
        """Return what is stored of somebody's notices."""
        told = ("language", "topics", "quiet", "targets", "unconfirmed", "daily")
        return [
            {"table": table, "seat": seat} | {name: getattr(subscription, name) for name in told}
            for table, seat, subscription in await self.of(tables)
        ]

    async def forget(self, tables: Iterable[Kept]) -> None:
        """Stop all notices at somebody's seats, and forget their addresses."""
        for table, seat, _subscription in await self.of(tables):
            await self.stop(table, seat)

    async def stop(self, table: str, seat: int) -> None:
        """Forget a subscription with its addresses."""
        await self.store.key_values.put(NOTICES_PREFIX + table, {str(seat): ""})

    def link(self, action: str, table: str, seat: int, subscription: Subscription) -> str:
        """Return the path of a signed link: whoever has it may do that one thing, and nothing else."""
        return f"/notices/{action}/{table}/{seat}/{self._signature(action, table, seat, subscription)}"

    async def find_signed(self, action: str, table: str, seat: int, signature: str) -> Subscription | None:
        """Return the subscription that a signed link is for; `None` if it isn't ours, or is of no use any more."""
        found = await self.read(table, seat) if action in ACTIONS and table.isalnum() else None
        if found is None:
            return None
        fits = compare_digest(self._signature(action, table, seat, found).encode(), signature.encode())
        return found if fits else None

    def _signature(self, action: str, table: str, seat: int, subscription: Subscription) -> str:
        address = subscription.unconfirmed if action == CONFIRM else ""
        text = json.dumps(["notice", action, table, seat, subscription.key, address])
        return digest(self._secret.encode(), text.encode(), "sha256").hex()[:40]


def list_namespace(address: str, morning: float) -> str:
    """Return the key–value namespace of what the daily list to an address has that is sent at that time."""
    return f"notice list {sha256(f'{address} {morning!r}'.encode()).hexdigest()}"
