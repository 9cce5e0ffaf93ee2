"""Sentences for the events of Pizza Master: the same in the terminal, on the page and in the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event, SeatEvent
from forno.core.language import N_, _, labelled, listed, separated, stated
from forno.games.pizza_master import words
from forno.games.pizza_master.rules import events

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

Names = Sequence[str]

ENDINGS = {
    "points": N_("Someone has {goal} points: this was the last day."),
    "orders": N_("No orders are left: this was the last day."),
    "days": N_("That was the last day."),
}


def tell(game: PizzaMaster, event: Event, names: Names | None = None, you: int | None = None) -> str:
    """Return an event as a sentence; empty for what isn't worth one. What is private comes last, if it is known."""
    called = names or game.say_seats()
    mine = isinstance(event, SeatEvent) and event.seat == you
    told = _morning(game, event, called) or _shopping(event, called, mine) or _kitchen(game, event, called, mine)
    told = told or _evening(game, event, called, mine) or _ending(game, event, called, mine)
    secret = private_cards(event)
    return labelled(told.removesuffix("."), f"{secret}.") if secret else told


def private_cards(event: Event) -> str:
    """Return the cards that a seat alone knows of; empty if they aren't known, or there are none."""
    if isinstance(event, events.Drew | events.Discarded) and event.orders:
        return words.card_names(event.orders)
    if isinstance(event, events.SecretDealt) and event.objective is not None:
        return words.card_name(event.objective)
    return ""


def _morning(game: PizzaMaster, event: Event, names: Names) -> str:
    match event:
        case events.Seated(order):
            return _("The turn order is {names}.").format(names=listed(names[seat] for seat in order))
        case events.ObjectivesDealt(objectives):
            return _("Objectives for the end of the game: {objectives}.").format(
                objectives=words.card_names(objectives)
            )
        case events.PrizesLaid(missions):
            laid = (
                _("{mission} at {points}").format(mission=words.card_name(mission), points=words.many_points(points))
                for mission, points in zip(missions, game.lookups.prizes, strict=False)
            )
            return _("Mission cards lie on the track: {missions}.").format(missions=listed(laid))
        case events.DayStarted(day):
            return _("Day {day} begins.").format(day=day)
        case events.RowLaid(orders):
            return stated([labelled(_("Orders for everyone"), words.card_names(orders))])
        case events.DeckRenewed(number):
            return _("The discards ({cards}) are shuffled and become the deck.").format(cards=words.many_cards(number))
        case events.ShopOpened(mission):
            of_the_day = [] if mission is None else [labelled(_("Mission of the day"), words.card_name(mission))]
            return " ".join(filter(None, (stated(of_the_day), _("Shopping begins."))))
        case events.Loaded(ingredients):
            return _("Into the refrigerator go {amounts}.").format(amounts=words.amounts(ingredients))
        case Awaits(seat) if seat is not None:
            return _("{name} is thinking.").format(name=names[seat])
    return ""


def _shopping(event: Event, names: Names, mine: bool) -> str:
    match event:
        case events.SecretDealt(seat):
            told = _("You get a secret objective.") if mine else _("{name} gets a secret objective.")
            return told.format(name=names[seat])
        case events.Received(seat, None):
            return _("{name} gets nothing for yesterday's mission: the supply has none.").format(name=names[seat])
        case events.Received(seat, int(kind)):
            return _for_the_mission(names[seat], words.amount_text(1, kind), mine)
        case events.Drew(seat, 0):
            return _("{name} gets nothing for yesterday's mission: no order cards are left.").format(name=names[seat])
        case events.Drew(seat, number, _orders, None):
            told = _("You draw {cards}.") if mine else _("{name} draws {cards}.")
            return told.format(name=names[seat], cards=words.many_cards(number))
        case events.Drew(seat, number):
            return _for_the_mission(names[seat], words.many_cards(number), mine)
        case events.Discarded(seat, 0):
            return (_("You keep all your orders.") if mine else _("{name} keeps all orders.")).format(name=names[seat])
        case events.Discarded(seat, number):
            told = _("You discard {what}.") if mine else _("{name} discards {what}.")
            return told.format(name=names[seat], what=words.many_cards(number))
        case events.CoinsPlaced(seat, coins):
            told = _("You place coins: {coins}.") if mine else _("{name} places coins: {coins}.")
            return told.format(name=names[seat], coins=words.coins_text(coins))
        case events.Reserved(seat, ingredients):
            told = _("{name} reserves {amounts}: the most coins on it.")
            if mine:
                told = _("You reserve {amounts}: the most coins on it.")
            return told.format(name=names[seat], amounts=words.amounts(ingredients))
    return ""


def _for_the_mission(name: str, what: str, mine: bool) -> str:
    told = _("You get {what} for yesterday's mission.") if mine else _("{name} gets {what} for yesterday's mission.")
    return told.format(name=name, what=what)


