"""Log entries of a table: each kind with its rules, its effect and its text.

A table is its log: everything that happens to it is an entry, and the same entries make the same table. So all chance
(the seed) and all time come with the entries. Times are seconds since the epoch.
"""

from forno.table.entries.agreeing import TimeAnswered, TimeProposed
from forno.table.entries.base import Entry, Trial
from forno.table.entries.dealing import NumberPromised, NumbersCalled, NumberShown, Started
from forno.table.entries.opening import Closed, Configured, Continued, Opened, Rematch
from forno.table.entries.playing import Forced, Moved
from forno.table.entries.reading import read_entry
from forno.table.entries.seating import (
    AnswersTold,
    BotSat,
    HandedOver,
    KeyReplaced,
    Left,
    Renamed,
    Sat,
    SeatCleared,
    StandInChosen,
    TakenBack,
    VacationAnnounced,
    Voted,
    ZoneTold,
)
from forno.table.entries.talking import AidGiven, Noted, Said

__all__ = [
    "AidGiven",
    "AnswersTold",
    "BotSat",
    "Closed",
    "Configured",
    "Continued",
    "Entry",
    "Forced",
    "HandedOver",
    "KeyReplaced",
    "Left",
    "Moved",
    "Noted",
    "NumberPromised",
    "NumberShown",
    "NumbersCalled",
    "Opened",
    "Rematch",
    "Renamed",
    "Said",
    "Sat",
    "SeatCleared",
    "StandInChosen",
    "Started",
    "TakenBack",
    "TimeAnswered",
    "TimeProposed",
    "Trial",
    "VacationAnnounced",
    "Voted",
    "ZoneTold",
    "read_entry",
]
