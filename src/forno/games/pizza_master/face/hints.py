"""Hints on request: what to do and why; which orders the tray covers, and what each of the others lacks.

Only what the seat sees is counted.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from forno.core.language import _, labelled, listed, ngettext, stated
from forno.games.pizza_master.face.advice import advice
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.prospects import planner_of
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.words import amounts, card_name, for_everyone
from forno.pages.html import Markup, tag, together

MAX_SHARED: Final = 3
"""Maximum number of orders for everyone that are listed, those that lack least."""
MAX_WAYS: Final = 3
"""Maximum number of ways to complete an order that are told apart."""


def hints(view: PizzaMasterView) -> Markup:
    """Return a recommendation with its reason; below it what you have, and what your orders lack.

    On your turn the nearest of the orders for everyone are listed, too: before that, others take them.
    """
    seat = view.seat
    assert seat is not None
    game = view.game
    there = tuple(map(sum, zip(view.trays[seat], view.beside[seat], strict=True)))
    lines = [_line(card_name(name), missing(game, name, there)) for name in dict.fromkeys(view.hand or ())]
    if view.actions and view.phase in ("shopping", "collecting"):
        ways = {name: missing(game, name, there) for name in view.row}
        nearest = sorted(ways, key=lambda name: sum(ways[name][0]))
        lines += [_line(for_everyone(card_name(name)), ways[name]) for name in nearest[:MAX_SHARED]]
    told = advice(view)
    have = _("You have {what}.").format(what=amounts(there)) if any(there) else None
    return together(
        tag("p.advice", told) if told else None,
        tag("p", have) if have else None,
        tag("ul", lines or tag("li", _("No orders in hand."))),
        tag("p", tag("small", _("Based on what everyone sees and your own orders."))),
    )


def _line(name: str, ways: list[Amounts]) -> Markup:
    if any(not any(lacks) for lacks in ways):
        return tag("li.ready", art("check"), stated([labelled(name, _("complete"))]))
    return tag("li", stated([labelled(name, _("{what} missing").format(what=_lacking(ways)))]))


def _lacking(ways: list[Amounts]) -> str:
    """Return what is missing; of many ways what all need, and how many besides."""
    if len(ways) <= MAX_WAYS:
        return reduce(lambda one, other: listed((one, other), either=True), map(amounts, ways))
    common = tuple(map(min, zip(*ways, strict=True)))
    others = sum(ways[0]) - sum(common)
    more = ngettext("{n} other", "{n} others", others).format(n=others)
    return listed([amounts(common), more]) if any(common) else more


def missing(game: PizzaMaster, order: str, there: Amounts) -> list[Amounts]:
    """Return what an order lacks: with wildcards, the ways that lack least, each once (PM-2)."""
    tallies = game.lookups.tallies
    have = tallies.pack(there)
    needs = planner_of(game).ways[game.lookups.order_places[order]]
    lacks = dict.fromkeys(tallies.missing(have, needed) for _way, needed in needs)
    least = min(map(tallies.total, lacks))
    return [tallies.unpack(lack) for lack in lacks if tallies.total(lack) == least]
