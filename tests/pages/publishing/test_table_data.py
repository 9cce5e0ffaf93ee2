"""A table as data for programs: each seat is told what it may know, in plain JSON."""

from __future__ import annotations

import json

from forno.pages.publishing.progress import Progress
from forno.pages.publishing.table_data import guests_data, table_data
from forno.table.entries import BotSat, TimeProposed
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.pages.publishing.helpers import Clock, NoBots
from tests.table.helpers import do, opened, over, seated, started


def told(table: Table, seat: int | None) -> dict[str, object]:
    data = table_data(table, seat, Progress(table, Clock()))
    read: dict[str, object] = json.loads(json.dumps(data))
    assert read == data
    return read


def test_before_the_start_there_is_no_view() -> None:
    assert "view" not in told(seated(players=2), 0)
    assert told(seated(players=2), 0)["options"] == told(seated(players=2), None)["options"]


def test_who_is_awaited_alone_is_told_the_actions() -> None:
    table = started(players=2, starter="yellow")
    mine, theirs = told(table, 0), told(table, 1)
    assert mine["actions"] == [
        {"number": action, "notation": str(table.game.actions[action])} for action in table.view(0).actions
    ]
    assert (mine["awaited"], theirs["awaited"], theirs["actions"]) == (True, False, [])
    assert mine["view"] != theirs["view"]
    assert told(table, None)["seat"] is None


def test_hands_of_others_are_told_to_nobody() -> None:
    table = started(players=2)
    hand = json.dumps(told(table, 0)["view"])
    for seat in (1, None):
        assert json.dumps(told(table, seat)["view"]) != hand
    again = Table(table.id)
    for entry in table.log:
        again.follow(entry)
    assert told(again, 1) == told(table, 1)


def test_a_stand_in_is_named_for_people_alone() -> None:
    table = opened(players=2)
    do(table, BotSat(1.0, 1, "cuoco"))
    seats = guests_data(table, [False, True], NoBots())["seats"]
    assert [seat["stand_in_bot"] for seat in seats] == [None, None]
    assert [seat["present"] for seat in seats] == [False, True]
    assert [seat["name"] for seat in seats] == [None, "Cuoco"]
    people = guests_data(seated(players=2), [True, True], NoBots())["seats"]
    assert [seat["stand_in_bot"] for seat in people] == ["random", "random"]


def test_another_time_is_told_with_who_has_agreed() -> None:
    table = started(players=2)
    assert guests_data(table, [True, True], NoBots())["proposal"] is None
    do(table, TimeProposed(3.0, 1, TableSettings(clock=86400)))
    proposal = guests_data(table, [True, True], NoBots())["proposal"]
    assert (proposal["seat"], proposal["agreed"], proposal["clock"]) == (1, [1], 86400)


def test_the_deal_is_told_when_the_game_is_over() -> None:
    assert guests_data(over(), [True, True], NoBots())["phase"] == "over"
    assert told(over(), None)["awaited"] is False
