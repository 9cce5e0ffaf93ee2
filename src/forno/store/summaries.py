"""Summaries of tables, readable without their logs: for lists, and for waking them after a restart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from forno.core.registry import game_info
from forno.store.outbox import OutboxItem, outbox_items
from forno.table.entries import Moved, Noted, Said, Trial
from forno.table.guests import names_of
from forno.table.state import TableState


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
