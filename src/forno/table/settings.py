"""Settings of a table: what is agreed on beside the rules, and its text in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from forno.core.language import _
from forno.table.errors import BadSetting

MAX_CLOCK_SECONDS: Final = 7 * 24 * 3600
FORMER_SETTINGS: Final = {"pace": "normal"}
"""Settings that every log holds and nobody reads any more: written as ever, so that older releases read them too."""
OCCASIONS: Final = ("lesson", "daily")
"""Settings that only tables with a lesson or a day's deal write down."""
STORED: Final = {"public": bool, "clock": int, "pace": str, "lesson": str, "daily": int}
"""Types of the settings in a log."""


@dataclass(frozen=True)
class TableSettings:
    """Settings of one table; changed with `dataclasses.replace`."""

    public: bool = False
    """Whether the lobby lists the table."""
    clock: int = 0
    """Seconds for a decision; 0 without a clock."""
    lesson: str = ""
    """Lesson that is given here, with a deal of its own; empty at other tables."""
    daily: int = 0
    """Day whose deal is played here; 0 at other tables."""

    def check(self) -> None:
        """Raise `BadSetting` if a table can't have these settings."""
        if not 0 <= self.clock <= MAX_CLOCK_SECONDS:
            raise BadSetting(_("The clock can be set to 0 (none) to {most} seconds.").format(most=MAX_CLOCK_SECONDS))

    def to_data(self) -> dict[str, Any]:
        """The settings as entries store them."""
        data: dict[str, Any] = {"public": self.public, "clock": self.clock} | FORMER_SETTINGS
        return data | {name: value for name in OCCASIONS if (value := getattr(self, name))}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TableSettings:
        """The settings as they were stored. Raises `ValueError`."""
        values: dict[str, Any] = {"lesson": "", "daily": 0} | dict(data)
        if {name: type(value) for name, value in values.items()} != STORED:
            raise ValueError
        return cls(values["public"], values["clock"], values["lesson"], values["daily"])
