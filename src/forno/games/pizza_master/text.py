"""Pizza Master told: events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.games.pizza_master.cards import KINDS, TYPES
from forno.games.pizza_master.events import (
    Amounts,
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

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

ENDINGS = {
    "points": "somebody has enough points",
    "orders": "no order is left",
    "days": "the last day is over",
}
REASONS = {"most-points": "most points", "turn-order": "the tie goes to the earlier in turn order"}


def amounts(counts: Amounts) -> str:
    """`3 cheese, 1 meat`, or `nothing`."""
    return ", ".join(f"{count} {KINDS[kind]}" for kind, count in enumerate(counts) if count) or "nothing"


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"


def cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def tell(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one."""
    name = (names or game.colours).__getitem__
    match event:
        case Seated(order):
            return f"The turn order is {', '.join(name(seat) for seat in order)}."
        case ObjectivesDealt(objectives):
            return f"The objectives are {listed(objectives)}."
        case SecretDealt(seat, objective):
            return f"{name(seat)} gets a secret objective{'' if objective is None else ': ' + objective}."
        case PrizesLaid(missions):
            laid = ", ".join(f"{mission} at {n}" for mission, n in zip(missions, game.tables.prizes, strict=True))
            return f"Mission cards lie ready: {laid} points."
        case DayStarted(day):
            return f"Day {day} begins."
        case Received(seat, kind):
            return f"{name(seat)} gets {'nothing: the supply has none' if kind is None else '1 ' + KINDS[kind]}."
        case RowLaid(orders):
            return f"For everyone: {listed(orders)}."
        case DeckRenewed(number):
            return f"The discards, {cards(number)}, become the deck."
        case Drew(seat, number, orders):
            return f"{name(seat)} draws {cards(number)}{'' if orders is None else ': ' + listed(orders)}."
        case Discarded(seat, number, orders):
            which = "" if orders is None or not number else f": {listed(orders)}"
            return f"{name(seat)} discards {cards(number) if number else 'nothing'}{which}."
        case ShopOpened(mission):
            return "Shopping begins." if mission is None else f"The mission of the day is {mission}. Shopping begins."
        case CoinsPlaced(seat, coins):
            return f"{name(seat)} places coins: {amounts(coins)}."
        case Loaded(ingredients):
            return f"Into the refrigerator: {amounts(ingredients)}."
        case Reserved(seat, ingredients):
            return f"{name(seat)} reserves {amounts(ingredients)}."
        case Awaits(seat) if seat is not None:
            return f"{name(seat)} is to decide."
    return _tell_making(game, event, names) or _tell_evening(game, event, names) or tell_end(game, event, names)


def _tell_making(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    name = (names or game.colours).__getitem__
    match event:
        case Collected(seat, kind, reserved):
            return f"{name(seat)} takes {'the reserved ' if reserved else ''}{KINDS[kind]}."
        case Passed(seat):
            return f"{name(seat)} passes."
        case Completed(seat, order, shared, from_tray, from_beside):
            besides = f", {amounts(from_beside)} from beside the tray" if any(from_beside) else ""
            return (
                f"{name(seat)} completes {'the shared ' if shared else ''}{order} with {amounts(from_tray)}{besides}."
            )
        case Traded(seat, type_, sides, kind):
            which = ("", " (one is a side dish)", " (both side dishes)")[sides]
            return f"{name(seat)} trades two {TYPES[type_]} orders{which} for {KINDS[kind]}."
    return ""


def _tell_evening(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    name = (names or game.colours).__getitem__
    match event:
        case MissionWon(seat, mission):
            return f"{name(seat)} wins the mission {mission}."
        case MissionMissed(mission):
            return f"Nobody fulfils the mission {mission}."
        case IngredientKept(seat, kind):
            return f"{name(seat)} keeps {'no ingredient' if kind is None else '1 ' + KINDS[kind]}."
        case IngredientReturned(seat, kind, owner, beside):
            where = "the refrigerator" if owner is None else f"{'beside ' if beside else ''}{name(owner)}'s tray"
            return f"{name(seat)} returns {KINDS[kind]} from {where}."
        case Scored(earned, wasted, points):
            parts = [
                f"{name(seat)} {now} (+{plus}, -{minus})"
                for seat, (plus, minus, now) in enumerate(zip(earned, wasted, points, strict=True))
            ]
            return f"Points: {', '.join(parts)}."
        case PrizeWon(seat, mission, place):
            return f"{name(seat)} is the first to have {game.tables.prizes[place]} points and gets {mission}."
        case MilestoneReached(seat):
            return f"{name(seat)} has one coin and one card more from now on."
        case DayEnded(order, helper):
            coin = "" if helper is None else f" {name(helper)} has the extra help coin."
            return f"The day ends. The turn order is {', '.join(name(seat) for seat in order)}.{coin}"
    return ""


def tell_end(game: PizzaMaster, event: Event, names: Sequence[str] | None = None) -> str:
    name = (names or game.colours).__getitem__
    match event:
        case EndReached(ending, bonus):
            scored = ", ".join(f"{name(seat)} {points}" for seat, points in enumerate(bonus))
            return f"The end: {ENDINGS[ending]}. Missions score: {scored}."
        case Declared(seat, type_):
            return f"{name(seat)} declares a special to be {KINDS[type_]}."
        case ObjectiveScored(objective, holder, seat, points):
            whose = "" if holder is None else f" ({name(holder)}'s secret)"
            return f"{objective}{whose}: {'nobody' if seat is None else f'{name(seat)}, {points} points'}."
        case GameEnded(scores, winners, reason):
            counted = ", ".join(f"{name(seat)} {score}" for seat, score in enumerate(scores))
            return f"Final points: {counted}. {name(winners[0])} wins: {REASONS[reason]}."
    return ""
