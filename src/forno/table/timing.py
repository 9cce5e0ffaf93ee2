"""Deadlines of decisions, and the hours that don't count: nights, weekends and vacations in a person's own time zone.

Pure functions of their arguments: nothing here asks a clock. Times are seconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from heapq import merge
from itertools import count, islice
from typing import Final, NamedTuple

from forno.core.language import _
from forno.table.errors import BadSetting

HOUR_SECONDS: Final = 3600
DAY_SECONDS: Final = 24 * HOUR_SECONDS
NIGHT_BEGINS: Final = time(23)
NIGHT_ENDS: Final = time(8)
SATURDAY: Final = 5
MAX_ZONE_CHARACTERS: Final = 64

Period = tuple[float, float]


class Rest(NamedTuple):
    """Hours of one person that don't count."""

    zone: str = ""
    """Name of the time zone, such as `Europe/Rome`; empty if nobody has told it."""
    nights: bool = False
    weekends: bool = False
    vacations: tuple[Period, ...] = ()
    """Announced vacations, ascending."""

    def periods(self, start: float) -> Iterator[Period]:
        """Yield what doesn't count from that time on, by beginning; periods may overlap."""
        return merge(self._daily(start), self.vacations) if self.nights or self.weekends else iter(self.vacations)

    def _daily(self, start: float) -> Iterator[Period]:
        """Yield nights and days of weekends, from those around `start` on, without end."""
        zone = time_zone(self.zone)
        first = datetime.fromtimestamp(start, zone).date() - timedelta(days=1)
        for number in count():
            day = first + timedelta(days=number)
            if self.weekends and day.weekday() >= SATURDAY:
                yield _moment(day, time(), zone), _moment(day + timedelta(days=1), time(), zone)
            if self.nights:
                yield _moment(day, NIGHT_BEGINS, zone), _moment(day + timedelta(days=1), NIGHT_ENDS, zone)


NO_REST: Final = Rest()


def _moment(day: date, at: time, zone: tzinfo) -> float:
    return datetime.combine(day, at, zone).timestamp()


@lru_cache(maxsize=1000)
def deadline(start: float, seconds: float, rest: Rest = NO_REST) -> float:
    """Return the time at which so many seconds that count have passed."""
    now, left = start, seconds
    for begins, ends in rest.periods(start):
        if begins - now >= left:
            break
        left -= max(0.0, begins - now)
        now = max(now, ends)
    return now + left


def counted_seconds(start: float, end: float, rest: Rest) -> float:
    """Return the seconds between two times that count."""
    now, total = start, 0.0
    for begins, ends in rest.periods(start):
        if begins >= end:
            break
        total += max(0.0, begins - now)
        now = max(now, ends)
    return total + max(0.0, end - now)


def night_around(moment: float, zone: str) -> Period | None:
    """Return the night in which a moment lies, where that time zone is; `None` by day."""
    nights = Rest(zone, nights=True).periods(moment)
    return next((night for night in islice(nights, 2) if night[0] <= moment < night[1]), None)


def next_time(moment: float, at: time, zone: str) -> float:
    """Return the next moment at which clocks in that time zone show a time."""
    there = time_zone(zone)
    today = datetime.fromtimestamp(moment, there).date()
    return next(found for n in count() if (found := _moment(today + timedelta(days=n), at, there)) > moment)


def time_zone(name: str) -> tzinfo:
    """Return the zone of that name; UTC where this machine doesn't know it."""
    if not name:
        return UTC
    try:
        from zoneinfo import ZoneInfo  # few tables need it, and a browser's Python doesn't have it

        return ZoneInfo(name)
    except (ImportError, OSError, ValueError, KeyError):
        return UTC


def day_begins(day: str, zone: str, later: int = 0) -> float:
    """Return the first moment of a date such as `2027-08-01`, or of so many days later. Raises `BadSetting`."""
    try:
        return _moment(date.fromisoformat(day) + timedelta(days=later), time(), time_zone(zone))
    except (ValueError, OverflowError):
        raise BadSetting(_("There is no such day; write it like 2027-08-01.")) from None


def check_zone(name: str) -> None:
    """Raise `BadSetting` unless this machine knows a time zone of that name."""
    if not name or len(name) > MAX_ZONE_CHARACTERS or (name != "UTC" and time_zone(name) is UTC):
        raise BadSetting(_("There is no such time zone; choose one like Europe/Rome."))
