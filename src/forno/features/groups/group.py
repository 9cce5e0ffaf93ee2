"""Standing groups: members, tables and results, as key–value entries beside the tables.

Everything of a group is in one namespace, which only who has its link can name. Members are known by a hash of their
player's key with the group, so that nobody can tell who is in several groups. A result says which keys sat where; which
member has a key is stored when the seat is taken. So results follow from what is stored, however often and in whatever
order it was written.

Every step can be repeated: a table is listed before it is opened, a seat follows from the player's key, and results are
copied from the digests of finished tables. So a group is right after a kill at any point, with any number of servers.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from forno.core.language import _
from forno.features.digests import FinishedTable
from forno.features.identity.one_time_notes import decrypt, encrypt
from forno.features.identity.players import PlayerKey
from forno.features.you.book_store import Books
from forno.live.host import rematch_id
from forno.store import Store
from forno.table.errors import NotFound, WrongPhase
from forno.table.keys import key_hash
from forno.table.settings import SLOW_SECONDS

GROUP_CODE_PATTERN: Final = re.compile(r"[\w-]{16,64}", re.ASCII)
CODE_BYTES: Final = 15
ABOUT_KEY: Final = "about"
MEMBER_PREFIX: Final = "member "
"""Key prefix of members; the member's id follows."""
TABLE_PREFIX: Final = "table "
"""Key prefix of the group's tables; the table's id follows."""
RESULT_PREFIX: Final = "result "
"""Key prefix of finished games; the table's id follows."""
SEAT_PREFIX: Final = "seat "
"""Key prefix of members' seats; the table's id and the hash of the seat's key follow."""
CUP_PREFIX: Final = "cup "
"""Key prefix of cups; the cup's id follows, and then the kind of entry, except for the plan."""
MEMBER_ID_LENGTH: Final = 24
MAX_TITLE_CHARACTERS: Final = 40

INDEX_NAMESPACE: Final = "group tables"
"""Namespace of the group of each table, and of the rematch that may follow it."""
MAX_MEMBERS: Final = 100
MAX_GROUPS: Final = 20
MAX_DIGESTS_PER_REQUEST: Final = 8


@dataclass(frozen=True)
class GroupKey:
    """Secret code in a group's link."""

    code: str

    @property
    def namespace(self) -> str:
        return f"group {key_hash(self.code)}"

    @property
    def path(self) -> str:
        """Path of the group's page."""
        return f"/groups/{self.code}"


def read_group_key(text: str) -> GroupKey | None:
    return GroupKey(text) if GROUP_CODE_PATTERN.fullmatch(text) else None


def member_id(namespace: str, player: PlayerKey) -> str:
    """Return how a group knows a player."""
    return sha256(f"member\n{namespace}\n{player.key}".encode()).hexdigest()[:MEMBER_ID_LENGTH]


@dataclass(frozen=True)
class Member:
    """A member of a group."""

    id: str
    name: str
    joined: float


@dataclass(frozen=True)
class GroupResult:
    """A finished game of a group; lists are by seat."""

    table: str
    game: str
    variant: str
    slow: bool
    """Whether it was a game over days."""
    ended: float
    names: tuple[str, ...]
    places: tuple[int, ...]
    members: tuple[str, ...]
    """Id of the member who sat there; empty for bots and for guests of the group."""

    def ranked(self) -> dict[str, int]:
        """Return the places of members; those with several seats are left out, since they shared a device."""
        return {
            member: place
            for member, place in zip(self.members, self.places, strict=True)
            if member and self.members.count(member) == 1
        }


@dataclass(frozen=True)
class StandingGroup:
    """A group with everything that its members see."""

    title: str
    members: Mapping[str, Member]
    """Members by id, the first to join first."""
    tables: Mapping[str, float]
    """Tables without a result yet, with the times at which they were opened."""
    results: Sequence[GroupResult]
    """Finished games, the first to end first."""


