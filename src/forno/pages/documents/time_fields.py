"""Form fields for the time of a table: clock, bank, what happens when it is up, hours that don't count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from forno.core.errors import OptionError
from forno.core.language import _, labelled
from forno.pages.html import Content, Markup, choice, labelled_field, tag
from forno.pages.labels import CLOCKS, SLOW_CLOCKS, clock_text, date_text, late_texts, notes_texts, rest_texts
from forno.table.guests import Seat
from forno.table.settings import TableSettings
from forno.table.timing import HOUR_SECONDS, time_zone

OWN: Final = "own"
"""Choice of a clock whose hours are typed in."""
HOURS: Final = ("clock", "increment", "bank")
"""Settings that are typed in as hours, in fields called `clock_hours` and so on."""
MAX_DIGITS: Final = 7


def time_fields(settings: TableSettings, days: bool, prefix: str = "", memory: bool = True) -> Content:
    """Return the fields for a table's time, and for memory over days where that is still to be settled.

    `days`: whether games over days are offered; `prefix`: of the ids.
    """
    times = [(seconds, 0, 0) for seconds in CLOCKS]
    now = (settings.clock, settings.increment, settings.bank)
    slow = [tuple(hours * HOUR_SECONDS for hours in choice) for choice in SLOW_CLOCKS] if days else []
    offered = [*times, *slow]
    if now not in offered:
        offered.append(now)
    choices = [(time_value(*time), clock_text(*time)) for time in offered]
    if not days:
        return choice(f"{prefix}clock", _("Time per decision"), "clock", choices, time_value(*now))
    hours = [
        _hours(f"{prefix}{name}-hours", label, f"{name}_hours", getattr(settings, name))
        # Translators: hours of a player; “At most”: how many can be saved up
        for name, label in zip(HOURS, (_("Hours at the start"), _("More for each move"), _("At most")), strict=True)
    ]
    about = _("Everyone has a bank of hours, and each move adds some. Come back when it's your turn.")
    return (
        choice(f"{prefix}clock", _("Time"), "clock", [*choices, (OWN, _("your own hours (below)"))], time_value(*now)),
        tag(
            "details.days",
            tag("summary", _("A game over several days")),
            tag("p", tag("small", about)),
            choice(f"{prefix}late", _("When time is up"), "late", late_texts().items(), settings.late),
            choice(f"{prefix}rest", _("Hours that don't count"), "rest", rest_texts().items(), settings.rest),
            choice(f"{prefix}notes", _("Memory"), "notes", notes_texts().items(), "yes" if settings.notes else "no")
            if memory
            else None,
            tag("fieldset.two", tag("legend", _("Your own hours")), hours),
            open=settings.slow,
        ),
    )


def settled_time(settings: TableSettings, reminded: bool) -> Markup | None:
    """Return what everybody should know of a table over days before sitting down.

    `reminded`: whether the whole table plays with the memory aid.
    """
    if not settings.slow:
        return None
    about = [
        labelled(_("When time is up"), late_texts()[settings.late]),
        labelled(_("Hours that don't count"), rest_texts()[settings.rest]),
        labelled(_("Memory"), notes_texts()["yes" if settings.notes else "no"]),
    ]
    if reminded:
        about[-1] = labelled(_("Memory"), _("memory aid (the page remembers)"))
    return tag("ul.plain.settled", (tag("li", tag("small", line)) for line in about))


def vacation_text(seat: Seat) -> str:
    """Return the days of a guest's last announced vacation; empty if there is none."""
    if not seat.vacations:
        return ""
    zone = time_zone(seat.zone)
    first, last = (datetime.fromtimestamp(when, zone).date() for when in seat.vacations[-1])
    days = {"first": date_text(first), "last": date_text(last - timedelta(days=1))}
    return _("on vacation from {first} to {last}").format(**days)


def vacation_fields(seat: int) -> Content:
    """Return the fields with which a guest announces a vacation."""
    ids = {"first": _("First day"), "last": _("Last day")}
    days = (
        labelled_field(id, label, tag(f"input#{id}", type="date", name=name, required=True))
        for name, label in ids.items()
        if (id := f"vacation-{name}-{seat}")
    )
    about = _("Your clock stops while you're away. Announce it a day ahead, so everyone can see it.")
    return tag("p", tag("small", about)), days


def read_time(sent: Mapping[str, Any], before: TableSettings) -> TableSettings:
    """Return the settings with the time that a form sent; what it doesn't have stays. Raises `OptionError`."""
    texts = str(sent.get("clock") or "0").split("/")
    if texts == [OWN]:
        texts = [str(sent.get(f"{name}_hours") or "0") for name in HOURS]
    for text in texts:
        if not text.isdecimal() or len(text) > MAX_DIGITS:
            raise OptionError(labelled(_("Time per decision"), _("{value!r} isn't a number").format(value=text)) + ".")
    unit = HOUR_SECONDS if sent.get("clock") == OWN else 1
    clock, increment, bank = ([int(text) * unit for text in texts] + [0, 0])[:3]
    timed = replace(before, clock=clock, increment=increment, bank=bank)
    late, rest = str(sent.get("late") or before.late), str(sent.get("rest", before.rest) or "")
    if not timed.slow:
        return replace(timed, late=TableSettings.late, rest="", notes=False)
    notes = sent.get("notes") == "yes" if "notes" in sent else before.notes
    return replace(timed, late=late, rest=rest, notes=notes)


def time_value(clock: int, increment: int, bank: int) -> str:
    """Return a time as the value of a form's choice."""
    return f"{clock}/{increment}/{bank}" if increment else str(clock)


def _hours(id: str, label: str, name: str, seconds: int) -> Markup:
    value = str(seconds // HOUR_SECONDS or "")
    field = tag(f"input#{id}", type="number", min=1, max=1440, name=name, value=value)
    return labelled_field(id, label, field)
