"""Entries that open, configure and close a table, or lead to and from another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from forno.core.errors import IllegalAction
from forno.core.language import _
from forno.core.seeds import settled_seed
from forno.table.closing import ClosedByOperator
from forno.table.entries.base import Entry
from forno.table.entries.dealing import begin, check_hash
from forno.table.errors import BadSetting, SeatTaken, WrongPhase
from forno.table.games import shared_game
from forno.table.guests import Seat
from forno.table.sealed import Deal
from forno.table.settings import TableSettings

if TYPE_CHECKING:
    from forno.table.state import TableState


@dataclass(frozen=True)
class Opened(Entry):
    """The table is opened: always the first entry."""

    kind = "opened"
    added: ClassVar[Mapping[str, Any]] = {"secret": ""}

    game: str
    options: Mapping[str, Any]
    """Options as `forno.game` takes them, without the deck."""
    deck_text: str | None = None
    """Text of a deck of one's own."""
    settings: TableSettings = field(default_factory=TableSettings)
    secret: str = ""
    """Secret of the deal, which comes from it and the seats' numbers: only its hash is told before the end. Empty if
    the deal isn't sealed."""

    def check(self, table: TableState) -> None:
        if table.number:
            raise WrongPhase(_("The table is open already."))
        shared_game(self.game, self.options, self.deck_text)
        self.settings.check()
        if self.secret:
            check_hash(self.secret)

    def apply(self, table: TableState) -> None:
        table.game = shared_game(self.game, self.options, self.deck_text)
        table.options = self.options
        table.deck_text = self.deck_text
        table.settings = self.settings
        table.opened = self.time
        table.seats = (Seat(),) * table.game.players
        table.deal = Deal(self.secret)

    def to_data(self) -> dict[str, Any]:
        data = super().to_data()
        if not self.secret:
            del data["secret"]  # as at tables that were opened before deals were sealed
        return data


@dataclass(frozen=True)
class Configured(Entry):
    """The host changes options and settings before the start."""

    kind = "configured"

    options: Mapping[str, Any]
    settings: TableSettings

    def check(self, table: TableState) -> None:
        table.check_gathering()
        game = shared_game(table.game.name, self.options, table.deck_text)
        self.settings.check()
        if table.origin is not None and game != table.game:
            raise WrongPhase(_("A table that continues a finished game keeps its options."))
        if any(seat.taken for seat in table.seats[game.players :]):
            raise SeatTaken(_("More players than that are seated. Remove the last ones first."))

    def apply(self, table: TableState) -> None:
        table.game = shared_game(table.game.name, self.options, table.deck_text)
        table.options = self.options
        table.settings = self.settings
        players = table.game.players
        table.seats = table.seats[:players] + (Seat(),) * (players - len(table.seats))


@dataclass(frozen=True)
class Continued(Entry):
    """The table goes on from a moment of a finished game. Nothing that happens here changes that game."""

    kind = "continued"

    table: str
    """Table at which that game was played."""
    seed: int | str
    actions: tuple[int, ...]
    """All decisions of that game before the moment."""

    def check(self, table: TableState) -> None:
        table.check_gathering()
        if table.number != 1:
            raise WrongPhase(_("Only a new table can continue a finished game, and only with the same cards."))
        settled_seed(self.seed)
        try:
            state, _steps = begin(table.game, self.seed, self.actions)
        except IllegalAction as error:
            raise BadSetting(_("There is no such moment in this game.")) from error
        if state.is_over:
            raise WrongPhase(_("Nothing is decided after that moment. Choose an earlier one."))

    def apply(self, table: TableState) -> None:
        table.origin = self


@dataclass(frozen=True)
class Rematch(Entry):
    """The same guests play again at a new table."""

    kind = "rematch"
    added: ClassVar[Mapping[str, Any]] = {"seat": None}

    table: str
    """The new table."""
    seat: int | None = None
    """Seat that asked for it; `None` in older logs."""

    def check(self, table: TableState) -> None:
        if table.phase != "over":
            raise WrongPhase(_("Wait until the game is over."))
        if table.rematch is not None:
            raise WrongPhase(_("There is a new table already. Join it."))
        if not self.table:
            raise BadSetting(_("The new table needs a name."))

    def apply(self, table: TableState) -> None:
        table.rematch, table.rematch_wish = self.table, self.seat


@dataclass(frozen=True)
class Closed(Entry):
    """The operator of the server has closed the table: nobody can play there any more."""

    kind = "closed"

    def check(self, table: TableState) -> None:
        table.check_begun()

    def apply(self, table: TableState) -> None:
        table.closed = ClosedByOperator()
