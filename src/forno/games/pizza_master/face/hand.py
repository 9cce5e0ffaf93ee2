"""Regions of a seat's own cards: its hand of orders, and its secret objective."""

from __future__ import annotations

from forno.core.language import _, capital
from forno.games.pizza_master.face.board import objective
from forno.games.pizza_master.face.pieces import Slip, book_of
from forno.games.pizza_master.face.turn import AskedTurn, Way, answer
from forno.games.pizza_master.knowledge.views import PizzaMasterPlace
from forno.games.pizza_master.rules import actions
from forno.games.pizza_master.words import action_phrase
from forno.pages.caches import SMALL_CACHE, remembered
from forno.pages.composer import control
from forno.pages.html import Markup, tag


def hand_region(place: PizzaMasterPlace, asked: AskedTurn) -> Markup:
    """Return your orders on their clip rail: to touch, where they can be discarded or completed."""
    book = book_of(place.game)
    discards = {action.order: number for number, action in asked.answers(actions.Discard)}
    completes = asked.completes(shared=False)
    slips: list[Markup] = []
    for name in place.hand:
        slip = book.slips[name]
        if name in discards:
            slips.append(tag("li", _discardable(slip, discards[name])))
        elif name in completes:
            slips.append(tag("li", _ready_slip(slip, tuple(completes[name]))))
        else:
            slips.append(tag("li", slip.html))
    secret = None
    if place.secret is not None:
        secret = tag("div.secret", tag("h4.label", _("Your secret")), objective(book, place.secret))
    shown = tag("ul.slips", slips or tag("li.bare", _("No orders in hand.")), aria_label=_("Your orders"))
    return tag("h3.unseen", _("Your orders")) + tag("div.clip", shown, secret)


@remembered(SMALL_CACHE)
def _discardable(slip: Slip, action: int) -> Markup:
    inside = (slip.inside, tag("span.do", _("Discard")))
    return control(action, "discard", slip.name, inside, css=f"{slip.css}.choose", data_many=True)


@remembered(SMALL_CACHE)
def _ready_slip(slip: Slip, ways: tuple[Way, ...]) -> Markup:
    """Return an order that can be completed now: a button, or, with several ways, what leads to theirs in the turn."""
    inside = (slip.inside, tag("span.do", _("Complete"), aria_hidden="true"))
    if len(ways) > 1:
        return tag(f"div{slip.css}.ready", inside)
    number, action = ways[0]
    return answer(number, capital(action_phrase(action)), inside, css=f"{slip.css}.ready")
