"""The guided first game: a deal of its own, and a coach who tells each rule when it first matters.

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
    """Something that the learner just saw: what happened, and the table after it."""

    seat: int
    event: Event
    view: View
    mine: Counter[type[Event]]
    """What the learner has done so far, this included: how often each thing."""


@dataclass(frozen=True)
class Topic:
    """Something to learn, told once."""

    name: str
    title: str
    text: str
    """Two or three plain sentences to the learner."""
    why: str
    """The number of the rule behind it."""
    when: Callable[[Moment], bool]
    """Whether it matters now."""
    point: str = ""
    """What on the page it is about, as a CSS selector."""
    basic: bool = True
    """Whether it comes up in every sensible first game; the rest is told to those whom it meets."""
    beat: str = ""
    """The kind of beat with which it is told while the show waits for the learner; empty to tell it afterwards."""
    deed: type[Event] | None = None
    """What the learner is asked to do: it stays until that is done, and then it goes by itself."""


@dataclass(frozen=True)
class Lesson:
    """A first game, and what is told in it. The learner takes the first seat."""

    name: str
    game: str
    options: Mapping[str, Any]
    seed: str
    """Of the deal; the luck of the bots comes from the lesson's name."""
    bots: tuple[str, ...]
    """Who sits at the seats after the learner's."""
    topics: tuple[Topic, ...]
    """In the order in which they are told if several matter at once."""


class Coach:
    """Listens at one seat, and says what matters there for the first time."""

    def __init__(self, lesson: Lesson, game: Game, seat: int) -> None:
        self.lesson = lesson
        self.seat = seat
        self.told: list[Topic] = []
        self.heard = 0
        """How many events of the table it has looked at."""
        self.done: set[str] = set()
        """The topics that asked for something which was done since."""
        self._left = list(lesson.topics)
        self._memory = game.memory(seat)
        self._mine: Counter[type[Event]] = Counter()

    def hear(self, events: Iterable[Event]) -> None:
        """Take in what the table told next."""
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
    """The coaches of one table: one for each seat that asks."""

    def __init__(self, lesson: Lesson, game: Game, events: Callable[[int], Sequence[Event]]) -> None:
        self.lesson = lesson
        self.game = game
        self.events = events
        """What the table has told from some event on."""
        self._coaches: dict[int, Coach] = {}

    def regions(self, seat: int | None) -> Regions:
        """All that was told to a seat so far, in the language of the context; the page shows one at a time."""
        if seat is None:
            return {}
        coach = self._coaches.get(seat)
        if coach is None:
            coach = self._coaches[seat] = Coach(self.lesson, self.game, seat)
        coach.hear(self.events(coach.heard))
        return {"coach": topics(self.lesson.game, coach.told, coach.done)}


def topics(game: str, told: Iterable[Topic], done: Collection[str] = ()) -> Markup:
    """Topics as HTML, the first first."""
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


def lesson_for(game: str) -> Lesson | None:
    """The guided first game that a registered game names, if there is one; none for no game."""
    named = game_info(game).lesson if game else ""
    lesson: Lesson | None = load(named) if named else None
    return lesson
