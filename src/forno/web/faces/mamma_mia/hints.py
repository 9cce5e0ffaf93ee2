"""Hints on request: which of the own orders could be baked with what the seat sees now, and nothing remembered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from forno.core.language import _, language
from forno.games.mamma_mia.cards import OrderCard
from forno.games.mamma_mia.views import MammaMiaView
from forno.web.faces.html import esc
from forno.web.faces.mamma_mia.cards import Leaf, book_of
from forno.web.faces.mamma_mia.words import amounts, cards, kind_name


def hints(view: MammaMiaView) -> str:
    """What of the own orders is in sight: in the hand, on the open table, in the oven if its tally is shown."""
    assert view.seat is not None and view.hand is not None and view.orders is not None
    seen: list[int] = list(view.hand)
    table: Sequence[int] = (0,) * len(seen)
    where = _("Counted is your hand alone: what lies in the oven is yours to remember.")
    if view.opening is not None:
        table = view.opening.table
        where = _("Counted are your hand and what lies open on the table.")
    elif view.oven_tally is not None:
        table = view.oven_tally
        where = _("Counted are your hand and what lies in the oven.")
    seen = [mine + there for mine, there in zip(seen, table, strict=True)]
    leaves = book_of(view.game).leaves[view.seat]
    names = list(view.orders)
    if view.opening is not None and view.opening.owner == view.seat and view.opening.order is not None:
        names.insert(0, view.opening.order)
    speaks, in_sight, lying = language(), tuple(seen), tuple(table)
    rows = "".join([_row(speaks, leaves[name], in_sight, lying) for name in names])
    return _details(speaks, rows, where)


@lru_cache(maxsize=20_000)
def _row(speaks: str, leaf: Leaf, seen: tuple[int, ...], table: tuple[int, ...]) -> str:
    return f"<li><b>{esc(leaf.title)}</b>: {esc(verdict(leaf.card, seen, table))}</li>"


def _details(speaks: str, rows: str, where: str) -> str:
    before, after = _frame(speaks, where)
    return f"{before}{rows or _no_orders(speaks)}{after}"


@lru_cache(maxsize=50)
def _frame(speaks: str, where: str) -> tuple[str, str]:
    before = f'<details class="hints"><summary>{esc(_("Hint"))}</summary><div><ul>'
    return before, f"</ul><p>{esc(where)}</p></div></details>"


@lru_cache(maxsize=20)
def _no_orders(speaks: str) -> str:
    return f"<li>{esc(_('You hold no orders.'))}</li>"


def verdict(card: OrderCard, seen: Sequence[int], table: Sequence[int]) -> str:
    """Whether all that an order needs is in sight, or what lacks."""
    if card.forbidden is not None and table[card.forbidden]:
        return _("not while {kind} lies there").format(kind=kind_name(card.forbidden))
    if card.at_least:
        lacking = card.at_least - sum(seen)
        return _("all in sight") if lacking <= 0 else _("{cards} short").format(cards=cards(lacking))
    missing = [max(wanted - there, 0) for wanted, there in zip(card.needs, seen, strict=True)]
    free = [kind for kind in range(len(seen)) if not card.needs[kind] and kind != card.forbidden]
    if card.fewest:
        lying = [kind for kind in free if table[kind]]
        if not lying:
            return _("the kind that will be the rarest can't be told yet")
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
    return _("lacks {ingredients}").format(ingredients=amounts(missing))
