"""Regions of a seat's own cards: its hand and its waiter."""

from __future__ import annotations

from typing import Literal

from forno.core.language import _
from forno.games.mamma_mia.face.pieces import CardTexts, book_of, ingredient_card, no_card
from forno.games.mamma_mia.knowledge.views import MammaMiaPlace
from forno.games.mamma_mia.rules.actions import AddCard
from forno.games.mamma_mia.words import some
from forno.pages.caches import LARGE_CACHE, SMALL_CACHE, remembered
from forno.pages.composer import control
from forno.pages.face import Regions, Tree
from forno.pages.html import Markup, tag, unseen


def hand_regions(place: MammaMiaPlace, tree: Tree | None) -> Regions:
    """Return the cards of a seat; to choose, unless nobody plays here."""
    book, seat = book_of(place.game), place.seat
    return {
        "hand": _hand(book, seat, place.hand, place.orders, _use(book, tree)),
        "waiter": _waiter_pile(book.backs[seat], place.waiter),
    }


Use = Literal["looked at", "placed", "added"]
"""Use of the ingredients of a hand."""


def _use(book: CardTexts, tree: Tree | None) -> Use:
    if tree is None:
        return "looked at"
    first = next(iter(tree), None)  # cards are added or not, never with a choice of something else
    return "added" if first is not None and isinstance(book.game.actions[first], AddCard) else "placed"


@remembered(LARGE_CACHE)
def _hand(book: CardTexts, seat: int, ingredients: tuple[int, ...], orders: tuple[str, ...], use: Use) -> Markup:
    """Return the ingredients as stacks by kind, then the orders.

    Whoever plays has a control for each, in every turn the same: the composer lets those be used that can be placed
    now. So a hand is another one only when its cards are others, or while it is to complete a Bombastica (MMR-4).
    """
    number, shown = _stacks(book, ingredients, use)
    if orders:
        more, slips = _slips(book, seat, orders, use != "looked at")
        number, shown = number + more, shown + slips
    return tag("div.fan", shown, data_n=f"{number:02}")


@remembered(LARGE_CACHE)
def _stacks(book: CardTexts, ingredients: tuple[int, ...], use: Use) -> tuple[int, Markup]:
    """Return the number of stacks, and their HTML."""
    stacks = [
        tag("li", _stack(kind, count, _actions(book, kind, count, use), use))
        for kind, count in enumerate(ingredients)
        if count
    ] or [tag("li.nothing", _("no ingredients"))]
    return len(stacks), tag("ul.stacks", stacks, aria_label=_("Your ingredients"))


@remembered(LARGE_CACHE)
def _slips(book: CardTexts, seat: int, orders: tuple[str, ...], playable: bool) -> tuple[int, Markup]:
    """Return the number of slips, and their HTML: one for every order, and one for none."""
    slips = [_slip(book, seat, order, playable) for order in orders]
    if playable:
        slips.append(_no_order(book.numbers.no_order))
    return len(slips), tag("ul.slips-held", slips, aria_label=_("Your orders"))


@remembered(SMALL_CACHE)
def _no_order(action: int) -> Markup:
    card = tag("span.card.no-order", tag("span", _("no order")))
    return tag("li.without", control(action, "order", _("without an order"), card, css=".slip", default=True))


def _actions(book: CardTexts, kind: int, count: int, use: Use) -> tuple[int, ...]:
    """Return the actions behind a stack: put in one card, two …; or add one."""
    if use == "added":
        return (book.game.lookups.add_card + kind,)
    return book.numbers.places[kind][:count] if use == "placed" else ()


@remembered(LARGE_CACHE)
def _stack(kind: int, count: int, actions: tuple[int, ...], use: Use) -> Markup:
    """Return the cards of one kind in hand. Choosing it again puts in one more; one is added at once."""
    height = min(count, 3)
    inside = (
        tag("span.card") * (height - 1),
        ingredient_card(kind),
        tag("span.count", count, aria_hidden="true"),
        unseen(some(kind, count)),
    )
    if not actions:
        return tag("span.stack", inside, data_height=height)
    if use == "added":
        return control(actions[0], "add", some(kind, 1), inside, css=".stack", send=True, data_height=height)
    phrases = "|".join(some(kind, number) for number in range(1, count + 1))
    return control(actions, "place", phrases, inside, css=".stack", data_height=height, data_count=count)


@remembered(LARGE_CACHE)
def _slip(book: CardTexts, seat: int, order: str, playable: bool) -> Markup:
    leaf = book.leaves[seat][order]
    if not playable:
        return tag("li", tag("span.slip", leaf.html))
    phrase = _("with the order {order}").format(order=leaf.title)
    return tag("li", control(book.numbers.orders[order], "order", phrase, leaf.html, css=".slip"))


@remembered(SMALL_CACHE)
def _waiter_pile(back: Markup, number: int) -> Markup:
    height = 3 if number > 6 else 2 if number > 2 else 1
    pile = tag("div.pile", back * height if number else no_card())
    return pile + tag("p.label", tag("b", number), " ", _("with your waiter"))
