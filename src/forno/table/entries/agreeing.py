"""Entries with which the people at a table agree on another time: from a live game to one over days, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forno.core.language import _
from forno.table.entries.base import Entry
from forno.table.entries.seating import HandedOver
from forno.table.errors import BadSetting, NotYourTurn, WrongPhase
from forno.table.settings import TIME_SETTINGS, TableSettings, TimeProposal

if TYPE_CHECKING:
    from forno.table.state import TableState


@dataclass(frozen=True)
class TimeProposed(Entry):
    """A person proposes another time for the rest of the game. It counts once all people here agree."""

    kind = "time-proposed"

    seat: int
    settings: TableSettings
    """The table's settings with that time."""

    def check(self, table: TableState) -> None:
        table.check_playing()
        table.check_person(self.seat)
        self.settings.check()
        if table.settings.daily or table.settings.lesson:
            raise WrongPhase(_("The time of this table is the same for everyone."))
        if table.proposal is not None:
            raise WrongPhase(_("There is already a suggestion. Answer it first."))
        time = {name: getattr(table.settings, name) for name in TIME_SETTINGS}
        if self.settings == table.settings or replace(self.settings, **time) != table.settings:
            raise BadSetting(_("Suggest a time other than the current one, and nothing else."))

    def apply(self, table: TableState) -> None:
        table.proposal = TimeProposal(self.seat, self.settings, frozenset({self.seat}))
        table.settle_proposal(self.time)


@dataclass(frozen=True)
class TimeAnswered(Entry):
    """A person agrees to the proposed time, or doesn't: then it is off. Whoever proposed it can withdraw it so."""

    kind = "time-answered"

    seat: int
    agrees: bool

    def check(self, table: TableState) -> None:
        table.check_playing()
        table.check_person(self.seat)
        if table.proposal is None:
            raise WrongPhase(_("There is no suggestion, or it was withdrawn."))
        if self.agrees and self.seat in table.proposal.agreed:
            raise NotYourTurn(_("You have agreed already."))

    def apply(self, table: TableState) -> None:
        proposal = table.proposal
        assert proposal is not None
        table.proposal = proposal._replace(agreed=proposal.agreed | {self.seat}) if self.agrees else None
        table.settle_proposal(self.time)


def begins_anew(entry: Entry, after: TableState) -> bool:
    """Return whether all clocks begin anew with an entry, since everybody has agreed on another time."""
    agreed = isinstance(entry, TimeProposed | TimeAnswered | HandedOver)
    return agreed and after.proposal is None and after.asked == entry.time
