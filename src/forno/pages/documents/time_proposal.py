"""Another time for the rest of a game: the form that proposes one, and the proposal with its answers."""

from __future__ import annotations

from dataclasses import replace

from forno.core.language import _, listed
from forno.pages.documents.table_forms import command_form
from forno.pages.documents.time_fields import settled_time, time_fields
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Markup, hidden_fields, quiet_button, submit, tag
from forno.pages.labels import SLOW_CLOCKS, clock_text
from forno.pages.publishing.readers import Viewer
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS


def propose_time(table: Table, viewer: Viewer, seat: int) -> Markup:
    """Return the form with which a guest proposes another time for the rest of the game."""
    told = tag("p", tag("small", _("It applies once everyone here has agreed. Then all clocks start again.")))
    fields = time_fields(_suggested(table.settings), days=True, prefix="propose-", memory=False)
    form = command_form(table, viewer, "propose-time", told, fields, quiet_button(_("Suggest it")), seat=seat)
    title = _("Play live from now on") if table.settings.slow else _("Continue over several days")
    return tag("details.another-time", tag("summary", title), form)


def _suggested(now: TableSettings) -> TableSettings:
    """Return the time that the form shows first: another than the table has now."""
    clock, increment, bank = (0, 0, 0) if now.slow else (hours * HOUR_SECONDS for hours in SLOW_CLOCKS[0])
    return replace(now, clock=clock, increment=increment, bank=bank)


def proposed_time(table: Table, guests: Guests, viewer: Viewer) -> Markup:
    """Return the time that somebody proposes for the rest of the game, with the buttons to answer."""
    proposal = table.proposal
    if proposal is None:
        return NOTHING
    settings = proposal.settings
    time = clock_text(settings.clock, settings.increment, settings.bank)
    said = _("{name} suggests playing live from now on: {time}.")
    if settings.slow:
        said = _("{name} suggests continuing over several days: {time}.")
    told = said.format(name=guests.names[proposal.seat], time=time)
    people = [place for place, guest in enumerate(table.seats) if guest.person and not guest.stand_in]
    missing = listed(guests.names[place] for place in people if place not in proposal.agreed)
    answers: list[Markup] = []
    mine = [place for place in people if place in viewer.device]
    if mine:
        # People who share a device answer one after the other.
        seat = next((place for place in mine if place not in proposal.agreed), mine[0])
        agrees = submit(_("Agree"))
        off = _("Withdraw it") if proposal.seat in mine else _("No, keep it as it is")
        ways = [] if seat in proposal.agreed else [("yes", agrees)]
        answers = [
            command_form(table, viewer, "answer-time", hidden_fields(agrees=word), button, seat=seat)
            for word, button in [*ways, ("no", quiet_button(off))]
        ]
    return tag(
        "section.paper.proposal",
        tag("p", told),
        settled_time(settings, face_for(table.game.name).reminds(table.game)),
        tag("p", tag("small", _("Not yet agreed: {names}").format(names=missing))),
        tag("div.actions", answers) if answers else None,
    )
