"""What a seat alone sees of its cards: its hand of orders, and its secret objective."""

from __future__ import annotations

from forno.core.language import _, capital
from forno.games.pizza_master.face.board import objective
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import Slip, book_of
from forno.games.pizza_master.face.turn import Asked, Way, answer
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.views import PizzaMasterPlace
from forno.games.pizza_master.words import action_phrase, chosen_text
from forno.publishing.caches import FEW, remembered
from forno.publishing.composer import control
from forno.publishing.html import Markup, tag


def hand_region(place: PizzaMasterPlace, asked: Asked) -> Markup:
    """Your orders on their clip rail: to touch, where they can be discarded or completed."""
    book = book_of(place.game)
    slips = [tag("li", _own_slip(book.slips[name], asked)) for name in place.hand]
    secret = None
    if place.secret is not None:
        secret = tag("div.secret", tag("h4.label", _("Your secret")), objective(book, place.secret))
    shown = tag("ul.slips", slips or tag("li.bare", _("No orders in hand.")), aria_label=_("Your orders"))
    return tag("h3.unseen", _("Your orders")) + tag("div.clip", shown, secret)


def _own_slip(slip: Slip, asked: Asked) -> Markup:
    name = slip.card.name
    if name in asked.discards:
        return _discardable(slip, asked.discards[name])
    ways = asked.completes.get(name)
    return _ready_slip(slip, ways) if ways else slip.html


@remembered(FEW)
def _discardable(slip: Slip, action: int) -> Markup:
    inside = (slip.inside, tag("span.do", _("Discard")))
    return control(action, "discard", slip.name, inside, css=f"{slip.css}.choose", data_many=True)


def _ready_slip(slip: Slip, ways: list[Way]) -> Markup:
    """An order that can be completed now: touch it, or say what its wildcards are (PM-2)."""
    if len(ways) == 1:
        number, action = ways[0]
        do = _("Complete")
        if action.chosen:
            do = _("Complete with {amounts}").format(amounts=chosen_text(action.chosen))
        return answer(number, action_phrase(action), slip.inside, tag("span.do", do), css=f"{slip.css}.choose.ready")
    buttons = []
    for number, action in ways:
        amounts, told = chosen_text(action.chosen), capital(action_phrase(action))
        pictures = [art(KINDS[kind]) * many for many, kind in action.chosen]
        buttons.append(answer(number, amounts, pictures, css=".way", aria_label=told))
    chosen = tag("span.ways", tag("span.do", _("Complete with {amounts}").format(amounts="…")), buttons)
    return tag(f"div{slip.css}.ready.several", slip.inside, chosen)
