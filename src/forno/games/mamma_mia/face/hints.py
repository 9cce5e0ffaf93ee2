"""Hints on request: what to do and why, and what each of your orders has and lacks.

Both count what the seat sees now; at tables that remember for their players, also what lies in the oven.
"""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.language import _
from forno.games.mamma_mia.face.advice import advice
from forno.games.mamma_mia.face.pieces import book_of
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.cards import OrderCard
from forno.games.mamma_mia.words import amounts, cards, kind_word
from forno.pages.face import Recollection
from forno.pages.html import Markup, tag, together


def hints(view: MammaMiaView, recollection: Recollection | None) -> Markup:
    """Return advice, what your orders lack, and what both are based on: hand, open table, or oven where known."""
    assert view.seat is not None and view.hand is not None and view.orders is not None
    opening = view.opening
    names = list(view.orders)
    table: Sequence[int] = (0,) * len(view.hand)
    where = _("Based on your hand alone: the oven is yours to remember.")
    if opening is not None:
        table = opening.table
        where = _("Based on your hand and the table.")
        if opening.owner == view.seat and opening.order is not None:
            names.insert(0, opening.order)
    elif view.oven_tally is not None:
        table = view.oven_tally
        where = _("Based on your hand and the oven.")
    elif recollection is not None:
        assert isinstance(recollection.memory, MammaMiaMemory)
        table = recollection.memory.oven_contents()
    seen = [mine + there for mine, there in zip(view.hand, table, strict=True)]
    leaves = book_of(view.game).leaves[view.seat]
    rows = [
        tag("li", tag("b", leaves[name].title), ": ", verdict(leaves[name].card, seen, table)) for name in names
    ] or [tag("li", _("No orders in hand."))]
    told = advice(view, None if recollection is None else recollection.memory)
    based_on = where if recollection is None else recollection.why
    return together(tag("p.advice", told) if told else None, tag("ul", rows), tag("p", tag("small", based_on)))


def verdict(card: OrderCard, seen: Sequence[int], table: Sequence[int]) -> str:
    """Return whether all that an order needs is in sight, or what lacks."""
    if card.forbidden is not None and table[card.forbidden]:
        return _("there is {kind} on the table").format(kind=kind_word(card.forbidden))
    if card.at_least:
        lacking = card.at_least - sum(seen)
        return _("all in sight") if lacking <= 0 else _("{what} missing").format(what=cards(lacking))
    missing = [max(wanted - there, 0) for wanted, there in zip(card.needs, seen, strict=True)]
    free = [kind for kind in range(len(seen)) if not card.needs[kind] and kind != card.forbidden]
    if card.fewest:
        lying = [kind for kind in free if table[kind]]
        if not lying:
            return _("the rarest kind isn't known yet")
        rarest = min(table[kind] for kind in lying)
        best = max((kind for kind in lying if table[kind] == rarest), key=lambda kind: seen[kind])
        missing[best] += max(card.fewest - seen[best], 0)
    elif card.either is not None:
        best = max(card.either, key=lambda kind: seen[kind])
        missing[best] += max(card.either_count - seen[best], 0)
    else:
        fullest = sorted(free, key=lambda kind: -seen[kind])
        for number, kind in zip(card.jokers, fullest, strict=False):
            missing[kind] += max(number - seen[kind], 0)
    if not any(missing):
        return _("all in sight")
    return _("{what} missing").format(what=amounts(missing))
