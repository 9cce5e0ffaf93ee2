"""Animated stretch of a game: the table at its start, and the steps that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import language
from forno.pages.face import Guests
from forno.pages.publishing.show import Show


@dataclass(frozen=True)
class Film:
    """A stretch of a game as a spectator sees it, in one language; plain text, so that it can be stored."""

    table: str
    """The table at the start, as HTML."""
    steps: str
    """Steps for `static/show.js`, as JSON."""
    told: tuple[str, ...]
    """The same steps as sentences, for browsers without JavaScript."""


def film(game: Game, events: Sequence[Event], start: int, end: int, guests: Guests) -> Film:
    """Return the stretch of a game between two events, in the language of the context."""
    speaks = language()
    show = Show(game)
    show.observe(events[:start])
    table = show.face.layout(game, guests, None, show.board(speaks, guests))
    ((steps, _awaits),) = show.tell_again(events[:start], [events[start:end]], speaks, guests)
    told = tuple(step.beat.tell for step in steps if step.beat.tell)
    return Film(str(table), (b"[%b]" % b",".join(step.json for step in steps)).decode(), told)
