"""Deadlines: banks of hours, nights and weekends where a player lives, vacations."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from forno.table.errors import BadSetting
from forno.table.timing import HOUR_SECONDS, Rest, check_zone, counted_seconds, day_begins, deadline

ROME = ZoneInfo("Europe/Rome")
NIGHTS = Rest("Europe/Rome", nights=True)
WEEKENDS = Rest("Europe/Rome", nights=True, weekends=True)


def rome(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ROME).timestamp()


@pytest.mark.parametrize(
    ("rest", "asked", "hours", "until"),
    [
        (Rest(), "2026-11-18 18:00", 24, "2026-11-19 18:00"),
        (NIGHTS, "2026-11-18 18:00", 4, "2026-11-18 22:00"),
        (NIGHTS, "2026-11-18 21:00", 4, "2026-11-19 10:00"),
        (NIGHTS, "2026-11-19 03:00", 1, "2026-11-19 09:00"),
        (NIGHTS, "2026-11-18 18:00", 24, "2026-11-20 12:00"),
        (WEEKENDS, "2026-11-20 22:00", 4, "2026-11-23 11:00"),
        (WEEKENDS, "2026-11-21 12:00", 1, "2026-11-23 09:00"),
        (Rest("", weekends=True), "2026-11-18 18:00", 1, "2026-11-18 19:00"),
    ],
)
def test_only_the_hours_that_count_lead_to_a_deadline(rest: Rest, asked: str, hours: int, until: str) -> None:
    start, end = rome(asked), rome(until)
    assert deadline(start, hours * HOUR_SECONDS, rest) == end
    assert counted_seconds(start, end, rest) == hours * HOUR_SECONDS


def test_nights_are_those_of_the_players_own_zone() -> None:
    start = rome("2026-11-18 21:00")
    assert deadline(start, 4 * HOUR_SECONDS, Rest("America/New_York", nights=True)) == start + 4 * HOUR_SECONDS


def test_the_night_in_which_clocks_change_is_as_long_as_it_is() -> None:
    # On the last Sunday of March the night is an hour shorter, on the last of October an hour longer.
    for night, hours in (("2027-03-27", 8), ("2027-10-30", 10), ("2027-06-12", 9)):
        start = rome(f"{night} 22:59:59")
        assert deadline(start, 2, NIGHTS) - start == 2 + hours * HOUR_SECONDS


def test_a_clock_stands_still_on_vacation() -> None:
    away = (rome("2026-11-20 00:00"), rome("2026-11-27 00:00"))
    rest = NIGHTS._replace(vacations=(away,))
    assert deadline(rome("2026-11-19 22:00"), 2 * HOUR_SECONDS, rest) == rome("2026-11-27 09:00")
    assert deadline(rome("2026-11-19 22:00"), 3 * HOUR_SECONDS, Rest(vacations=(away,))) == rome("2026-11-27 01:00")
    assert counted_seconds(rome("2026-11-19 22:00"), rome("2026-11-27 09:00"), rest) == 2 * HOUR_SECONDS


def test_a_day_begins_where_the_player_lives() -> None:
    assert day_begins("2026-11-20", "Europe/Rome") == rome("2026-11-20 00:00")
    assert day_begins("2026-11-20", "Europe/Rome", 1) == rome("2026-11-21 00:00")
    for wrong in ("2026-02-30", "9999-12-31"):
        with pytest.raises(BadSetting, match="no such day"):
            day_begins(wrong, "Europe/Rome", 1)


def test_only_time_zones_that_exist_are_accepted() -> None:
    for zone in ("Europe/Rome", "UTC", "America/Argentina/Buenos_Aires"):
        check_zone(zone)
    for zone in ("", "Europe", "Europe/Atlantis", "../etc/passwd", "/etc/passwd", "x" * 65, "\x00"):
        with pytest.raises(BadSetting, match="time zone"):
            check_zone(zone)


def test_an_unknown_zone_in_a_log_is_read_as_utc() -> None:
    start = rome("2026-11-18 23:30")  # 22:30 in UTC
    assert deadline(start, HOUR_SECONDS, Rest("Europe/Atlantis", nights=True)) == start + 10 * HOUR_SECONDS
