"""What the cards of Pizza Master are called and say, in the language of the context."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from forno.core.language import N_, NN_, P_, _, ngettext, pgettext
from forno.games.pizza_master.rules.actions import (
    Action,
    Collect,
    Complete,
    Declare,
    Discard,
    Finish,
    Keep,
    KeepIngredient,
    Pass,
    PlaceCoins,
    ReturnIngredient,
    Trade,
    TradeSpecials,
)
from forno.games.pizza_master.rules.cards import KINDS, MissionCard, ObjectiveCard, OrderCard

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.events import Amounts

NAMES = (
    N_("garden-bites"),
    N_("green-meadow"),
    N_("farmers-market"),
    N_("kitchen-garden"),
    N_("river-garden"),
    N_("hunters-garden"),
    N_("harbour-bites"),
    N_("white-sail"),
    N_("fresh-catch"),
    N_("deep-blue"),
    N_("green-lagoon"),
    N_("captains-feast"),
    N_("butchers-bites"),
    N_("campfire"),
    N_("smokehouse"),
    N_("big-grill"),
    N_("chicken-trio"),
    N_("surf-and-turf"),
    N_("cheesy-greens"),
    N_("cheesy-shells"),
    N_("cheesy-bacon"),
    N_("golden-meadow"),
    N_("golden-reef"),
    N_("golden-ranch"),
    N_("melted-meadow"),
    N_("melted-reef"),
    N_("melted-ranch"),
    N_("super-premium"),
    N_("freestyle-deluxe"),
    N_("freestyle-duo"),
    N_("alchemist"),
    N_("supporter"),
    N_("the-flash"),
    N_("last-hand-standing"),
    N_("organic-supply"),
    N_("carnivore"),
    N_("poseidon"),
    N_("refrigerator"),
    N_("spoil"),
    N_("crazy-cheesy"),
    N_("meat-hunter"),
    N_("ocean-discover"),
    N_("vegan-guru"),
    N_("lazy-trainee"),
    N_("greedy-gatherer"),
    N_("indy-creator"),
    N_("sidekick-master"),
    N_("supreme-achiever"),
)
"""The orders, missions and objectives of the game's own deck, as records call them."""

COUNTED = (
    NN_("{n} cheese", "{n} cheese"),
    NN_("{n} vegetable", "{n} vegetable"),
    NN_("{n} seafood", "{n} seafood"),
    NN_("{n} meat", "{n} meat"),
)
"""So many of each ingredient."""

ORDERS_OF_TYPE = (
    NN_("{n} cheese order", "{n} cheese orders"),
    NN_("{n} vegetable order", "{n} vegetable orders"),
    NN_("{n} seafood order", "{n} seafood orders"),
    NN_("{n} meat order", "{n} meat orders"),
    NN_("{n} special order", "{n} special orders"),
)

TYPES_OF_ORDER = (
    P_("type of order", "cheese"),
    P_("type of order", "vegetable"),
    P_("type of order", "seafood"),
    P_("type of order", "meat"),
    P_("type of order", "special"),
)

TYPE_TITLES = (
    N_("cheese orders"),
    N_("vegetable orders"),
    N_("seafood orders"),
    N_("meat orders"),
    N_("special orders"),
)


def kind_word(kind: int) -> str:
    """An ingredient, of no particular number."""
    return _(KINDS[kind])


def type_word(type_: int) -> str:
    """The type of orders."""
    return pgettext(*TYPES_OF_ORDER[type_])


def counted(number: int, kind: int) -> str:
    """`3 cheese`."""
    return ngettext(*COUNTED[kind], number).format(n=number)


def amounts(counts: Amounts) -> str:
    """`3 cheese, 1 meat`, or `nothing`."""
    return ", ".join(counted(count, kind) for kind, count in enumerate(counts) if count) or _("nothing")


def stacks(coins: Amounts) -> str:
    """Coins by section: `2 cheese, 1 meat`, or `nothing`."""
    said = pgettext("coins", "{n} {kind}")
    stacked = [said.format(n=count, kind=kind_word(kind)) for kind, count in enumerate(coins) if count]
    return ", ".join(stacked) or _("nothing")


def types(counts: Amounts) -> str:
    """Orders by type: `2 cheese, 1 meat`."""
    return ", ".join(f"{count} {type_word(type_)}" for type_, count in enumerate(counts) if count)


def cards(number: int) -> str:
    return ngettext("{n} card", "{n} cards", number).format(n=number)


def card_word(name: str) -> str:
    """What an order, mission or objective is called; one of an own deck as there."""
    return _(name)


def card_words(names: Iterable[str]) -> str:
    """`campfire, spoil`, or `none`."""
    return ", ".join(card_word(name) for name in names) or _("none")


def needs_text(card: OrderCard) -> str:
    """What an order asks for: `1 cheese + 1 of one chosen kind + 2 of another`."""
    parts = [counted(count, kind) for kind, count in enumerate(card.needs) if count]
    for place, number in enumerate(card.wild):
        if place:
            parts.append(ngettext("{n} of another", "{n} of another", number).format(n=number))
        else:
            parts.append(ngettext("{n} of one chosen kind", "{n} of one chosen kind", number).format(n=number))
    needs = " + ".join(parts)
    return _("{needs} (side dish)").format(needs=needs) if card.dish == "side dish" else needs


