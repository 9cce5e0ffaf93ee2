"""Between a table and its streams: who is told what, in which words, and what one hears who comes back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from forno.core.events import Event
from forno.core.plain import plain
from forno.core.views import OwnPlace
from forno.publishing.face import Regions, Tree
from forno.publishing.messages import Position, message
from forno.table.entries import Entry, Moved, Rematch, Said, Started
from forno.web.streams import Stream
from forno.web.telling import Line, Told, public_message
from forno.web.visitors import Viewer

if TYPE_CHECKING:
    from forno.web.live import Live

ROUND: Final = "round"
RESTING: Final = (False, None)
"""What a stream heard last whose seat nobody waits for."""
LATEST_WORDS: Final = 50
"""How much of what was said a page begins with."""


class Own:
    """What is new for a seat alone."""

    __slots__ = ("asides", "awaited", "number", "regions")

    def __init__(self, number: int, regions: Regions, asides: list[str], awaited: bool) -> None:
        self.number = number
        """What a move of that seat would answer."""
        self.regions = regions
        self.asides = asides
        self.awaited = awaited


class Talk:
    """Everything that a table tells."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.streams: dict[Stream, None] = {}
        """Those of seats first, the oldest first: in this order they are told what happens."""
        self._calls: dict[Stream, tuple[bool, int | str | None]] = {}
        """What every stream last heard about being awaited."""
        self._over = live.table.phase == "over"

    # --- coming and going -------------------------------------------------------

    def join(self, stream: Stream, after: Position | None) -> bool:
        """Add a stream, and tell it first what it missed. Nothing can happen between the two.

        `False` if there is no room for one more spectator. A seat always has room: its oldest stream ends instead.
        """
        live = self.live
        for cut_off in [other for other in self.streams if other.closed]:
            self.leave(cut_off)
        alike = [other for other in self.streams if other.seat == stream.seat]
        if stream.seat is None and len(alike) >= live.settings.most_streams:
            return False
        if stream.seat is not None and len(alike) >= live.settings.most_tabs:
            alike[0].close()
        if not stream.plain and live.teller is not None:
            live.teller.watch(stream.language, live.guests())
            live.teller.forget_own(stream.seat, stream.language)
        self._calls[stream] = (self.awaited(stream.seat), self.call(stream))
        missed = self._missed(stream, after)
        if sum(map(len, missed)) > stream.most_waiting:
            missed = self._anew(stream)
        arrives = not all(live.present(seat) for seat in stream.device)
        self.streams = dict.fromkeys(sorted([*self.streams, stream], key=lambda other: other.seat is None))
        stream.begin(missed)
        for seat in stream.device:
            live.here(seat)
        if arrives:
            self.tell_guests()
        return True

    def leave(self, stream: Stream) -> None:
        if stream not in self.streams:
            return
        del self.streams[stream]
        self._calls.pop(stream, None)
        gone = [seat for seat in stream.device if not any(seat in other.device for other in self.streams)]
        if gone:
            self.live.went(gone)

    def close(self) -> None:
        for stream in self.streams:
            stream.close()

    def start_anew(self) -> None:
        """All streams are told everything as it is."""
        for stream in self.streams:
            for data in self._anew(stream):
                stream.push(data)

    # --- what happens now ---------------------------------------------------------

    def tell(self, entry: Entry, parts: Sequence[Told]) -> None:
        """Tell an entry that was just applied; the parts are those of it that may be told now."""
        if isinstance(entry, Moved):
            self.tell_parts(parts)
        elif isinstance(entry, Said):
            for stream in self.streams:
                if self.hears(stream.seat, entry):
                    stream.push(message("said", said(entry), self.live.position))
        elif isinstance(entry, Started):
            for part in parts:
                if self.live.teller is not None:
                    self.live.teller.observe(part.events)
                self._tell_plain(part)
            self._to_pages("started", {})
        elif isinstance(entry, Rematch):
            self.tell_guests()
            self._to_programs("rematch", {"table": entry.table})
        else:
            self.tell_guests()

    def tell_parts(self, parts: Sequence[Told]) -> None:
        """Tell what happened in the game: to all what all may see, to each seat what it alone sees.

        Parts that may be told at once go out in one write.
        """
        live = self.live
        teller = live.teller
        assert teller is not None
        pages = [stream for stream in self.streams if not stream.plain]
        if len(pages) < len(self.streams):
            for part in parts:
                self._tell_plain(part)
        if pages:
            languages = {stream.language for stream in pages}
            heads: dict[str, bytes] = {}
            for part in parts:
                if part.shown:
                    told = self._public(part, languages)
                    heads = {name: heads[name] + head for name, head in told.items()} if heads else told
            self._tell_own(parts, pages, heads)
        else:
            for part in parts:
                teller.observe(part.events)
        if live.table.phase == "over" and not self._over:
            self._over = True
            self._to_pages("over", {})

    def _public(self, part: Told, languages: Collection[str]) -> dict[str, bytes]:
        """The same bytes for everyone who speaks the same language."""
        live = self.live
        assert live.teller is not None
        told = live.teller.tell(part.events, languages, live.guests())
        awaits = None if live.table.phase == "over" else live.teller.spectator.awaits
        clock = live.clock_left(awaits)
        position = part.position
        return {language: public_message(position, steps, awaits, clock) for language, steps in told.items()}

    def _tell_own(self, parts: Sequence[Told], pages: Iterable[Stream], heads: dict[str, bytes]) -> None:
        live = self.live
        events = parts[0].events if len(parts) == 1 else [event for part in parts for event in part.events]
        # Some part was shown to everybody if there is anything that everybody is told.
        affected = live.table.affected(events) if heads else seeing(events, live.table.game.players)
        private = [event for event in events if event.private]
        rendered: dict[tuple[int, str], Own] = {}
        for stream in pages:
            data = heads[stream.language] if heads else b""
            seat = stream.seat
            if seat is not None:
                own = None
                if seat in affected:
                    key = (seat, stream.language)
                    own = rendered.get(key)
                    if own is None:
                        own = rendered[key] = self._own_changes(seat, stream.language, private)
                # Whoever is awaited is affected: for the others nothing is new, unless they share a device.
                if own is not None or len(stream.device) > 1 or self._calls.get(stream) != RESTING:
                    data += self._own_message(stream, own)
            if data:
                stream.push(data)

    def _own_changes(self, seat: int, language: str, events: Sequence[Event]) -> Own:
        live = self.live
        teller = live.teller
        assert teller is not None
        guests, number = live.guests(), live.number(seat)
        place, tree = self.own_place(seat)
        regions = teller.own_changes(place, language, guests, tree, number)
        return Own(number, regions, teller.asides(events, seat, language, guests), bool(tree))

    def _own_message(self, stream: Stream, own: Own | None) -> bytes:
        """What goes to one seat alone; nothing if there is nothing new."""
        seat = stream.seat
        assert seat is not None
        if own is None:
            own = Own(self.live.number(seat), {}, [], self.awaited(seat))
        now = (own.awaited, self.call(stream))
        if self._calls.get(stream) == now and not own.regions and not own.asides:
            return b""
        self._calls[stream] = now
        return own_message(own, now[1])

    def own_place(self, seat: int) -> tuple[OwnPlace, Tree]:
        """What a seat sees of its own, and how it may go on."""
        place = self.live.table.own_place(seat)
        playing = place.actions and self.live.table.seats[seat].bot is None
        return place, self.live.table.turn_tree() if playing else {}

    def hint(self, seat: int) -> str:
        """What a seat is told that asks for a hint, in the language of the context."""
        view = self.live.table.view(seat)
        assert self.live.teller is not None
        return self.live.teller.face.hint(view)

    def awaited(self, seat: int | None) -> bool:
        """Whether that seat is to decide, and no bot does it."""
        table = self.live.table
        return seat is not None and table.awaited == seat and table.seats[seat].bot is None

    def call(self, stream: Stream | Viewer) -> int | str | None:
        """Another seat of the same device that is to decide.

        Where nobody may know who is asked, it goes round (`ROUND`): to everybody on it, asked or not.
        """
        if len(stream.device) < 2 or self.live.table.phase != "playing":
            return None
        if self.live.unnamed:
            return ROUND
        awaited = self.live.table.awaited
        if awaited is None or awaited == stream.seat or awaited not in stream.device:
            return None
        return awaited if self.live.table.seats[awaited].bot is None else None

    def tell_guests(self) -> None:
        """Seats, names, bots, presence or settings changed."""
        live = self.live
        rendered: dict[Viewer, Regions] = {}
        boards: dict[str, Regions] = {}
        for stream in self.streams:
            if stream.plain:
                stream.push(message("guests", live.house.pages.guests_data(live), live.position))
                continue
            viewer = stream.viewer
            if viewer not in rendered:
                rendered[viewer] = live.house.pages.guest_regions(live, viewer)
            regions = rendered[viewer]
            if live.teller is not None:
                if stream.language not in boards:
                    boards[stream.language] = live.teller.board_changes(stream.language, live.guests())
                regions = regions | boards[stream.language]
                if stream.seat is not None:
                    regions = regions | self._own_changes(stream.seat, stream.language, ()).regions
            stream.push(message("guests", {"regions": regions}, live.position))

    def _to_pages(self, event: str, data: Any) -> None:
        for stream in self.streams:
            if not stream.plain:
                stream.push(message(event, data, self.live.position))

    def _to_programs(self, event: str, data: Any) -> None:
        for stream in self.streams:
            if stream.plain:
                stream.push(message(event, data, self.live.position))

    # --- for programs ---------------------------------------------------------------

    def _tell_plain(self, part: Told) -> None:
        for stream in self.streams:
            if stream.plain:
                data = self._events_data(stream.seat, part.events)
                if part.shown or data["events"]:
                    stream.push(message("events", data, part.position))

    def _events_data(self, seat: int | None, events: Sequence[Event]) -> dict[str, Any]:
        table = self.live.table
        return {
            "number": self.live.number(seat),
            "events": [plain(seen) for event in events if (seen := event.seen_by(seat)) is not None],
            "awaited": self.awaited(seat),
            "over": table.phase == "over",
        }

    # --- what was missed --------------------------------------------------------------

    def hears(self, seat: int | None, entry: Said) -> bool:
        """Players hear the table, and spectators both; what spectators say is for players after the game."""
        return entry.room == "table" or seat is None or self.live.table.phase == "over"

    def words(self, seat: int | None, since: int = 0) -> list[Said]:
        """What was said, from that entry on, as far as it is heard there."""
        others = [entry for entry in self.live.table.log if not isinstance(entry, Moved | Started)]
        heard = [entry for entry in others[since:] if isinstance(entry, Said) and self.hears(seat, entry)]
        return heard[-LATEST_WORDS:]

    def _missed(self, stream: Stream, after: Position | None) -> list[bytes]:
        """What a stream hears first. Nothing missed: nothing. Else step by step, or all anew."""
        live = self.live
        now = live.position
        if after == now:
            return []
        if after is None or after.parts > now.parts or after.others > now.others:
            return self._anew(stream)
        if live.teller is None:
            return self._anew(stream)
        others = [entry for entry in live.table.log if not isinstance(entry, Moved | Started)]
        came = not all(isinstance(entry, Said) for entry in others[after.others :])
        # A page is another one after the start and when guests change; a program only has to hear of it.
        if live.table.phase == "over" or (not stream.plain and (came or after.parts == 0)):
            return self._anew(stream)
        cuts = live.cuts[after.parts :]
        messages = []
        if cuts:
            guests = live.guests()
            if not live.teller.may_tell(live.table.events, cuts, stream.seat, guests):
                return self._anew(stream)
            messages += self._again(stream, after)
        if came:
            messages.append(message("guests", live.house.pages.guests_data(live), now))
        for entry in self.words(stream.seat, after.others):
            messages.append(message("said", said(entry), now))
        return messages

    def _again(self, stream: Stream, after: Position) -> list[bytes]:
        """The parts after a position, once more."""
        live = self.live
        assert live.teller is not None
        events, cuts = live.table.events, live.cuts[after.parts :]
        end = live.table.released
        if stream.plain:
            data = self._events_data(stream.seat, events[cuts[0].start : end])
            return [message("events", data, Position(live.position.parts, after.others))]
        messages = []
        guests = live.guests()
        parts = after.parts
        for steps, awaits in live.teller.tell_again(events, cuts, stream.language, guests):
            parts += 1
            position = Position(parts, after.others)
            messages.append(public_message(position, steps, awaits, live.clock_left(awaits)))
        if stream.seat is not None:
            own = self._own_changes(stream.seat, stream.language, events[cuts[0].start : end])
            self._calls[stream] = (own.awaited, self.call(stream))
            messages.append(own_message(own, self._calls[stream][1]))
        return messages

    def _anew(self, stream: Stream) -> list[bytes]:
        """The table as it is."""
        live = self.live
        if stream.plain:
            return [message("snapshot", live.house.pages.table_data(live, stream.seat), live.position)]
        if live.teller is None:
            regions = live.house.pages.guest_regions(live, stream.viewer)
            return [message("guests", {"regions": regions}, live.position)]
        regions, log = self.whole(stream.seat, stream.language)
        regions |= live.house.pages.guest_regions(live, stream.viewer)
        now = self._calls[stream] = (self.awaited(stream.seat), self.call(stream))
        awaits = None if live.table.phase == "over" else live.teller.spectator.awaits
        data = {
            "number": live.number(stream.seat),
            "regions": regions,
            "log": [vars(line) for line in log],
            "awaits": awaits,
            "clock": live.clock_left(awaits),
            "awaited": now[0],
            "call": now[1],
            "said": [said(entry) for entry in self.words(stream.seat)],
            "phase": live.table.phase,
        }
        return [message("snapshot", data, live.position)]

    def whole(self, seat: int | None, language: str) -> tuple[Regions, list[Line]]:
        """Every region as it is now, and the lines that may still be read."""
        live = self.live
        assert live.teller is not None
        guests = live.guests()
        regions = live.teller.board(language, guests)
        if seat is not None:
            place, tree = self.own_place(seat)
            regions |= live.teller.own(place, language, guests, tree, live.number(seat))
        return regions, live.teller.log(live.table.released_events(), seat, language, guests)


def own_message(own: Own, call: int | str | None) -> bytes:
    """What a seat alone is told, as one event of a stream; with another seat of its device that is called."""
    return message(
        "own",
        {
            "number": own.number,
            "regions": own.regions,
            "asides": own.asides,
            "awaited": own.awaited,
            "call": call,
        },
    )


def said(entry: Said) -> dict[str, Any]:
    return {"room": entry.room, "name": entry.name, "seat": entry.seat, "text": entry.text}


def seeing(events: Sequence[Event], players: int) -> set[int]:
    """The seats that see anything of these events."""
    return {seat for seat in range(players) if any(event.seen_by(seat) is not None for event in events)}
