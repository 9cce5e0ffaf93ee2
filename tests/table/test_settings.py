"""Settings of a table, and their text in the log."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from forno.table.entries import Configured
from forno.table.errors import BadSetting
from forno.table.settings import MAX_BANK_SECONDS, MAX_CLOCK_SECONDS, TableSettings


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (TableSettings(), '{"public":false,"clock":0,"pace":"normal"}'),
        (TableSettings(public=True, clock=30), '{"public":true,"clock":30,"pace":"normal"}'),
        (
            TableSettings(lesson="mamma-mia", daily=7),
            '{"public":false,"clock":0,"pace":"normal","lesson":"mamma-mia","daily":7}',
        ),
        (
            TableSettings(clock=86400, increment=14400, bank=259200, late="wait", rest="nights"),
            '{"public":false,"clock":86400,"pace":"normal","increment":14400,"bank":259200,"late":"wait","rest":"nights"}',
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


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"clock": 0}, "Set hours for"),
        ({"increment": 0}, "Set hours for"),
        ({"bank": 0}, "Set hours for"),
        ({"bank": 3600}, "Set hours for"),
        ({"increment": 300000}, "Set hours for"),
        ({"bank": MAX_BANK_SECONDS + 1}, "60 days"),
        ({"late": "cry"}, "Choose one of: bot-decides"),
        ({"rest": "mondays"}, "nights-weekends"),
        ({"clock": 60, "increment": 5, "bank": 60, "late": "wait"}, "an hour or more"),
        ({"clock": 60, "increment": 5, "bank": 60, "rest": "nights"}, "an hour or more"),
    ],
)
def test_a_bank_has_its_limits(wrong: dict[str, Any], reason: str) -> None:
    slow = TableSettings(clock=86400, increment=14400, bank=259200)
    slow.check()
    with pytest.raises(BadSetting, match=reason):
        replace(slow, **wrong).check()
