"""Hints on request: which of the own orders could be baked with what the seat sees now, and nothing remembered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from forno.core.language import N_, _, language
from forno.games.mamma_mia.cards import OrderCard
from forno.games.mamma_mia.views import MammaMiaPlace
from forno.web.faces.html import esc
from forno.web.faces.mamma_mia.cards import Leaf, book_of
from forno.web.faces.mamma_mia.words import amounts, cards, kind_name

FORBIDDEN: Final = "forbidden"
UNTOLD: Final = "untold"
Lacks = tuple[int, ...] | int | str
"""What an order lacks: so many of each kind, so many cards of any, or one of the reasons above."""


def hints(place: MammaMiaPlace) -> str:
    """What of the own orders is in sight: in the hand, on the open table, in the oven if its tally is shown."""
    speaks, opening = language(), place.opening
    leaves = book_of(place.game).leaves[place.seat]
    names = place.orders
    seen = place.hand
    if opening is not None:
        table = opening.table
        where = N_("Counted are your hand and what lies open on the table.")
        if opening.owner == place.seat and opening.order is not None:
            names = (opening.order, *names)
    elif place.oven_tally is not None:
        table = place.oven_tally
        where = N_("Counted are your hand and what lies in the oven.")
    else:
        table = (0,) * len(seen)
        where = N_("Counted is your hand alone: what lies in the oven is yours to remember.")
    if any(table):
        seen = tuple([mine + there for mine, there in zip(seen, table, strict=True)])
    rows = "".join([_row(speaks, leaves[name], lacks(leaves[name].card, seen, table)) for name in names])
    before, after = _frame(speaks, where)
    return f"{before}{rows or _no_orders(speaks)}{after}"


@lru_cache(maxsize=5000)
def _row(speaks: str, leaf: Leaf, lacking: Lacks) -> str:
    return f"<li><b>{esc(leaf.title)}</b>: {esc(verdict(leaf.card, lacking))}</li>"


@lru_cache(maxsize=50)
def _frame(speaks: str, where: str) -> tuple[str, str]:
    before = f'<details class="hints"><summary>{esc(_("Hint"))}</summary><div><ul>'
    return before, f"</ul><p>{esc(_(where))}</p></div></details>"


@lru_cache(maxsize=20)
def _no_orders(speaks: str) -> str:
    return f"<li>{esc(_('You hold no orders.'))}</li>"


def lacks(card: OrderCard, seen: Sequence[int], table: Sequence[int]) -> Lacks:
    """What an order lacks that isn't in sight."""
    if card.forbidden is not None and table[card.forbidden]:
        return FORBIDDEN
    if card.at_least:
        return max(card.at_least - sum(seen), 0)
    missing = [wanted - there if wanted > there else 0 for wanted, there in zip(card.needs, seen, strict=True)]
    if not (card.fewest or card.jokers or card.either):
        return tuple(missing)
    free = [kind for kind in range(len(seen)) if not card.needs[kind] and kind != card.forbidden]
    if card.fewest:
        lying = [kind for kind in free if table[kind]]
        if not lying:
            return UNTOLD
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
    return tuple(missing)


def verdict(card: OrderCard, lacking: Lacks) -> str:
    """The same in words."""
    if lacking == FORBIDDEN and card.forbidden is not None:
        return _("not while {kind} lies there").format(kind=kind_name(card.forbidden))
    if lacking == UNTOLD:
        return _("the kind that will be the rarest can't be told yet")
    if isinstance(lacking, int) and lacking:
        return _("{cards} short").format(cards=cards(lacking))
    if isinstance(lacking, tuple) and any(lacking):
        return _("lacks {ingredients}").format(ingredients=amounts(lacking))
    return _("all in sight")
