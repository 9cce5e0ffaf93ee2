"""Names of the cards and phrases for the actions of Pizza Master, in the language of the context."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from forno.core.language import N_, NN_, P_, _, capital, labelled, listed, ngettext, pgettext
from forno.games.pizza_master.rules import actions
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
"""Number of each ingredient."""

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

COUNTS = {
    "cheese": TYPE_TITLES[0],
    "vegetable": TYPE_TITLES[1],
    "seafood": TYPE_TITLES[2],
    "meat": TYPE_TITLES[3],
    "orders": N_("orders"),
    "sets": N_("sets"),  # Translators: one completed order of each type makes a set
    "side dishes": N_("side dishes"),
    "missions": N_("missions"),
}
"""Names of what an objective can count."""


# --- ingredients, points, coins ---------------------------------------------------


def kind_word(kind: int) -> str:
    """Return an ingredient, of no particular number."""
    return _(KINDS[kind])


def type_word(type_: int) -> str:
    """Return the type of orders."""
    return pgettext(*TYPES_OF_ORDER[type_])


def amount_text(number: int, kind: int) -> str:
    """Return a number of things in words: `3 cheese`."""
    return ngettext(*COUNTED[kind], number).format(n=number)


def amounts(counts: Amounts) -> str:
    """Return amounts in words: `3 cheese and 1 meat`, or `nothing`."""
    return listed(amount_text(count, kind) for kind, count in enumerate(counts) if count) or _("nothing")


def chosen_text(chosen: Sequence[tuple[int, int]]) -> str:
    """Return what wildcards are made of: `1 meat and 2 seafood`."""
    return listed(amount_text(number, kind) for number, kind in chosen)


def coins_text(coins: Amounts) -> str:
    """Return coins by section in words: `2 on cheese and 1 on meat`, or `none`."""
    # Translators: coins on an ingredient: 3 on cheese
    placed = (_("{n} on {kind}").format(n=count, kind=kind_word(kind)) for kind, count in enumerate(coins) if count)
    return listed(placed) or _("none")


def placed_coins(turn: Iterable[actions.Action], coins: int, before: Amounts | None = None) -> Amounts:
    """PM-6: return by section the coins that a turn places, of `coins` in all; the last section gets what is left."""
    placed = list(before or (0,) * len(KINDS))
    for step in turn:
        if isinstance(step, actions.PlaceCoins):
            placed[step.kind] = step.number
    placed[-1] = max(coins - sum(placed[:-1]), 0)
    return tuple(placed)


def orders_text(counts: Amounts) -> str:
    """Return orders by type in words: `2 cheese orders and 1 meat order`, or `none`."""
    types = (ngettext(*ORDERS_OF_TYPE[type_], count).format(n=count) for type_, count in enumerate(counts) if count)
    return listed(types) or _("none")


def many_points(number: int) -> str:
    return ngettext("{n} point", "{n} points", number).format(n=number)


def many_coins(number: int) -> str:
    return ngettext("{n} coin", "{n} coins", number).format(n=number)


def many_cards(number: int) -> str:
    return ngettext("{n} order card", "{n} order cards", number).format(n=number)


# --- cards ------------------------------------------------------------------------


def card_word(name: str) -> str:
    """Return what an order, mission or objective is called in lists and answers; one of another deck as there."""
    return _(name)


def card_name(name: str) -> str:
    """Return what it is called at the table: `Garden bites`."""
    return capital(card_word(name).replace("-", " "))


def card_names(names: Iterable[str]) -> str:
    """Return the names of cards in words: `Campfire and Spoil`, or `none`."""
    return listed(map(card_name, names)) or _("none")


def needs_text(card: OrderCard) -> str:
    """Return what an order asks for: `1 cheese and 3 of any one kind but cheese`."""
    parts = [amount_text(count, kind) for kind, count in enumerate(card.needs) if count]
    for place, number in enumerate(card.wild):
        wish = _("{n} of another kind but cheese") if place else _("{n} of any one kind but cheese")
        parts.append(wish.format(n=number))
    return listed(parts)


def order_text(card: OrderCard) -> str:
    """Return what an order asks for, and whether it is a side dish."""
    return f"{needs_text(card)} ({_(card.dish)})" if card.dish == "side dish" else needs_text(card)


def goal_text(card: MissionCard) -> str:
    """Return what wins a mission, as a sentence."""
    if card.goal == "last pass":
        return _("Be the last to pass.")
    if card.goal == "fewest points":
        return _("Have the fewest points.")
    if card.goal == "collected":
        return _("Be the first to collect {amount} today.").format(amount=amount_text(card.number, card.of))
    if card.goal == "type":
        orders = ngettext(*ORDERS_OF_TYPE[card.of], card.number)
    elif card.goal == "side dishes":
        orders = ngettext("{n} side dish", "{n} side dishes", card.number)
    else:
        orders = ngettext("{n} order", "{n} orders", card.number)
    return _("Be the first to complete {orders} today.").format(orders=orders.format(n=card.number))


def reward_text(card: MissionCard) -> str:
    """Return what a mission brings besides its bonus, as a sentence; empty for nothing."""
    match card.effect:
        case "special":
            return _("The card counts as a completed special.")
        case "last in order":
            return _("The winner is last in tomorrow's turn order.")
        case "draw":
            return _("The winner draws {cards} more tomorrow.").format(cards=many_cards(card.gives))
        case "receive":
            return _("The winner gets {amount} tomorrow.").format(amount=amount_text(1, card.gives))
        case "keep":
            return _("The winner may keep one ingredient from the tray for tomorrow.")
        case "return":
            return _("The winner returns any one ingredient to the supply.")
    return ""


def bonus_text(card: MissionCard) -> str:
    return ngettext("bonus {n}", "bonus {n}", card.bonus).format(n=card.bonus)


def mission_text(card: MissionCard) -> str:
    """Return a mission in full."""
    return " ".join(filter(None, (goal_text(card), reward_text(card), f"{capital(bonus_text(card))}.")))


def objective_goal(card: ObjectiveCard) -> str:
    """Return who gets an objective."""
    goal = _("Fewest {what}") if card.fewest else _("Most {what}")
    return goal.format(what=_(COUNTS[card.counts]))


def objective_worth(card: ObjectiveCard, players: int) -> str:
    """Return what an objective is worth, as a phrase."""
    if card.worth == "everyone":
        return ngettext("{n} point for each on the table", "{n} points for each on the table", card.times).format(
            n=card.times
        )
    if card.worth == "players":
        return many_points(card.times * players)
    times = card.times * (1 if card.worth == "own" else players)
    return ngettext("{n} point for each", "{n} points for each", times).format(n=times)


def objective_sign(card: ObjectiveCard, players: int) -> str:
    """Return what an objective is worth, at a glance: `+12`, `+5 each`, or `+1 × all` where everybody's count."""
    if card.worth == "everyone":
        return _("+{n} × all").format(n=card.times)  # Translators: so many points for each such order on the table
    if card.worth == "players":
        return f"+{card.times * players}"
    # Translators: so many points for each such order of the winner
    return _("+{n} each").format(n=card.times * (1 if card.worth == "own" else players))


