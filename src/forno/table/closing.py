"""Tables that are closed, by whoever runs the house or since their rules aren't here any more: why, and what is left.

A game is never replayed under other rules than its own, since that would be another game, or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forno.core.language import _, capital
from forno.core.records import header
from forno.core.registry import ITS_OWN_RELEASE, OLDER_RULES, OTHER_RULES
from forno.table.entries import Configured, Forced, Moved, Opened, Started

if TYPE_CHECKING:
    from forno.table.table import Table

FIRST_RULES = 1
"""The version of those that nobody wrote down, as far as we know."""


@dataclass(frozen=True)
class Closing:
    """Why a table is closed: the version of its rules, if anybody wrote it down, and that of today's."""

    theirs: int | None
    ours: int

    def __str__(self) -> str:
        """A sentence for its guests, in the language of the context."""
        if self.theirs is None:
            why = _(OLDER_RULES)
        elif self.theirs == self.ours:
            why = _("This game was begun with a deck that isn't here any more.")
        else:
            why = _(OTHER_RULES)
        said = capital(why.format(theirs=self.theirs, ours=self.ours))
        return " ".join((said, _("So the table is closed."), _(ITS_OWN_RELEASE)))


class ClosedByHost:
    """Why a table is closed: somebody wanted it so."""

    def __str__(self) -> str:
        return _("Whoever runs this house has closed the table.")


def closed_record(table: Table) -> str:
    """The record of a closed table, for the release of Forno that it came from: every move a line of its own.

    The words are those of today's rules. In case they have changed as well, every move's numbers stand above it.
    """
    started = next(entry for entry in table.log if isinstance(entry, Started))
    game = table.game
    sealed = table.opened_envelope()
    lines = header(
        game.name,
        FIRST_RULES if started.rules is None else started.rules,
        _chosen(table),
        game.deck_hash if started.deck is None else started.deck,
        started.seed,
        [] if sealed is None else sealed.lines(game.seat_name),
    )
    lines += ["", "# Forno couldn't replay this game when it wrote this, so it doesn't know whether it is finished."]
    moves = [entry for entry in table.log if isinstance(entry, Moved) and not isinstance(entry, Forced)]
    for number, move in enumerate(moves, 1):
        words = [str(game.actions[action]) if 0 <= action < len(game.actions) else "?" for action in move.actions]
        lines += [
            f"# actions {' '.join(map(str, move.actions))}",
            f"{number} {game.seat_name(move.seat)}: {', '.join(words)}",
        ]
    return "\n".join([*lines, "", "result: unfinished", ""])


def _chosen(table: Table) -> Mapping[str, Any]:
    """The options as they were chosen; all others have their defaults, whatever those were."""
    entries = [entry for entry in table.log if isinstance(entry, (Opened, Configured))]
    return {name: value for name, value in entries[-1].options.items() if value is not None}
