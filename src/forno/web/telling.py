"""What a table tells: its events cut into parts, each rendered once for everybody who speaks the same language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import use
from forno.core.views import Memory, View
from forno.web.faces import face_for
from forno.web.faces.face import Beat, Guests, Tree
from forno.web.lessons.lessons import Coaches

Regions = dict[str, str]

MOST_STEPS: Final = 240
"""Whoever missed more than so many steps gets the table as it is now."""


FORM: Final = '<form id="turn-form"'


class Cut(NamedTuple):
    """A part of the game that was told at once: where its events lie."""

    start: int
    end: int


@dataclass(frozen=True)
class Moment:
    """An event that is shown on its own: how, in the first language that is asked for, and what all see after it."""

    event: Event
    beat: Beat
    view: View


class Teller:
    """Renders what happens. It keeps what was shown last, so that only changes are sent."""

    def __init__(self, game: Game, coaches: Coaches | None = None) -> None:
        self.game = game
        self.coaches = coaches
        """In a lesson, who says what matters for the first time."""
        self.face = face_for(game.name)
        self.memory: Memory = game.memory(None)
        self._boards: dict[str, Regions] = {}
        self._owns: dict[tuple[int, str], Regions] = {}

    # --- what everyone sees -------------------------------------------------

    def observe(self, events: Iterable[Event]) -> None:
        """Take in what happens while nobody looks."""
        for event in events:
            seen = event.seen_by(None)
            if seen is not None:
                self.memory.observe(seen)
        self._boards.clear()

    def board(self, language: str, guests: Guests) -> Regions:
        """The shared regions as they are."""
        with use(language):
            regions = self.face.board(self.memory.view(), guests)
        return regions

    def board_changes(self, language: str, guests: Guests) -> Regions:
        """The shared regions that aren't as they were told: guests have changed."""
        return changes(self._boards.setdefault(language, {}), self.board(language, guests))

    def watch(self, language: str, guests: Guests) -> None:
        """From now on somebody looks in that language."""
        if language not in self._boards:
            self._boards[language] = self.board(language, guests)

    def tell(
        self, events: Sequence[Event], languages: Iterable[str], guests: Guests
    ) -> tuple[dict[str, list[dict[str, Any]]], View]:
        """The steps that show these events, by language; and what a spectator sees in the end."""
        first, *others = languages
        told = {}
        with use(first):
            moments, last = self._moments(self.memory, events, guests)
            told[first] = self._steps(moments, last, self._boards.setdefault(first, {}), guests)
        for language in others:
            with use(language):
                shown = self._boards.setdefault(language, {})
                told[language] = self._steps(moments, last, shown, guests, again=True)
        for stale in self._boards.keys() - told.keys():
            del self._boards[stale]
        return told, last

    def tell_again(
        self, events: Sequence[Event], cuts: Sequence[Cut], language: str, guests: Guests
    ) -> list[tuple[list[dict[str, Any]], View]]:
        """What was told before, rendered once more: for one who comes back. The cuts end where the table is."""
        told = []
        memory = self.game.memory(None)
        for event in events[: cuts[0].start]:
            if (seen := event.seen_by(None)) is not None:
                memory.observe(seen)
        with use(language):
            shown = self.face.board(memory.view(), guests)
            for cut in cuts:
                moments, last = self._moments(memory, events[cut.start : cut.end], guests)
                told.append((self._steps(moments, last, shown, guests), last))
        return told

    def may_tell(self, events: Sequence[Event], cuts: Sequence[Cut], seat: int | None, guests: Guests) -> bool:
        """MMR-11: whether what happened in these cuts may still be told, to a seat or a spectator."""
        steps = 0
        forgotten = 0
        for event in events[cuts[0].start : cuts[-1].end]:
            seen = event.seen_by(None)
            beat = None if seen is None else self.face.beat(self.game, seen, guests)
            if beat is None:
                continue
            steps += 1
            if beat.forgets is not None and (seat is None or seat == beat.forgets):
                forgotten += 1
        return steps <= MOST_STEPS and forgotten <= (self.game.players if seat is None else 0)

    def _moments(self, memory: Memory, events: Sequence[Event], guests: Guests) -> tuple[list[Moment], View]:
        moments = []
        for event in events:
            seen = event.seen_by(None)
            if seen is None:
                continue
            memory.observe(seen)
            beat = self.face.beat(self.game, seen, guests)
            if beat is not None:
                moments.append(Moment(seen, beat, memory.view()))
        return moments, memory.view()

    def _steps(
        self, moments: Sequence[Moment], last: View, shown: Regions, guests: Guests, again: bool = False
    ) -> list[dict[str, Any]]:
        """In the language of the context; `again`: the moments were noted in another."""
        steps = []
        for moment in moments:
            beat = self.face.beat(self.game, moment.event, guests) if again else moment.beat
            assert beat is not None
            steps.append(step(beat, changes(shown, self.face.board(moment.view, guests))))
        rest = changes(shown, self.face.board(last, guests))
        if rest:
            steps.append(step(Beat("settled", pause=0), rest))
        return steps

    # --- what a seat sees -----------------------------------------------------

    def own(self, view: View, language: str, guests: Guests, tree: Tree, number: int) -> Regions:
        """All regions of a seat's own; a turn's form says which number it answers."""
        with use(language):
            regions = self.face.own(view, guests, tree)
            if self.coaches is not None:
                regions |= self.coaches.regions(view.seat)
        if "turn" in regions:
            regions["turn"] = regions["turn"].replace(FORM, f'{FORM} data-number="{number}"', 1)
        return regions

    def own_changes(self, view: View, language: str, guests: Guests, tree: Tree, number: int) -> Regions:
        """The regions of a seat's own that aren't as they were when they were last told."""
        assert view.seat is not None
        shown = self._owns.setdefault((view.seat, language), {})
        return changes(shown, self.own(view, language, guests, tree, number))

    def forget_own(self, seat: int | None, language: str) -> None:
        """A new page knows nothing of what others were told."""
        if seat is not None:
            self._owns.pop((seat, language), None)

    def asides(self, events: Iterable[Event], seat: int, language: str, guests: Guests) -> list[str]:
        with use(language):
            seen = [mine for event in events if (mine := event.seen_by(seat)) is not None]
            told = [self.face.aside(self.game, event, guests) for event in seen]
        return [aside for aside in told if aside]

    def log(self, view: View, language: str, guests: Guests) -> list[str]:
        with use(language):
            return list(self.face.log(view, guests))


def changes(shown: Regions, regions: Mapping[str, str]) -> Regions:
    """What isn't shown yet; from now on it is."""
    changed = {name: content for name, content in regions.items() if shown.get(name) != content}
    shown.update(changed)
    return changed


def step(beat: Beat, regions: Regions) -> dict[str, Any]:
    return {
        "kind": beat.kind,
        "seat": beat.seat,
        "say": beat.say,
        "tell": beat.tell,
        "pause": beat.pause,
        "why": beat.why,
        "forgets": beat.forgets,
        "html": beat.html,
        "fly": [{"start": fly.start, "end": fly.end, "card": fly.card, "number": fly.number} for fly in beat.fly],
        "regions": regions,
    }
