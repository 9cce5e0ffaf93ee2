"""Tables: the log of one game, its state, and who may see what. No I/O."""

from forno.table.composing import Tree, turn_tree
from forno.table.entries import (
    BotSat,
    Configured,
    Continued,
    Entry,
    Forced,
    HandedOver,
    Left,
    Moved,
    NumberPromised,
    NumbersCalled,
    NumberShown,
    Opened,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    StandInChosen,
    Started,
    TakenBack,
    Trial,
    VacationAnnounced,
    ZoneTold,
    read_entry,
)
from forno.table.errors import TableError
from forno.table.guests import Seat
from forno.table.keys import key_from, key_hash, new_key, new_table_id, table_id_from
from forno.table.pending import Part
from forno.table.settings import TableSettings
from forno.table.table import Table

__all__ = [
    "BotSat",
    "Configured",
    "Continued",
    "Entry",
    "Forced",
    "HandedOver",
    "Left",
    "Moved",
    "NumberPromised",
    "NumberShown",
    "NumbersCalled",
    "Opened",
    "Part",
    "Rematch",
    "Renamed",
    "Said",
    "Sat",
    "Seat",
    "SeatCleared",
    "StandInChosen",
    "Started",
    "Table",
    "TableError",
    "TableSettings",
    "TakenBack",
    "Tree",
    "Trial",
    "VacationAnnounced",
    "ZoneTold",
    "key_from",
    "key_hash",
    "new_key",
    "new_table_id",
    "read_entry",
    "table_id_from",
    "turn_tree",
]
