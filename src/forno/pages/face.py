"""The contract between a game's looks and the pages.

A page is made of regions: elements with an id whose content the server renders. What is the same for everybody is the
*board*, rendered once from a spectator's view and sent to all; what a seat alone may see is its *own*. A face never
gets a state. Everything it returns is HTML without inline scripts, styles or handlers (the content security policy
forbids them) in which every name and text is escaped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import Memory, OwnPlace, View
from forno.pages.html import NOTHING, Markup, tag
from forno.pages.messages import encode

Tree = Mapping[int, "Tree"]
"""The ways to go on: each action leads to the actions that may follow it before the turn is sent; a leaf ends it."""

Regions = dict[str, Markup]
"""The content of parts of the page, by the id of their elements."""


@dataclass(frozen=True)
class Guests:
    """Who sits where, as everyone knows it. Lists are by seat."""

    names: tuple[str, ...]
    bots: tuple[bool, ...]
    """Whether a bot plays there: one invited, or one that stands in for somebody."""
    faces: tuple[str, ...] = ()
    """The picture of each bot in the house's sheet; where it isn't given, a bot looks like any."""

    def face(self, seat: int) -> str:
        """The name of a bot's picture; empty where a person plays."""
        if not self.bots[seat]:
            return ""
        return self.faces[seat] if self.faces else "bot"


@dataclass(frozen=True)
class Fly:
    """Something that moves from one element to another. Both are CSS selectors."""

    start: str
    end: str
    card: Markup
    number: int = 1


@dataclass(frozen=True)
class Beat:
    """How one event is shown, with the board as it is after it."""

    kind: str
    """What it is: a class on the page while it lasts, and the name of its sound."""
    tell: str = ""
    """The sentence for the log and for screen readers. Plain text."""
    seat: int | None = None
    """Whose it is, …"""
    say: str = ""
    """… and what they say in a speech bubble. Plain text."""
    fly: tuple[Fly, ...] = ()
    pause: int = 800
    """How long it stays before the next, in milliseconds at normal pace."""
    why: str = ""
    """The number of the rule or ruling that explains it."""
    forgets: int | None = None
    """The seat whose log is cleared by it: what was announced before must be remembered (MMR-11)."""
    html: Markup = NOTHING
    """More than words for the log, such as the orders that were baked; empty for just the sentence."""
    before: bool = False
    """Whether it stays before the board changes rather than after: what it speaks of is still to be seen."""
    own: str = ""
    """The sentence for the seat whose it is, which is spoken to; empty where that makes no difference."""

    def told_to(self, seat: int | None) -> str:
        """The sentence as a seat or a spectator reads it."""
        return self.own if self.own and seat is not None and seat == self.seat else self.tell

    @cached_property
    def json(self) -> bytes:
        """What pages are told of it, as JSON: written once, since the same happens again and again."""
        told = {name: value for name, value in vars(self).items() if name not in USUAL or value != USUAL[name]}
        if self.fly:
            told["fly"] = [_flight(fly) for fly in self.fly]
        return encode(told)


def spoken_to(beat: Beat, own: str) -> Beat:
    """The beat with the sentence for the seat whose it is, if that is another than the one for everybody."""
    return beat if own == beat.tell else replace(beat, own=own)


USUAL: Final = {
    "tell": "",
    "own": "",
    "seat": None,
    "say": "",
    "fly": (),
    "pause": 0,
    "why": "",
    "forgets": None,
    "html": "",
    "before": False,
}
"""What isn't sent of a beat."""


def _flight(fly: Fly) -> dict[str, str | int]:
    flight: dict[str, str | int] = {"start": fly.start, "end": fly.end, "card": fly.card}
    return flight if fly.number == 1 else flight | {"number": fly.number}


@dataclass(frozen=True)
class Best:
    """The order worth telling of after a game."""

    seat: int
    """Whose it was."""
    title: str
    """What people call it."""
    pieces: tuple[tuple[str, str], ...] = ()
    """What it took: how many, and the symbol of what."""


@dataclass(frozen=True)
class Recollection:
    """What a seat was told since the deal, at a table that remembers it for its guests."""

    memory: Memory
    why: str
    """Why the table does, as a sentence: whoever is advised by it is told."""


class Face(ABC):
    """One game's looks."""

    name: str
    """The game's name in the register. Its style sheet is `static/style.css` in the face's package, its pictures are
    `static/art.svg` there; what it shows outside the table lies in an element with this name as a class."""

    @abstractmethod
    def layout(self, game: Game, guests: Guests, seat: int | None, regions: Regions) -> Markup:
        """The table: every region as an element with its id and its content, in its place. Rendered once a page."""

    @abstractmethod
    def board(self, view: View, guests: Guests) -> Regions:
        """The content of every shared region by id, from a spectator's view. The same for all, so no "you"."""

    def touched(self, memory: Memory, event: Event, guests: Guests) -> Regions | None:
        """Those shared regions that an event may have changed, where that is less work than the whole board.

        The memory is a spectator's that has just seen the event; the regions are as in the board from its view. `None`
        for events after which the whole board is rendered.
        """
        return None

    @abstractmethod
    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        """The content of every region of a seat's own by id, from its view or what its game has in place of it.

        The tree holds what the seat may do now, empty unless it is awaited; `None` where nobody plays, as in a replay.
        The controls follow the composer's marks (see `static/compose.js`): those that no way of the tree leads through
        can't be used, so a face may show them all the time.
        """

    @abstractmethod
    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        """How an event is shown, as a spectator sees it; `None` for what isn't shown on its own."""

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        """What the seat of an event with a private part is told of it, as a sentence; empty for nothing."""
        return ""

    def hint(self, view: View, recollection: Recollection | None) -> Markup:
        """What a seat is told that asks for a hint: what to do, and why, and what it has and what is missing.

        Only what it sees now is counted. What was announced before is its own to remember, unless there is a
        recollection; a hint that makes use of that says so.
        """
        return NOTHING

    def reminds(self, game: Game) -> bool:
        """Whether the rules of this table let everybody look up what was announced."""
        return False

    @abstractmethod
    def picture(self) -> Markup:
        """What stands for the game on the pages around its tables: a few of its symbols, shown in a row."""

    def ending(self, view: View, guests: Guests) -> Markup:
        """The final scoring, told step by step with its tie-breaks. Empty while the game goes on."""
        if view_outcome(view) is None:
            return NOTHING
        return tag("p", _("The game is over."))

    def best(self, view: View) -> Best | None:
        """The best order of a game that is over, from a spectator's view; `None` for a game that has no such thing."""
        return None

    def scored(self, score: int) -> str:
        """What somebody has at the end, in words: `five orders`."""
        return str(score)


def view_outcome(view: View) -> object:
    """The outcome that the view shows, if the game has one and it is over."""
    return getattr(view, "outcome", None)
