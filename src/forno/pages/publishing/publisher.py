"""The publisher of a table: turns entries into what each reader gets.

It knows the table, its face, languages and positions, and reads nothing else. Whoever keeps the table tells it of every
entry (`publish`) and hands it those who read along (`join`); it hands them bytes. So it serves a server's streams, a
browser's worker or a terminal alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from forno.core.events import Event
from forno.core.language import _, use
from forno.pages.documents import players_panel
from forno.pages.face import Regions
from forno.pages.publishing.attendance import Attendance
from forno.pages.publishing.contents import Contents
from forno.pages.publishing.messages import StreamPosition, message, own_message, public_message
from forno.pages.publishing.progress import Own, Progress, Told, chat_data, seeing
from forno.pages.publishing.readers import Reader, Viewer
from forno.pages.publishing.show import Show
from forno.table.entries import Closed, Entry, KeyReplaced, Moved, Noted, Rematch, Said, Sat, Started
from forno.table.entries.agreeing import begins_anew
from forno.table.history import Part
from forno.table.table import Table

RESTING: Final = (False, None)
"""Call of a reader whose seat isn't awaited."""


class Publisher:
    """Publishes one table to its readers."""

    def __init__(
        self,
        table: Table,
        bots: players_panel.TableBots,
        away_after: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.clock = clock
        self.progress = Progress(table, clock)
        self.attendance = Attendance(table, away_after, clock)
        self.contents = Contents(table, bots, self.progress, self.attendance)
        self._calls: dict[Reader, tuple[bool, int | str | None]] = {}
        """Last call sent to each reader."""
        self._told_the_end = False

    @property
    def position(self) -> StreamPosition:
        """The current position."""
        return self.progress.position

    @property
    def readers(self) -> Collection[Reader]:
        """The readers, in the order in which they are notified."""
        return self.attendance.readers

    def attend_elsewhere(self, seats: frozenset[int]) -> bool:
        """Set the seats with readers at other servers; return whether some are gone."""
        arrives = not self.attendance.all_present(seats)
        gone = self.attendance.attend_elsewhere(seats)
        if arrives:
            self.tell_guests()
        return gone

    # --- coming and going ---------------------------------------------------------------

    def join(self, reader: Reader, after: StreamPosition | None) -> None:
        """Add a reader, and first send what it missed. Nothing can happen between the two."""
        if not reader.plain and self.contents.show is not None:
            self.contents.show.watch(reader.language, self.contents.guests)
            self.contents.show.forget_own(reader.seat, reader.language)
        self._calls[reader] = (self.progress.awaited(reader.seat), self.progress.call(reader.viewer))
        missed = [*self._missed(reader, after), *self._notes(reader)]
        if sum(map(len, missed)) > reader.most_waiting:
            missed = self.anew(reader)
        arrives = not self.attendance.all_present(reader.device)
        self.attendance.add(reader)
        reader.begin(missed)
        if arrives:
            self.tell_guests()

    def _notes(self, reader: Reader) -> list[bytes]:
        """Return the message with the notebook of a reader's seat: no position tells that something is new in it."""
        text = None if reader.seat is None else self.table.notes.get(reader.seat)
        return [] if text is None else [message("notes", {"text": text}, self.position)]

    def leave(self, reader: Reader) -> list[int]:
        """Remove a reader; return the seats without readers now."""
        self._calls.pop(reader, None)
        return self.attendance.remove(reader)

    def start_anew(self) -> None:
        """Send a snapshot to all readers."""
        if self.table.state is not None:
            self.contents.begin_show().observe(self.table.told_events())
        for reader in self.readers:
            for told in self.anew(reader):
                reader.push(told)

    # --- what happens now -----------------------------------------------------------------

    def publish(self, entry: Entry, parts: Sequence[Part], ago: float = 0.0) -> None:
        """Publish an applied entry (`ago` seconds old), and the parts of it that may be told now."""
        if isinstance(entry, Moved) and entry.by == "clock":
            self._tell_time_up(entry.seat)
        self.progress.note_entry(entry, ago)
        if isinstance(entry, Moved):
            self._publish_parts(parts, ago)
            return
        if isinstance(entry, Noted):
            for reader in self.readers:
                if reader.seat == entry.seat:
                    reader.push(message("notes", {"text": entry.text}, self.position))
            return
        self.contents.forget_guests()
        told = [self.progress.note_part(part, ago) for part in parts]
        if isinstance(entry, Said):
            for reader in self.readers:
                if self.progress.hears(reader.seat, entry):
                    reader.push(message("said", chat_data(entry), self.position))
        elif isinstance(entry, Started):
            show = self.contents.begin_show()
            for part in told:
                show.observe(part.events)
                self._tell_programs(part)
            self._to_pages("started")
        elif isinstance(entry, Closed):
            self._to_pages("over")
        elif isinstance(entry, Rematch):
            self.tell_guests()
            for reader in self.readers:
                if reader.plain:
                    reader.push(message("rematch", {"table": entry.table}, self.position))
        else:
            if isinstance(entry, Sat):
                self.attendance.note(entry.seat)  # their page is still on its way
            if isinstance(entry, KeyReplaced):
                self._tell_key_replaced(entry)
            self.tell_guests()
            if begins_anew(entry, self.table):
                self._to_pages("started")

    def _tell_time_up(self, seat: int) -> None:
        """Publish that a clock has run out, unless only that seat may know that it was asked."""
        show = self.contents.show
        assert show is not None
        known = show.awaits == seat
        for reader in self.readers:
            if known or reader.seat == seat:
                with use(reader.language):
                    told = _("{name}'s time is up: a bot decides.").format(name=self.contents.guests.names[seat])
                    own = _("Time's up: a bot decides for you this time.")
                    self._tell_besides(reader, "time-up", seat, _("Time's up!"), told, own)

    def _tell_key_replaced(self, entry: KeyReplaced) -> None:
        """Publish that a guest has a new key, and by whom."""
        names = self.contents.guests.names
        for reader in self.readers:
            with use(reader.language):
                told = _("{host} gave {name} a new personal link.").format(
                    name=names[entry.seat], host=names[entry.by_seat]
                )
                self._tell_besides(reader, "key-replaced", entry.by_seat, told, told, told)

    def _tell_besides(self, reader: Reader, kind: str, seat: int, say: str, tell: str, own: str) -> None:
        """Tell a page what happened at a seat besides the game."""
        if not reader.plain:
            step = {"kind": kind, "seat": seat, "say": say, "tell": tell, "own": own, "pause": 900}
            reader.push(message("late", {"steps": [step]}, self.position))

    def _publish_parts(self, parts: Sequence[Part], ago: float) -> None:
        """Publish game events: the public part to all, private parts to their seats.

        Parts that may be told at once go out in one write.
        """
        show = self.contents.show
        assert show is not None
        told = [self.progress.note_part(part, ago) for part in parts]
        pages = [reader for reader in self.readers if not reader.plain]
        if len(pages) < len(self.readers):
            for part in told:
                self._tell_programs(part)
        if pages:
            languages = {reader.language for reader in pages}
            heads: dict[str, bytes] = dict.fromkeys(languages, b"")
            for part in told:
                if part.shown:
                    for language, head in self._public(show, part, languages).items():
                        heads[language] += head
            self._tell_own(told, pages, heads)
        else:
            for part in told:
                show.observe(part.events)
        if self.table.phase == "over" and not self._told_the_end:
            self._told_the_end = True
            self._to_pages("over")

    def _public(self, show: Show, part: Told, languages: Collection[str]) -> dict[str, bytes]:
        """Return the public message by language, encoded once for each."""
        told = show.tell(part.events, languages, self.contents.guests)
        awaiting = self.contents.awaiting()
        return {
            language: public_message(part.position, [step.json for step in steps], **awaiting)
            for language, steps in told.items()
        }

    def _tell_own(self, parts: Sequence[Told], pages: Iterable[Reader], heads: dict[str, bytes]) -> None:
        events = parts[0].events if len(parts) == 1 else [event for part in parts for event in part.events]
        shown = any(part.shown for part in parts)
        affected = self.table.affected(events) if shown else seeing(events, self.table.game.players)
        private = [event for event in events if event.private]
        rendered: dict[tuple[int, str], Own] = {}
        for reader in pages:
            news = heads[reader.language]
            seat = reader.seat
            if seat is not None:
                own = None
                was_awaited, _call = before = self._calls.get(reader, RESTING)
                if seat in affected or was_awaited:
                    key = (seat, reader.language)
                    own = rendered.get(key)
                    if own is None:
                        own = rendered[key] = self.contents.own_changes(seat, reader.language, private)
                # Whoever is awaited is affected: for the others nothing is new, unless they share a device.
                if own is not None or len(reader.device) > 1 or before != RESTING:
                    news += self._own_news(reader, own)
            if news:
                reader.push(news)

    def _own_news(self, reader: Reader, own: Own | None) -> bytes:
        """Return the message for one seat alone; empty if there is nothing new."""
        seat = reader.seat
        assert seat is not None
        if own is None:
            own = Own(self.table.steps(seat), {}, [], self.progress.awaited(seat))
        now = (own.awaited, self.progress.call(reader.viewer))
        if self._calls.get(reader) == now and not own.regions and not own.asides:
            return b""
        self._calls[reader] = now
        return own_message(*own, now[1])

    def tell_guests(self) -> None:
        """Publish a change of seats, names, bots, presence or settings."""
        rendered: dict[Viewer, Regions] = {}
        boards: dict[str, Regions] = {}
        for reader in self.readers:
            if reader.plain:
                reader.push(message("guests", self.contents.guests_data(), self.position))
                continue
            if reader.viewer not in rendered:
                rendered[reader.viewer] = self.contents.guest_regions(reader.viewer)
            regions = rendered[reader.viewer]
            if self.contents.show is not None:
                if reader.language not in boards:
                    boards[reader.language] = self.contents.show.board_changes(reader.language, self.contents.guests)
                regions = regions | boards[reader.language]
                if reader.seat is not None:
                    regions = regions | self.contents.own_changes(reader.seat, reader.language, ()).regions
            reader.push(message("guests", {"regions": regions} | self.contents.awaiting(), self.position))

    def _to_pages(self, event: str) -> None:
        for reader in self.readers:
            if not reader.plain:
                reader.push(message(event, {}, self.position))

    def _tell_programs(self, part: Told) -> None:
        for reader in self.readers:
            if reader.plain:
                told = self.contents.events_data(reader.seat, part.events)
                if part.shown or told["events"]:
                    reader.push(message("events", told, part.position))

    # --- what was missed ----------------------------------------------------------------

    def _missed(self, reader: Reader, after: StreamPosition | None) -> list[bytes]:
        """Return catch-up messages: none, the missed steps, or a snapshot."""
        now, show = self.position, self.contents.show
        if after == now:
            return []
        if after is None or show is None or after.parts > now.parts or after.others > now.others:
            return self.anew(reader)
        came = not all(isinstance(entry, Said) for entry in self.progress.others[after.others :])
        # A page is another one after the start and when guests change; a program only has to hear of it.
        if self.table.phase == "over" or (not reader.plain and (came or after.parts == 0)):
            return self.anew(reader)
        parts = self.progress.parts_after(after.parts)
        messages = []
        if parts:
            if not show.may_tell(parts, reader.seat, self.contents.guests, self.contents.keeps_log(reader.seat)):
                return self.anew(reader)
            messages += self._again(show, reader, after, parts)
        if came:
            messages.append(message("guests", self.contents.guests_data(), now))
        return messages + [message("said", words, now) for words in self.progress.words(reader.seat, after.others)]

    def _again(self, show: Show, reader: Reader, after: StreamPosition, parts: list[list[Event]]) -> list[bytes]:
        """Return the missed steps after a position."""
        before = self.progress.events_before(after.parts)
        missed = self.table.told_events(len(before))
        if reader.plain:
            position = StreamPosition(self.position.parts, after.others)
            return [message("events", self.contents.events_data(reader.seat, missed), position)]
        messages = []
        told = show.tell_again(before, parts, reader.language, self.contents.guests)
        for number, (steps, awaits) in enumerate(told, after.parts + 1):
            clock = self.progress.clock_left(awaits)
            position = StreamPosition(number, after.others)
            messages.append(public_message(position, [step.json for step in steps], awaits, clock))
        if reader.seat is not None:
            own = self.contents.own_changes(reader.seat, reader.language, missed)
            now = self._calls[reader] = (own.awaited, self.progress.call(reader.viewer))
            messages.append(own_message(*own, now[1]))
        return messages

    def anew(self, reader: Reader) -> list[bytes]:
        """Return a snapshot of the table."""
        position, show = self.position, self.contents.show
        if reader.plain:
            return [message("snapshot", self.contents.table_data(reader.seat), position)]
        regions = self.contents.guest_regions(reader.viewer)
        if show is None:
            return [message("guests", {"regions": regions}, position)]
        shown, log = self.contents.whole(reader.seat, reader.language)
        now = self._calls[reader] = (self.progress.awaited(reader.seat), self.progress.call(reader.viewer))
        told = {
            "number": self.table.steps(reader.seat),
            "regions": shown | regions,
            "log": [vars(line) for line in log],
            **self.contents.awaiting(),
            "awaited": now[0],
            "call": now[1],
            "said": self.progress.words(reader.seat),
            "phase": self.table.phase,
        }
        return [message("snapshot", told, position)]
