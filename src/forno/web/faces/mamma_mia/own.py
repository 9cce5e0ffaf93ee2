"""What a seat alone sees: its hand, its waiter, and the form in which a turn becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from forno.core.language import _, language
from forno.games.mamma_mia.actions import (
    Action,
    AddCard,
    Draw,
    Help,
    Place,
    PlaceNoOrder,
    PlaceOrder,
    Request,
)
from forno.games.mamma_mia.views import MammaMiaView
from forno.web.faces.face import Guests, Tree
from forno.web.faces.html import esc
from forno.web.faces.mamma_mia.cards import Book, Leaf, book_of, ingredient_card, nothing
from forno.web.faces.mamma_mia.deciding import adding_form, baking_form, helping_form, request_form
from forno.web.faces.mamma_mia.forms import all_actions, button, form_around, span
from forno.web.faces.mamma_mia.hints import hints
from forno.web.faces.mamma_mia.words import some

Numbered = dict[int, Action]


def own(view: MammaMiaView, guests: Guests, tree: Tree) -> dict[str, str]:
    """The content of every region of a seat's own."""
    assert view.seat is not None and view.hand is not None and view.orders is not None
    book = book_of(view.game)
    actions = view.game.tables.actions
    offered = {number: actions[number] for number in all_actions(tree)}
    return {
        "hand": _hand(view, book, offered),
        "waiter": _waiter(view, book),
        "turn": _turn(view, guests, tree, offered),
    }


# --- hand and waiter ------------------------------------------------------------


def _hand(view: MammaMiaView, book: Book, offered: Numbered) -> str:
    """The ingredients as stacks by kind, then the orders. What can be placed now is a control."""
    assert view.seat is not None and view.hand is not None and view.orders is not None
    speaks = language()
    places: dict[int, list[int]] = {}
    orders: dict[str, int] = {}
    none = None
    for number, action in offered.items():
        if isinstance(action, Place):
            places.setdefault(action.kind, []).append(number)
        elif isinstance(action, PlaceOrder):
            orders[action.order] = number
        elif isinstance(action, PlaceNoOrder):
            none = number
    stacks = [
        f"<li>{_stack(speaks, kind, count, tuple(places.get(kind, ())))}</li>"
        for kind, count in enumerate(view.hand)
        if count
    ]
    leaves = book.leaves[view.seat]
    slips = [f"<li>{_slip(speaks, leaves[order], orders.get(order))}</li>" for order in view.orders]
    if none is not None:
        slips.append(f"<li>{_no_order(speaks, none)}</li>")
    before_stacks, before_slips, no_stacks = _hand_frame(speaks)
    if not stacks:
        stacks = [no_stacks]
    held = f"{before_stacks}{''.join(stacks)}</ul>"
    if slips:
        held += f"{before_slips}{''.join(slips)}</ul>"
    return f'<div class="fan" data-cards="{len(stacks) + len(slips)}">{held}</div>'


@lru_cache(maxsize=20)
def _hand_frame(speaks: str) -> tuple[str, str, str]:
    return (
        f'<ul class="stacks" aria-label="{esc(_("Your ingredients"))}">',
        f'<ul class="slips-held" aria-label="{esc(_("Your orders"))}">',
        f'<li class="nothing">{esc(_("no ingredients"))}</li>',
    )


@lru_cache(maxsize=200)
def _no_order(speaks: str, action: int) -> str:
    inside = f'<span class="card no-order"><span>{esc(_("no order"))}</span></span>'
    return button(action, "order", _("without an order"), inside, "slip", default=True)


@lru_cache(maxsize=2000)
def _stack(speaks: str, kind: int, count: int, actions: tuple[int, ...]) -> str:
    """The cards of one kind in hand. Choosing it again and again puts in one, two, three."""
    cards = '<span class="card"></span>' * (min(count, 3) - 1) + ingredient_card(kind)
    number = f'<span class="count" aria-hidden="true">{count}</span>'
    words = f'<span class="unseen">{esc(some(kind, count))}</span>'
    if not actions:
        return f'<span class="stack" data-height="{min(count, 3)}">{cards}{number}{words}</span>'
    phrases = "|".join(some(kind, nth) for nth in range(1, count + 1))
    return (
        f'<button type="button" class="stack" data-height="{min(count, 3)}" data-count="{count}" data-slot="place" '
        f'data-actions="{" ".join(map(str, actions))}" data-phrase="{esc(phrases)}">{cards}{number}{words}</button>'
    )


