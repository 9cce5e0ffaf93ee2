"""Contents of a table as a viewer sees them: names, who is missed, hints, and nothing of others."""

from __future__ import annotations

import json

import pytest

from forno.core.language import use
from forno.pages.publishing.contents import Contents
from forno.pages.publishing.readers import Viewer
from forno.table.entries import BotSat, HandedOver, Sat
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.pages.publishing.helpers import Clock, Page, enter, publishing
from tests.table.helpers import do, opened, over, seated, started


def contents(table: Table) -> Contents:
    return publishing(table).contents


def test_an_empty_seat_is_named_after_its_colour_until_somebody_sits_down() -> None:
    publisher = publishing(opened(players=2))
    game = publisher.table.game
    assert publisher.contents.guests.names == (game.seat_name(0), game.seat_name(1))
    enter(publisher, Sat(1.0, 0, "Anna", key_hash("a")))
    enter(publisher, BotSat(1.0, 1, "cuoco"))
    assert publisher.contents.guests.names == ("Anna", "Cuoco")
    assert publisher.contents.guests.bots == (False, True)


def test_who_has_no_page_open_is_missed_after_a_while() -> None:
    publisher = publishing(started(players=2))
    attendance = publisher.contents.attendance
    clock = attendance.clock
    assert isinstance(clock, Clock)
    attendance.add(Page(1))
    clock.time = 1000.0
    assert [publisher.contents.is_away(seat) for seat in (0, 1)] == [True, False]


def test_over_days_nobody_is_missed_before_the_time_is_up() -> None:
    publisher = publishing(started(players=2, clock=86400, starter="yellow"))
    clock = publisher.contents.attendance.clock
    assert isinstance(clock, Clock)
    clock.time = 50_000.0
    assert not publisher.contents.is_away(0)
    clock.time = 90_000.0
    assert publisher.contents.is_away(0)


def test_a_spectator_is_shown_no_hand_and_no_turn() -> None:
    table = contents(started(players=2, starter="yellow"))
    mine, _log = table.whole(0, "en")
    shown, _log = table.whole(None, "en")
    assert {"hand", "turn"} <= set(mine)
    assert not {"hand", "turn"} & set(shown)
    assert all(mine[region] == content for region, content in shown.items()), "the board is the same for all"


def test_only_who_is_awaited_has_controls() -> None:
    table = contents(started(players=2, starter="yellow"))
    forms = ['id="turn-form"' in table.whole(seat, "en")[0]["turn"] for seat in (0, 1)]
    assert forms == [True, False]


def test_who_has_a_bot_in_place_has_no_controls() -> None:
    table = started(players=2, starter="yellow")
    do(table, HandedOver(3.0, 0, "random", 1))
    assert 'id="turn-form"' not in contents(table).whole(0, "en")[0]["turn"]


@pytest.mark.parametrize("language", ["en", "it"])
def test_regions_are_in_the_language_of_their_viewer(language: str) -> None:
    regions = contents(seated(players=2)).guest_regions(Viewer(0, frozenset({0}), language))
    assert ("Start" in regions["guests"]) == (language == "en")


def test_a_hint_is_told_in_words() -> None:
    with use("en"):
        assert "<p" in contents(started(players=2, starter="yellow")).hint(0)


def test_programs_are_told_events_as_their_seat_sees_them() -> None:
    table = contents(started(players=2, starter="yellow"))
    events = table.table.told_events()
    mine, theirs = table.events_data(0, events), table.events_data(None, events)
    assert (mine["awaited"], theirs["awaited"], mine["over"]) == (True, False, False)
    assert json.dumps(mine["events"]) != json.dumps(theirs["events"])
    assert contents(over()).events_data(0, [])["over"]
