"""Entries of the chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from forno.core.language import _
from forno.table.entries.base import Entry
from forno.table.errors import BadSetting
from forno.table.guests import check_name, check_text

if TYPE_CHECKING:
    from forno.table.state import TableState

ROOMS: Final = ("table", "spectators")


@dataclass(frozen=True)
class Said(Entry):
    """Something said: by players at the table, by spectators among themselves."""

    kind = "said"

    seat: int | None
    """The speaker's seat; `None` for a spectator."""
    name: str
    room: str
    text: str

    def check(self, table: TableState) -> None:
        table.check_begun()
        if self.room not in ROOMS or (self.seat is None) != (self.room == "spectators"):
            raise BadSetting(_("Players talk at the table, spectators among themselves."))
        if self.seat is not None:
            table.check_person(self.seat)
        check_name(self.name)
        check_text(self.text)

    def apply(self, _table: TableState) -> None:
        """Change nothing: the log is where the words are kept."""
