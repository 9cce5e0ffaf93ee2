"""The show: events as steps, each rendered once per language.

`static/show.js` is the other half. What was shown last is kept here, so that only what changes is sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from forno.core.events import Awaits, Event, SeatEvent
from forno.core.game import Game
from forno.core.language import use
from forno.core.views import Memory, OwnPlace
from forno.pages.composer import answering
from forno.pages.face import Beat, Face, Guests, Regions, Tree
from forno.pages.faces import face_for
from forno.pages.html import NOTHING, Markup, tag, together, why_link
from forno.pages.json_encoding import encode
from forno.pages.lessons import Coaches

MAX_STEPS: Final = 240
"""Missed steps above which a reader gets a snapshot."""
MAX_LOG_LINES: Final = 400
"""Maximum lines of the log, here and in `log.js`."""
MAX_FIRST_LOG_LINES: Final = 24
"""Maximum lines that a page begins with, enough to fill the list. `log.js` fetches older ones on demand."""


SETTLED: Final = Beat("settled", pause=0)
"""Beat for changes without an event of their own."""


class Step:
    """A beat with the regions that it changed."""

    __slots__ = ("beat", "regions")

    def __init__(self, beat: Beat, regions: Regions) -> None:
        self.beat = beat
        self.regions = regions

    @property
    def json(self) -> bytes:
        """The beat and its regions as JSON."""
        beat = self.beat.json
        return b'%b,"regions":%b}' % (beat[:-1], encode(self.regions)) if self.regions else beat


@dataclass
class LogLine:
    """A line of the log."""

    tell: str = ""
    why: str = ""
    html: Markup = NOTHING
    aside: bool = False
    """Whether it is for one seat alone."""
    mark: bool = False
    """Whether a turn ended here: a spectator's log reaches back one turn of everybody."""
    aloud: str = ""
    """Sentence for screen readers where the line is announced; empty where it is the same."""


def log_lines(game: str, lines: Iterable[LogLine]) -> Markup:
    """Return log lines as `log.js` writes them: sentence, markup, and a link to the rule."""
    return together(_log_line(game, line) for line in lines)


def _log_line(game: str, line: LogLine) -> Markup:
    if line.mark:
        return tag("li.mark", hidden=True)
    why = (" ", why_link(game, line.why)) if line.why else None
    shown = tag("div", line.html) if line.html else None
    return tag("li.aside" if line.aside else "li", line.tell, shown, why, data_aloud=line.aloud or None)


class Spectator:
    """Public memory of a table."""

    def __init__(self, game: Game) -> None:
        self.memory: Memory = game.memory(None)
        self.awaits: int | None = None
        """The seat whose decision is awaited, as far as all may know."""
        self.seen = 0
        """Number of events."""

    def see(self, event: Event) -> Event | None:
        """Process an event; return its public part."""
        if not event.public:
            seen = None if event.secret else event.seen_by(None)
            if seen is None:
                return None
            event = seen
            if isinstance(event, Awaits):
                self.awaits = event.seat
        self.seen += 1
        self.memory.observe(event)
        return event


class Voice:
    """The show in one language: regions shown so far, and steps to send."""

    def __init__(self, shown: Regions) -> None:
        self.shown = shown
        self.steps: list[Step] = []
        self._touched: Regions = {}
        self._whole = False

    def hear(self, face: Face, memory: Memory, event: Event, guests: Guests, game: Game) -> None:
        """Add the step of an event just seen, in the current language."""
        touched = face.touched(memory, event, guests)
        beat = face.beat(game, event, guests)
        if touched is None:
            self._whole = True
        elif self._touched:
            self._touched.update(touched)
        elif beat is not None and not self._whole:
            self.steps.append(Step(beat, changes(self.shown, touched)))
            return
        else:
            self._touched = touched
        if beat is not None:
            self.steps.append(Step(beat, self._changes(face, memory, guests)))

    def end(self, face: Face, memory: Memory, guests: Guests) -> None:
        """Add a step for other changes."""
        rest = self._changes(face, memory, guests)
        if rest and self.steps and not self.steps[-1].beat.pause:
            self.steps[-1].regions.update(rest)  # nobody could tell the two apart
        elif rest:
            self.steps.append(Step(SETTLED, rest))

    def _changes(self, face: Face, memory: Memory, guests: Guests) -> Regions:
        touched, self._touched = self._touched, {}
        if self._whole:
            self._whole = False
            touched = face.board(memory.view(), guests)
        return changes(self.shown, touched) if touched else touched


