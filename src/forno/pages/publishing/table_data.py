"""A table as plain data for programs: everything that a page shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from forno.core.plain import plain
from forno.pages.documents.players_panel import TableBots
from forno.pages.documents.sealed_deals import deal_data
from forno.pages.publishing.progress import Progress
from forno.table.guests import names_of
from forno.table.settings import TIME_SETTINGS
from forno.table.table import Table

TOLD_SETTINGS: Final = ("public", "clock", "increment", "bank", "late", "rest", "notes")


def guests_data(table: Table, present: Sequence[bool], bots: TableBots) -> dict[str, Any]:
    """Return the seats, their players and who is present."""
    names = names_of(table.seats)
    return {
        "phase": table.phase,
        "host": table.host,
        "seats": [
            {
                "seat": place,
                "colour": table.game.seat_name(place),
                "name": names[place],
                "bot": seat.bot,
                "stand_in": seat.stand_in,
                "stand_in_bot": bots.stand_in_for(table, place) if seat.person else None,
                "present": present[place],
                "aided": seat.aided,
                "answers": seat.answers,
                "key_from": seat.key_from,
            }
            for place, seat in enumerate(table.seats)
        ],
        "settings": {name: getattr(table.settings, name) for name in TOLD_SETTINGS},
        "proposal": _proposal_data(table),
        "rematch": table.rematch,
        "deal": deal_data(table),
    }


def _proposal_data(table: Table) -> dict[str, Any] | None:
    """Return the time that somebody proposes, and the seats that have agreed."""
    proposal = table.proposal
    if proposal is None:
        return None
    time = {name: getattr(proposal.settings, name) for name in TIME_SETTINGS}
    return {"seat": proposal.seat, "agreed": sorted(proposal.agreed)} | time


def table_data(table: Table, seat: int | None, progress: Progress) -> dict[str, Any]:
    """Return what one seat, or a spectator, may know."""
    told: dict[str, Any] = {
        "table": table.id,
        "game": table.game.name,
        "rules": table.game.rules_version,
        "deck": table.game.deck_hash,
        "options": plain(dict(table.game.options)),
        "seat": seat,
        "number": table.steps(seat),
        "position": str(progress.position),
    }
    if table.settings.notes and seat is not None:
        told["notes"] = table.notes.get(seat, "")
    if table.phase != "gathering":
        view = table.view(seat)
        told["view"] = plain(view)
        told["awaited"] = progress.awaited(seat)
        told["awaits"] = view.awaited
        told["clock"] = progress.clock_left(table.view(None).awaited)
        told["actions"] = [{"number": action, "notation": str(table.game.actions[action])} for action in view.actions]
    return told
