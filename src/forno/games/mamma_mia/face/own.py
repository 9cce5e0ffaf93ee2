"""What a seat alone sees: its hand, its waiter, and the form in which a turn becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from forno.core.language import _, language
from forno.games.mamma_mia.face.cards import Book, Leaf, book_of, ingredient_card, nothing
from forno.games.mamma_mia.face.deciding import adding_form, baking_form, helping_form, request_form
from forno.games.mamma_mia.face.forms import all_actions, button, form_around, span
from forno.games.mamma_mia.face.words import some
from forno.games.mamma_mia.rules.actions import AddCard, Draw, Help, Place, PlaceNoOrder, PlaceOrder, Request
from forno.games.mamma_mia.rules.views import MammaMiaPlace
from forno.publishing.caches import remembered
from forno.publishing.face import Guests, Tree
from forno.publishing.html import esc, hints_on_request


def own(place: MammaMiaPlace, guests: Guests, tree: Tree | None) -> dict[str, str]:
    """The content of every region of a seat's own."""
    speaks, book, seat = language(), book_of(place.game), place.seat
    return {
        "hand": _hand(speaks, book, seat, place.hand, place.orders, tree is not None),
        "waiter": _waiter_pile(speaks, book, seat, place.waiter),
        "turn": _turn(place, guests, tree) if tree else "",
    }


# --- hand and waiter ------------------------------------------------------------


def _hand(
    speaks: str, book: Book, seat: int, ingredients: tuple[int, ...], orders: tuple[str, ...], playable: bool
) -> str:
    """The ingredients as stacks by kind, then the orders.

    Whoever plays has a control for each, in every turn the same: the composer lets those be used that can be placed
    now. So a hand is another one only when its cards are others.
    """
    number, stacks = _stacks(speaks, book, ingredients, playable)
    if not orders:
        return f'<div class="fan" data-cards="{number}">{stacks}</div>'
    more, slips = _slips(speaks, book, seat, orders, playable)
    return f'<div class="fan" data-cards="{number + more}">{stacks}{slips}</div>'


@remembered(5000)
def _stacks(speaks: str, book: Book, ingredients: tuple[int, ...], playable: bool) -> tuple[int, str]:
    """How many stacks, and they."""
    stacks = [
        f"<li>{_stack(speaks, kind, count, book.numbers.places[kind][:count] if playable else ())}</li>"
        for kind, count in enumerate(ingredients)
        if count
    ]
    if not stacks:
        stacks = [f'<li class="nothing">{esc(_("no ingredients"))}</li>']
    return len(stacks), f'<ul class="stacks" aria-label="{esc(_("Your ingredients"))}">{"".join(stacks)}</ul>'


@remembered(5000)
def _slips(speaks: str, book: Book, seat: int, orders: tuple[str, ...], playable: bool) -> tuple[int, str]:
    """How many slips, and they: one for every order, and one for none."""
    leaves, numbers = book.leaves[seat], book.numbers
    slips = [
        f"<li>{_slip(speaks, leaves[order], numbers.orders[order] if playable else None)}</li>" for order in orders
    ]
    if playable:
        slips.append(f'<li class="without">{_no_order(speaks, numbers.no_order)}</li>')
    return len(slips), f'<ul class="slips-held" aria-label="{esc(_("Your orders"))}">{"".join(slips)}</ul>'


@remembered(200)
def _no_order(speaks: str, action: int) -> str:
    inside = f'<span class="card no-order"><span>{esc(_("no order"))}</span></span>'
    return button(action, "order", _("without an order"), inside, "slip", default=True)


@remembered(2000)
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


@remembered(2000)
def _slip(speaks: str, leaf: Leaf, action: int | None) -> str:
    if action is None:
        return f'<span class="slip">{leaf.html}</span>'
    return button(action, "order", _("with the order {order}").format(order=leaf.title), leaf.html, "slip")


@remembered(5000)
def _waiter_pile(speaks: str, book: Book, seat: int, number: int) -> str:
    height = 3 if number > 6 else 2 if number > 2 else 1
    pile = book.backs[seat] * height if number else nothing()
    label = f"<b>{number}</b> {esc(_('with your waiter'))}"
    return f'<div class="pile">{pile}</div><p class="label">{label}</p>'


# --- the turn -------------------------------------------------------------------


def _turn(place: MammaMiaPlace, guests: Guests, tree: Tree) -> str:
    """The form for what is asked now."""
    actions = place.game.tables.actions
    first = actions[next(iter(tree))]
    if isinstance(first, (Place, PlaceOrder, PlaceNoOrder, Draw)):
        return _turn_form(place, tree) + _hints(language())
    offered = {number: actions[number] for number in sorted(all_actions(tree))}
    if isinstance(first, Help):
        return helping_form(place, guests, tree, offered)
    if isinstance(first, AddCard):
        return adding_form(place, tree, offered)
    if isinstance(first, Request):
        return request_form(place, tree, offered) + _hints(language())
    return baking_form(place, tree, offered) + _hints(language())


@cache
def _hints(speaks: str) -> str:
    return hints_on_request(esc(_("Hint")))


def _turn_form(place: MammaMiaPlace, tree: Tree) -> str:
    """I put in three salami with Bombastica and draw from my waiter."""
    book = book_of(place.game)
    speaks, numbers = book.speaks, all_actions(tree)
    asks_order = book.numbers.no_order in numbers
    piles = tuple([draw for draw in book.numbers.draws if draw[0] in numbers])
    # From the supply, unless there is no order in hand to bake for.
    controls = _draw_choice(speaks, piles, "supply" if place.orders else "waiter") if piles else ""
    submit = _into_the_oven(speaks)
    if place.placing is None and place.ordering is None:
        return form_around(tree, _sentence(speaks, asks_order), controls, submit)
    placed = span("place", "…") if place.placing is None else f"<em>{esc(_placing(place))}</em>"
    ordered = span("order", "") if place.ordering is None and asks_order else ""
    if place.ordering is not None:
        leaf = book.leaves[place.seat][place.ordering]
        ordered = f"<em>{esc(_('with the order {order}').format(order=leaf.title))}</em>"
    sentence = esc(_("I put in {ingredients} {order} {draw}")).format(
        ingredients=placed, order=ordered, draw=span("draw", "")
    )
    return form_around(tree, sentence, controls, submit)


@cache
def _sentence(speaks: str, asks_order: bool) -> str:
    """The sentence of a turn of which nothing is settled yet."""
    return esc(_("I put in {ingredients} {order} {draw}")).format(
        ingredients=span("place", "…"), order=span("order", "") if asks_order else "", draw=span("draw", "")
    )


@cache
def _into_the_oven(speaks: str) -> str:
    return esc(_("Into the oven!"))


def _placing(place: MammaMiaPlace) -> str:
    placed = place.game.actions[place.game.parse(place.placing or "")]
    assert isinstance(placed, Place)
    return some(placed.kind, placed.number)


@remembered(200)
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
