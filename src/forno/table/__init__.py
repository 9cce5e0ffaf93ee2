"""The authority over one game in progress: seats, log, clock, who may see what. No I/O of its own."""

from forno.table.composing import Tree, turn_tree
from forno.table.entries import (
    BotSat,
    Called,
    Configured,
    Continued,
    Entry,
    Forced,
    HandedOver,
    Left,
    Moved,
    Opened,
    Promised,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    Settings,
    Shown,
    StandInChosen,
    Started,
    TakenBack,
    read_entry,
)
from forno.table.errors import TableError
from forno.table.guests import Seat
from forno.table.holds import Part
from forno.table.keys import key_from, key_hash, new_key, new_table_id, table_id_from
from forno.table.table import Change, Table

__all__ = [
    "BotSat",
    "Called",
    "Change",
    "Configured",
    "Continued",
    "Entry",
    "Forced",
    "HandedOver",
    "Left",
    "Moved",
    "Opened",
    "Part",
    "Promised",
    "Rematch",
    "Renamed",
    "Said",
    "Sat",
    "Seat",
    "SeatCleared",
    "Settings",
    "Shown",
    "StandInChosen",
    "Started",
    "Table",
    "TableError",
    "TakenBack",
    "Tree",
    "key_from",
    "key_hash",
    "new_key",
    "new_table_id",
    "read_entry",
    "table_id_from",
    "turn_tree",
]
