"""Daily tables of a server: streaks and the calendar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from forno.features.daily.daily import families
from forno.features.daily.daily_tables import Daily
from forno.features.daily.page import DailyTable, DailyVisit, daily_page
from forno.features.you.book_store import BookKey
from forno.pages.documents.document import PageContext, Preview
from forno.web.assets import Assets
from tests.loops import run


class Summaries:
    """A store that knows which tables are over."""

    def __init__(self) -> None:
        self.over: set[str] = set()

    async def summaries(self, tables: Sequence[str]) -> list[Any]:
        return [SimpleNamespace(table=table, phase="over") for table in tables if table in self.over]


@pytest.mark.parametrize(
    ("played", "days"),
    [
        ([], 0),
        ([100], 1),
        ([99, 98], 2),
        ([100, 99, 98, 96], 3),
        ([98, 97], 0),
        (range(50, 101), 51),
        (range(1, 101), 100),
    ],
    ids=["none", "today", "until yesterday", "with a gap", "broken yesterday", "longer than a calendar", "all days"],
)
def test_a_streak_counts_finished_days_in_a_row_until_today_or_yesterday(
    played: Sequence[int], days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Daily, "today", 100)
    store, visitor = Summaries(), BookKey("somebody's key")
    daily = Daily(cast("Any", store), cast("Any", None), 0)
    first, second = families()[:2]
    store.over = {daily.table_of(second if day % 2 else first, day, visitor) for day in played}
    assert run(daily.streak(visitor)) == days
    assert run(daily.streak(BookKey("another's key"))) == 0


def test_a_calendar_has_the_last_four_weeks_and_marks_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Daily, "today", 100)
    store, visitor, (info, other) = Summaries(), BookKey("somebody's key"), families()[:2]
    daily = Daily(cast("Any", store), cast("Any", None), 0)
    store.over = {daily.table_of(info, day, visitor) for day in (50, 90, 99, 100)}
    store.over.add(daily.table_of(other, 91, visitor))
    played = run(daily.days_played(visitor, 99))
    assert played == {(info.name, 90), (info.name, 99), (other.name, 91)}
    visit = DailyVisit("", 2, played)
    today = [DailyTable(info, "t", "", [], [], 0)]
    page = daily_page(PageContext(Assets()), 100, 60, today, [], visit, Preview("", "", "", "", 1, 1))
    days = re.findall(r'<button(?: class="(\w+)")? name="day" value="(\d+)"', page)
    assert [int(day) for _done, day in days] == list(range(72, 100))
    assert [int(day) for done, day in days if done] == [90, 99]
    assert "2 days in a row" in page
