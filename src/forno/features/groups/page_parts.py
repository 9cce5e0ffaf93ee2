"""Parts that the pages of groups and of cups share: addresses, and the choice of a time."""

from __future__ import annotations

from typing import Final

from forno.core.language import _
from forno.features.groups.group import GroupKey
from forno.pages.documents.time_fields import time_value
from forno.pages.html import Markup, tag
from forno.pages.labels import CLOCKS, SLOW_CLOCKS, clock_text
from forno.table.timing import HOUR_SECONDS

OFFERED_CLOCKS: Final = (
    *((seconds, 0, 0) for seconds in CLOCKS),
    *((start * HOUR_SECONDS, more * HOUR_SECONDS, most * HOUR_SECONDS) for start, more, most in SLOW_CLOCKS),
)
"""Times that a group's tables are opened with: at once, and over days."""


def group_path(key: GroupKey) -> str:
    return f"/groups/{key.code}"


def cup_path(key: GroupKey, cup: str) -> str:
    return f"{group_path(key)}/cups/{cup}"


def time_select(chosen: str = "") -> Markup:
    """Return the choice of a table's time."""
    choices = [(time_value(*time), clock_text(*time)) for time in OFFERED_CLOCKS]
    options = (tag("option", text, value=value, selected=value == chosen) for value, text in choices)
    return tag("div.field", tag("label", _("Time"), for_="clock"), tag("select#clock", options, name="clock"))
