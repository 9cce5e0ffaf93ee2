"""What a seat alone sees: its hand of orders, and the turn it composes."""

from __future__ import annotations

from forno.core.language import _
from forno.games.pizza_master.face.asked import Answer, Asked, sends, sort_out
from forno.games.pizza_master.face.board import objective
from forno.games.pizza_master.face.pieces import art, order_card, slip, slip_class, slip_inside
from forno.games.pizza_master.face.turn import turn_region, way_words
from forno.games.pizza_master.face.words import card_name, chosen_text
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.games.pizza_master.rules.views import PizzaMasterPlace
from forno.publishing.face import Guests, Tree
from forno.publishing.html import esc


def own(place: PizzaMasterPlace, guests: Guests, tree: Tree) -> dict[str, str]:
    """The regions of a seat's own."""
    asked = sort_out(place.game, tree)
    return {"hand": hand_region(place, asked), "turn": turn_region(place, guests, tree, asked)}


def hand_region(place: PizzaMasterPlace, asked: Asked) -> str:
    """The own orders on their clip rail: to touch, where they can be discarded or completed."""
    game = place.game
    slips = "".join(f"<li>{_own_slip(game, name, asked)}</li>" for name in place.hand)
    if not place.hand:
        slips = f'<li class="bare">{esc(_("No orders in hand."))}</li>'
    secret = ""
    if place.secret is not None:
        shown = objective(game, place.secret)
        secret = f'<div class="secret"><h4 class="label">{esc(_("Your secret"))}</h4>{shown}</div>'
    return (
        f'<h3 class="unseen">{esc(_("Your orders"))}</h3>'
        f'<div class="clip"><ul class="slips" aria-label="{esc(_("Your orders"))}">{slips}</ul>{secret}</div>'
    )


def _own_slip(game: PizzaMaster, name: str, asked: Asked) -> str:
    number = asked.discards.get(name)
    if number is not None:
        card = order_card(game, name)
        return (
            f'<button type="button" class="{slip_class(game, card)} choose" data-slot="discard" data-many '
            f'data-action="{number}" data-phrase="{esc(card_name(name))}">{slip_inside(game, card)}'
            f'<span class="do">{esc(_("Discard"))}</span></button>'
        )
    ways = asked.completes.get(name)
    if ways:
        return ready_slip(game, name, ways)
    return slip(game, name)


def ready_slip(game: PizzaMaster, name: str, ways: list[Answer]) -> str:
    """An order that can be completed now: touch it, or say what its wildcards are (PM-2)."""
    card = order_card(game, name)
    if len(ways) == 1:
        number, action = ways[0]
        do = _("Complete")
        if action.chosen:
            do = _("Complete with {amounts}").format(amounts=chosen_text(action.chosen))
        marks = sends(number, _("complete {order}").format(order=card_name(name)))
        return (
            f'<button class="{slip_class(game, card)} choose ready" {marks}>{slip_inside(game, card)}'
            f'<span class="do">{esc(do)}</span></button>'
        )
    choices = "".join(
        f'<button class="way" {sends(number, chosen_text(action.chosen))} '
        f'aria-label="{esc(_("Complete {order} with {amounts}").format(**way_words(name, action.chosen)))}">'
        f"{''.join(art(KINDS[kind]) * many for many, kind in action.chosen)}</button>"
        for number, action in ways
    )
    return (
        f'<div class="{slip_class(game, card)} ready several">{slip_inside(game, card)}'
        f'<span class="ways"><span class="do">{esc(_("Complete with"))}</span>{choices}</span></div>'
    )
