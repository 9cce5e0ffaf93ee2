"""Recent players: who is offered, and who is invited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from forno.features.you.page import companions
from forno.features.your_tables.routes import your_tables
from forno.features.your_tables.seat_cookie import Kept
from forno.live.host import rematch_id
from forno.server.host import ServerHost
from forno.store import TableSummary
from tests.loops import run

FINISHED = TableSummary(
    "old",
    "mamma-mia",
    "classic",
    "over",
    False,
    3,
    ("Anna", "Bruno", "Rosa"),
    (False, False, True),
    0,
    1.0,
    5.0,
    (1, 2, 3),
)
AGAIN = replace(
    FINISHED, table=rematch_id("old"), phase="gathering", names=("Anna", None, "Rosa"), changed=9.0, places=()
)
ANNA, BRUNO = Kept("old", {0: "her key"}), Kept("old", {1: "his key"})


class Store:
    """Summaries by table."""

    def __init__(self, *summaries: TableSummary) -> None:
        self.rows = {row.table: row for row in summaries}

    async def summaries(self, tables: list[str]) -> list[TableSummary]:
        return [self.rows[table] for table in tables if table in self.rows]


class Host:
    def __init__(self, *summaries: TableSummary) -> None:
        self.store = Store(*summaries)


def rows(kept: Kept, *summaries: TableSummary) -> list[Any]:
    return run(your_tables(cast(ServerHost, Host(*summaries)), [kept]))


def test_people_of_finished_tables_can_be_invited_again_but_no_bots() -> None:
    (found,) = companions([ANNA], {"old": FINISHED})
    assert (found.table, found.seat, found.names) == ("old", 0, ("Bruno",))
    alone = replace(FINISHED, bots=(False, True, True))
    assert companions([ANNA], {"old": alone}) == []
    assert companions([ANNA], {"old": replace(FINISHED, phase="playing")}) == []


def test_the_same_people_are_listed_once_with_their_latest_table() -> None:
    later = replace(FINISHED, table="new", changed=7.0)
    found = companions([ANNA, Kept("new", {0: "key"})], {"old": FINISHED, "new": later})
    assert [one.table for one in found] == ["new"]


def test_who_has_begun_to_play_again_isnt_offered_for_that_table() -> None:
    begun = replace(AGAIN, phase="playing")
    assert companions([ANNA], {"old": FINISHED, begun.table: begun}) == []


def test_the_invitation_lies_among_the_tables_of_whoever_was_there() -> None:
    invitation, finished = rows(BRUNO, FINISHED, AGAIN)
    assert (invitation.kind, invitation.id, finished.kind) == ("invited", "old", "over")
    assert "Anna" in invitation.state
    assert [row.kind for row in rows(BRUNO, FINISHED)] == ["over"]
    assert [row.kind for row in rows(BRUNO, FINISHED, replace(AGAIN, phase="playing"))] == ["over"]
