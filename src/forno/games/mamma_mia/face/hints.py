"""Hints on request: what to do and why, and what each of your orders has and lacks.

Both count what the seat sees now; at tables that remember for their players, also what lies in the oven.
"""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.language import _
from forno.games.mamma_mia.face.advice import advice, adviser_of
from forno.games.mamma_mia.face.pieces import Leaf, book_of
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.opening import rarest_ways
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
    leaves = book_of(view.game).leaves[view.seat]
    lacks = {name: lacking(view.game, leaves[name], view.hand, table) for name in names}
    rows = [
        tag("li", tag("b", leaves[name].title), ": ", lack or _("all in sight")) for name, lack in lacks.items()
    ] or [tag("li", _("No orders in hand."))]
    ready = [name for name, lack in lacks.items() if not lack]
    told = advice(view, None if recollection is None else recollection.memory, ready)
    based_on = where if recollection is None else recollection.why
    return together(tag("p.advice", told) if told else None, tag("ul", rows), tag("p", tag("small", based_on)))


def lacking(game: MammaMia, leaf: Leaf, hand: Sequence[int], table: Sequence[int]) -> str:
    """Return what an order lacks in the way of which least does; nothing if all that it needs is in sight."""
    card, lookups, tallies = leaf.card, game.lookups, game.lookups.tallies
    if card.forbidden is not None and table[card.forbidden]:
        return _("there is {kind} on the table").format(kind=kind_word(card.forbidden))
    if card.at_least:
        more = card.at_least - sum(hand) - sum(table)
        return _("{what} missing").format(what=cards(more)) if more > 0 else ""
    recipe = adviser_of(game).judge.cook.recipes[leaf.seat][lookups.bits((card.name,))]
    held, lying = tallies.pack(hand), tallies.pack(table)
    ways = rarest_ways(lookups, lying, recipe.ways) if card.fewest else recipe.ways
    if not ways:
        return _("the rarest kind isn't known yet")
    missing = min((tallies.missing(held, tallies.missing(lying, needs)) for _way, needs in ways), key=tallies.total)
    return _("{what} missing").format(what=amounts(tallies.unpack(missing))) if missing else ""
