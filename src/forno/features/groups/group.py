"""A standing group as it is stored: members, tables, results.

Everything of a group is in one key–value namespace, which only who has its link can name. Members are known by a hash
of their player's key with the group, so that nobody can tell who is in several groups. A result says which keys sat
where; which member has a key is stored when the seat is taken. So results follow from what is stored, however often and
in whatever order it was written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from forno.features.digests import FinishedTable
from forno.features.identity.players import PlayerKey
from forno.table.keys import key_hash

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
        "keys": told.first_keys,
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
