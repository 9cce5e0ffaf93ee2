"""What the table says, in the language of the page: names of cards, amounts, goals and rewards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from forno.core.language import N_, _, ngettext
from forno.games.pizza_master.rules.cards import MissionCard, ObjectiveCard, OrderCard
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.words import (
    COUNTED_FEWEST,
    COUNTED_MOST,
    ORDERS_OF_TYPE,
    card_word,
    counted,
    kind_word,
)

DISH_WORDS = {"side dish": N_("side dish"), "pizza": N_("pizza"), "special": N_("special")}
COLOUR_WORDS = {
    "green": N_("green"),
    "blue": N_("blue"),
    "red": N_("red"),
    "yellow": N_("yellow"),
    "white": N_("white"),
}


def card_name(name: str) -> str:
    """What a card is called at the table: `Garden bites`. Plain text."""
    word = card_word(name).replace("-", " ")
    return word[:1].upper() + word[1:]


def colour_word(colour: str) -> str:
    return _(COLOUR_WORDS.get(colour, colour))


def many_points(number: int) -> str:
    return ngettext("{n} point", "{n} points", number).format(n=number)


def many_coins(number: int) -> str:
    return ngettext("{n} coin", "{n} coins", number).format(n=number)


def many_cards(number: int) -> str:
    return ngettext("{n} order card", "{n} order cards", number).format(n=number)


def listed(parts: Iterable[str]) -> str:
    """`one, two and three`."""
    found = list(parts)
    if len(found) < 2:
        return "".join(found)
    return _("{most} and {last}").format(most=", ".join(found[:-1]), last=found[-1])


def amounts(counts: Amounts) -> str:
    """`3 cheese and 1 meat`, or `nothing`."""
    return listed(counted(count, kind) for kind, count in enumerate(counts) if count) or _("nothing")


def coins_text(coins: Amounts) -> str:
    """`2 on cheese, 1 on meat`."""
    return listed(
        _("{n} on {kind}").format(n=count, kind=kind_word(kind)) for kind, count in enumerate(coins) if count
    ) or _("none")


def wild_text(number: int, first: bool) -> str:
    """What a wildcard asks for."""
    if first:
        return _("{n} of one kind but cheese").format(n=number)
    return _("{n} of another kind but cheese").format(n=number)


def needs_text(card: OrderCard) -> str:
    """`1 cheese and 3 of one kind but cheese`."""
    parts = [counted(count, kind) for kind, count in enumerate(card.needs) if count]
    parts += [wild_text(count, place == 0) for place, count in enumerate(card.wild)]
    return listed(parts)


def chosen_text(chosen: Sequence[tuple[int, int]]) -> str:
    """What a wildcard is made of: `1 meat and 2 seafood`."""
    return listed(counted(number, kind) for number, kind in chosen)


def goal_text(card: MissionCard) -> str:
    """What wins a mission, as a sentence."""
    if card.goal == "last pass":
        return _("Be the last to pass.")
    if card.goal == "fewest points":
        return _("Have the fewest points.")
    if card.goal == "collected":
        return _("Be the first to collect {amount} today.").format(amount=counted(card.number, card.of))
    if card.goal == "type":
        orders = ngettext(*ORDERS_OF_TYPE[card.of], card.number)
    elif card.goal == "side dishes":
        orders = ngettext("{n} side dish", "{n} side dishes", card.number)
    else:
        orders = ngettext("{n} order", "{n} orders", card.number)
    return _("Be the first to complete {orders} today.").format(orders=orders.format(n=card.number))


def reward_text(card: MissionCard) -> str:
    """What a mission brings besides its bonus, as a sentence; empty for nothing."""
    if card.effect == "special":
        return _("The card counts as a completed special.")
    if card.effect == "last in order":
        return _("The winner is last in tomorrow’s turn order.")
    if card.effect == "draw":
        return _("The winner draws {cards} more tomorrow.").format(cards=many_cards(card.gives))
    if card.effect == "receive":
        return _("The winner gets {amount} tomorrow.").format(amount=counted(1, card.gives))
    if card.effect == "keep":
        return _("The winner may keep one ingredient of the tray.")
    if card.effect == "return":
        return _("The winner returns any one ingredient to the supply.")
    return ""


def objective_goal(card: ObjectiveCard) -> str:
    """Who gets an objective."""
    word = _((COUNTED_FEWEST if card.fewest else COUNTED_MOST)[card.counts])
    return word[:1].upper() + word[1:]


def objective_worth(card: ObjectiveCard, players: int) -> str:
    """What an objective is worth, as a phrase."""
    if card.worth == "everyone":
        return ngettext("{n} point for each on the table", "{n} points for each on the table", card.times).format(
            n=card.times
        )
    if card.worth == "players":
        return many_points(card.times * players)
    times = card.times * (1 if card.worth == "own" else players)
    return ngettext("{n} point for each", "{n} points for each", times).format(n=times)


def objective_sign(card: ObjectiveCard, players: int) -> str:
    """What an objective is worth, at a glance: `+12`, `+5 each`, or `+1 × all` where everybody's count."""
    if card.worth == "everyone":
        return _("+{n} × all").format(n=card.times)
    if card.worth == "players":
        return f"+{card.times * players}"
    return _("+{n} each").format(n=card.times * (1 if card.worth == "own" else players))
