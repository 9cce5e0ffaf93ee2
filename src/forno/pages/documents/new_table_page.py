"""The form for a new table, and the one that changes a table's options before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from forno.bots.registry import BotChoice
from forno.core.errors import FornoError
from forno.core.language import _, labelled
from forno.core.registry import GameInfo
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.documents.forms import YES, SeatField, about_bots, fields, option_fields, seat_fields
from forno.pages.documents.time_fields import read_time, time_fields
from forno.pages.html import Markup, labelled_field, select, submit, tag, tick
from forno.table.guests import MAX_NAME_CHARACTERS
from forno.table.settings import TableSettings


def new_table_page(
    context: PageContext,
    info: GameInfo,
    bots: list[BotChoice],
    usual_bot: str,
    name: str = "",
    sent: Mapping[str, Any] | None = None,
    wrong: str = "",
    wrong_options: Mapping[str, str] | None = None,
) -> Markup:
    """Return the form for a new table; after a mistake, with what was sent and what is wrong with which option."""
    sent, told = sent or {}, wrong_options or {}
    title = labelled(_("New table"), info.title)
    shown = fields(info, sent, told)
    seats = seat_fields(info, bots, usual_bot, sent)
    form = context.form(
        f"/new/{info.name}",
        name_field(str(sent.get("name") or name), required=True),
        (field.shown() for field in shown if field.main),
        _seats(seats, bots, told.get("colours", "")),
        tag(
            "details.more",
            tag("summary", _("More options")),
            (field.shown() for field in shown if not field.main),
            open=bool(wrong),
        ),
        _table(context, sent),
        tag("p.actions", submit(_("Open the table"))),
        selector="form.paper",
        data_deals="alone" if context.has_server else None,
        enctype="multipart/form-data",
    )
    script = context.script("adding.js") if context.has_server else None
    return titled_page(context, title, form, wrong=wrong, last=script)


def options_page(
    context: PageContext, table_id: str, info: GameInfo, sent: Mapping[str, Any], wrong: str = ""
) -> Markup:
    """Return the form that changes a table's options."""
    back = tag("a.quiet", _("Back to the table"), href=f"/t/{table_id}")
    form = context.form(
        f"/t/{table_id}/options",
        (field.shown() for field in option_fields(info, sent)),
        tag("p.actions", submit(_("Change")), back),  # Translators: a button: saves what was changed
        selector="form.paper",
    )
    title = f"{_('Options')} · {info.title}"
    return titled_page(context, title, form, heading=info.title, wrong=wrong)


def name_field(name: str, required: bool = False) -> Markup:
    """Return the field for the visitor's name."""
    field = tag(
        "input#name", name="name", value=name, maxlength=MAX_NAME_CHARACTERS, autocomplete="nickname", required=required
    )
    return labelled_field("name", _("Your name"), field)


def _seats(seats: list[SeatField], bots: list[BotChoice], wrong_colours: str) -> Markup:
    about = _("Anyone with your link can take an open seat. Players on this device pass it around.")
    return tag(
        "fieldset",
        tag("legend", _("Seats")),
        tag("p", tag("small", about)),
        about_bots(bots),
        tag("div", (_seat(place, seat) for place, seat in enumerate(seats))),
        _colours(seats, wrong_colours),
    )


def _seat(place: int, seat: SeatField) -> Markup:
    number = place + 1
    person = _("Name of the person on this device, seat {number}").format(number=number)
    return tag(
        "div.field.seat-choice",
        tag("label", _("Seat {number}").format(number=number), for_=f"seat-{place}"),
        select(f"seat-{place}", f"seat_{place}", seat.choices, seat.value),
        tag("label.unseen", person, for_=f"person-{place}"),
        tag(
            f"input#person-{place}",
            name=f"person_{place}",
            value=seat.person,
            maxlength=MAX_NAME_CHARACTERS,
            placeholder=_("name, if on this device"),
        ),
        data_place=place,
    )


def _colours(seats: list[SeatField], wrong: str) -> Markup | None:
    """Return the choice of colours, which few care for."""
    if not any(seat.colours for seat in seats):
        return None
    fields = (
        tag(
            "div.field.seat-choice",
            tag("label", _("Seat {number}").format(number=place + 1), for_=f"colour-{place}"),
            select(f"colour-{place}", f"colour_{place}", seat.colours, seat.colour),
            data_place=place,
        )
        for place, seat in enumerate(seats)
    )
    told = tag("small.wrong", wrong) if wrong else None
    return tag("details.more", tag("summary", _("Colours")), tag("div", fields), told, open=bool(wrong))


def _table(context: PageContext, sent: Mapping[str, Any]) -> Markup:
    chosen = TableSettings()
    with suppress(FornoError):
        chosen = read_time(sent, chosen)
    told = (_("Show it in the lobby"), tag("small", _("Otherwise only people with the link can find it.")))
    public = tick("public", told, sent.get("public") == YES, YES)
    return tag(
        "fieldset",
        tag("legend", _("The table")),
        time_fields(chosen, context.has_server),
        public if context.has_server else None,
    )