def mission_text(card: MissionCard) -> str:
    """Who wins a mission and what it brings: `first to complete 3 orders: counts as a completed special, bonus 1`."""
    parts = [_effect(card), _("bonus {points}").format(points=card.bonus)]
    return f"{_goal(card)}: {', '.join(filter(None, parts))}"


def _effect(card: MissionCard) -> str:
    match card.effect:
        case "special":
            return _("counts as a completed special")
        case "last in order":
            return _("is last in the next day's turn order")
        case "draw":
            return ngettext(
                "draws {n} order card more the next day", "draws {n} order cards more the next day", card.gives
            ).format(n=card.gives)
        case "receive":
            return _("gets {ingredients} the next day").format(ingredients=counted(1, card.gives))
        case "keep":
            return _("may keep 1 ingredient of the tray")
        case "return":
            return _("returns any ingredient to the supply")
    return ""


def _goal(card: MissionCard) -> str:
    if card.goal == "last pass":
        return _("last to pass in collecting")
    if card.goal == "fewest points":
        return _("fewest points")
    if card.goal == "collected":
        return _("first to collect {ingredients} in a day").format(ingredients=counted(card.number, card.of))
    if card.goal == "type":
        orders = ngettext(*ORDERS_OF_TYPE[card.of], card.number)
    elif card.goal == "side dishes":
        orders = ngettext("{n} side dish", "{n} side dishes", card.number)
    else:
        orders = ngettext("{n} order", "{n} orders", card.number)
    return _("first to complete {orders}").format(orders=orders.format(n=card.number))


COUNTED_MOST = {
    "cheese": N_("most cheese orders"),
    "vegetable": N_("most vegetable orders"),
    "seafood": N_("most seafood orders"),
    "meat": N_("most meat orders"),
    "orders": N_("most orders"),
    "sets": N_("most sets"),
    "side dishes": N_("most side dishes"),
    "missions": N_("most missions"),
}
COUNTED_FEWEST = {
    "cheese": N_("fewest cheese orders"),
    "vegetable": N_("fewest vegetable orders"),
    "seafood": N_("fewest seafood orders"),
    "meat": N_("fewest meat orders"),
    "orders": N_("fewest orders"),
    "sets": N_("fewest sets"),
    "side dishes": N_("fewest side dishes"),
    "missions": N_("fewest missions"),
}
WORTHS = {
    "everyone": NN_("{n} point for each that anybody has", "{n} points for each that anybody has"),
    "players": NN_("{n} point for each player in the game", "{n} points for each player in the game"),
    "own": NN_("{n} point for each of them", "{n} points for each of them"),
    "own times players": NN_(
        "{n} point for each of them times the number of players",
        "{n} points for each of them times the number of players",
    ),
}


def objective_text(card: ObjectiveCard) -> str:
    """Who gets an objective and what it is worth: `fewest orders: 4 points for each player in the game`."""
    goes_to = (COUNTED_FEWEST if card.fewest else COUNTED_MOST)[card.counts]
    return f"{_(goes_to)}: {ngettext(*WORTHS[card.worth], card.times).format(n=card.times)}"


TRADES = (
    N_("trade 2 {type} pizzas"),
    N_("trade a {type} pizza and a {type} side dish"),
    N_("trade 2 {type} side dishes"),
)
"""By how many of the orders are side dishes."""


def action_phrase(action: Action) -> str:
    """An action as a phrase: `take cheese`."""
    match action:
        case Keep():
            return _("keep the rest")
        case Discard(order):
            return _("discard {order}").format(order=card_word(order))
        case PlaceCoins(kind, 0):
            return _("no coins on {kind}").format(kind=kind_word(kind))
        case PlaceCoins(kind, number):
            return ngettext("{n} coin on {kind}", "{n} coins on {kind}", number).format(n=number, kind=kind_word(kind))
        case Collect(kind, reserved):
            phrase = _("take the reserved {kind}") if reserved else _("take {kind}")
            return phrase.format(kind=kind_word(kind))
        case Pass():
            return _("pass")
        case Complete():
            return _complete(action)
        case Trade(type_, side_dishes):
            return _(TRADES[side_dishes]).format(type=type_word(type_))
        case TradeSpecials(kind):
            return _("trade 2 specials for {kind}").format(kind=kind_word(kind))
        case Finish():
            return _("finish")
        case KeepIngredient(None):
            return _("keep no ingredient")
        case KeepIngredient(int(kind)):
            return _("keep {ingredients}").format(ingredients=counted(1, kind))
        case ReturnIngredient(kind, None):
            return _("return {kind} from the refrigerator").format(kind=kind_word(kind))
        case ReturnIngredient(kind, str(owner), beside):
            phrase = _("return {kind} from beside {owner}'s tray") if beside else _("return {kind} from {owner}'s tray")
            return phrase.format(kind=kind_word(kind), owner=_(owner))
        case Declare(type_):
            return _("declare a special to be {type}").format(type=type_word(type_))
    return str(action)


def _complete(action: Complete) -> str:
    order = card_word(action.order)
    if not action.chosen:
        return (_("complete the shared {order}") if action.shared else _("complete {order}")).format(order=order)
    first, *others = (counted(number, kind) for number, kind in action.chosen)
    for other in others:
        first = _("{one} and {other}").format(one=first, other=other)
    phrase = (
        _("complete the shared {order} with {ingredients}")
        if action.shared
        else _("complete {order} with {ingredients}")
    )
    return phrase.format(order=order, ingredients=first)
