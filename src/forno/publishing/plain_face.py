"""The looks of any game: its view as text and a button for every action. For games that have no face of their own."""

from __future__ import annotations

import json
from html import escape

from forno.core.events import Event, SeatEvent
from forno.core.game import Game
from forno.core.language import _
from forno.core.views import OwnPlace, View
from forno.publishing.face import Beat, Face, Guests, Tree, view_outcome

PAUSE = 400


class PlainFace(Face):
    """A text and buttons, which every registered game has."""

    def __init__(self, name: str) -> None:
        self.name = name

    def layout(self, game: Game, guests: Guests, seat: int | None) -> str:
        own = (
            '<section id="hand" class="plain-hand"></section><section id="turn"></section>' if seat is not None else ""
        )
        return f'<div class="plain"><section id="board" class="plain-board"></section>{own}</div>'

    def board(self, view: View, guests: Guests) -> dict[str, str]:
        seats = "".join(
            f'<li class="{"awaited" if view.awaited == seat else ""}">{escape(view.game.seat_name(seat))}: '
            f"{escape(name)}</li>"
            for seat, name in enumerate(guests.names)
        )
        return {"board": f'<ul class="plain-seats">{seats}</ul><pre>{escape(view.game.show(view))}</pre>'}

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> dict[str, str]:
        assert isinstance(place, View)
        return {"hand": f"<pre>{escape(place.game.show(place))}</pre>", "turn": self._turn(place, tree)}

    def _turn(self, view: View, tree: Tree | None) -> str:
        if not tree:
            return ""
        buttons = "".join(
            f'<button type="button" data-action="{action}" data-slot="action" data-send>'
            f"{escape(str(view.game.actions[action]))}</button>"
            for action in tree
        )
        steps = escape(json.dumps({str(action): {} for action in tree}, separators=(",", ":")))
        return (
            f'<form id="turn-form" class="turn" data-tree="{steps}"><p class="ask">{escape(view.game.ask(view))}</p>'
            f'<div class="choices">{buttons}</div></form>'
        )

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        told = game.tell(event, guests.names)
        if not told:
            return None
        seat = event.seat if isinstance(event, SeatEvent) else None
        kind = type(event).__name__.lower()
        return Beat(kind, tell=told, seat=seat, pause=PAUSE)

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        """The private part of an event is its seat's alone."""
        return game.tell(event, guests.names) if event.private else ""

    def picture(self) -> str:
        return f'<p class="plain-picture" aria-hidden="true">{escape(self.name)}</p>'

    def ending(self, view: View, guests: Guests) -> str:
        outcome = view_outcome(view)
        if outcome is None:
            return ""
        winners = ", ".join(guests.names[seat] for seat in getattr(outcome, "winners", ()))
        scores = getattr(outcome, "scores", ())
        rows = "".join(
            f"<li>{escape(name)}: {escape(str(score))}</li>" for name, score in zip(guests.names, scores, strict=False)
        )
        return f"<p>{escape(_('The game is over. It is won by: {names}.').format(names=winners))}</p><ul>{rows}</ul>"
