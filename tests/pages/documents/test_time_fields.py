"""Form fields for the time of a table, and what the page says of games over days."""

from __future__ import annotations

import pytest

from forno.core.errors import OptionError
from forno.pages.documents.time_fields import read_time, settled_time, time_fields, vacation_text
from forno.pages.html import together
from forno.pages.labels import clock_text
from forno.table.guests import Seat
from forno.table.settings import TableSettings
from forno.table.timing import day_begins

SLOW = TableSettings(clock=86400, increment=14400, bank=259200, late="wait", rest="nights")


def test_a_form_sends_one_of_the_offered_times() -> None:
    sent = {"clock": "86400/14400/259200", "late": "wait", "rest": "nights"}
    assert read_time(sent, TableSettings()) == SLOW
    assert read_time({"clock": "30", "late": "wait", "rest": "nights"}, SLOW) == TableSettings(clock=30)
    assert read_time({}, SLOW) == TableSettings()


def test_hours_of_ones_own_are_typed_in() -> None:
    sent = {"clock": "own", "clock_hours": "10", "increment_hours": "2", "bank_hours": "20"}
    assert read_time(sent, TableSettings()) == TableSettings(clock=36000, increment=7200, bank=72000)
    assert read_time(sent | {"increment_hours": "", "bank_hours": ""}, TableSettings()) == TableSettings(clock=36000)
    with pytest.raises(OptionError, match="isn't a number"):
        read_time(sent | {"bank_hours": "many"}, TableSettings())


def test_the_form_shows_what_is_settled() -> None:
    shown = str(together(time_fields(SLOW, days=True)))
    assert '<option value="86400/14400/259200" selected>24 h, +4 h a move, up to 72 h</option>' in shown
    assert '<option value="wait" selected>' in shown
    assert '<option value="nights" selected>' in shown
    own = TableSettings(clock=36000, increment=7200, bank=72000)
    assert '<option value="36000/7200/72000" selected>' in str(together(time_fields(own, days=True)))
    assert "hours" not in str(together(time_fields(TableSettings(), days=False)))


def test_everybody_reads_before_sitting_down_what_was_settled() -> None:
    told = str(settled_time(SLOW, reminded=False))
    assert "When time is up: wait until" in told
    assert "23:00" in told
    assert settled_time(TableSettings(clock=60), reminded=False) is None


def test_times_are_said_in_the_largest_whole_unit() -> None:
    said = [clock_text(seconds) for seconds in (0, 30, 60, 5400, 3600, 86400)]
    assert said == ["No limit", "30 seconds", "1 minute", "90 minutes", "1 hour", "24 hours"]


def test_a_vacation_is_told_by_its_first_and_last_day() -> None:
    days = (day_begins("2027-08-01", "Asia/Tokyo"), day_begins("2027-08-14", "Asia/Tokyo", 1))
    assert vacation_text(Seat("Zoë", "hash", zone="Asia/Tokyo", vacations=(days,))) == (
        "on vacation from 1 August to 14 August"
    )
    assert vacation_text(Seat()) == ""
