"""The looks: regions filled from what everybody sees, a seat's own form, and a beat for each event."""

from __future__ import annotations

from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import OwnPlace, View
from forno.pages.composer import control, form, question
from forno.pages.face import Beat, Face, Guests, Regions, Tree, spoken_to
from forno.pages.html import NOTHING, Markup, region, tag
from last_slice import words
from last_slice.rules import Ended, LastSliceView, Took


class LastSliceFace(Face):
    name = "last-slice"

    def layout(self, game: Game, guests: Guests, seat: int | None, regions: Regions) -> Markup:
        mine = [region(regions, "section#box"), region(regions, "section#turn")] if seat is not None else []
        return tag("div.plain", region(regions, "section#pile"), region(regions, "section#plates"), mine)

    def board(self, view: View, guests: Guests) -> Regions:
        assert isinstance(view, LastSliceView)
        pile = tag("p.pile", "🍕" * view.left or "–", aria_label=f"{view.left} slices in the pile", role="img")
        plates = [
            tag("li.awaited" if seat == view.awaited else "li", words.plate(name, view.taken[seat], view.boxes[seat]))
            for seat, name in enumerate(guests.names)
        ]
        return {"pile": pile, "plates": tag("ul.plain-seats", plates)}

    def own(self, place: OwnPlace, guests: Guests, tree: Tree | None) -> Regions:
        assert isinstance(place, LastSliceView)
        assert place.seat is not None
        inside = place.boxes[place.seat]
        box = NOTHING if inside is None else tag("p", words.box(inside))
        if not tree:
            return {"box": box, "turn": NOTHING}
        chips = [control(action, "take", words.take(action + 1), words.take(action + 1), send=True) for action in tree]
        return {"box": box, "turn": form(tree, question(words.QUESTION), tag("div.options", chips))}

    def beat(self, game: Game, event: Event, guests: Guests) -> Beat | None:
        told = game.tell(event, guests.names)
        match event:
            case Took(seat):
                return spoken_to(Beat("took", told, seat, why="LS-2"), game.tell(event, guests.names, seat))
            case Ended():
                return Beat("ended", tell=told, why="LS-3")
        return None

    def picture(self) -> Markup:
        return tag("p.plain-picture", "🍕", aria_hidden="true")

    def ending(self, view: View, guests: Guests) -> Markup:
        assert isinstance(view, LastSliceView)
        if view.outcome is None:
            return NOTHING
        rows = [tag("li", f"{name}: {score}") for name, score in zip(guests.names, view.outcome.scores, strict=True)]
        return tag("p", words.ended([guests.names[seat] for seat in view.outcome.winners])) + tag("ol", rows)


FACE = LastSliceFace()
