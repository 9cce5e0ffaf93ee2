"""Names of the cards and phrases for the actions of Mamma Mia!, in the language of the context."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from forno.core.language import N_, NN_, _, capital, listed, ngettext, pgettext, separated
from forno.games.mamma_mia.rules import actions
from forno.games.mamma_mia.rules.cards import KINDS, OrderCard, hyphened

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia

NUMBERS = (
    "",
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)
SOME = (
    NN_("one pineapple", "{number} pineapples"),
    NN_("one green pepper", "{number} green peppers"),
    NN_("one mushroom", "{number} mushrooms"),
    NN_("one olive", "{number} olives"),
    NN_("one salami", "{number} salami"),
    NN_("one shrimp", "{number} shrimp"),
)
"""Number of each kind."""
STYLES = {
    "bombastica": "Bombastica",
    "monotoni": "Monotoni",
    "minimale": "Minimale",
    "ghiottona": "Ghiottona",
    "monotoni-junior": "Monotoni junior",
    "minipizza": "Minipizza",
    "mamma-mia": "Mamma Mia",
    "normale": "Normale",
}
"""Names of the pizzas, Italian in every language."""
SYMBOLS = ("pineapple", "pepper", "mushroom", "olive", "salami", "shrimp")
"""Pictures of the ingredients, by kind."""
BAKINGS = ("", N_("first baking"), N_("second baking"), N_("third baking"), N_("fourth baking"))
ONE_OF_EACH = N_("one-of-each")
"""The only name of an order in our decks that is neither a kind of pizza nor made of ingredients."""
KIND_IN_NAME = re.compile("|".join(hyphened(kind) for kind in KINDS))


# --- numbers and ingredients ------------------------------------------------------


def number_word(number: int) -> str:
    """Numbers in words up to ten."""
    if not number:
        return pgettext("number", "no")
    return _(NUMBERS[number]) if number < len(NUMBERS) else str(number)


def kind_word(kind: int) -> str:
    """Return an ingredient, of no particular number."""
    return _(KINDS[kind])


def some(kind: int, number: int) -> str:
    """Return a number of one kind in words: `three salami`, `one olive`."""
    return ngettext(*SOME[kind], number).format(number=number_word(number))


def amounts(counts: Sequence[int]) -> str:
    """Return amounts in words: `three salami and one olive`, or `nothing`."""
    return listed(some(kind, count) for kind, count in enumerate(counts) if count) or _("nothing")


def cards(number: int) -> str:
    return ngettext("one card", "{number} cards", number).format(number=number_word(number))


def more_cards(number: int) -> str:
    return ngettext("one more card", "{number} more cards", number).format(number=number_word(number))


def missing(number: int) -> str:
    """Return how many cards lack, for a narrow place: `2 missing`."""
    return ngettext("{n} missing", "{n} missing", number).format(n=number)


def orders(number: int) -> str:
    return ngettext("one order", "{number} orders", number).format(number=number_word(number))


# --- orders -----------------------------------------------------------------------


def order_card(game: MammaMia, seat: int, order: str) -> OrderCard:
    return next(card for card in game.deck.orders[game.seat_name(seat)] if card.name == order)


def order_name(name: str) -> str:
    """Return an order as it is named in records, but with its ingredients in the language of the context."""
    if name == ONE_OF_EACH:
        return _(ONE_OF_EACH)
    return KIND_IN_NAME.sub(lambda found: hyphened(_(found[0].replace("-", " "))), name)


def title_of_name(name: str) -> str:
    """Return an order by its name alone, for any owner: `Four olives`, `Mamma Mia with salami or shrimp`."""
    if name in STYLES:
        return STYLES[name]
    kinds = [KINDS.index(found[0].replace("-", " ")) for found in KIND_IN_NAME.finditer(name)]
    rest = KIND_IN_NAME.sub("", name).strip("-")
    if rest in STYLES:
        # Translators: an order and the kinds that it can take, joined by “or”
        return _("{pizza} with {kinds}").format(pizza=STYLES[rest], kinds=listed(map(kind_word, kinds), either=True))
    counts = rest.split("--")
    if kinds and len(counts) == len(kinds) and all(count.isdecimal() for count in counts):
        return capital(listed(some(kind, int(count)) for kind, count in zip(kinds, counts, strict=True)))
    return capital(order_name(name).replace("-", " "))


def style_title(card: OrderCard) -> str:
    """Return what sort of pizza it is, as the card says."""
    return STYLES.get(card.style) or capital(card.style.replace("-", " "))


def order_title(card: OrderCard) -> str:
    """Return an order as it is called at the table: a Normale by what it takes, the others by their names."""
    if card.style == "normale":
        return needs_text(card)
    title = style_title(card) if card.style in STYLES else capital(card.name.replace("-", " "))
    if card.either is None:
        return title
    return _("{pizza} with {kinds}").format(pizza=title, kinds=listed(map(kind_word, card.either), either=True))


def order_titles(game: MammaMia, seat: int, names: Sequence[str]) -> str:
    """Return the titles of several orders of one seat."""
    return separated(order_title(order_card(game, seat, name)) for name in names) or _("nothing")


def needs_text(card: OrderCard) -> str:
    """Return what an order asks for: `four olives and one pineapple`."""
    if card.at_least:
        return _("at least {number} ingredients of any kind").format(number=number_word(card.at_least))
    most_first = sorted((kind for kind, count in enumerate(card.needs) if count), key=lambda kind: -card.needs[kind])
    parts = [some(kind, card.needs[kind]) for kind in most_first]
    for place, number in enumerate(card.jokers):
        wish = _("{number} of another chosen kind") if place else _("{number} of one chosen kind")
        parts.append(wish.format(number=number_word(number)))
    if card.fewest:
        parts.append(_("{number} of the rarest kind on the table").format(number=number_word(card.fewest)))
    if card.either is not None:
        parts.append(listed((some(kind, card.either_count) for kind in card.either), either=True))
    if card.forbidden is None:
        return listed(parts)
    return _("{needs}, with no {kind} on the table").format(needs=listed(parts), kind=kind_word(card.forbidden))


# --- what is done -----------------------------------------------------------------


class ClosedTurn(NamedTuple):
    """A turn at the closed oven: what is placed, the order on top and the pile to draw from, if any."""

    placed: actions.Place
    order: str | None
    pile: str | None

    @classmethod
    def of(cls, steps: Sequence[actions.Action]) -> ClosedTurn:
        placed = steps[0]
        assert isinstance(placed, actions.Place)
        order = next((step.order for step in steps if isinstance(step, actions.PlaceOrder)), None)
        return cls(placed, order, next((step.pile for step in steps if isinstance(step, actions.Draw)), None))


def draw_phrase(pile: str) -> str:
    """Return where to draw, said to the player."""
    return _("draw from the supply") if pile == "supply" else _("draw from your waiter")


def action_phrase(action: actions.Action) -> str:
    """Return an action as a phrase: `draw from the waiter`."""
    match action:
        case actions.Place(kind, number):
            return some(kind, number)
        case actions.PlaceOrder(order):
            return _("order {order}").format(order=order_name(order))
        case actions.PlaceNoOrder():
            return _("no order")
        case actions.Draw(pile):
            return _("draw from the supply") if pile == "supply" else _("draw from the waiter")
        case actions.Choose(kinds):
            return _("bake with {kinds}").format(kinds=listed(map(kind_word, kinds)))
        case actions.AddMissing():
            return _("add what is missing")
        case actions.AskForHelp():
            return _("ask for help")
        case actions.SendBack():
            return _("send it back")
        case actions.Request(kind, number):
            return _("ask for {ingredients}").format(ingredients=some(kind, number))
        case actions.EndRequest():
            return _("ask for no more")
        case actions.AddCard(kind):
            return _("add {ingredients}").format(ingredients=some(kind, 1))
        case actions.Help():
            # Translators: a choice: give ingredients to a neighbour who asks
            return _("help")
        case actions.RefuseHelp():
            return _("don't help")
