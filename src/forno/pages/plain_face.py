"""The face of games without one: the view as text, and a button for every action."""

from __future__ import annotations

from forno.core.events import Event, SeatEvent
from forno.core.game import Game
from forno.core.language import _, labelled, listed
from forno.core.views import OwnPlace, View
from forno.pages.composer import control, form, one_step, question
from forno.pages.face import Beat, Face, Guests, Regions, Tree, spoken_to, view_outcome
from forno.pages.html import NOTHING, Markup, art, region, tag

PAUSE_MILLISECONDS = 400


class PlainFace(Face):
    """Face that shows text and buttons."""

    def __init__(self, name: str) -> None:
        self.name = name

    def layout(self, game: Game, guests: Guests, seat: int | None, regions: Regions) -> Markup:
        own = None
        if seat is not None:
            own = region(regions, "section#hand.plain-hand"), region(regions, "section#turn")
        return tag("div.plain", region(regions, "section#board.plain-board"), own)

    def board(self, view: View, guests: Guests) -> Regions:
        seats = (
            tag("li.awaited" if view.awaited == seat else "li", labelled(view.game.seat_name(seat), name))
            for seat, name in enumerate(guests.names)
        )
        return {"board": tag("ul.plain-seats", seats) + tag("pre", view.game.show(view))}

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        assert isinstance(place, View)
        return {"hand": tag("pre", place.game.show(place)), "turn": self._turn(place, tree or {})}

    def _turn(self, view: View, tree: Tree) -> Markup:
        if not tree:
            return NOTHING
        controls = []
        for action in tree:
            words = str(view.game.actions[action])
            controls.append(control(action, "answer", words, words, css=".chip", send=True))
        return form(one_step(tree), question(view.game.ask(view)), tag("div.options", controls))

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        told = game.tell(event, guests.names)
        if not told:
            return None
        seat = event.seat if isinstance(event, SeatEvent) else None
        kind = type(event).__name__.lower()
        return spoken_to(
            Beat(kind, tell=told, seat=seat, pause=PAUSE_MILLISECONDS), game.tell(event, guests.names, seat)
        )

    def aside(self, game: Game, event: Event, guests: Guests) -> str:
        """Return the private part of an event for its seat."""
        seat = event.seat if isinstance(event, SeatEvent) else None
        return game.tell(event, guests.names, seat) if event.private else ""

    def picture(self) -> Markup:
        return art("oven")

    def ending(self, view: View, guests: Guests) -> Markup:
        outcome = view_outcome(view)
        if outcome is None:
            return NOTHING
        winners = listed(guests.names[seat] for seat in getattr(outcome, "winners", ()))
        scores = getattr(outcome, "scores", ())
        rows = (tag("li", labelled(name, score)) for name, score in zip(guests.names, scores, strict=False))
        return tag("p", _("The game is over. Won by {names}.").format(names=winners)) + tag("ul", rows)
