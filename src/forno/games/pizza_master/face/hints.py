"""Hints on request: what to do and why; which orders the tray covers, and what each of the others lacks.

Only what the seat sees is counted.
"""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from typing import Final

from forno.core.language import _, labelled, listed, ngettext, stated
from forno.games.pizza_master.face.advice import advice
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import book_of
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules.cards import KINDS, OrderCard
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
    cards = book_of(view.game).slips
    there = tuple(map(sum, zip(view.trays[seat], view.beside[seat], strict=True)))
    lines = [_line(cards[name].card, there, False) for name in dict.fromkeys(view.hand or ())]
    if view.actions and view.phase in ("shopping", "collecting"):
        nearest = sorted((cards[name].card for name in dict.fromkeys(view.row)), key=lambda card: lack(card, there))
        lines += [_line(card, there, True) for card in nearest[:MAX_SHARED]]
    told = advice(view)
    have = _("You have {what}.").format(what=amounts(there)) if any(there) else None
    return together(
        tag("p.advice", told) if told else None,
        tag("p", have) if have else None,
        tag("ul", lines or tag("li", _("No orders in hand."))),
        tag("p", tag("small", _("Based on what everyone sees and your own orders."))),
    )


def _line(card: OrderCard, there: Amounts, shared: bool) -> Markup:
    ways = missing(card, there)
    name = card_name(card.name)
    if shared:
        name = for_everyone(name)
    if any(not any(lacks) for lacks in ways):
        return tag("li.ready", art("check"), stated([labelled(name, _("complete"))]))
    return tag("li", stated([labelled(name, _("{what} missing").format(what=_lacking(ways)))]))


def _lacking(ways: list[Amounts]) -> str:
    """Return what is missing; of many ways what all need, and how many besides."""
    if len(ways) <= MAX_WAYS:
        return reduce(_or, map(amounts, ways))
    common = tuple(map(min, zip(*ways, strict=True)))
    others = sum(ways[0]) - sum(common)
    more = ngettext("{n} other", "{n} others", others).format(n=others)
    return listed([amounts(common), more]) if any(common) else more


def lack(card: OrderCard, there: Amounts) -> int:
    """Return how many ingredients an order lacks."""
    return sum(missing(card, there)[0])


def _or(one: str, other: str) -> str:
    return listed((one, other), either=True)


def missing(card: OrderCard, there: Amounts) -> list[Amounts]:
    """Return what an order lacks: with wildcards, the ways that lack least, each once (PM-2)."""
    ways: list[Amounts] = []
    for kinds in permutations(range(1, len(KINDS)), len(card.wild)):
        needs = list(card.needs)
        for number, kind in zip(card.wild, kinds, strict=True):
            needs[kind] += number
        lacks = tuple(max(0, need - have) for need, have in zip(needs, there, strict=True))
        if lacks not in ways:
            ways.append(lacks)
    least = min(map(sum, ways))
    return [lacks for lacks in ways if sum(lacks) == least]
