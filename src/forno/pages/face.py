"""The contract between a game's face and the pages.

A page is made of regions: elements with an id whose content the server renders. What is the same for everybody is the
*board*, rendered once from a spectator's view and sent to all; what a seat alone may see is its *own*. A face never
gets a state. Everything it returns is HTML without inline scripts, styles or handlers (the content security policy
forbids them) in which every name and text is escaped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Final

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import Memory, OwnPlace, View
from forno.pages.html import NOTHING, Markup, tag
from forno.pages.json_encoding import encode
from forno.table.table import Table

Tree = Mapping[int, "Tree"]
"""Tree of a turn: each action leads to those that may follow before the turn is sent; a leaf ends it."""

Regions = dict[str, Markup]
"""Content of parts of the page, by element id."""


@dataclass(frozen=True)
class Guests:
    """The players as everyone knows them. Lists are by seat."""

    names: tuple[str, ...]
    bots: tuple[bool, ...]
    """Whether a bot plays there, invited or standing in."""
    faces: tuple[str, ...] = ()
    """Symbol of each bot's portrait in the shared sheet; by default the general one."""

    def face(self, seat: int) -> str:
        """Return the symbol of a bot's portrait; empty where a person plays."""
        if not self.bots[seat]:
            return ""
        return self.faces[seat] if self.faces else "bot"


@dataclass(frozen=True)
class Fly:
    """A thing that flies from one element to another. Both are CSS selectors."""

    start: str
    end: str
    card: Markup
    number: int = 1


@dataclass(frozen=True)
class Beat:
    """Presentation of one event, with the board as it is after it."""

    kind: str
    """Kind of event: a class on the page while it is shown, and the name of its sound."""
    tell: str = ""
    """Sentence for the log and screen readers. Plain text."""
    seat: int | None = None
    """Seat that it is about."""
    say: str = ""
    """Text of that seat's speech bubble. Plain text."""
    fly: tuple[Fly, ...] = ()
    pause: int = 800
    """Milliseconds before the next beat, at normal pace."""
    why: str = ""
    """Number of the rule or ruling that explains it."""
    forgets: int | None = None
    """Seat whose log it clears: earlier announcements must be remembered (MMR-11)."""
    html: Markup = NOTHING
    """Markup for the log, such as the baked orders; empty for just the sentence."""
    before: bool = False
    """Whether it is shown before the board changes rather than after."""
    together: bool = False
    """Whether pages show it together with the next one of another seat, without waiting for it to end."""
    own: str = ""
    """Sentence addressed to that seat itself; empty where it is the same."""
    aloud: str = ""
    """Sentence for screen readers that tells what the markup shows; empty where it is the same. Plain text."""

    def told_to(self, seat: int | None) -> str:
        """Return the sentence as a seat or a spectator reads it."""
        return self.own if self.own and seat is not None and seat == self.seat else self.tell

    @cached_property
    def json(self) -> bytes:
        """The beat as JSON for pages, cached since beats repeat."""
        told = {
            name: value
            for name, value in vars(self).items()
            if name not in BEAT_DEFAULTS or value != BEAT_DEFAULTS[name]
        }
        if self.fly:
            told["fly"] = [_flight(fly) for fly in self.fly]
        return encode(told)


def spoken_to(beat: Beat, own: str) -> Beat:
    """Return the beat with the sentence for its own seat, if that differs."""
    return beat if own == beat.tell else replace(beat, own=own)


BEAT_DEFAULTS: Final = {one.name: one.default for one in fields(Beat) if one.name != "kind"} | {"pause": 0}
"""Fields of a beat that aren't sent."""


def _flight(fly: Fly) -> dict[str, str | int]:
    flight: dict[str, str | int] = {"start": fly.start, "end": fly.end, "card": fly.card}
    return flight if fly.number == 1 else flight | {"number": fly.number}


@dataclass(frozen=True)
class BestOrder:
    """The best order of a game."""

    seat: int
    """Seat that completed it."""
    title: str
    """Displayed name."""
    pieces: tuple[tuple[str, str], ...] = ()
    """Its ingredients: number and symbol."""


@dataclass(frozen=True)
class Recollection:
    """Events that a seat has seen, at a table with a memory aid."""

    memory: Memory
    why: str
    """Reason for the memory aid, a sentence shown with the advice."""


class Face(ABC):
    """The face of a game."""

    name: str
    """The game's name in the register. Its style sheet is `static/style.css` in the face's package, its pictures are
    `static/art.svg` there; what it shows outside the table lies in an element with this name as a class."""

    @abstractmethod
    def layout(self, game: Game, guests: Guests, seat: int | None, regions: Regions) -> Markup:
        """Return the table: every region as an element with its id and its content, in its place; once a page."""

    @abstractmethod
    def board(self, view: View, guests: Guests) -> Regions:
        """Return the content of every shared region by id, from a spectator's view. The same for all, so no "you"."""

    def touched(self, memory: Memory, event: Event, guests: Guests) -> Regions | None:
        """Return the shared regions that an event may have changed, where that is less work than the whole board.

        The memory is a spectator's that has just seen the event; the regions are as in the board from its view. `None`
        for events after which the whole board is rendered.
        """
        return None

    @abstractmethod
    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        """Return the content of a seat's own regions by id, from its view or what its game has in place of it.

        The tree holds what the seat may do now, empty unless it is awaited; `None` where nobody plays, as in a replay.
        The controls follow the composer's marks (see `static/compose.js`): those that no way of the tree leads through
        can't be used, so a face may show them all the time.
        """

    @abstractmethod
    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        """Return the beat of an event, as a spectator sees it; `None` for what isn't shown on its own."""

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        """Return the sentence for the private part of an event; empty for none."""
        return ""

    def hint(self, view: View, recollection: Recollection | None) -> Markup:
        """Return a hint for a seat: what to do and why, what it has and what is missing.

        Only what it sees now is counted. What was announced before is its own to remember, unless there is a
        recollection; a hint that makes use of that says so.
        """
        return NOTHING

    def reminds(self, game: Game) -> bool:
        """Return whether the table's rules let everybody look up announcements."""
        return False

    @abstractmethod
    def picture(self) -> Markup:
        """Return the game's emblem for other pages: a few of its symbols in a row."""

    def ending(self, view: View, guests: Guests) -> Markup:
        """Return the final scoring with its tie-breaks, step by step. Empty while the game goes on."""
        if view_outcome(view) is None:
            return NOTHING
        return tag("p", _("The game is over."))

    def best(self, view: View) -> BestOrder | None:
        """Return the best order of a finished game, from a spectator's view, or `None`."""
        return None

    def scored(self, score: int) -> str:
        """Return a seat's final result in words: `five orders`."""
        return str(score)


def view_outcome(view: View) -> object:
    """Return the outcome in a view, or `None` while the game goes on."""
    return getattr(view, "outcome", None)


def recollection(table: Table, seat: int, face: Face) -> Recollection | None:
    """Return what a seat has seen, where a memory aid spoils nobody's game."""
    if table.settings.lesson:
        why = _("In a lesson this hint remembers what was announced.")
    elif table.seats[seat].aided or face.reminds(table.game):
        why = _("With the memory aid this hint remembers what was announced.")
    elif all(other.invited_bot for place, other in enumerate(table.seats) if place != seat):
        why = _("Against bots alone this hint remembers what was announced.")
    else:
        return None
    return Recollection(table.memory(seat), why)
