"""HTML of small things on the table: slips, ingredients, coins, badges; and the cached texts of a game's cards."""

from __future__ import annotations

from forno.core.language import _
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.cards import KINDS, TYPES, OrderCard
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.words import amounts, card_name, kind_word, many_points, needs_text, type_word
from forno.pages.caches import LARGE_CACHE, SMALL_CACHE, once_a_game, remembered
from forno.pages.html import Markup, tag, together, unseen

MAX_PICTURES = 8
"""The most pictures in one heap; beyond them the number tells."""


@remembered(SMALL_CACHE)
def badge(colour: str) -> Markup:
    """Return a player's shape. Shape and colour come from the class `c-COLOUR` around it."""
    return tag("i.badge", role="img", aria_label=_(colour))


@remembered(LARGE_CACHE)
def heap(counts: Amounts, most: int = MAX_PICTURES) -> Markup:
    """Return ingredients as pictures, heap by heap, with their numbers; empty for none."""
    found = [
        tag(
            f"span.heap.heap-{KINDS[kind]}",
            art.plain(KINDS[kind]) * min(count, most),
            tag("b", count),
            aria_hidden="true",
        )
        for kind, count in enumerate(counts)
        if count
    ]
    return together(found, unseen(amounts(counts)) if found else None)


def goods(kinds: Amounts) -> Markup:
    """Return ingredients one after the other, as an order shows what it takes, for an element that isn't read aloud."""
    return together(art.plain(KINDS[kind]) * count for kind, count in enumerate(kinds))


@remembered(SMALL_CACHE)
def ingredient(kind: int) -> Markup:
    """Return one ingredient in flight."""
    return tag("div.piece", art(KINDS[kind], kind_word(kind)))


@remembered(SMALL_CACHE)
def coin(colour: str) -> Markup:
    """Return one coin in flight."""
    return tag(f"div.piece.coin.c-{colour}", badge(colour))


class Slip:
    """One order card: its texts and its HTML."""

    def __init__(self, number: int, card: OrderCard) -> None:
        self.number = number
        self.card = card
        self.name = card_name(card.name)
        side = card.dish == "side dish"
        self.css = f".slip.type-{TYPES[card.type]}.order-{number}{'.slip-side' if side else ''}"
        """Its CSS classes. `order-N` finds it on the page, independent of its name in a deck file."""
        told = _("{type} order, {points}, needs {needs}").format(
            type=type_word(card.type), points=many_points(card.points), needs=needs_text(card)
        )
        wild = [tag("span.alike", art.plain("joker") * count) for count in card.wild]
        sign = (art(TYPES[card.type]), art("side-dish") if side else None)
        self.inside = together(
            tag("span.slip-points", card.points, aria_hidden="true"),
            tag("span.slip-name", self.name),
            tag("span.slip-needs", goods(card.needs), wild, aria_hidden="true"),
            tag("span.slip-kind", sign, tag("span", _(card.dish))),
            unseen(told),
        )
        """The text on it: its name, needs, type and points."""
        self.html = tag(f"div{self.css}", self.inside)
        """An order that just lies there."""


class CardTexts:
    """The cards of a game in one language."""

    def __init__(self, game: PizzaMaster) -> None:
        self.game = game
        self.slips = {card.name: Slip(number, card) for number, card in enumerate(game.deck.orders)}
        self.missions = {card.name: card for card in game.deck.missions}
        self.objectives = {card.name: card for card in game.deck.objectives}


book_of = once_a_game(SMALL_CACHE)(CardTexts)
