"""What is known of a table without reading its log: for the lobby, and for waking tables after a restart."""

from __future__ import annotations

from dataclasses import dataclass, replace

from forno.core.registry import game_info
from forno.table.entries import Entry, Moved, Said, Started
from forno.table.guests import names_of
from forno.table.table import Table


@dataclass(frozen=True)
class TableSummary:
    """One row of the lobby."""

    table: str
    game: str
    variant: str
    """The edition or mode."""
    phase: str
    """`gathering`, `playing` or `over`."""
    public: bool
    players: int
    names: tuple[str | None, ...]
    """Who sits where; `None` for an empty seat."""
    bots: tuple[bool, ...]
    """Whether a bot plays there."""
    clock: int
    opened: float
    changed: float
    """When the summary was made."""

    @property
    def free(self) -> int:
        """How many seats are empty."""
        return sum(name is None for name in self.names)

    @property
    def wakes(self) -> bool:
        """Whether something must happen at the table even if nobody comes: a bot decides, or time runs out."""
        return self.phase == "playing" and (self.clock > 0 or any(self.bots))


def summary_of(table: Table, time: float) -> TableSummary:
    """The summary of a table as it is."""
    game = table.game
    over = table.state is not None and table.state.is_over
    return TableSummary(
        table=table.id,
        game=game.name,
        variant=str(game.options.get(game_info(game.name).variant, "")),
        phase="over" if over else table.phase,
        public=table.settings.public,
        players=game.players,
        names=names_of(table.seats),
        bots=tuple(seat.bot is not None for seat in table.seats),
        clock=table.settings.clock,
        opened=table.opened,
        changed=time,
    )


def summary_after(table: Table, entry: Entry) -> TableSummary | None:
    """The summary as it will be after a checked entry, to be stored with it; `None` if it stays the same.

    A move may end the game, but only making it tells: then the summary is updated after it. Should that be missed,
    the table is woken once for nothing.
    """
    if isinstance(entry, (Moved, Said)):
        return None
    if isinstance(entry, Started):  # without dealing twice
        return replace(summary_of(table, entry.time), phase="playing")
    return summary_of(table.foresee(entry), entry.time)
