"""What the cards of Mamma Mia! and what is done with them are called, in the language of the context."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from forno.core.language import N_, NN_, _, ngettext
from forno.games.mamma_mia.rules.actions import (
    Action,
    AddCard,
    AddMissing,
    AskForHelp,
    Choose,
    Draw,
    EndRequest,
    Help,
    Place,
    PlaceNoOrder,
    PlaceOrder,
    RefuseHelp,
    Request,
    SendBack,
)
from forno.games.mamma_mia.rules.cards import KINDS, OrderCard, hyphened

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.events import Amounts

COUNTED = (
    NN_("{n} pineapple", "{n} pineapple"),
    NN_("{n} green pepper", "{n} green pepper"),
    NN_("{n} mushroom", "{n} mushroom"),
    NN_("{n} olive", "{n} olive"),
    NN_("{n} salami", "{n} salami"),
    NN_("{n} shrimp", "{n} shrimp"),
)
"""So many of each kind."""

ONE_OF_EACH = N_("one-of-each")
"""The only name of an order in our decks that is neither a kind of pizza nor made of ingredients."""

KIND_IN_NAME = re.compile("|".join(hyphened(kind) for kind in KINDS))


def kind_word(kind: int) -> str:
    """An ingredient, of no particular number."""
    return _(KINDS[kind])


def counted(number: int, kind: int) -> str:
    """`3 salami`."""
    return ngettext(*COUNTED[kind], number).format(n=number)


def amounts(counts: Amounts) -> str:
    """`3 salami, 1 olive`, or `nothing`."""
    return ", ".join(counted(count, kind) for kind, count in enumerate(counts) if count) or _("nothing")


def cards(number: int) -> str:
    return ngettext("{n} card", "{n} cards", number).format(n=number)


def order_word(name: str) -> str:
    """What an order is called: as in records, but with its ingredients in the language of the context."""
    if name == ONE_OF_EACH:
        return _(ONE_OF_EACH)
    return KIND_IN_NAME.sub(lambda found: hyphened(_(found[0].replace("-", " "))), name)


def order_words(names: tuple[str, ...]) -> str:
    return ", ".join(order_word(name) for name in names)


def needs_text(card: OrderCard) -> str:
    """What an order asks for: `1 pineapple + 4 olive`."""
    if card.at_least:
        return ngettext("at least {n} of any kinds", "at least {n} of any kinds", card.at_least).format(n=card.at_least)
    parts = [counted(count, kind) for kind, count in enumerate(card.needs) if count]
    for place, number in enumerate(card.jokers):
        parts.append(_of_another(number) if place else _of_one(number))
    if card.fewest:
        parts.append(
            ngettext("{n} of the rarest kind on the table", "{n} of the rarest kind on the table", card.fewest).format(
                n=card.fewest
            )
        )
    if card.either is not None:
        one, other = (counted(card.either_count, kind) for kind in card.either)
        parts.append(_("{one} or {other}").format(one=one, other=other))
    needs = " + ".join(parts)
    if card.forbidden is None:
        return needs
    return _("{needs}, with no {kind} on the table").format(needs=needs, kind=kind_word(card.forbidden))


def _of_one(number: int) -> str:
    return ngettext("{n} of one chosen kind", "{n} of one chosen kind", number).format(n=number)


def _of_another(number: int) -> str:
    return ngettext("{n} of another", "{n} of another", number).format(n=number)


def action_phrase(action: Action) -> str:
    """An action as a phrase: `draw from the waiter`."""
    match action:
        case Place(kind, number):
            return counted(number, kind)
        case PlaceOrder(order):
            return _("order {order}").format(order=order_word(order))
        case PlaceNoOrder():
            return _("no order")
        case Draw(pile):
            return _("draw from the supply") if pile == "supply" else _("draw from the waiter")
        case Choose((kind,)):
            return _("bake with {kind}").format(kind=kind_word(kind))
        case Choose((kind, other)):
            return _("bake with {kind} and {other}").format(kind=kind_word(kind), other=kind_word(other))
        case AddMissing():
            return _("add what is missing")
        case AskForHelp():
            return _("ask for help")
        case SendBack():
            return _("send it back")
        case Request(kind, 0):
            return _("ask for no {kind}").format(kind=kind_word(kind))
        case Request(kind, number):
            return _("ask for {ingredients}").format(ingredients=counted(number, kind))
        case EndRequest():
            return _("ask for no more")
        case AddCard(kind):
            return _("add {ingredients}").format(ingredients=counted(1, kind))
        case Help():
            return _("give help")
        case RefuseHelp():
            return _("don't help")
    return str(action)
