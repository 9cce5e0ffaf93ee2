"""Remarks of reviews about Pizza Master: kinds of mistakes, moments, turns and reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from forno.bots.critic import Critic, Facts, Turn, compare_odds, decimal, percent, plural_number, say_rival
from forno.core.language import N_, _, listed, ngettext
from forno.games.pizza_master import words
from forno.games.pizza_master.rules import actions

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

DISCARDING: Final = "discards"
COINS: Final = "coins"
PASSING: Final = "pass-early"
COLLECTING: Final = "collect"
WASTE: Final = "waste"
UNMADE: Final = "unmade"
TOO_SOON: Final = "too-soon"
ORDERS: Final = "orders"
TRADING: Final = "trade"
MISSIONS: Final = "missions"
KINDS: Final[Mapping[str, str]] = {
    DISCARDING: N_("The wrong orders kept or discarded"),
    COINS: N_("Coins on the wrong ingredients"),
    PASSING: N_("Passing too early"),
    COLLECTING: N_("The wrong ingredient taken"),
    WASTE: N_("Waste"),
    UNMADE: N_("Orders left uncompleted"),
    TOO_SOON: N_("Collecting ended too soon"),
    ORDERS: N_("The wrong order completed"),
    TRADING: N_("Trades missed or too many"),
    MISSIONS: N_("Missions and objectives overlooked"),
}
FEW_LEFT: Final = 2
"""Number of ingredients of a kind in the refrigerator up to which they are told to be scarce."""
USELESS_ODDS: Final = 0.5
"""Odds of an order below which it is told that keeping it hardly pays."""
MORNING: Final = "morning"
SHOPPING: Final = "shopping"
KITCHEN: Final = "kitchen"
MAKING: Final = "making"
EVENING: Final = "evening"
END: Final = "end"
PHASES: Final = {
    MORNING: N_("day {day}, in the morning"),
    SHOPPING: N_("day {day}, shopping"),
    KITCHEN: N_("day {day}, your pick {pick}"),
    MAKING: N_("day {day}, making pizzas"),
    EVENING: N_("day {day}, in the evening"),
    END: N_("day {day}, at the end"),
}
NEWS: Final = (
    "objectives",
    "missions",
    "completed",
    "scored",
    "wasted",
    "drew",
    "passed",
    "taken",
    "coins",
    "mission",
    "made",
    "changed",
)
"""Kinds of news, the most telling first."""

STROKES: Final[Mapping[str, str]] = {
    "vain": N_("Collected for nothing"),
    "objectives": N_("An objective went to someone else"),
    "missions": N_("A mission went to someone else"),
    "completed": N_("Others completed what counted"),
    "scored": N_("A big day for the others"),
    "drew": N_("The wrong orders"),
    "passed": N_("The kitchen emptied too soon"),
    "taken": N_("Taken from under your nose"),
    "coins": N_("Coins that spoilt the market"),
    "mission": N_("A mission that didn't suit you"),
    "changed": N_("New orders for the others"),
}
"""Strokes of bad luck; all but the first are kinds of news."""


def mistake_kind(did: actions.Action, better: actions.Action) -> str:
    """Return the kind of a mistake, by the first action of both turns."""
    match did, better:
        case ((actions.Keep() | actions.Discard()), _):
            return DISCARDING
        case actions.PlaceCoins(), _:
            return COINS
        case ((actions.Trade() | actions.TradeSpecials()), _):
            return TRADING
        case _, (actions.Trade() | actions.TradeSpecials()):
            return TRADING
        case actions.Pass(), actions.Collect():
            return PASSING
        case ((actions.Pass() | actions.Finish()), actions.Complete()):
            return UNMADE
        case actions.Collect(), actions.Collect():
            return COLLECTING
        case actions.Collect(), actions.Complete():
            return UNMADE
        case actions.Collect(), _:
            return WASTE
        case actions.Complete(), actions.Collect():
            return TOO_SOON
        case actions.Complete(), _:
            return ORDERS
    return MISSIONS


def _there(kind: str, facts: Facts) -> str:
    """Return what there was to take, which alone is no reason to take it."""
    if kind == PASSING:
        told = _("You could still take: {there}. On your tray: {tray}.")
        return told.format(there=words.amounts(facts["there"]), tray=words.amounts(facts["tray"]))
    if kind == COLLECTING and len(facts["kinds"]) == len(("did", "better")) and not facts.get("reserved"):
        (_kind, _left), (scarce, left) = facts["kinds"]
        if left <= FEW_LEFT:
            only = _("Left in the refrigerator: only {amount}, and others may want it.")
            return only.format(amount=words.amount_text(left, scarce))
    return ""


def _objective(seat: int, found: Sequence[Any], names: Sequence[str]) -> str:
    who, objective, points = found
    told = _("You got {points} for {objective}") if who == seat else _("{name} got {points} for {objective}")
    return told.format(name=names[who], points=words.many_points(points), objective=words.card_name(objective))


def _mission(seat: int, found: Sequence[Any], names: Sequence[str]) -> str:
    who, mission = found
    told = _("You won the mission {mission}") if who == seat else _("{name} won the mission {mission}")
    return told.format(name=names[who], mission=words.card_name(mission))


def _each_did(found: Sequence[Any], names: Sequence[str], told: str, **wordings: Callable[[Any], str]) -> str:
    """Return what each of some players did, where one part of the sentence is put into words by a function."""
    ((part, wording),) = wordings.items()
    return listed(told.format(name=names[who], **{part: wording(what)}) for who, what in found)


class PizzaMasterRemarks(Critic):
    """The words of the critic; see `forno.bots.critic.Critic`."""

    kinds = KINDS
    strokes = STROKES
    game: PizzaMaster

    def say_moment(self, moment: Facts) -> str:
        return _(PHASES[moment["phase"]]).format(day=moment["day"], pick=moment["pick"])

    def say_turn(self, seat: int, turn: Turn, reason: Facts, other: Turn = ()) -> str:
        steps = [self.game.lookups.actions[action] for action in turn]
        first = steps[0]
        if isinstance(first, actions.PlaceCoins):
            coins = words.placed_coins(steps, reason.get("coins", 0))
            return _("place coins: {coins}").format(coins=words.coins_text(coins))
        discarded = [step.order for step in steps if isinstance(step, actions.Discard)]
        if discarded:
            return _("discard {order}").format(order=listed(self.order_phrase(order) for order in discarded))
        if isinstance(first, actions.Keep):
            return _("keep your orders")
        if isinstance(first, actions.Pass):
            return _("pass and stop collecting")
        if isinstance(first, actions.Finish):
            return _("finish without another order")
        return listed(map(self._phrase, steps))

    def _phrase(self, action: actions.Action) -> str:
        if not isinstance(action, actions.Complete):
            return words.action_phrase(action)
        completed = _("complete {order}")
        if action.chosen:
            completed = _("complete {order} with {amounts}")
        completed = completed.format(order=self.order_phrase(action.order), amounts=words.chosen_text(action.chosen))
        if not action.shared:
            return completed
        return _("{completed}, one of the orders for everyone").format(completed=completed)

    def say_score(self, amount: float) -> str:
        told = ngettext("{number} point", "{number} points", plural_number(amount))
        return told.format(number=decimal(amount))

    # --- reasons ----------------------------------------------------------------------------

    def title(self, seat: int, order: str) -> str:
        return self.order_phrase(order)

    def order_phrase(self, order: str) -> str:
        """Return an order with what it asks for and brings: `Campfire (1 cheese and 2 meat, 5 points)`."""
        card = next(card for card in self.game.deck.orders if card.name == order)
        # Translators: an order with what it asks for and what it brings: "Campfire (1 cheese and 2 meat, 5 points)"
        told = _("{order} ({needs}, {points})")
        return told.format(
            order=words.card_name(order), needs=words.needs_text(card), points=words.many_points(card.points)
        )

    def say_reason(self, seat: int, kind: str, facts: Facts, names: Sequence[str]) -> str:
        """Return why the better turn is better; empty if nothing can be told."""
        there = _there(kind, facts)
        why = self._why(kind, facts) or say_rival(facts["rival"], names)
        return f"{there} {why}".strip() if why else ""

    def _why(self, kind: str, facts: Facts) -> str:
        """Return what the better turn brings, or the chosen one costs; empty if it only holds others back."""
        told = []
        if "brought" in facts and any(facts["wanted"]):
            told.append(
                _("Your coins brought {brought}; the orders in your hand ask for {wanted}.").format(
                    brought=words.amounts(facts["brought"]), wanted=words.amounts(facts["wanted"])
                )
            )
        if kind == WASTE:
            told.append(_("What is left on your tray in the evening costs a point each."))
        if kind == TOO_SOON:
            told.append(_("After completing an order you can't collect any more that day."))
        if facts.get("brings"):
            ready = _("You had everything for it, and it brings {points}.")
            told.append(ready.format(points=words.many_points(facts["brings"])))
        elif facts.get("order"):
            told.append(_("The better order is worth more points."))
        for order, odds in facts.get("useless", ()):
            if odds < USELESS_ODDS:
                kept = _("If you keep {order}, you complete it only {odds} of the time.")
                if percent(odds) == percent(0.0):
                    kept = _("If you keep {order}, you hardly ever complete it.")
                told.append(kept.format(order=words.card_name(order), odds=percent(odds)))
        for order, low, high in facts["helped"]:
            often, seldom = compare_odds(high, low)
            then = _("{order} is then completed {often} instead of {seldom}.")
            told.append(then.format(order=self.order_phrase(order), often=often, seldom=seldom))
        if not told and kind == DISCARDING and facts.get("useless"):
            told.append(_("New orders may bring more points, or fit better what can be collected that day."))
        for objective, points in facts.get("gained", ()):
            gained = _("It brings you {points} for {objective}.")
            told.append(gained.format(points=words.many_points(points), objective=words.card_name(objective)))
        if kind == TRADING and not facts["trades"]:
            told.append(_("Traded orders keep their points, but most objectives don't count them any more."))
        elif not told and facts.get("objectives"):
            objectives = listed(self._with_goal(objective) for objective in facts["objectives"])
            told.append(_("The objectives decide here: {objectives}.").format(objectives=objectives))
        return " ".join(told)

    def _with_goal(self, objective: str) -> str:
        """Return an objective with who gets it: `Lazy trainee (fewest orders)`."""
        goal = next(words.objective_goal(card) for card in self.game.deck.objectives if card.name == objective)
        return f"{words.card_name(objective)} ({goal[:1].lower()}{goal[1:]})"

    # --- what happened ----------------------------------------------------------------------

    def say_failure(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        """Return what lay there in vain: `2 cheese lay there in vain: 1 meat lacked.`"""
        if not facts:
            return ""
        wasted = words.amounts(facts["wasted"])
        if not any(facts["lacked"]):
            return _("Everything it needs was on your tray, and stayed there.")
        return _("{wasted} went to waste on your tray; missing: {lacked}.").format(
            wasted=wasted, lacked=words.amounts(facts["lacked"])
        )

    def stroke(self, facts: Facts) -> str:
        """Return which stroke of bad luck a failed order or some news was."""
        return "vain" if "lacked" in facts else next(what for what in facts if what in STROKES)

    def say_news(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        for what, found in facts.items():
            match what:
                case "objectives":
                    return listed(_objective(seat, one, names) for one in found)
                case "missions":
                    return listed(_mission(seat, one, names) for one in found)
                case "completed" | "made":
                    return _each_did(found, names, _("{name} completed {order}"), order=self.order_phrase)
                case "scored":
                    best, most, mine = found
                    return _("{name} scored {points} that day, you {mine}").format(
                        name=names[best], points=words.many_points(most), mine=mine
                    )
                case "changed":
                    # Translators: order cards that were discarded for new ones
                    return _each_did(found, names, _("{name} exchanged {cards}"), cards=words.many_cards)
                case "wasted":
                    return _each_did(found, names, _("{name} lost {points} by waste"), points=words.many_points)
                case "drew":
                    return _("You drew {orders}").format(orders=listed(self.order_phrase(order) for order in found))
                case "passed":
                    return listed(_("{name} passed").format(name=names[who]) for who in dict.fromkeys(found))
                case "taken":
                    return _each_did(found, names, _("{name} took {kind}"), kind=words.kind_word)
                case "coins":
                    return _each_did(found, names, _("{name} placed coins ({coins})"), coins=words.coins_text)
                case "mission":
                    return _("The mission of the day is {mission}").format(mission=words.card_name(found[0]))
        return ""
