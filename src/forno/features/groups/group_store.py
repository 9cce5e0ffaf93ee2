"""Storage of standing groups, as key–value entries beside the tables.

Every step can be repeated: a table is listed before it is opened, a seat follows from the player's key, and results are
copied from the digests of finished tables. So a group is right after a kill at any point, with any number of servers.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from forno.core.language import _
from forno.features.groups.group import (
    ABOUT_KEY,
    CODE_BYTES,
    CUP_PREFIX,
    MEMBER_PREFIX,
    RESULT_PREFIX,
    TABLE_PREFIX,
    GroupKey,
    StandingGroup,
    export_group,
    member_id,
    read_group,
    read_group_key,
    result_text,
    seat_key,
)
from forno.features.identity.encryption import decrypt, encrypt
from forno.features.identity.players import PlayerKey
from forno.features.you.book_store import Books
from forno.live.host import rematch_id
from forno.store import Store
from forno.table.errors import NotFound, WrongPhase
from forno.table.keys import key_hash
from forno.table.settings import SLOW_SECONDS

INDEX_NAMESPACE: Final = "group tables"
"""Namespace of the group of each table, and of the rematch that may follow it."""
MAX_MEMBERS: Final = 100
MAX_GROUPS: Final = 20
"""Maximum number of groups of one player."""
MAX_DIGESTS_PER_REQUEST: Final = 8


class Groups:
    """Reads and writes standing groups."""

    def __init__(self, store: Store, books: Books) -> None:
        self.store = store
        self.books = books

    # --- members ------------------------------------------------------------------------

    async def make(self, player: PlayerKey, title: str, name: str) -> GroupKey:
        """Make a group with this player as its first member. Raises `WrongPhase` if the player has too many."""
        await self._check_room(player)
        key, now = GroupKey(secrets.token_urlsafe(CODE_BYTES)), self.store.now()
        me = member_id(key.namespace, player)
        entries = {ABOUT_KEY: json.dumps({"title": title, "made": now}), MEMBER_PREFIX + me: _member_text(name, now)}
        await self.store.key_values.put(key.namespace, entries)
        await self._list(player, key)
        return key

    async def join(self, player: PlayerKey, key: GroupKey, name: str) -> None:
        """Make a player a member. Who is one already gets another name."""
        group = await self.read(key)
        me = member_id(key.namespace, player)
        if me not in group.members:
            await self._check_room(player)
            if len(group.members) >= MAX_MEMBERS:
                raise WrongPhase(_("This group is full: it has {n} members.").format(n=MAX_MEMBERS))
        joined = group.members[me].joined if me in group.members else self.store.now()
        await self.store.key_values.put(key.namespace, {MEMBER_PREFIX + me: _member_text(name, joined)})
        await self._list(player, key)

    async def leave(self, player: PlayerKey, key: GroupKey) -> None:
        """Forget a member. Its finished games stay; a group without members is deleted."""
        me = member_id(key.namespace, player)
        stored = await self.store.key_values.read(key.namespace)
        notices = [name for name in stored if name.startswith(CUP_PREFIX) and name.endswith(f" notices {me}")]
        await self.store.key_values.put(key.namespace, dict.fromkeys([MEMBER_PREFIX + me, *notices], ""))
        group = read_group(await self.store.key_values.read(key.namespace))
        if group is None or not group.members:
            await self.store.key_values.clear(key.namespace)
        await self.store.key_values.put(_list_namespace(player), {_list_key(player, key): ""})

    async def of_player(self, player: PlayerKey) -> list[tuple[GroupKey, StandingGroup]]:
        """Return the groups of a player, by title."""
        found = []
        for key in await self._listed(player):
            group = read_group(await self.store.key_values.read(key.namespace))
            if group is not None and member_id(key.namespace, player) in group.members:
                found.append((key, group))
        return sorted(found, key=lambda one: (one[1].title, one[0].code))

    async def forget(self, player: PlayerKey) -> None:
        """Leave all groups of a player."""
        for key in await self._listed(player):
            await self.leave(player, key)
        await self.store.key_values.clear(_list_namespace(player))

    async def move(self, old: PlayerKey, new: PlayerKey) -> None:
        """Make the groups and seats of one key those of another, which the player has from now on."""
        for key, group in await self.of_player(old) if old != new else ():
            before, after = member_id(key.namespace, old), member_id(key.namespace, new)
            member = group.members.get(after) or group.members[before]
            entries = {
                MEMBER_PREFIX + after: _member_text(member.name, member.joined),
                MEMBER_PREFIX + before: json.dumps({"same": after}),
            }
            await self.store.key_values.put(key.namespace, entries)
            await self._list(new, key)

    async def export(self, player: PlayerKey) -> list[dict[str, Any]]:
        """Return what groups store of a player."""
        return [export_group(group, member_id(key.namespace, player)) for key, group in await self.of_player(player)]

    async def _check_room(self, player: PlayerKey) -> None:
        if len(await self._listed(player)) >= MAX_GROUPS:
            raise WrongPhase(_("You are in {n} groups already. Leave one first.").format(n=MAX_GROUPS))

    async def _list(self, player: PlayerKey, key: GroupKey) -> None:
        """Store that a player is in a group; only the player's key can tell which."""
        entries = {_list_key(player, key): encrypt(key.code, player.key)}
        await self.store.key_values.put(_list_namespace(player), entries)

    async def _listed(self, player: PlayerKey) -> list[GroupKey]:
        stored = await self.store.key_values.read(_list_namespace(player))
        codes = [decrypt(text, player.key) or "" for text in stored.values() if text]
        return [key for code in codes if (key := read_group_key(code)) is not None]

    # --- tables -------------------------------------------------------------------------

    async def read(self, key: GroupKey) -> StandingGroup:
        """Return a group, with the results of games that ended since the last look. Raises `NotFound`."""
        group = read_group(await self.load(key.namespace))
        if group is None:
            raise NotFound(_("We can't find that group. Check the link."))
        return group

    async def load(self, namespace: str) -> dict[str, str]:
        """Return everything that is stored of a group, with the results of games that ended since the last look."""
        stored = await self.store.key_values.read(namespace)
        group = read_group(stored)
        new = {} if group is None else await self._results(list(group.tables))
        await self.store.key_values.put(namespace, new)
        return stored | new

    async def _results(self, tables: Sequence[str]) -> dict[str, str]:
        """Return the entries of those tables that are over."""
        rows = {row.table: row for row in await self.store.summaries(tables) if row.phase == "over"}
        told, _left = await self.books.told(list(rows), MAX_DIGESTS_PER_REQUEST)
        return {
            RESULT_PREFIX + table: result_text(what, slow=rows[table].clock >= SLOW_SECONDS)
            for table, what in told.items()
        }

    async def list_table(self, namespace: str, table: str) -> None:
        """Make a table the group's, and with it the rematches that follow."""
        await self.store.key_values.put(INDEX_NAMESPACE, {table: namespace, rematch_id(table): namespace})
        await self.store.key_values.put_new(namespace, TABLE_PREFIX + table, f"{self.store.now():.3f}")

    async def take_seats(self, player: PlayerKey, table: str, keys: Iterable[str]) -> None:
        """Store at which seats of a group's table a member sits. Nothing happens at other tables, and for others."""
        namespace = (await self.store.key_values.read(INDEX_NAMESPACE, [table])).get(table)
        if namespace is None:
            return
        me = member_id(namespace, player)
        known = await self.store.key_values.read(namespace, [MEMBER_PREFIX + me, TABLE_PREFIX + table])
        if not known.get(MEMBER_PREFIX + me):
            return
        await self.store.key_values.put(namespace, {seat_key(table, key_hash(key)): me for key in keys})
        if TABLE_PREFIX + table not in known:  # a rematch
            await self.list_table(namespace, table)


def _member_text(name: str, joined: float) -> str:
    return json.dumps({"name": name, "joined": joined})


def _list_namespace(player: PlayerKey) -> str:
    """Return the namespace of the groups that a player is in."""
    return f"groups {key_hash(player.key)}"


def _list_key(player: PlayerKey, key: GroupKey) -> str:
    return sha256(f"group {key.code} {player.key}".encode()).hexdigest()
