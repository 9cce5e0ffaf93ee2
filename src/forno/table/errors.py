"""What can go wrong at a table: each misuse has a type, a stable code and a sentence that tells what to do."""

from __future__ import annotations

from forno.core.errors import FornoError


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
    """Somebody sits there."""

    code = "seat-taken"


class NoSeat(TableError):
    """A seat that isn't there, that nobody sits in, or whose key isn't this one."""

    code = "no-seat"


class WrongPhase(TableError):
    """Something that belongs before the start, into the game, or after it."""

    code = "wrong-phase"


class NotHost(TableError):
    """Something that only the host may do."""

    code = "not-host"


class BadName(TableError):
    """A name that can't be one."""

    code = "bad-name"


class BadText(TableError):
    """Something that can't be said: nothing, or too much."""

    code = "bad-text"


class BadSetting(TableError):
    """A setting of the table that can't be."""

    code = "bad-setting"


class NotFound(TableError, LookupError):
    """There is no such table."""

    code = "not-found"
