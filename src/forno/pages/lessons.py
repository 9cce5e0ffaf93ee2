"""Guided first games: a fixed deal, and a coach who explains each rule when it first matters.

The coach knows what the learner's seat knows: the events as that seat sees them, and the view that follows from them.
So it can't give anything away, and after a reload or a restart it is where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from forno.core.events import Event, SeatEvent
from forno.core.game import Game
from forno.core.language import _, capital
from forno.core.plugins import load
from forno.core.registry import game_info
from forno.core.views import View
from forno.pages.face import Regions
from forno.pages.html import Markup, tag, together, why_link


@dataclass(frozen=True)
class Moment:
    """A moment of the lesson: an event as the learner saw it, and the table after it."""

    seat: int
    event: Event
    view: View
    mine: Counter[type[Event]]
    """Counts of the learner's deeds so far, this one included."""


@dataclass(frozen=True)
class Topic:
    """A topic of a lesson, told once."""

    name: str
    title: str
    text: str
    """Two or three plain sentences."""
    why: str
    """Number of the rule behind it."""
    when: Callable[[Moment], bool]
    """Function that says whether it matters now."""
    point: str = ""
    """CSS selector of what it is about."""
    basic: bool = True
    """Whether it comes up in every sensible first game."""
    beat: str = ""
    """Kind of beat with which it is told while the show waits; empty to tell it afterwards."""
    deed: type[Event] | None = None
    """Deed that the learner is asked for; the topic stays until it is done."""


@dataclass(frozen=True)
class Lesson:
    """A guided first game with its topics. The learner has the first seat."""

    name: str
    game: str
    options: Mapping[str, Any]
    seed: str
    """Seed of the deal; the bots' seed is the lesson's name."""
    bots: tuple[str, ...]
    """Bots on the other seats."""
    topics: tuple[Topic, ...]
    """Topics, in the order in which they are told if several matter at once."""
    minutes: int
    """Duration, reading included."""
    introduction: tuple[tuple[str, str, str, str], ...] = ()
    """Title, text, rule and CSS selector of what a newcomer is told at the first decisions of any game, one at each."""


class Coach:
    """Follows one seat, and finds what matters there for the first time."""

    def __init__(self, lesson: Lesson, game: Game, seat: int) -> None:
        self.lesson = lesson
        self.seat = seat
        self.told: list[Topic] = []
        self.heard = 0
        """Number of events processed."""
        self.done: set[str] = set()
        """Topics whose deed has been done."""
        self._left = list(lesson.topics)
        self._memory = game.memory(seat)
        self._mine: Counter[type[Event]] = Counter()

    def hear(self, events: Iterable[Event]) -> None:
        """Process the next events."""
        for event in events:
            self.heard += 1
            seen = event.seen_by(self.seat)
            if seen is not None:
                self._see(seen)

    def _see(self, event: Event) -> None:
        self._memory.observe(event)
        if isinstance(event, SeatEvent) and event.seat == self.seat:
            self._mine[type(event)] += 1
            self.done |= {topic.name for topic in self.told if topic.deed is type(event)}
        if not self._left:
            return
        moment = Moment(self.seat, event, self._memory.view(), self._mine)
        now = [topic for topic in self._left if topic.when(moment)]
        self.told += now
        self._left = [topic for topic in self._left if topic not in now]


class Coaches:
    """Coaches of one table, by seat."""

    def __init__(self, lesson: Lesson, game: Game, events: Callable[[int], Sequence[Event]]) -> None:
        self.lesson = lesson
        self.game = game
        self.events = events
        """Function that returns the events from a position on."""
        self._coaches: dict[int, Coach] = {}

    def regions(self, seat: int | None) -> Regions:
        """Return all topics told to a seat so far, in the current language; the page shows one at a time."""
        if seat is None:
            return {}
        coach = self._coaches.get(seat)
        if coach is None:
            coach = self._coaches[seat] = Coach(self.lesson, self.game, seat)
        coach.hear(self.events(coach.heard))
        return {"coach": topics(self.lesson.game, coach.told, coach.done)}


def introduction(game: str) -> Markup | None:
    """Return what a newcomer is told at the first decisions, or `None` if the game has nothing to tell."""
    lesson = lesson_for(game)
    if lesson is None or not lesson.introduction:
        return None
    return together(
        tag(
            "section.topic",
            tag("h3", _(title)),
            tag("p", _(text), " ", why_link(game, rule)),
            data_topic=f"first-{place}",
            data_point=point,
            data_decision=place,
        )
        for place, (title, text, rule, point) in enumerate(lesson.introduction, 1)
    )


def topics(game: str, told: Iterable[Topic], done: Collection[str] = ()) -> Markup:
    """Return topics as HTML, in order."""
    return together(
        tag(
            "section.topic",
            tag("h3", capital(_(topic.title))),
            tag("p", _(topic.text), " ", why_link(game, topic.why)),
            data_topic=topic.name,
            data_point=topic.point,
            data_beat=topic.beat,
            data_deed=topic.deed is not None,
            data_done=topic.name in done,
        )
        for topic in told
    )


def learn_label(lesson: Lesson) -> Markup:
    """Return the label of a lesson's button, with how long it takes."""
    return together(_("Learn"), " ", tag("small", _("{n} min").format(n=lesson.minutes)))


def lesson_for(game: str) -> Lesson | None:
    """Return the lesson of a registered game, or `None`."""
    named = game_info(game).lesson if game else ""
    lesson: Lesson | None = load(named) if named else None
    return lesson
