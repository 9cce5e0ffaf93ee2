"""Errors of tables: each misuse has a type, a stable code and a sentence that says what to do."""

from __future__ import annotations

from forno.core.errors import FornoError
from forno.core.language import _


class TableError(FornoError, ValueError):
    """Something that can't be done at a table. The table is as it was."""

    code = "table"


class BadEntry(TableError):
    """A text that is no entry of a table's log."""

    code = "bad-entry"


class Stale(TableError):
    """An answer to something that isn't the latest any more."""

    code = "stale"


class NotYourTurn(TableError):
    """A move of somebody who isn't awaited."""

    code = "not-your-turn"


class SeatTaken(TableError):
    """A seat that somebody has."""

    code = "seat-taken"


class NoSeat(TableError):
    """A seat that doesn't exist, that nobody sits in, or that this key doesn't open."""

    code = "no-seat"


class WrongPhase(TableError):
    """Something that belongs to another phase: before the start, in the game, or after it."""

    code = "wrong-phase"


class TableClosed(TableError):
    """A table at which nobody can play any more. The message says why."""

    code = "closed"


class NotHost(TableError):
    """Something that only the host may do."""

    code = "not-host"


class BadName(TableError):
    """A name that isn't allowed."""

    code = "bad-name"


class BadText(TableError):
    """A text that can't be said or stored: empty, too long, or not encodable."""

    code = "bad-text"


class BadSetting(TableError):
    """A setting that a table can't have."""

    code = "bad-setting"


class NotFound(TableError, LookupError):
    """There is no such table."""

    code = "not-found"


class Damaged(TableError):
    """A table whose log can't be read, or doesn't make a table."""

    code = "damaged"

    def __init__(self, table: str, reason: str) -> None:
        super().__init__(
            _(
                "Table {table} is damaged and can't be opened. It isn't your fault; the people who run this "
                "server may be able to rescue it."
            ).format(table=table)
        )
        self.table = table
        self.reason = reason
        """The reason for the operator: players may not know how many entries there are."""


def unreadable(table: str, number: int) -> Damaged:
    """Return the error for an entry whose text can't be read."""
    return Damaged(table, _("entry {number} can't be read.").format(number=number))


def impossible(table: str, number: int) -> Damaged:
    """Return the error for an entry that can't follow those before it.

    What the game says of it may tell of hands, and isn't repeated.
    """
    return Damaged(table, _("entry {number} can't follow those before it.").format(number=number))