class Show:
    """Renders the events of one table, from the start on."""

    def __init__(self, game: Game, coaches: Coaches | None = None, hints: bool = True) -> None:
        self.game = game
        self.coaches = coaches
        """Coaches, in a lesson."""
        self.hints = hints
        """Whether turns offer hints."""
        self.face = face_for(game.name)
        self.spectator = Spectator(game)
        self._boards: dict[str, Regions] = {}
        self._latest: tuple[str, int, Guests, Regions] | None = None
        """Last rendered board with its key: language, number of events, players."""
        self._owns: dict[tuple[int, str], Regions] = {}

    @property
    def awaits(self) -> int | None:
        """The seat whose decision is awaited, as far as all may know."""
        return self.spectator.awaits

    # --- what everyone sees -------------------------------------------------

    def observe(self, events: Iterable[Event]) -> None:
        """Process events while nobody watches."""
        for event in events:
            self.spectator.see(event)
        self._boards.clear()

    def board(self, language: str, guests: Guests) -> Regions:
        """Return the shared regions, cached for several readers who come at once."""
        seen, latest = self.spectator.seen, self._latest
        if latest is not None and latest[0] == language and latest[1] == seen and latest[2] == guests:
            return latest[3].copy()
        with use(language):
            regions = self.face.board(self.spectator.memory.view(), guests)
        self._latest = (language, seen, guests, regions)
        return regions.copy()

    def board_changes(self, language: str, guests: Guests) -> Regions:
        """Return the shared regions that have changed since they were sent."""
        return changes(self._boards.setdefault(language, {}), self.board(language, guests))

    def watch(self, language: str, guests: Guests) -> None:
        """Start rendering in that language."""
        if language not in self._boards:
            self._boards[language] = self.board(language, guests)

    def tell(self, events: Sequence[Event], languages: Collection[str], guests: Guests) -> dict[str, list[Step]]:
        """Return the steps of these events, by language."""
        boards = self._boards
        if boards.keys() != languages:
            boards = self._boards = {name: boards.get(name, {}) for name in languages}
        return self._tell(self.spectator, events, boards, guests)

    def tell_again(
        self, before: Iterable[Event], parts: Sequence[Sequence[Event]], language: str, guests: Guests
    ) -> list[tuple[list[Step], int | None]]:
        """Render past parts again for a returning reader, with the seat awaited after each."""
        told = []
        spectator = Spectator(self.game)
        for event in before:
            spectator.see(event)
        with use(language):
            shown = self.face.board(spectator.memory.view(), guests)
        for part in parts:
            steps = self._tell(spectator, part, {language: shown}, guests)
            told.append((steps[language], spectator.awaits))
        return told

    def _tell(
        self, spectator: Spectator, events: Iterable[Event], boards: Mapping[str, Regions], guests: Guests
    ) -> dict[str, list[Step]]:
        """Process events in all languages side by side, as each changes with every event."""
        face, game, memory = self.face, self.game, spectator.memory
        voices = [(use(language), Voice(shown)) for language, shown in boards.items()]
        for event in events:
            if (seen := spectator.see(event)) is not None:
                for spoken, voice in voices:
                    with spoken:
                        voice.hear(face, memory, seen, guests, game)
        for spoken, voice in voices:
            with spoken:
                voice.end(face, memory, guests)
        return {language: voice.steps for language, (_spoken, voice) in zip(boards, voices, strict=True)}

    def may_tell(self, parts: Iterable[Iterable[Event]], seat: int | None, guests: Guests, aided: bool = False) -> bool:
        """Return whether these parts may still be told to a seat or a spectator (MMR-11). Aided seats forget none."""
        steps = 0
        forgotten = 0
        for event in chain.from_iterable(parts):
            seen = event.seen_by(None)
            beat = None if seen is None else self.face.beat(self.game, seen, guests)
            if beat is None:
                continue
            steps += 1
            if beat.forgets is not None and (seat is None or seat == beat.forgets) and not aided:
                forgotten += 1
        return steps <= MAX_STEPS and forgotten <= (self.game.players if seat is None else 0)

    # --- what a seat sees -----------------------------------------------------

    def own(
        self, place: OwnPlace, language: str, guests: Guests, tree: Tree, number: int, after: float | None
    ) -> Regions:
        """Return all regions of a seat's own.

        A turn's form says which number it answers, and, where there is one answer that the page may give, after how
        many seconds.
        """
        with use(language), answering(number, after, self.hints):
            regions = self.face.own(place, guests, tree)
            if self.coaches is not None:
                regions |= self.coaches.regions(place.seat)
        return regions

    def own_changes(
        self, place: OwnPlace, language: str, guests: Guests, tree: Tree, number: int, after: float | None
    ) -> Regions:
        """Return a seat's own regions that have changed since they were sent."""
        assert place.seat is not None
        shown = self._owns.setdefault((place.seat, language), {})
        return changes(shown, self.own(place, language, guests, tree, number, after))

    def forget_own(self, seat: int | None, language: str) -> None:
        """Forget what was sent to a seat: a new page starts from a snapshot."""
        if seat is not None:
            self._owns.pop((seat, language), None)

    def asides(self, events: Iterable[Event], seat: int, language: str, guests: Guests) -> list[str]:
        """Return the private sentences of these events for their seat."""
        mine = [event for event in events if isinstance(event, SeatEvent) and event.private and event.seat == seat]
        if not mine:
            return []
        with use(language):
            told = [self.face.aside(self.game, event, guests) for event in mine]
        return [aside for aside in told if aside]

    def log(
        self, events: Sequence[Event], seat: int | None, language: str, guests: Guests, aided: bool = False
    ) -> list[LogLine]:
        """Return the log lines that a page begins with, the oldest first (MMR-11); for an aided seat, all of them."""
        lines: list[LogLine] = []
        turns = 0
        with use(language):
            for event in reversed(events):
                seen = event.seen_by(None)
                beat = None if seen is None else self.face.beat(self.game, seen, guests)
                if beat is None:
                    continue
                if beat.tell or beat.html:
                    lines.append(LogLine(beat.told_to(seat), beat.why, beat.html))
                if beat.forgets is not None and (seat is None or seat == beat.forgets) and not aided:
                    turns += 1
                    if seat is None:
                        lines.append(LogLine(mark=True))
                if turns == (self.game.players if seat is None else 1) or len(lines) == MAX_LOG_LINES:
                    break
        lines.reverse()
        return lines


def changes(shown: Regions, regions: Mapping[str, Markup]) -> Regions:
    """Return the changed regions, and mark them as sent."""
    changed: Regions = {}
    for name, content in regions.items():
        if shown.get(name) != content:
            changed[name] = shown[name] = content
    return changed
