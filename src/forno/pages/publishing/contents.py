"""Contents of a table as a seat or a spectator sees them now: regions, log, hints, and the same as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forno.core.events import Event, seen_by
from forno.core.language import _, use
from forno.core.plain import plain
from forno.core.views import OwnPlace
from forno.pages.documents import players_panel
from forno.pages.face import Guests, Regions, Tree, recollection
from forno.pages.html import Markup, tag
from forno.pages.labels import bot_face
from forno.pages.lessons import Coaches, lesson_for
from forno.pages.publishing import table_data
from forno.pages.publishing.attendance import Attendance
from forno.pages.publishing.progress import Own, Progress
from forno.pages.publishing.readers import Viewer
from forno.pages.publishing.show import LogLine, Show
from forno.table.guests import names_of
from forno.table.table import Table


class Contents:
    """Contents of one table, rendered for each viewer; sends nothing."""

    def __init__(self, table: Table, bots: players_panel.TableBots, progress: Progress, attendance: Attendance) -> None:
        self.table = table
        self.bots = bots
        self.progress = progress
        self.attendance = attendance
        self.show: Show | None = None
        """The show, from the start of the game on."""
        self._guests: Guests | None = None

    @property
    def guests(self) -> Guests:
        """The players; an empty seat is named after its colour."""
        if self._guests is None:
            seats = self.table.seats
            names = [name or self.table.game.seat_name(place) for place, name in enumerate(names_of(seats))]
            bots = tuple(seat.bot is not None for seat in seats)
            self._guests = Guests(tuple(names), bots, tuple(bot_face(seat.bot, seat.name) for seat in seats))
        return self._guests

    def forget_guests(self) -> None:
        """Read the players anew when they are asked for: a seat has changed."""
        self._guests = None

    def is_away(self, seat: int) -> bool:
        """Return whether a seat is missed: absent, or over days once its time is up, though a page may be open.

        Where the others may not know whose time is up, it is everybody's; people with an open page aren't missed then.
        """
        absent = not self.attendance.present(seat)
        if not self.table.settings.slow:
            return absent
        return self.progress.is_late(seat) and (absent or not self.table.unnamed)

    def guest_regions(self, viewer: Viewer) -> Regions:
        """Return the players' regions; before the start the whole gathering."""
        present = tuple(not self.is_away(seat) for seat in range(len(self.table.seats)))
        with use(viewer.language):
            return players_panel.guest_regions(self.table, self.guests, present, self.bots, viewer)

    def guests_data(self) -> dict[str, Any]:
        """Return the players as data for programs."""
        present = [self.attendance.present(seat) for seat in range(len(self.table.seats))]
        return table_data.guests_data(self.table, present, self.bots)

    def table_data(self, seat: int | None) -> dict[str, Any]:
        """Return the table as data for programs, as a seat or a spectator may know it."""
        return table_data.table_data(self.table, seat, self.progress) | self.guests_data()

    def begin_show(self) -> Show:
        """Begin the show anew; it has observed nothing yet."""
        table = self.table
        lesson = lesson_for(table.settings.lesson)
        coaches = Coaches(lesson, table.game, table.told_events) if lesson is not None else None
        self.show = Show(table.game, coaches, hints=not table.settings.daily)
        return self.show

    def awaiting(self) -> dict[str, int | None]:
        """Return who is publicly awaited, and the seconds left; nothing before the start."""
        if self.show is None:
            return {}
        awaits = None if self.table.phase == "over" else self.show.awaits
        return {"awaits": awaits, "clock": self.progress.clock_left(awaits)}

    def own_changes(self, seat: int, language: str, events: Sequence[Event]) -> Own:
        """Return what is new for one seat alone, with these events."""
        show = self.show
        assert show is not None
        number = self.table.steps(seat)
        place, tree = self._own_place(seat)
        after = self.table.only_answer_after() if tree else None
        regions = show.own_changes(place, language, self.guests, tree, number, after)
        return Own(number, regions, show.asides(events, seat, language, self.guests), bool(tree))

    def _own_place(self, seat: int) -> tuple[OwnPlace, Tree]:
        """Return a seat's own view and its turn."""
        place = self.table.own_place(seat)
        playing = place.actions and self.table.seats[seat].bot is None
        return place, self.table.turn_tree() if playing else {}

    def hint(self, seat: int) -> Markup:
        """Return a hint for a seat, in the current language."""
        if self.table.settings.daily:
            return tag("p", _("The daily table is the same for everyone: no hints, no memory aid."))
        view = self.table.view(seat)
        assert self.show is not None
        return self.show.face.hint(view, recollection(self.table, seat, self.show.face))

    def events_data(self, seat: int | None, events: Sequence[Event]) -> dict[str, Any]:
        """Return what a seat or a spectator may know of events, as data for programs."""
        return {
            "number": self.table.steps(seat),
            "events": [plain(event) for event in seen_by(events, seat)],
            "awaited": self.progress.awaited(seat),
            "over": self.table.phase == "over",
        }

    def whole(self, seat: int | None, language: str) -> tuple[Regions, list[LogLine]]:
        """Return all regions, and the log lines that may still be read."""
        show = self.show
        assert show is not None
        regions = show.board(language, self.guests)
        if seat is not None:
            place, tree = self._own_place(seat)
            after = self.table.only_answer_after() if tree else None
            regions |= show.own(place, language, self.guests, tree, self.table.steps(seat), after)
        return regions, show.log(self.table.told_events(), seat, language, self.guests, self.keeps_log(seat))

    def keeps_log(self, seat: int | None) -> bool:
        """Return whether a seat's log forgets nothing, though the game would."""
        return seat is not None and self.table.seats[seat].aided
