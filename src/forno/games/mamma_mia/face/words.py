"""The words of the table: ingredients, colours, numbers, orders. Everything in the language of the context."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.language import N_, _, ngettext, pgettext
from forno.games.mamma_mia.rules.cards import OrderCard
from forno.publishing.caches import FEW, remembered

SYMBOLS = ("pineapple", "pepper", "mushroom", "olive", "salami", "shrimp")
"""The pictures of the ingredients, in the order of `KINDS`."""

_KIND_NAMES = (N_("pineapple"), N_("green pepper"), N_("mushroom"), N_("olive"), N_("salami"), N_("shrimp"))
_NUMBERS = (
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
COLOUR_NAMES = {
    "yellow": N_("yellow"),
    "green": N_("green"),
    "brown": N_("brown"),
    "purple": N_("purple"),
    "red": N_("red"),
    "pink": N_("pink"),
}
_STYLES = {
    "bombastica": "Bombastica",
    "monotoni": "Monotoni",
    "minimale": "Minimale",
    "ghiottona": "Ghiottona",
    "monotoni-junior": "Monotoni junior",
    "minipizza": "Minipizza",
    "mamma-mia": "Mamma Mia",
    "normale": "Normale",
}
"""What the pizzas are called is Italian in every language."""


def kind_name(kind: int) -> str:
    return _(_KIND_NAMES[kind])


def number_word(number: int) -> str:
    """Numbers in words up to ten."""
    if not number:
        return pgettext("number", "no")
    return _(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


@remembered(FEW)
def some(kind: int, number: int) -> str:
    """So many of a kind: `three salami`, `one olive`."""
    if kind == 0:
        text = ngettext("one pineapple", "{number} pineapples", number)
    elif kind == 1:
        text = ngettext("one green pepper", "{number} green peppers", number)
    elif kind == 2:
        text = ngettext("one mushroom", "{number} mushrooms", number)
    elif kind == 3:
        text = ngettext("one olive", "{number} olives", number)
    elif kind == 4:
        text = ngettext("one salami", "{number} salami", number)
    else:
        text = ngettext("one shrimp", "{number} shrimp", number)
    return text.format(number=number_word(number))


def cards(number: int) -> str:
    return ngettext("one card", "{number} cards", number).format(number=number_word(number))


def orders(number: int) -> str:
    return ngettext("one order", "{number} orders", number).format(number=number_word(number))


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return parts[0] if parts else _("nothing")
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def amounts(counts: Sequence[int]) -> str:
    """`three salami and one olive`, or `nothing`."""
    return listed([some(kind, count) for kind, count in enumerate(counts) if count])


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def style_title(card: OrderCard) -> str:
    """What sort of pizza it is, as the card says."""
    return _STYLES.get(card.style) or capital(card.style.replace("-", " "))


def order_title(card: OrderCard) -> str:
    """An order as it is called at the table: a Normale by what it takes, the others by their names."""
    if card.style == "normale":
        return needs_words(card)
    title = style_title(card) if card.style in _STYLES else capital(card.name.replace("-", " "))
    if card.either is None:
        return title
    one, two = card.either
    return _("{pizza} with {one} or {two}").format(pizza=title, one=kind_name(one), two=kind_name(two))


def needs_words(card: OrderCard) -> str:
    """What an order asks for, in words."""
    if card.at_least:
        return _("at least {number} ingredients of any kinds").format(number=number_word(card.at_least))
    most_first = sorted((kind for kind, count in enumerate(card.needs) if count), key=lambda kind: -card.needs[kind])
    parts = [some(kind, card.needs[kind]) for kind in most_first]
    if len(card.jokers) == 2:
        parts.append(_("{number} of one kind of choice").format(number=number_word(card.jokers[0])))
        parts.append(_("{number} of another kind of choice").format(number=number_word(card.jokers[1])))
    elif card.jokers:
        parts.append(_("{number} of one kind of choice").format(number=number_word(card.jokers[0])))
    if card.fewest:
        parts.append(_("{number} of the kind of which fewest lie on the table").format(number=number_word(card.fewest)))
    if card.either is not None:
        one, two = card.either
        parts.append(_("{this} or {that}").format(this=some(one, card.either_count), that=some(two, card.either_count)))
    needs = listed(parts)
    if card.forbidden is None:
        return needs
    return _("{needs}; not with {kind} on the table").format(needs=needs, kind=kind_name(card.forbidden))
