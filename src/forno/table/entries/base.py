"""Base of all log entries: how one is checked, tried, applied and written."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from forno.core.language import _
from forno.table.errors import BadText
from forno.table.history import Part
from forno.table.settings import TableSettings

if TYPE_CHECKING:
    from forno.table.state import TableState

write: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Trial(NamedTuple):
    """An entry that was checked, with what it leads to. Storing and applying it use this."""

    entry: Entry
    after: TableState
    """State of the table after the entry."""
    parts: Sequence[Part]
    """Parts of the game that may be told after it; empty for entries that aren't moves."""

    @property
    def number(self) -> int:
        """Number of the entry."""
        return self.after.number - 1


@dataclass(frozen=True)
class Entry(ABC):
    """One line of a table's log. Each kind says when it is allowed (`check`) and what it changes (`apply`)."""

    kind: ClassVar[str] = ""
    """Name of the kind in the log."""
    added: ClassVar[Mapping[str, Any]] = {}
    """Fields that older logs lack, with what they stand for there."""

    time: float

    @abstractmethod
    def check(self, table: TableState) -> None:
        """Raise a `TableError`, or an error of the game, if this can't be the table's next entry. Changes nothing."""

    @abstractmethod
    def apply(self, table: TableState) -> Sequence[Part] | None:
        """Change the state. Moves return the parts of the game that may be told now.

        Also called for stored entries, which need no check any more: what was allowed once stays in the log.
        """

    def trial(self, table: TableState) -> Trial:
        """Check the entry, and work out what it leads to. The table stays as it is."""
        table.check_open()
        self.check(table)
        check_encodable(vars(self))
        after = table.next()
        return Trial(self, after, self.apply(after) or ())

    def to_data(self) -> dict[str, Any]:
        """Return the entry's fields as they are stored."""
        settings = {name: value.to_data() for name, value in vars(self).items() if isinstance(value, TableSettings)}
        return {"kind": self.kind} | vars(self) | settings

    def to_json(self) -> str:
        """Return the entry as a line of text."""
        return write(self.to_data())


def check_encodable(value: object) -> None:
    """Raise `BadText` for an unpaired surrogate: JSON can spell it, but what is stored couldn't be read again."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadText(_("Some of its characters can't be shown; use letters, digits and plain symbols.")) from None
    elif isinstance(value, TableSettings):
        check_encodable(vars(value))
    elif isinstance(value, Mapping):
        check_encodable((*value, *value.values()))
    elif isinstance(value, tuple | list):
        for part in value:
            check_encodable(part)
