"""What happens in Pizza Master, each thing in one sentence: for the terminal, the page and the log alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.core.language import N_, _, listed
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
    KitchenClosed,
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
    card_name,
    card_names,
    coins_text,
    counted,
    for_everyone,
    kind_word,
    many_cards,
    many_points,
    place_text,
    type_word,
)

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.game import PizzaMaster

Names = Sequence[str]

ENDINGS = {
    "points": N_("Somebody has {goal} points: this was the last day."),
    "orders": N_("No orders are left: this was the last day."),
    "days": N_("That was the last of the days to be played."),
}


def tell(game: PizzaMaster, event: Event, names: Names | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one. What is private comes last, if it is known."""
    called = names or [game.say_seat(seat) for seat in range(game.players)]
    told = _morning(game, event, called) or _kitchen(game, event, called)
    told = told or _evening(game, event, called) or _ending(game, event, called)
    secret = private_cards(event)
    return f"{told.removesuffix('.')}: {secret}." if secret else told


def private_cards(event: Event) -> str:
    """The cards that a seat alone knows of; empty if they aren't known, or there are none."""
    if isinstance(event, Drew | Discarded) and event.orders:
        return card_names(event.orders)
    if isinstance(event, SecretDealt) and event.objective is not None:
        return card_name(event.objective)
    return ""


def _morning(game: PizzaMaster, event: Event, names: Names) -> str:
    match event:
        case Seated(order):
            return _("The turn order is {names}.").format(names=listed(names[seat] for seat in order))
        case ObjectivesDealt(objectives):
            return _("Objectives for the end of the game: {objectives}.").format(objectives=card_names(objectives))
        case SecretDealt(seat):
            return _("{name} gets a secret objective.").format(name=names[seat])
        case PrizesLaid(missions):
            laid = (
                _("{mission} at {points}").format(mission=card_name(mission), points=many_points(points))
                for mission, points in zip(missions, game.tables.prizes, strict=False)
            )
            return _("Mission cards lie on the track: {missions}.").format(missions=listed(laid))
        case DayStarted(day):
            return _("Day {day} begins.").format(day=day)
        case Received(seat, None):
            return _("{name} gets nothing for yesterday's mission: the supply has none.").format(name=names[seat])
        case Received(seat, int(kind)):
            return _("{name} gets {what} for yesterday's mission.").format(name=names[seat], what=counted(1, kind))
        case RowLaid(orders):
            return _("Orders for everyone: {orders}.").format(orders=card_names(orders))
        case DeckRenewed(number):
            return _("The discards ({cards}) are shuffled and become the deck.").format(cards=many_cards(number))
        case Drew(seat, 0):
            return _("{name} gets nothing for yesterday's mission: no order cards are left.").format(name=names[seat])
        case Drew(seat, number, _orders, None):
            return _("{name} draws {cards}.").format(name=names[seat], cards=many_cards(number))
        case Drew(seat, number):
            return _("{name} gets {what} for yesterday's mission.").format(name=names[seat], what=many_cards(number))
        case Discarded(seat, 0):
            return _("{name} keeps all orders.").format(name=names[seat])
        case Discarded(seat, number):
            return _("{name} discards {cards}.").format(name=names[seat], cards=many_cards(number))
        case ShopOpened(None):
            return _("Shopping begins.")
        case ShopOpened(str(mission)):
            return _("The mission of the day is {mission}. Shopping begins.").format(mission=card_name(mission))
        case CoinsPlaced(seat, coins):
            return _("{name} places coins: {coins}.").format(name=names[seat], coins=coins_text(coins))
        case Loaded(ingredients):
            return _("Into the refrigerator go {amounts}.").format(amounts=amounts(ingredients))
        case Reserved(seat, ingredients):
            return _("{name} has the most coins there and reserves {amounts}.").format(
                name=names[seat], amounts=amounts(ingredients)
            )
        case Awaits(seat) if seat is not None:
            return _("{name} decides.").format(name=names[seat])
    return ""


