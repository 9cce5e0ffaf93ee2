"""Settings of a table, and their text in the log."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forno.table import Configured, TableSettings
from forno.table.errors import BadSetting
from forno.table.settings import MAX_CLOCK_SECONDS


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (TableSettings(), '{"public":false,"clock":0,"pace":"normal"}'),
        (TableSettings(public=True, clock=30), '{"public":true,"clock":30,"pace":"normal"}'),
        (
            TableSettings(lesson="mamma-mia", daily=7),
            '{"public":false,"clock":0,"pace":"normal","lesson":"mamma-mia","daily":7}',
        ),
    ],
)
def test_settings_are_written_as_ever(settings: TableSettings, text: str) -> None:
    assert f'"settings":{text}' in Configured(1.0, {}, settings).to_json()
    assert TableSettings.from_data(json.loads(text)) == settings


def test_a_pace_that_older_logs_chose_is_read_and_forgotten() -> None:
    data = {"public": True, "clock": 30, "pace": "fast"}
    assert TableSettings.from_data(data) == TableSettings(public=True, clock=30)


@pytest.mark.parametrize(
    "wrong",
    [{"public": 1}, {"clock": True}, {"clock": "0"}, {"pace": None}, {"lesson": None}, {"daily": 1.5}, {"speed": 1}],
)
def test_what_no_table_wrote_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        TableSettings.from_data({"public": True, "clock": 0, "pace": "normal"} | wrong)


@pytest.mark.parametrize("missing", ["public", "clock", "pace"])
def test_settings_that_every_log_has_must_be_there(missing: str) -> None:
    data = {"public": True, "clock": 0, "pace": "normal"}
    del data[missing]
    with pytest.raises(ValueError):  # noqa: PT011
        TableSettings.from_data(data)


@pytest.mark.parametrize("clock", [-1, MAX_CLOCK_SECONDS + 1])
def test_a_clock_has_its_limits(clock: int) -> None:
    with pytest.raises(BadSetting, match="clock can be set"):
        TableSettings(clock=clock).check()
    TableSettings(clock=MAX_CLOCK_SECONDS).check()
