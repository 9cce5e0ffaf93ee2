"""Pizza Master told: events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.core.language import N_, _, ngettext
from forno.games.pizza_master.rules.events import (
    CoinsPlaced,
    Collected,
    Completed,
    DayEnded,
    DayStarted,
    DeckRenewed,
    Declared,
    Discarded,
    Drew,
    EndReached,
    GameEnded,
    IngredientKept,
    IngredientReturned,
    Loaded,
    MilestoneReached,
    MissionMissed,
    MissionWon,
    ObjectiveScored,
    ObjectivesDealt,
    Passed,
    PrizesLaid,
    PrizeWon,
    Received,
    Reserved,
    RowLaid,
    Scored,
    Seated,
    SecretDealt,
    ShopOpened,
    Traded,
)
from forno.games.pizza_master.words import (
    amounts,
    card_word,
    card_words,
    cards,
    counted,
    kind_word,
    stacks,
    type_word,
)

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.game import PizzaMaster

ENDINGS = {
    "points": N_("somebody has enough points"),
    "orders": N_("no order is left"),
    "days": N_("the last day is over"),
}
REASONS = {N_("most-points"): N_("most points"), N_("turn-order"): N_("the tie goes to the earlier in turn order")}
TRADES = (
    N_("{name} trades two {type} orders for {kind}."),
    N_("{name} trades two {type} orders (one is a side dish) for {kind}."),
    N_("{name} trades two {type} orders (both side dishes) for {kind}."),
)
"""By how many of the orders are side dishes."""


def called(game: PizzaMaster, names: Sequence[str] | None = None) -> Sequence[str]:
    """How the seats are called: by the names given, or else by their colours."""
    return names or [game.say_seat(seat) for seat in range(game.players)]


def tell(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one."""
    name = called(game, names).__getitem__
    match event:
        case Seated(order):
            return _("The turn order is {names}.").format(names=", ".join(name(seat) for seat in order))
        case ObjectivesDealt(objectives):
            return _("The objectives are {objectives}.").format(objectives=card_words(objectives))
        case SecretDealt(seat, None):
            return _("{name} gets a secret objective.").format(name=name(seat))
        case SecretDealt(seat, str(objective)):
            return _("{name} gets a secret objective: {objective}.").format(
                name=name(seat), objective=card_word(objective)
            )
        case PrizesLaid(missions):
            laid = [
                _("{mission} at {points}").format(mission=card_word(mission), points=points)
                for mission, points in zip(missions, game.tables.prizes, strict=True)
            ]
            return _("Mission cards lie ready: {missions} points.").format(missions=", ".join(laid))
        case DayStarted(day):
            return _("Day {day} begins.").format(day=day)
        case Received(seat, None):
            return _("{name} gets nothing: the supply has none.").format(name=name(seat))
        case Received(seat, int(kind)):
            return _("{name} gets {ingredients}.").format(name=name(seat), ingredients=counted(1, kind))
        case RowLaid(orders):
            return _("For everyone: {orders}.").format(orders=card_words(orders))
        case DeckRenewed(number):
            return ngettext(
                "The discards, {n} card, become the deck.", "The discards, {n} cards, become the deck.", number
            ).format(n=number)
        case Drew():
            return _tell_draw(event, name(event.seat))
        case Discarded(seat, 0):
            return _("{name} discards nothing.").format(name=name(seat))
        case Discarded(seat, number, None):
            return _("{name} discards {cards}.").format(name=name(seat), cards=cards(number))
        case Discarded(seat, number, tuple(orders)):
            return _("{name} discards {cards}: {orders}.").format(
                name=name(seat), cards=cards(number), orders=card_words(orders)
            )
        case ShopOpened(None):
            return _("Shopping begins.")
        case ShopOpened(str(mission)):
            return _("The mission of the day is {mission}. Shopping begins.").format(mission=card_word(mission))
        case CoinsPlaced(seat, coins):
            return _("{name} places coins: {sections}.").format(name=name(seat), sections=stacks(coins))
        case Loaded(ingredients):
            return _("Into the refrigerator: {ingredients}.").format(ingredients=amounts(ingredients))
        case Reserved(seat, ingredients):
            return _("{name} reserves {ingredients}.").format(name=name(seat), ingredients=amounts(ingredients))
        case Awaits(seat) if seat is not None:
            return _("{name} is to decide.").format(name=name(seat))
    return _tell_making(game, event, names) or _tell_evening(game, event, names) or tell_end(game, event, names)