def _kitchen(game: PizzaMaster, event: Event, names: Names) -> str:
    match event:
        case Collected(seat, kind, reserved):
            told = _("{name} takes the reserved {kind}.") if reserved else _("{name} takes {kind}.")
            return told.format(name=names[seat], kind=kind_word(kind))
        case Passed(seat):
            return _("{name} passes.").format(name=names[seat])
        case Completed(seat, order, shared, from_tray, from_beside):
            card = game.deck.orders[game.tables.order_names.index(order)]
            used = tuple(map(sum, zip(from_tray, from_beside, strict=True)))
            return _("{name} completes {order} with {amounts}: {points}.").format(
                name=names[seat],
                order=for_everyone(card_name(order)) if shared else card_name(order),
                amounts=amounts(used),
                points=many_points(card.points),
            )
        case Traded(seat, type_, _sides, kind):
            return _("{name} turns two completed {type} orders face down and takes {amount}.").format(
                name=names[seat], type=type_word(type_), amount=counted(1, kind)
            )
        case KitchenClosed():
            return _("Everybody has passed. What is left in the refrigerator stays there for tomorrow.")
    return ""


def _evening(game: PizzaMaster, event: Event, names: Names) -> str:
    match event:
        case MissionWon(seat, mission):
            return _("{name} wins the mission {mission}.").format(name=names[seat], mission=card_name(mission))
        case MissionMissed(mission):
            return _("Nobody fulfils the mission {mission}; it goes under its deck.").format(mission=card_name(mission))
        case IngredientKept(seat, kind):
            what = _("nothing") if kind is None else counted(1, kind)
            return _("{name} keeps {what} for a later day.").format(name=names[seat], what=what)
        case IngredientReturned(seat, kind, owner, beside):
            place = place_text(None if owner is None else names[owner], beside)
            return _("{name} returns {amount} from {place} to the supply.").format(
                name=names[seat], amount=counted(1, kind), place=place
            )
        case Scored(earned, wasted, points):
            told = _("{name} earns {earned}, wastes {wasted} and has {points}")
            scores = (
                told.format(name=name, earned=plus, wasted=minus, points=now)
                for name, plus, minus, now in zip(names, earned, wasted, points, strict=True)
            )
            return _("The day is scored: {scores}.").format(scores="; ".join(scores))
        case PrizeWon(seat, mission, place):
            return _("{name} is the first with {points} and gets {mission}.").format(
                name=names[seat], points=many_points(game.tables.prizes[place]), mission=card_name(mission)
            )
        case MilestoneReached(seat):
            return _("{name} has one more coin and one more order card from now on.").format(name=names[seat])
        case DayEnded(order, helper):
            told = _("The day ends, and trays are cleared. The turn order is {names}.")
            if helper is not None:
                told = _("The day ends, and trays are cleared. The turn order is {names}. {helper} has the extra coin.")
            return told.format(
                names=listed(names[seat] for seat in order), helper="" if helper is None else names[helper]
            )
    return ""


def _ending(game: PizzaMaster, event: Event, names: Names) -> str:
    match event:
        case EndReached(ending, bonus):
            told = _(ENDINGS[ending]).format(goal=game.mode.goal)
            scored = listed(f"{names[seat]} {many_points(points)}" for seat, points in enumerate(bonus) if points)
            return f"{told} {_('Mission cards score: {scores}.').format(scores=scored)}" if scored else told
        case Declared(seat, type_):
            return _("{name} makes a special a {type} order.").format(name=names[seat], type=type_word(type_))
        case ObjectiveScored(objective, holder, seat, points):
            title = card_name(objective)
            if holder is not None:
                title = _("{objective} ({name}'s secret)").format(objective=title, name=names[holder])
            if seat is None:
                return _("{objective}: nobody gets it.").format(objective=title)
            return _("{objective}: {name} gets {points}.").format(
                objective=title, name=names[seat], points=many_points(points)
            )
        case GameEnded(scores, winners, reason):
            return who_won(scores, winners, reason, names)
    return ""


def who_won(scores: Sequence[int], winners: Sequence[int], reason: str, names: Names) -> str:
    """Who won, and what decided it (PM-16, PMR-16)."""
    told = _("{name} wins with {points}.")
    if reason == "turn-order":
        told = _("{name} wins with {points}: ties go to whoever is earlier in the turn order.")
    return told.format(name=names[winners[0]], points=many_points(scores[winners[0]]))
