"""Summaries of tables, readable without their logs, and rows of logs and summaries, checked when they are read again.

A file may be damaged. Every row is checked here when it is read, so that a damaged one affects its own table alone.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, NamedTuple

from forno.core.language import _
from forno.core.registry import game_info
from forno.store.outbox import OutboxItem, outbox_items
from forno.store.places import Conflict, StoreError
from forno.table.entries import Entry, Moved, Noted, Opened, Said, Trial, read_entry
from forno.table.errors import BadEntry, Damaged, NotFound, unreadable
from forno.table.guests import names_of
from forno.table.state import TableState
from forno.table.table import Table

Row = tuple[Any, ...]

PHASES: Final = ("gathering", "playing", "over", "closed")
LOG: Final = "SELECT number, entry FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
COLUMNS: Final = "table_id, game, variant, phase, public, players, names, bots, clock, opened, changed, wakes, places"
"""Columns of a table's row: its summary."""
SUMMARY: Final = COLUMNS.replace("wakes, ", "")
"""The columns of a summary that are read again."""

log = logging.getLogger("forno.store")


@dataclass(frozen=True)
class TableSummary:
    """One row of the lobby, or of a guest's own tables."""

    table: str
    game: str
    variant: str
    """The edition or mode."""
    phase: str
    """`gathering`, `playing`, `over` or `closed`."""
    public: bool
    players: int
    names: tuple[str | None, ...]
    """Names by seat; `None` for an empty seat."""
    bots: tuple[bool, ...]
    """Whether a bot plays, by seat."""
    clock: int
    opened: float
    changed: float
    """Time at which the summary was made."""
    places: tuple[int, ...] = ()
    """Place of each seat, from 1 on; empty before the end."""

    @property
    def free(self) -> int:
        """Number of empty seats."""
        return sum(name is None for name in self.names)

    @property
    def wakes(self) -> bool:
        """Whether something may be due at the table even if nobody comes: a bot's turn, a clock, or the numbers of a
        deal."""
        if self.phase == "gathering":
            return not self.free
        return self.phase == "playing" and (self.clock > 0 or any(self.bots))


def summary_of(table: TableState, time: float) -> TableSummary:
    """Return the summary of a table as it is."""
    game = table.game
    outcome = table.state.outcome if table.state is not None and table.phase == "over" else None
    return TableSummary(
        table=table.id,
        game=game.name,
        variant=str(game.options.get(game_info(game.name).variant, "")),
        phase=table.phase,
        public=table.settings.public,
        players=game.players,
        names=names_of(table.seats),
        bots=tuple(seat.bot is not None for seat in table.seats),
        clock=table.settings.clock,
        opened=table.opened,
        changed=time,
        places=outcome.places if outcome is not None else (),
    )


def first_summary(table_id: str, entry: Opened) -> TableSummary:
    """Return the summary of a table that is opened."""
    table = Table(table_id)
    table.follow(entry)
    return summary_of(table, entry.time)


class Outlook(NamedTuple):
    """Due time, summary and notices of a table after an entry, stored with it."""

    due: float | None
    """Time from which the server must act even if nobody comes; `None` if only people can continue."""
    summary: TableSummary | None
    """New summary; `None` if it stays the same."""
    notices: tuple[OutboxItem, ...] = ()
    """Notices that the entry causes."""


UNKNOWN: Final = Outlook(0.0, None)
"""Outlook of a table whose due time is unknown, so that it is woken."""


def outlook(trial: Trial) -> Outlook:
    """Return the outlook of a table after a checked entry."""
    entry, after = trial.entry, trial.after
    same = isinstance(entry, Said | Noted) or (isinstance(entry, Moved) and after.phase != "over")
    return Outlook(after.due, None if same else summary_of(after, entry.time), outbox_items(trial))


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