def objective_text(card: ObjectiveCard, players: int) -> str:
    """Return an objective in full: `Fewest orders: 16 points`."""
    return labelled(objective_goal(card), objective_worth(card, players))


# --- what is done -----------------------------------------------------------------


def for_everyone(order: str) -> str:
    """Return an order that lies there for everyone."""
    return _("{order} (for everyone)").format(order=order)


def traded_orders(action: actions.Trade | actions.TradeSpecials) -> str:
    """Return the two orders that are traded."""
    if isinstance(action, actions.TradeSpecials):
        return _("2 specials")
    return (_("2 {type} pizzas"), _("a {type} pizza and a {type} side dish"), _("2 {type} side dishes"))[
        action.side_dishes
    ].format(type=type_word(action.type))


def place_text(owner: str | None, beside: bool, mine: bool = False) -> str:
    """Return where an ingredient can be: in the refrigerator, or at somebody's place."""
    if owner is None:
        return _("the refrigerator")
    if mine:
        return _("beside your tray") if beside else _("your tray")
    return (_("beside {name}'s tray") if beside else _("{name}'s tray")).format(name=owner)


def action_phrase(action: actions.Action) -> str:
    """Return an action as a phrase: `take cheese`."""
    match action:
        case actions.Keep():
            return _("keep the rest")
        case actions.Discard(order):
            return _("discard {order}").format(order=card_name(order))
        case actions.PlaceCoins(kind, number):
            return _("{n} on {kind}").format(n=many_coins(number), kind=kind_word(kind))
        case actions.Collect(kind, reserved):
            phrase = _("take the reserved {kind}") if reserved else _("take {kind}")
            return phrase.format(kind=kind_word(kind))
        case actions.Pass():
            return _("pass")
        case actions.Complete(order, chosen, shared):
            named = for_everyone(card_name(order)) if shared else card_name(order)
            if not chosen:
                return _("complete {order}").format(order=named)
            return _("complete {order} with {amounts}").format(order=named, amounts=chosen_text(chosen))
        case actions.Trade():
            return _("trade {orders} for {amount}").format(orders=traded_orders(action), amount=amount_text(1, 0))
        case actions.TradeSpecials(kind):
            return _("trade {orders} for {amount}").format(orders=traded_orders(action), amount=amount_text(1, kind))
        case actions.Finish():
            return _("finish")  # Translators: a choice: complete no more orders today
        case actions.KeepIngredient(kind):
            return _("keep {amount}").format(amount=_("nothing") if kind is None else amount_text(1, kind))
        case actions.ReturnIngredient(kind, owner, beside):
            place = place_text(None if owner is None else _(owner), beside)
            return _("return {amount} from {place}").format(amount=amount_text(1, kind), place=place)
        case actions.Declare(type_):
            return _("count a special as a {type} order").format(type=type_word(type_))