def _tell_draw(event: Drew, name: str) -> str:
    if event.mission is not None:
        mission = card_word(event.mission)
        if not event.number:
            return _("{name} draws nothing for {mission}: no order card is left.").format(name=name, mission=mission)
        if event.orders is None:
            return _("{name} draws {cards} more for {mission}.").format(
                name=name, cards=cards(event.number), mission=mission
            )
        return _("{name} draws {cards} more for {mission}: {orders}.").format(
            name=name, cards=cards(event.number), mission=mission, orders=card_words(event.orders)
        )
    if event.orders is None:
        return _("{name} draws {cards}.").format(name=name, cards=cards(event.number))
    return _("{name} draws {cards}: {orders}.").format(
        name=name, cards=cards(event.number), orders=card_words(event.orders)
    )


def _tell_making(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    name = called(game, names).__getitem__
    match event:
        case Collected(seat, kind, reserved):
            sentence = _("{name} takes the reserved {kind}.") if reserved else _("{name} takes {kind}.")
            return sentence.format(name=name(seat), kind=kind_word(kind))
        case Passed(seat):
            return _("{name} passes.").format(name=name(seat))
        case Completed(seat, order, shared, from_tray, from_beside):
            if not any(from_beside):
                sentence = (
                    _("{name} completes the shared {order} with {ingredients}.")
                    if shared
                    else _("{name} completes {order} with {ingredients}.")
                )
            else:
                sentence = (
                    _("{name} completes the shared {order} with {ingredients}, {more} from beside the tray.")
                    if shared
                    else _("{name} completes {order} with {ingredients}, {more} from beside the tray.")
                )
            return sentence.format(
                name=name(seat), order=card_word(order), ingredients=amounts(from_tray), more=amounts(from_beside)
            )
        case Traded(seat, type_, sides, kind):
            return _(TRADES[sides]).format(name=name(seat), type=type_word(type_), kind=kind_word(kind))
    return ""


def _tell_evening(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    name = called(game, names).__getitem__
    match event:
        case MissionWon(seat, mission):
            return _("{name} wins the mission {mission}.").format(name=name(seat), mission=card_word(mission))
        case MissionMissed(mission):
            return _("Nobody fulfils the mission {mission}.").format(mission=card_word(mission))
        case IngredientKept(seat, None):
            return _("{name} keeps no ingredient.").format(name=name(seat))
        case IngredientKept(seat, int(kind)):
            return _("{name} keeps {ingredients}.").format(name=name(seat), ingredients=counted(1, kind))
        case IngredientReturned(seat, kind, None):
            return _("{name} returns {kind} from the refrigerator.").format(name=name(seat), kind=kind_word(kind))
        case IngredientReturned(seat, kind, int(owner), beside):
            sentence = (
                _("{name} returns {kind} from beside {owner}'s tray.")
                if beside
                else _("{name} returns {kind} from {owner}'s tray.")
            )
            return sentence.format(name=name(seat), kind=kind_word(kind), owner=name(owner))
        case Scored(earned, wasted, points):
            parts = [
                f"{name(seat)} {now} (+{plus}, -{minus})"
                for seat, (plus, minus, now) in enumerate(zip(earned, wasted, points, strict=True))
            ]
            return _("Points: {points}.").format(points=", ".join(parts))
        case PrizeWon(seat, mission, place):
            return _("{name} is the first to have {points} points and gets {mission}.").format(
                name=name(seat), points=game.tables.prizes[place], mission=card_word(mission)
            )
        case MilestoneReached(seat):
            return _("{name} has one coin and one card more from now on.").format(name=name(seat))
        case DayEnded(order, helper):
            turns = ", ".join(name(seat) for seat in order)
            if helper is None:
                return _("The day ends. The turn order is {names}.").format(names=turns)
            return _("The day ends. The turn order is {names}. {helper} has the extra help coin.").format(
                names=turns, helper=name(helper)
            )
    return ""


def tell_end(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    name = called(game, names).__getitem__
    match event:
        case EndReached(ending, bonus):
            scored = ", ".join(f"{name(seat)} {points}" for seat, points in enumerate(bonus))
            return _("The end: {ending}. Missions score: {points}.").format(ending=_(ENDINGS[ending]), points=scored)
        case Declared(seat, type_):
            return _("{name} declares a special to be {type}.").format(name=name(seat), type=type_word(type_))
        case ObjectiveScored(objective, holder, seat, points):
            title = card_word(objective)
            if holder is not None:
                title = _("{objective} ({name}'s secret)").format(objective=title, name=name(holder))
            if seat is None:
                return _("{objective}: nobody.").format(objective=title)
            return ngettext("{objective}: {name}, {n} points.", "{objective}: {name}, {n} points.", points).format(
                objective=title, name=name(seat), n=points
            )
        case GameEnded(scores, winners, reason):
            return _("Final points: {points}. {name} wins: {reason}.").format(
                points=", ".join(f"{name(seat)} {score}" for seat, score in enumerate(scores)),
                name=name(winners[0]),
                reason=_(REASONS[reason]),
            )
    return ""