def _kitchen(game: PizzaMaster, event: Event, names: Names, mine: bool) -> str:
    match event:
        case events.Collected(seat, kind, True):
            told = _("You take the reserved {kind}.") if mine else _("{name} takes the reserved {kind}.")
            return told.format(name=names[seat], kind=words.kind_word(kind))
        case events.Collected(seat, kind):
            told = _("You take {kind}.") if mine else _("{name} takes {kind}.")
            return told.format(name=names[seat], kind=words.kind_word(kind))
        case events.Passed(seat):
            return (_("You pass.") if mine else _("{name} passes.")).format(name=names[seat])
        case events.Completed(seat, order, shared, from_tray, from_beside):
            card = game.deck.orders[game.lookups.order_names.index(order)]
            used = tuple(map(sum, zip(from_tray, from_beside, strict=True)))
            told = _("{name} completes {order} with {amounts}: {points}.")
            if mine:
                told = _("You complete {order} with {amounts}: {points}.")
            return told.format(
                name=names[seat],
                order=words.for_everyone(words.card_name(order)) if shared else words.card_name(order),
                amounts=words.amounts(used),
                points=words.many_points(card.points),
            )
        case events.Traded(seat, type_, _sides, kind):
            told = _("{name} turns two completed {type} orders face down and takes {amount}.")
            if mine:
                told = _("You turn two completed {type} orders face down and take {amount}.")
            return told.format(name=names[seat], type=words.type_word(type_), amount=words.amount_text(1, kind))
        case events.KitchenClosed():
            return _("Everyone has passed. Leftovers stay in the refrigerator for tomorrow.")
    return ""


def _evening(game: PizzaMaster, event: Event, names: Names, mine: bool) -> str:
    match event:
        case events.MissionWon(seat, mission):
            told = _("You win the mission {mission}.") if mine else _("{name} wins the mission {mission}.")
            return told.format(name=names[seat], mission=words.card_name(mission))
        case events.MissionMissed(mission):
            return _("Nobody fulfils the mission {mission}; it goes under its deck.").format(
                mission=words.card_name(mission)
            )
        case events.IngredientKept(seat, kind):
            what = _("nothing") if kind is None else words.amount_text(1, kind)
            told = _("You keep {what} for tomorrow.") if mine else _("{name} keeps {what} for tomorrow.")
            return told.format(name=names[seat], what=what)
        case events.KeptReturned(seat, kind):
            told = _("{name} didn't use {amount} from yesterday: back to the supply.")
            if mine:
                told = _("You didn't use {amount} from yesterday: back to the supply.")
            return told.format(name=names[seat], amount=words.amount_text(1, kind))
        case events.IngredientReturned(seat, kind, owner, beside):
            place = words.place_text(None if owner is None else names[owner], beside, mine and owner == seat)
            told = _("{name} returns {amount} from {place} to the supply.")
            if mine:
                told = _("You return {amount} from {place} to the supply.")
            return told.format(name=names[seat], amount=words.amount_text(1, kind), place=place)
        case events.Scored(earned, wasted, points):
            told = _("{name} earns {earned}, wastes {wasted} and has {points}")
            scores = (
                told.format(name=name, earned=plus, wasted=minus, points=now)
                for name, plus, minus, now in zip(names, earned, wasted, points, strict=True)
            )
            return _("The day is scored: {scores}.").format(scores=separated(scores))
        case events.PrizeWon(seat, mission, place):
            told = _("{name} is the first with {points} and gets {mission}.")
            if mine:
                told = _("You are the first with {points} and get {mission}.")
            reached = words.many_points(game.lookups.prizes[place])
            return told.format(name=names[seat], points=reached, mission=words.card_name(mission))
        case events.MilestoneReached(seat):
            told = _("{name} has one more coin and one more order card from now on.")
            if mine:
                told = _("You have one more coin and one more order card from now on.")
            return told.format(name=names[seat])
        case events.DayEnded(order, helper):
            told = _("The day ends, and trays are cleared. The turn order is {names}.")
            if helper is not None:
                told = _("The day ends, and trays are cleared. The turn order is {names}. {helper} has the help coin.")
            return told.format(
                names=listed(names[seat] for seat in order), helper="" if helper is None else names[helper]
            )
    return ""


def _ending(game: PizzaMaster, event: Event, names: Names, mine: bool) -> str:
    match event:
        case events.EndReached(ending, bonus):
            told = _(ENDINGS[ending]).format(goal=game.mode.goal)
            scored = listed(f"{names[seat]} {words.many_points(points)}" for seat, points in enumerate(bonus) if points)
            return f"{told} {_('Mission cards score: {scores}.').format(scores=scored)}" if scored else told
        case events.Declared(seat, type_):
            told = _("{name} counts a special as a {type} order.")
            if mine:
                told = _("You count a special as a {type} order.")
            return told.format(name=names[seat], type=words.type_word(type_))
        case events.ObjectiveScored(objective, holder, seat, points):
            title = words.card_name(objective)
            if holder is not None:
                title += " ({})".format(_("{name}'s secret").format(name=names[holder]))
            if seat is None:
                return _("{objective}: nobody gets it.").format(objective=title)
            return _("{objective}: {name} gets {points}.").format(
                objective=title, name=names[seat], points=words.many_points(points)
            )
        case events.GameEnded(scores, winners, reason):
            return who_won(scores, winners, reason, names)
    return ""


def who_won(scores: Sequence[int], winners: Sequence[int], reason: str, names: Names) -> str:
    """Return who won, and what decided it (PM-16, PMR-16)."""
    told = _("{name} wins with {points}.")
    if reason == "turn-order":
        told = _("{name} wins with {points}: ties go to the player earlier in the turn order.")
    return told.format(name=names[winners[0]], points=words.many_points(scores[winners[0]]))
