"""Database rows of tables: logs and summaries as text, and the checks when they are read again.

A file may be damaged. Every row is checked here when it is read, so that a damaged one affects its own table alone.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, Final

from forno.core.language import _
from forno.core.registry import game_info
from forno.store.places import Conflict, StoreError
from forno.store.summaries import TableSummary
from forno.table.entries import Entry, read_entry
from forno.table.errors import BadEntry, Damaged, NotFound, unreadable

Row = tuple[Any, ...]

PHASES: Final = ("gathering", "playing", "over", "closed")
LOG: Final = "SELECT number, entry FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
COLUMNS: Final = "table_id, game, variant, phase, public, players, names, bots, clock, opened, changed, wakes, places"
"""Columns of a table's row: its summary."""
SUMMARY: Final = COLUMNS.replace("wakes, ", "")
"""The columns of a summary that are read again."""

log = logging.getLogger("forno.store")


def any_text(stored: bytes) -> str:
    """Decode a text from the file. Invalid UTF-8 becomes surrogates, which later checks notice."""
    return stored.decode("utf-8", "surrogateescape")


def read_log(table_id: str, rows: Iterable[tuple[Any, Any]], start: int = 0) -> list[Entry]:
    """Return a table's log from its numbered texts, from that number on. Raises `Damaged` for the first bad entry."""
    entries: list[Entry] = []
    for expected, (number, text) in enumerate(rows, start):
        if number != expected:
            raise Damaged(table_id, _("entry {number} is missing.").format(number=expected))
        if not isinstance(text, str):
            raise unreadable(table_id, number)
        try:
            entries.append(read_entry(text))
        except BadEntry as error:
            raise unreadable(table_id, number) from error
    return entries


def summary_row(summary: TableSummary) -> Row:
    """Return the values of `COLUMNS`; tuples are written as JSON."""
    values = (getattr(summary, column) for column in ("table", *COLUMNS.split(", ")[1:]))
    return tuple([json.dumps(value) if isinstance(value, tuple) else value for value in values])


def read_summary(row: Sequence[Any]) -> TableSummary:
    """Return the summary in a row. Raises `ValueError` with the reason if the row is damaged."""
    table, game, variant, phase, public, players, names, bots, clock, opened, changed, places = row
    _expect(isinstance(table, str) and table.isalnum(), "its name")
    _expect(isinstance(game, str), "its game")
    game_info(game)
    _expect(isinstance(variant, str) and variant.isprintable(), "its variant")
    _expect(phase in PHASES, "its phase")
    _expect(type(players) is int and type(clock) is int, "its numbers")
    _expect(all(type(time) is float and isfinite(time) for time in (opened, changed)), "its times")
    seated, played = json.loads(names), json.loads(bots)
    _expect(isinstance(seated, list) and len(seated) == players, "its guests")
    _expect(all(name is None or (isinstance(name, str) and name.isprintable()) for name in seated), "a name")
    _expect(isinstance(played, list) and len(played) == players, "its bots")
    came = json.loads(places)
    _expect(isinstance(came, list) and len(came) in (0, players), "its result")
    _expect(all(type(place) is int for place in came), "its result")
    guests = tuple(seated), tuple(map(bool, played))
    return TableSummary(
        table, game, variant, phase, bool(public), players, *guests, clock, opened, changed, tuple(came)
    )


def read_summaries(rows: Iterable[Sequence[Any]], named: set[str]) -> list[TableSummary]:
    """Return the summaries in rows; tables with a damaged row are left out. `named`: damaged tables that were logged
    before; each is logged once.
    """
    found = []
    for row in rows:
        try:
            found.append(read_summary(row))
        except Exception as error:
            table = ascii(row[0])
            if table not in named:
                named.add(table)
                log.error("table %s can't be listed: %s", table, ascii(str(error)))
    return found


def table_not_found() -> NotFound:
    return NotFound(_("We can't find that table. Check the link."))


def out_of_order(table_id: str, number: int, entries: int) -> Exception:
    """Return the error for an entry of that number at a table with `entries` entries."""
    if number == 0:
        return Conflict(_("the name {name!r} is taken.").format(name=table_id))
    if not entries:
        return table_not_found()
    if number <= entries:  # another writer's entry may just have been stored
        return Conflict(_("The game has moved on. Look again, then decide."))
    return StoreError(_("The next entry of this table is {next}, not {number}.").format(next=entries, number=number))


def _expect(fine: bool, what: str) -> None:
    if not fine:
        raise ValueError(f"{what} can't be read")
