"""Players' keys: a secret in the browser that finds its seats again on every device that has it.

There is no account. The server stores under the key's hash at which tables its player sits; each entry, the table's
name included, is encrypted with the key, so that a copy of the database opens no seat and tells nobody's tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from forno.core.errors import FornoError
from forno.core.language import _
from forno.features.identity.one_time_notes import decrypt, encrypt
from forno.features.your_tables.seat_cookie import Kept, read_kept, write_kept
from forno.store import Store
from forno.table.keys import key_hash

PLAYER_COOKIE: Final = "forno_player"
PLAYER_KEY_PATTERN: Final = re.compile(r"[\w-]{32,64}", re.ASCII)
REQUIRED: Final = "required"
"""Setting of a host who lets nobody sit down without a player's key."""
SEEN: Final = "seen"
SINCE_KEY: Final = "since"
"""Key of the time from which on finished games are marked until they are seen."""
MAX_TABLES: Final = 200
"""Maximum number of tables that are read for one player, the newest of all that are stored."""


class KeyRequired(FornoError):
    """A seat is refused, since the host requires a player's key."""

    code = "player-key"

    def __init__(self, reason: str, name: str = "") -> None:
        """`name`: the visitor's, if they have said it."""
        super().__init__(reason)
        self.name = name


@dataclass(frozen=True)
class PlayerKey:
    """Secret key of a player."""

    key: str

    @property
    def namespace(self) -> str:
        return f"player {key_hash(self.key)}"

    @property
    def seen_namespace(self) -> str:
        """Key–value namespace of the finished tables that the player has looked at."""
        return f"seen {key_hash(self.key)}"

    @property
    def ways_namespace(self) -> str:
        """Key–value namespace of the other ways to this key, such as passkeys."""
        return f"ways {key_hash(self.key)}"

    def entry_name(self, table: str) -> str:
        """Return the name under which a table is stored: it tells nothing without the key."""
        return sha256(f"table {table} {self.key}".encode()).hexdigest()


def read_player_key(text: str) -> PlayerKey | None:
    return PlayerKey(text) if PLAYER_KEY_PATTERN.fullmatch(text) else None


def check_player(player: PlayerKey | None, player_keys: str, name: str = "") -> None:
    """Raise `KeyRequired` if nobody may sit down without a key, and there is none. `player_keys`: the host's option."""
    if player is None and player_keys == REQUIRED:
        raise KeyRequired(_("On this server you need a key before you sit down."), name)


class Players:
    """Stores the seats of players."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def remember(self, player: PlayerKey, tables: Sequence[Kept]) -> None:
        """Store the seats at these tables in place of earlier ones there; a table without seats is forgotten."""
        now = self.store.now()
        entries = {
            player.entry_name(kept.table): f"{now:.3f} {encrypt(write_kept([kept]), player.key)}" if kept.keys else ""
            for kept in tables
        }
        if entries:
            await self.store.key_values.put(player.namespace, entries)

    async def adopt(self, player: PlayerKey, tables: Sequence[Kept]) -> None:
        """Store the seats that a browser claims to have. Tables that aren't there are skipped, since cookies can name
        thousands."""
        there = {row.table for row in await self.store.summaries([kept.table for kept in tables[:MAX_TABLES]])}
        await self.remember(player, [kept for kept in tables if kept.table in there])

    async def tables(self, player: PlayerKey) -> list[Kept]:
        """Return the player's tables, the newest first."""
        stored = await self.store.key_values.read(player.namespace)
        newest = sorted(filter(None, stored.values()), key=lambda text: float(text.partition(" ")[0]), reverse=True)
        return [kept for text in newest[:MAX_TABLES] for kept in _read(player, text)]

    async def seats(self, player: PlayerKey, table: str) -> Kept:
        """Return the player's seats at a table."""
        text = await self.store.key_values.get(player.namespace, player.entry_name(table))
        return next(iter(_read(player, text)), Kept(table))

    async def mark_seen(self, player: PlayerKey, table: str) -> None:
        """Store that the player has looked at a finished table."""
        await self.store.key_values.put(player.seen_namespace, {player.entry_name(table): SEEN})

    async def unseen(self, player: PlayerKey, ended: Mapping[str, float]) -> set[str]:
        """Return which of these finished tables the player hasn't looked at, by the times of their ends. The first
        call remembers when it was: older games count as seen."""
        known = await self.store.key_values.read(player.seen_namespace)
        if SINCE_KEY not in known:
            await self.store.key_values.put_new(player.seen_namespace, SINCE_KEY, f"{self.store.now():.3f}")
            return set()
        since = float(known[SINCE_KEY])
        return {table for table, when in ended.items() if when > since and player.entry_name(table) not in known}

    async def add_way(self, player: PlayerKey, namespace: str) -> None:
        """Store that there is another way to this key, which is deleted with it."""
        await self.store.key_values.put(player.ways_namespace, {namespace: "way"})

    async def ways(self, player: PlayerKey) -> list[str]:
        """Return the namespaces of all ways to this key."""
        return sorted(await self.store.key_values.read(player.ways_namespace))

    async def export(self, player: PlayerKey) -> dict[str, Any]:
        """Return everything stored of a player."""
        tables = [{"table": kept.table, "seats": sorted(kept.keys)} for kept in await self.tables(player)]
        return {"kind": "forno player", "version": 1, "tables": tables}

    async def delete(self, player: PlayerKey) -> None:
        """Forget everything of a player: other devices keep only what is in their cookies."""
        for namespace in await self.ways(player):
            await self.store.key_values.clear(namespace)
        await self.store.key_values.clear(player.ways_namespace)
        await self.store.key_values.clear(player.namespace)
        await self.store.key_values.clear(player.seen_namespace)


def _read(player: PlayerKey, text: str) -> list[Kept]:
    """Return what one entry holds; nothing if it was changed."""
    return read_kept(decrypt(text.partition(" ")[2], player.key) or "") if text else []
