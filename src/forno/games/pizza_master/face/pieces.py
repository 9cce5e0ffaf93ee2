"""The small things on the table: order slips, ingredients, coins and the players' badges. All are HTML.

What never changes is made once a language and remembered: by its values, or by the fingerprint of the deck that it
comes from, so that no game is kept alive by its pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from forno.core.language import _, language
from forno.games.pizza_master.face.words import DISH_WORDS, amounts, card_name, colour_word, many_points, needs_text
from forno.games.pizza_master.rules.cards import KINDS, TYPES, OrderCard
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.games.pizza_master.words import kind_word, type_word
from forno.publishing import html
from forno.publishing.caches import remembered
from forno.publishing.html import esc

art = html.art
"""A symbol of the art sheet; a page has hundreds of them."""

SHAPES = {
    "green": "M12 3 22 21H2Z",
    "blue": "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Z",
    "red": "M3 3h18v18H3Z",
    "yellow": "M12 1l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1Z",
    "white": "M12 1l10 11-10 11L2 12Z",
}
"""Every colour has a shape of its own: triangle, circle, square, star, diamond."""

MOST_PICTURES = 8
"""So many pictures lie in one heap; beyond them the number tells."""


MOST_REMEMBERED = 8192

_remembered: dict[Hashable, str] = {}


def remember(key: Hashable, make: Callable[[], str]) -> str:
    """What was made for this key before, or is made now."""
    found = _remembered.get(key)
    if found is None:
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        found = _remembered[key] = make()
    return found


def unseen(text: str) -> str:
    """Text for those who listen. Escapes it."""
    return f'<span class="unseen">{esc(text)}</span>'


@remembered(64)
def _badge(spoken: str, colour: str) -> str:
    shape = SHAPES.get(colour, SHAPES["blue"])
    return (
        f'<svg class="badge" viewBox="0 0 24 24" role="img" aria-label="{esc(colour_word(colour))}">'
        f'<path d="{shape}"/></svg>'
    )


def badge(colour: str) -> str:
    """A player's shape. Its colour comes from the class `in-COLOUR` around it."""
    return _badge(language(), colour)


@remembered(4096)
def heap(spoken: str, counts: Amounts, most: int = MOST_PICTURES) -> str:
    """Ingredients as pictures, heap by heap, with their numbers; empty for none."""
    found: list[str] = []
    for kind, count in enumerate(counts):
        if count:
            name = KINDS[kind]
            pictures = art(name) * min(count, most)
            found.append(f'<span class="heap heap-{name}">{pictures}<b aria-hidden="true">{count}</b></span>')
    return "".join(found) + unseen(amounts(counts)) if found else ""


def slip_inside(game: PizzaMaster, card: OrderCard) -> str:
    """What is written on an order: its name, its needs at a glance, its type and its points."""
    return remember(("inside", language(), game.deck_hash, card.name), lambda: _slip_inside(card))


def _slip_inside(card: OrderCard) -> str:
    needs = "".join(art(KINDS[kind]) * count for kind, count in enumerate(card.needs))
    wild = "".join(f'<span class="alike">{art("joker") * count}</span>' for count in card.wild)
    side = card.dish == "side dish"
    sign = art(TYPES[card.type]) + (art("side-dish") if side else "")
    return (
        f'<span class="slip-points" aria-hidden="true">{card.points}</span>'
        f'<span class="slip-name">{esc(card_name(card.name))}</span>'
        f'<span class="slip-needs" aria-hidden="true">{needs}{wild}</span>'
        f'<span class="slip-kind">{sign}<span>{esc(_(DISH_WORDS[card.dish]))}</span></span>'
        + unseen(
            _("{type} order, {points}, needs {needs}").format(
                type=type_word(card.type), points=many_points(card.points), needs=needs_text(card)
            )
        )
    )


def slip_class(game: PizzaMaster, card: OrderCard) -> str:
    """The classes of an order's slip. `order-N` finds it on the page, whatever a deck file calls it."""
    side = " slip-side" if card.dish == "side dish" else ""
    return f"slip type-{TYPES[card.type]} order-{order_number(game, card.name)}{side}"


def slip(game: PizzaMaster, name: str) -> str:
    """An order that just lies there."""

    def make() -> str:
        card = order_card(game, name)
        called = esc(card_name(name))
        return f'<div class="{slip_class(game, card)}" title="{called}">{slip_inside(game, card)}</div>'

    return remember(("slip", language(), game.deck_hash, name), make)


def order_card(game: PizzaMaster, name: str) -> OrderCard:
    return game.deck.orders[order_number(game, name)]


def order_number(game: PizzaMaster, name: str) -> int:
    return game.tables.order_names.index(name)


def ingredient(kind: int) -> str:
    """One ingredient in flight."""
    return f'<div class="piece">{art(KINDS[kind], kind_word(kind))}</div>'


def coin(colour: str) -> str:
    """One coin in flight."""
    return f'<div class="piece coin c-{esc(colour)}">{badge(colour)}</div>'