@lru_cache(maxsize=2000)
def _slip(speaks: str, leaf: Leaf, action: int | None) -> str:
    if action is None:
        return f'<span class="slip">{leaf.html}</span>'
    return button(action, "order", _("with the order {order}").format(order=leaf.title), leaf.html, "slip")


def _waiter(view: MammaMiaView, book: Book) -> str:
    assert view.seat is not None
    return _waiter_pile(language(), book, view.seat, view.waiters[view.seat])


@lru_cache(maxsize=5000)
def _waiter_pile(speaks: str, book: Book, seat: int, number: int) -> str:
    height = 3 if number > 6 else 2 if number > 2 else 1
    pile = book.backs[seat] * height if number else nothing()
    label = f"<b>{number}</b> {esc(_('with your waiter'))}"
    return f'<div class="pile">{pile}</div><p class="label">{label}</p>'


# --- the turn -------------------------------------------------------------------


def _turn(view: MammaMiaView, guests: Guests, tree: Tree, offered: Numbered) -> str:
    """The form for what is asked now."""
    if not tree:
        return ""
    first = offered[next(iter(tree))]
    if isinstance(first, (Place, PlaceOrder, PlaceNoOrder, Draw)):
        return _turn_form(view, tree, offered) + hints(view)
    if isinstance(first, Help):
        return helping_form(view, guests, tree, offered)
    if isinstance(first, AddCard):
        return adding_form(view, tree, offered)
    if isinstance(first, Request):
        return request_form(view, tree, offered) + hints(view)
    return baking_form(view, tree, offered) + hints(view)


def _turn_form(view: MammaMiaView, tree: Tree, offered: Numbered) -> str:
    """I put in three salami with Bombastica and draw from my waiter."""
    assert view.orders is not None
    controls, submit = _draws(view, offered), _into_the_oven(language())
    if view.placing is None and view.ordering is None:
        return form_around(tree, _sentence(language(), _asks_order(offered)), controls, submit)
    placed = span("place", "…") if view.placing is None else f"<em>{esc(_placing(view))}</em>"
    ordered = span("order", "") if view.ordering is None and _asks_order(offered) else ""
    if view.ordering is not None and view.seat is not None:
        leaf = book_of(view.game).leaves[view.seat][view.ordering]
        ordered = f"<em>{esc(_('with the order {order}').format(order=leaf.title))}</em>"
    sentence = esc(_("I put in {ingredients} {order} {draw}")).format(
        ingredients=placed, order=ordered, draw=span("draw", "")
    )
    return form_around(tree, sentence, controls, submit)


@lru_cache(maxsize=20)
def _sentence(speaks: str, asks_order: bool) -> str:
    """The sentence of a turn of which nothing is settled yet."""
    return esc(_("I put in {ingredients} {order} {draw}")).format(
        ingredients=span("place", "…"), order=span("order", "") if asks_order else "", draw=span("draw", "")
    )


@lru_cache(maxsize=20)
def _into_the_oven(speaks: str) -> str:
    return esc(_("Into the oven!"))


def _placing(view: MammaMiaView) -> str:
    placed = view.game.actions[view.game.parse(view.placing or "")]
    assert isinstance(placed, Place)
    return some(placed.kind, placed.number)


def _asks_order(offered: Numbered) -> bool:
    return any(isinstance(action, PlaceNoOrder) for action in offered.values())


def _draws(view: MammaMiaView, offered: Numbered) -> str:
    """Where to draw from: the supply, unless there is no order in hand to bake for."""
    piles = tuple([(number, action.pile) for number, action in offered.items() if isinstance(action, Draw)])
    return _draw_choice(language(), piles, "supply" if view.orders else "waiter") if piles else ""


@lru_cache(maxsize=200)
def _draw_choice(speaks: str, piles: tuple[tuple[int, str], ...], usual: str) -> str:
    controls = "".join(_draw_controls(piles, usual))
    return (
        f'<fieldset class="choice draw"><legend>{esc(_("Draw from"))}</legend>'
        f'<span class="segments">{controls}</span></fieldset>'
    )


def _draw_controls(piles: tuple[tuple[int, str], ...], usual: str) -> Iterator[str]:
    for number, pile in piles:
        if pile == "supply":
            phrase, label = _("and draw from the supply"), _("the supply")
        else:
            phrase, label = _("and draw from my waiter"), _("my waiter")
        yield button(number, "draw", phrase, esc(label), "", default=pile == usual)
