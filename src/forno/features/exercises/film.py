"""A stretch of a game as a page shows it by itself: the table as it was, and what happened then, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import language
from forno.pages.face import Guests
from forno.pages.html import fill
from forno.pages.show import Show


@dataclass(frozen=True)
class Film:
    """What a spectator is shown, in one language. Plain text all of it, so that it can be kept and sent."""

    table: str
    """The table as it is to begin with, as HTML."""
    steps: str
    """What `static/show.js` tells, as JSON."""
    told: tuple[str, ...]
    """The same as sentences, for whoever has no script."""


def film(game: Game, events: Sequence[Event], start: int, end: int, guests: Guests) -> Film:
    """What a spectator saw from one event of a game up to another, in the language of the context."""
    speaks = language()
    show = Show(game)
    show.observe(events[:start])
    table = fill(show.face.layout(game, guests, None), show.board(speaks, guests))
    ((steps, _awaits),) = show.tell_again(events[:start], [events[start:end]], speaks, guests)
    told = tuple(step.beat.tell for step in steps if step.beat.tell)
    return Film(str(table), (b"[%b]" % b",".join(step.json for step in steps)).decode(), told)
