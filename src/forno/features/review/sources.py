"""Sources of reviews, a table or a record, and slices of work on them in the process that calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Final

from forno.core.errors import FornoError
from forno.core.game import State
from forno.core.language import _
from forno.features.replay.page import read_record
from forno.features.review import Reviewer
from forno.table.games import Recipe, replayed_states
from forno.table.table import Table

SLICE_CPU_SECONDS: Final = 0.8
"""Processor time of one slice of work on a review."""
MAX_REVIEW_STEPS: Final = 10_000
"""Maximum number of actions of a game that is reviewed; usual games have some hundred."""


@dataclass(frozen=True)
class OfTable:
    """A finished game of a table."""

    table: str
    recipe: Recipe
    seed: int | str
    actions: Sequence[int]

    @classmethod
    def of(cls, table: Table, seat: int) -> OfTable:
        """Return the finished game of a table, as a seat played it: one that had the memory aid forgot nothing.

        Raises an error for an unfinished game.
        """
        state = table.final
        assert state.seed is not None
        name, options, deck, rules = table.recipe
        if 0 <= seat < len(table.seats) and table.seats[seat].aided and (aided := table.game.with_memory_aid()):
            options = aided.options
        return cls(table.id, (name, options, deck, rules), state.seed, state.history())

    @property
    def key(self) -> str:
        return self.table

    def states(self) -> Iterator[State]:
        return replayed_states(self.recipe, self.seed, self.actions)


@dataclass(frozen=True)
class OfRecord:
    """A game from a record."""

    text: str
    deck: str | None
    table: str = ""

    @property
    def key(self) -> str:
        return sha256(repr((self.text, self.deck)).encode()).hexdigest()

    def states(self) -> Iterator[State]:
        return (state for _line, state in read_record(self.text, self.deck).steps())


Source = OfTable | OfRecord
ReviewKey = tuple[str, int]
"""Key of a source, and the seat."""


class GameTooLong(FornoError):
    """The game has more steps than a review looks at."""

    code = "game-too-long"


# --- reviews under way in this process ------------------------------------------------

_under_way: dict[ReviewKey, Reviewer] = {}


def advance(source: Source, seat: int, seconds: float, running: frozenset[ReviewKey]) -> dict[str, Any]:
    """Work on a review for `seconds`, from where it stopped if this process holds it. Return the findings.

    Exactly the `running` reviews are remembered, so each goes on where it was, however many there are.
    """
    for key in _under_way.keys() - running:
        del _under_way[key]
    key = source.key, seat
    reviewer = _under_way.pop(key, None)
    if reviewer is None:
        reviewer = Reviewer(_limited_states(source.states()), seat)
    if not reviewer.advance(seconds):
        _under_way[key] = reviewer
    return asdict(reviewer.review())


def _limited_states(states: Iterator[State]) -> Iterator[State]:
    """Yield the states of a game. Raises `GameTooLong` at the step that is one too many."""
    for step, state in enumerate(states):
        if step > MAX_REVIEW_STEPS:
            raise GameTooLong(
                _("This game is too long for a review: at most {most} steps are looked at.").format(
                    most=MAX_REVIEW_STEPS
                )
            )
        yield state
