"""Records of closed tables, for the release of Forno that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from forno.core.records import header
from forno.table.entries import Configured, Forced, Moved, Opened, Started

if TYPE_CHECKING:
    from forno.table.table import Table

FIRST_RULES: Final = 1
"""Version of the rules in logs that name none."""


def closed_record(table: Table) -> str:
    """Return the record of a table whose rules aren't here: every move is a line of its own.

    The words are those of today's rules. In case they have changed as well, each move's numbers stand above it.
    """
    started = next(entry for entry in table.log if isinstance(entry, Started))
    # All other options had the defaults of their release.
    options = [entry.options for entry in table.log if isinstance(entry, (Opened, Configured))][-1]
    game = table.game
    sealed = table.opened_envelope()
    lines = header(
        game.name,
        FIRST_RULES if started.rules is None else started.rules,
        {name: value for name, value in options.items() if value is not None},
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