def result_text(told: FinishedTable | None, slow: bool) -> str:
    """Return what a group stores of a finished table; empty data for one that can't be told."""
    if told is None:
        return "{}"
    digest = told.digest
    data = {
        "game": digest.game,
        "variant": digest.variant,
        "slow": slow,
        "ended": digest.ended,
        "names": told.names,
        "places": digest.places,
        "keys": told.first_keys or told.keys,
    }
    return json.dumps(data, separators=(",", ":"))


def seat_key(table: str, hashed: str) -> str:
    return f"{SEAT_PREFIX}{table} {hashed}"


def read_group(stored: Mapping[str, str]) -> StandingGroup | None:
    """Return a stored group; `None` if there is none."""
    about = _data(stored.get(ABOUT_KEY, ""))
    if "title" not in about:
        return None
    entries = {id: _data(text) for id, text in entries_after(MEMBER_PREFIX, stored).items()}
    members = [Member(id, told["name"], told["joined"]) for id, told in entries.items() if "name" in told]
    same = moved_members(stored)
    seats = {name: now_called(id, same) for name, id in entries_after(SEAT_PREFIX, stored).items()}
    lines = {table: _data(text) for table, text in entries_after(RESULT_PREFIX, stored).items()}
    results = [_result(table, told, seats) for table, told in lines.items() if "ended" in told]
    opened = {table: float(text) for table, text in entries_after(TABLE_PREFIX, stored).items() if text}
    return StandingGroup(
        about["title"],
        {member.id: member for member in sorted(members, key=lambda member: (member.joined, member.id))},
        {table: when for table, when in opened.items() if table not in lines},
        sorted(results, key=lambda result: (result.ended, result.table)),
    )


def moved_members(stored: Mapping[str, str]) -> dict[str, str]:
    """Return the ids that members had before, each with the one that followed."""
    entries = {id: _data(text) for id, text in entries_after(MEMBER_PREFIX, stored).items()}
    return {id: told["same"] for id, told in entries.items() if "same" in told}


def _result(table: str, told: Mapping[str, Any], seats: Mapping[str, str]) -> GroupResult:
    return GroupResult(
        table,
        told["game"],
        told["variant"],
        told["slow"],
        told["ended"],
        tuple(told["names"]),
        tuple(told["places"]),
        tuple(seats.get(f"{table} {hashed}", "") if hashed else "" for hashed in told["keys"]),
    )


def now_called(id: str, same: Mapping[str, str]) -> str:
    """Return the id that a member has now, after other keys."""
    for _step in same:
        if id not in same:
            break
        id = same[id]
    return id


def entries_after(prefix: str, stored: Mapping[str, str]) -> dict[str, str]:
    """Return the entries whose keys begin so, by the rest of their keys."""
    return {name.removeprefix(prefix): text for name, text in stored.items() if name.startswith(prefix)}


def _data(text: str) -> dict[str, Any]:
    found = json.loads(text) if text else {}
    return found if isinstance(found, dict) else {}


def export_group(group: StandingGroup, me: str) -> dict[str, Any]:
    """Return what a group stores of one member."""
    own = [result for result in group.results if me in result.members]
    return {
        "group": group.title,
        "member": asdict(group.members[me]) if me in group.members else None,
        "results": [
            {"table": one.table, "ended": one.ended, "place": one.places[one.members.index(me)]} for one in own
        ],
    }


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
        namespace = await self.store.key_values.get(INDEX_NAMESPACE, table)
        me = member_id(namespace, player)
        if not namespace or not await self.store.key_values.get(namespace, MEMBER_PREFIX + me):
            return
        await self.store.key_values.put(namespace, {seat_key(table, key_hash(key)): me for key in keys})
        if not await self.store.key_values.get(namespace, TABLE_PREFIX + table):  # a rematch
            await self.list_table(namespace, table)


def _member_text(name: str, joined: float) -> str:
    return json.dumps({"name": name, "joined": joined})


def _list_namespace(player: PlayerKey) -> str:
    """Return the namespace of the groups that a player is in."""
    return f"groups {key_hash(player.key)}"


def _list_key(player: PlayerKey, key: GroupKey) -> str:
    return sha256(f"group {key.code} {player.key}".encode()).hexdigest()
