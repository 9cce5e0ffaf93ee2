"""Settings of a table: what is agreed on beside the rules, and its text in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, NamedTuple

from forno.core.language import _
from forno.table.errors import BadSetting

MAX_CLOCK_SECONDS: Final = 7 * 24 * 3600
MAX_BANK_SECONDS: Final = 60 * 24 * 3600
SLOW_SECONDS: Final = 3600
"""Clock from which on a game goes over days: players come for their turns, and needn't be there between them."""
FORMER_SETTINGS: Final = {"pace": "normal"}
"""Settings that every log holds and nobody reads any more: written as ever, so that older releases read them too."""
ALWAYS_STORED: Final = ("public", "clock")
"""Settings that every log holds; the others are written where they differ from their defaults."""
BOT_DECIDES, BOT_PLAYS, WAIT, VOTE = "bot-decides", "bot-plays", "wait", "vote"
LATE: Final = (BOT_DECIDES, BOT_PLAYS, WAIT, VOTE)
PATIENT: Final = (WAIT, VOTE)
"""Settlements by which nothing happens by itself when time is up."""
NIGHTS, WEEKENDS = "nights", "nights-weekends"
RESTS: Final = ("", NIGHTS, WEEKENDS)
TIME_SETTINGS: Final = ("clock", "increment", "bank", "late", "rest")
"""Settings of a table's time, which people can change by agreement during the game."""


@dataclass(frozen=True)
class TableSettings:
    """Settings of one table; changed with `dataclasses.replace`.

    A player's time is a bank: `clock` seconds at the start, `increment` more after each decision, never more than
    `bank`. Without an increment each decision has `clock` seconds.
    """

    public: bool = False
    """Whether the lobby lists the table."""
    clock: int = 0
    """Seconds for a decision, or at the start of the game; 0 without a clock."""
    lesson: str = ""
    """Lesson that is given here, with a deal of its own; empty at other tables."""
    daily: int = 0
    """Day whose deal is played here; 0 at other tables."""
    increment: int = 0
    """Seconds that a decision adds to the player's bank; 0 without a bank."""
    bank: int = 0
    """Most seconds in a bank; 0 without a bank."""
    late: str = BOT_DECIDES
    """Effect when a player's time is up: a bot decides this once, a bot plays on, the table waits until
    somebody lets a bot play, or until most of the others do."""
    rest: str = ""
    """Hours that don't count, by each player's time zone: none, nights, or nights and weekends."""
    notes: bool = False
    """Whether everybody has a notebook, which nobody else sees; without one, what was seen is theirs to remember."""

    @property
    def slow(self) -> bool:
        """Whether the game goes over days."""
        return self.clock >= SLOW_SECONDS

    def check(self) -> None:
        """Raise `BadSetting` if a table can't have these settings."""
        if not 0 <= self.clock <= MAX_CLOCK_SECONDS:
            raise BadSetting(_("The clock can be set from 0 (none) to {most} seconds.").format(most=MAX_CLOCK_SECONDS))
        most = min(self.bank, MAX_BANK_SECONDS)
        if (self.increment or self.bank) and not (0 < self.clock <= most and 0 < self.increment <= most == self.bank):
            raise BadSetting(
                _("Set hours for the start and for each move, and a maximum no smaller than either, up to 60 days.")
            )
        if self.late not in LATE or self.rest not in RESTS:
            raise BadSetting(_("Choose one of: {choices}.").format(choices=", ".join((*LATE, *RESTS[1:]))))
        if not self.slow and (self.rest or self.late in PATIENT):
            raise BadSetting(_("For nights off, or to wait for a player, set the time to an hour or more."))

    def to_data(self) -> dict[str, Any]:
        """Return the settings as entries store them."""
        data = asdict(self)
        told = {name: data.pop(name) for name in ALWAYS_STORED} | FORMER_SETTINGS
        return told | {name: value for name, value in data.items() if value != DEFAULTS[name]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> TableSettings:
        """Return the settings as they were stored. Raises `ValueError`."""
        values: dict[str, Any] = DEFAULTS | dict(data)
        required = {*ALWAYS_STORED, *FORMER_SETTINGS}
        types = {name: type(value) for name, value in (DEFAULTS | FORMER_SETTINGS).items()}
        if not required <= set(data) or {name: type(value) for name, value in values.items()} != types:
            raise ValueError
        return cls(**{name: value for name, value in values.items() if name not in FORMER_SETTINGS})


DEFAULTS: Final[dict[str, Any]] = {field.name: field.default for field in fields(TableSettings)}


class TimeProposal(NamedTuple):
    """Another time that a person has proposed for the rest of the game."""

    seat: int
    settings: TableSettings
    agreed: frozenset[int]
    """Seats that have agreed."""
