"""Remarks of reviews about Mamma Mia!: kinds of mistakes, moments, turns and reasons in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from forno.bots.critic import (
    MISHAP,
    Critic,
    Facts,
    Turn,
    compare_odds,
    decimal,
    how_often,
    percent,
    plural_number,
    say_rival,
)
from forno.core.language import N_, _, capital, listed, ngettext
from forno.games.mamma_mia import words
from forno.games.mamma_mia.rules import actions

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia

EARLY: Final = "order-early"
LATE: Final = "order-late"
OTHER: Final = "order-other"
INGREDIENTS: Final = "ingredients"
PILE: Final = "pile"
REFUSED: Final = "help-refused"
HELPED: Final = "help-given"
SENT_BACK: Final = "sent-back"
SPENT: Final = "spent"
BAKING: Final = "baking"
ORDER_KINDS: Final = (EARLY, LATE, OTHER)
KINDS: Final[Mapping[str, str]] = {
    EARLY: N_("Orders placed too early"),
    LATE: N_("Orders held back"),
    OTHER: N_("The wrong order placed"),
    INGREDIENTS: N_("The wrong ingredients put in"),
    PILE: N_("Drawn from the wrong pile"),
    REFUSED: N_("Helping refused"),
    HELPED: N_("Helping too readily"),
    SENT_BACK: N_("Orders sent back"),
    SPENT: N_("Too many cards spent on an order"),
    BAKING: N_("Baked with the wrong cards"),
}
STROKES: Final[Mapping[str, str]] = {
    "snatched": N_("Snatched from your oven"),
    "one-short": N_("One card short"),
    "no-help": N_("Nobody lent a hand"),
    "forbidden": N_("Spoilt by a forbidden ingredient"),
    "came-back": N_("Back to the waiter"),
    "feast": N_("A feast for the others"),
    "wrong-cards": N_("The wrong cards"),
    "oven": N_("The oven opened at the wrong time"),
    "ingredients": N_("Too many cooks"),
    MISHAP: N_("Plain bad luck"),
}
"""Strokes of bad luck."""
STROKES_BY_NEWS: Final = {
    "baked": "feast",
    "asked": "feast",
    "drew": "wrong-cards",
    "put": "ingredients",
    "opened": "oven",
}
LOW_SUPPLY: Final = 8
"""Number of cards in the supply below which drawing may open the oven."""
FEW_CARDS: Final = 3
"""Number of lacking cards that can be hoped for."""
LIKELY: Final = 0.5
"""Odds of an order that has all it needs, below which it is told why it may fail."""
LITTLE_HOPE: Final = 0.2
"""Odds of an order below which it is placed for another reason than to be baked."""
MIN_ORDERS_TO_CHOOSE: Final = 2
"""Number of orders in hand with which one has a choice."""


def baking_kind(did: actions.Action, better: actions.Action) -> str:
    """Return the kind of a mistake at the open oven, by the first answers that differ."""
    match did, better:
        case actions.RefuseHelp(), _:
            return REFUSED
        case actions.Help(), _:
            return HELPED
        case actions.SendBack(), _:
            return SENT_BACK
        case _, actions.SendBack():
            return SPENT
    return BAKING


def _baked_share(share: float) -> str:
    """Return how often an order is baked, never as certain."""
    if percent(share) == percent(0.0):
        return _("Then it is hardly ever baked.")
    if percent(share) == percent(1.0):
        return _("Then it is nearly always baked.")
    return _("Then it is baked {odds} of the time.").format(odds=percent(share))


def _there(facts: Mapping[str, Any]) -> str:
    """Return what there is for an order: on the table and from the hand."""
    parts = []
    if any(facts["table"]):
        parts.append(_("{ingredients} in the oven").format(ingredients=words.amounts(facts["table"])))
    if any(facts["hand"]):
        parts.append(_("{ingredients} in your hand").format(ingredients=words.amounts(facts["hand"])))
    return listed(parts) or _("nothing")


def _pile(facts: Facts) -> str:
    cards = ngettext("one ingredient", "{number} ingredients", facts["held"])
    held = _("Before you drew, you held {orders} and {cards}.").format(
        orders=words.orders(facts["left"]), cards=cards.format(number=words.number_word(facts["held"]))
    )
    if facts["supply"] <= LOW_SUPPLY:
        low = _("The supply had only {cards} left, and drawing the last one opens the oven.")
        then = _("It is better for you if that happens later.")
        if facts["supply_better"]:
            then = _("It is better for you if that happens soon.")
        return f"{held} {low.format(cards=words.cards(facts['supply']))} {then}"
    if facts["supply_better"]:
        return f"{held} {_('New orders are of little use without ingredients for them.')}"
    if facts["left"] < MIN_ORDERS_TO_CHOOSE:
        return f"{held} {_('With so few orders there is nothing to bake.')}"
    return f"{held} {_('With more orders, one is more likely to fit what is in the oven.')}"


class MammaMiaRemarks(Critic):
    """The words of the critic; see `forno.bots.critic.Critic`."""

    kinds = KINDS
    strokes = STROKES
    game: MammaMia

    def say_moment(self, moment: Facts) -> str:
        if not moment["turn"]:
            return _("round {round}, at the open oven").format(round=moment["round"])
        return _("round {round}, your turn {turn}").format(round=moment["round"], turn=moment["turn"])

    def _plain_title(self, seat: int, order: str) -> str:
        return words.order_title(words.order_card(self.game, seat, order))

    def full_title(self, seat: int, order: str) -> str:
        """Return an order with what it takes: `Monotoni (six of one chosen kind)`."""
        card = words.order_card(self.game, seat, order)
        called, needs = words.order_title(card), words.needs_text(card)
        return _("the order for {needs}").format(needs=needs) if called == needs else f"{called} ({needs})"

    def say_turn(self, seat: int, turn: Turn, reason: Facts, other: Turn = ()) -> str:
        """Of what it shares with the `other` turn, only what makes a whole phrase is said."""
        steps, others = ([self.game.lookups.actions[action] for action in one] for one in (turn, other))
        if isinstance(steps[0], actions.RefuseHelp):
            return _("refuse to help")
        if not isinstance(steps[0], actions.Place):
            return self._say_baking(steps, reason)
        placed, order, pile = words.ClosedTurn.of(steps)
        same = words.ClosedTurn.of(others) if others else None
        ingredients = words.some(placed.kind, placed.number)
        does: list[str] = []
        if same is not None and order == same.order:
            if placed != same.placed:
                does.append(_("put in {ingredients}").format(ingredients=ingredients))
        elif order is None:
            does.append(_("put in {ingredients} without an order").format(ingredients=ingredients))
        else:
            told = _("put in {ingredients} with {order} on top")
            does.append(told.format(ingredients=ingredients, order=self.title(seat, order)))
        if pile is not None and (same is None or pile != same.pile):
            does.append(words.draw_phrase(pile))
        return listed(does)

    def _say_baking(self, turn: Sequence[actions.Action], facts: Facts) -> str:
        """Return answers at the open oven, with the order that they are about: `send back Minimale`."""
        order = self.title(facts["owner"], facts["order"])
        asked, added = [0] * len(words.SOME), [0] * len(words.SOME)
        does: list[str] = []
        for step in turn:
            match step:
                case actions.SendBack():
                    does.append(_("send back {order}").format(order=order))
                case actions.Choose(kinds):
                    told = _("bake {order} with {kinds}")
                    does.append(told.format(order=order, kinds=listed(map(words.kind_word, kinds))))
                case actions.Request(kind, number):
                    asked[kind] += number
                case actions.AddCard(kind):
                    added[kind] += 1
                case actions.Help():
                    does.append(words.action_phrase(step))
        if any(asked):
            told = _("ask for help with {order}: {ingredients}")
            does.append(told.format(order=order, ingredients=words.amounts(asked)))
        elif any(isinstance(step, actions.AskForHelp) for step in turn):
            does.append(_("ask for help with {order}").format(order=order))
        if any(added):
            does.append(_("add {ingredients} for {order}").format(ingredients=words.amounts(added), order=order))
        elif any(isinstance(step, actions.AddMissing) for step in turn):
            does.append(_("add what is missing for {order}").format(order=order))
        return listed(does) or listed(map(words.action_phrase, turn))

    def title(self, seat: int, order: str) -> str:
        """Return an order as one speaks of it: `Monotoni`, `the order for four olives and one pineapple`."""
        card = words.order_card(self.game, seat, order)
        name = words.order_title(card)
        return _("the order for {needs}").format(needs=name) if card.style == "normale" else name

    def say_score(self, amount: float) -> str:
        told = ngettext("{number} pizza", "{number} pizzas", plural_number(amount))
        return told.format(number=decimal(amount))

    # --- reasons ----------------------------------------------------------------------------

    def say_reason(self, seat: int, kind: str, facts: Facts, names: Sequence[str]) -> str:
        match kind:
            case "order-early":
                return self._without_hope(seat, facts["did"]) if facts.get("did") else ""
            case "order-late":
                return self._ready(seat, facts["better"]) if facts.get("better") else ""
            case "order-other":
                both = [self._without_hope(seat, facts["did"])] if facts.get("did") and facts["did"]["lack"] else []
                return " ".join([*both, self._ready(seat, facts["better"])]) if facts.get("better") else ""
            case "ingredients":
                return self._why_ingredients(seat, facts, names)
            case "pile":
                return _pile(facts)
        return self._baking(kind, facts, names)

    def _without_hope(self, seat: int, facts: Mapping[str, Any]) -> str:
        order, lack = capital(self.full_title(seat, facts["order"])), facts["lack"]
        if lack >= 99:
            told = _("{order} couldn't be baked with what was in the oven.").format(order=order)
        elif not lack:
            enough = _("{order} had just enough: {there}.").format(order=order, there=_there(facts))
            told = f"{enough} {_baked_share(facts['odds'])}"
        elif not any(facts["table"]) and not any(facts["hand"]):
            told = _("There was nothing yet for {order}.").format(order=self.full_title(seat, facts["order"]))
        else:
            told = _("{order} still lacked {cards}; already there: {there}.").format(
                order=order, cards=words.cards(lack), there=_there(facts)
            )
        return f"{told} {mine}" if (mine := self._put_in_yourself(seat, facts)) else told

    def _put_in_yourself(self, seat: int, facts: Mapping[str, Any]) -> str:
        """Return what the seat itself has put in of what an order takes."""
        card = words.order_card(self.game, seat, facts["order"])
        own = [
            min(number, there) if card.needs[kind] else 0
            for kind, (number, there) in enumerate(zip(facts["mine"], facts["table"], strict=True))
        ]
        if not any(own):
            return ""
        return _("You had put in {ingredients} yourself.").format(ingredients=words.amounts(own))

    def _ready(self, seat: int, facts: Mapping[str, Any]) -> str:
        order, lack, odds = capital(self.full_title(seat, facts["order"])), facts["lack"], facts["odds"]
        if odds < LITTLE_HOPE:
            told = _("Placing {order} makes room in your hand for another card, even if it comes back to your waiter.")
            return told.format(order=self.full_title(seat, facts["order"]))
        if not lack:
            told = _("{order} was ready: {there}.").format(order=order, there=_there(facts))
        elif lack <= FEW_CARDS:
            told = _("{order} lacked only {cards}, which could still come; already there: {there}.").format(
                order=order, cards=words.cards(lack), there=_there(facts)
            )
        elif odds >= LIKELY:
            told = _("{order} was likely to have all it takes when the oven opened.").format(order=order)
        else:
            told = _("{order} may still become possible before the oven opens.").format(order=order)
        share = _baked_share(odds)
        if not lack and odds < LIKELY:
            share = _("Orders that come out before it may take some of that: it is baked {often}.").format(
                often=how_often(odds)
            )
        return " ".join(filter(None, (told, self._put_in_yourself(seat, facts), share)))

    def _why_ingredients(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        (_did, number), (_better, fewer) = facts["did"], facts["better"]
        told = []
        if facts["helped"]:
            order, low, high = facts["helped"]
            often, seldom = compare_odds(high, low)
            told.append(
                _("{order} is then baked {often} instead of {seldom}.").format(
                    order=capital(self.full_title(seat, order)), often=often, seldom=seldom
                )
            )
        if facts["wanting"]:
            order = self.full_title(seat, facts["wanting"][0])
            told.append(_("You should have kept what you put in: {order} needs it.").format(order=order))
        for who, order in facts["fed"]:
            fed = _("What you put in helps {name}'s order in the oven ({order}).")
            told.append(fed.format(name=names[who], order=self._plain_title(who, order)))
        if not told and number > fewer:
            told.append(_("Cards that you keep can be added when one of your orders comes out."))
        if not told and number < fewer:
            told.append(_("Putting in cards you don't need makes room for better ones."))
        return " ".join(told) or say_rival(facts["rival"], names)

    def _baking(self, kind: str, facts: Facts, names: Sequence[str]) -> str:
        if kind in (REFUSED, HELPED):
            asked = _("{name} asked for {ingredients} for {order}.").format(
                name=names[facts["owner"]],
                ingredients=words.amounts(facts["request"]),
                order=self.title(facts["owner"], facts["order"]),
            )
            why = _("It also gives {name} a pizza, and leaves you fewer cards for your own orders.")
            if kind == REFUSED:
                why = _("The top order of the helper's waiter counts as completed: here a pizza for {cards}.")
            return f"{asked} {why.format(name=names[facts['owner']], cards=words.cards(sum(facts['request'])))}"
        order = self.full_title(facts["owner"], facts["order"])
        if kind == SENT_BACK and order == self.title(facts["owner"], facts["order"]):
            return _("It could still be completed, and a baked order counts more than the cards.")
        if kind == SENT_BACK:
            told = _("{order} could still be completed, and a baked order counts more than the cards.")
            return told.format(order=capital(order))
        if kind == SPENT:
            return _("The cards are worth more for another order than for {order}.").format(order=order)
        if facts.get("asks"):
            return _("Ask for what others are likely to have and to spare, and keep what you need yourself.")
        return _("For {order}, use the cards you will need least afterwards.").format(order=order)

    # --- what happened ----------------------------------------------------------------------

    def say_failure(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        """Return why an order came back: `Two mushrooms lacked: Silvia's Bombastica had taken them.`"""
        if not facts:
            return ""
        card = words.order_card(self.game, seat, facts["order"])
        missing, reason = facts["missing"], facts["reason"]
        if any(missing):
            why = _("{what} missing").format(what=words.amounts(missing))
            if reason == "no-help":
                why = _("{why}, and nobody helped").format(why=why)
        elif reason == "forbidden" and card.forbidden is not None:
            why = _("there was {kind} on the table").format(kind=words.kind_word(card.forbidden))
        elif reason == "no-kind":
            why = _("no other kind was on the table")
        elif card.at_least:
            why = _("fewer than {number} ingredients were on the table").format(number=card.at_least)
        else:
            why = _("nobody helped") if reason == "no-help" else _("it wasn't completed")
        if not facts["took"]:
            return f"{capital(why)}."
        ((who, order, shared),) = facts["took"]
        told = _("{why}; {name}'s pizza ({order}) had taken {ingredients}.")
        return told.format(
            why=capital(why), name=names[who], order=self._plain_title(who, order), ingredients=words.amounts(shared)
        )

    def stroke(self, facts: Facts) -> str:
        """Return which stroke of bad luck a failed order or some news was."""
        if "missing" in facts:
            if facts["took"]:
                return "snatched"
            if facts["reason"] in ("no-help", "forbidden"):
                return str(facts["reason"])
            return "one-short" if sum(facts["missing"]) == 1 else "came-back"
        for what, named in STROKES_BY_NEWS.items():
            if what in facts:
                return named
        return MISHAP

    def say_news(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        if facts.get("own"):
            baked = listed(self.title(seat, order) for order in facts["own"])
            return _("You baked {orders}").format(orders=baked)
        if "baked" in facts:
            told = [
                _("{name} baked {order}").format(name=names[who], order=self.title(who, order))
                for who, order in facts["baked"]
            ]
            told += [_("{name} got a pizza for helping").format(name=names[who]) for who in facts["rewarded"]]
            return listed(told)
        if "back" in facts:
            told = [
                _("{name}'s order ({order}) came back").format(name=names[who], order=self._plain_title(who, order))
                for who, order in facts["back"]
            ]
            return listed(told)
        if "drew" in facts:
            parts = [words.amounts(facts["drew"])] if any(facts["drew"]) else []
            parts += [self.title(seat, order) for order in facts["orders"]]
            return _("You drew {cards}").format(cards=listed(parts))
        if "asked" in facts:
            return listed(_("{name} asked for help").format(name=names[who]) for who in facts["asked"])
        if "put" in facts:
            put = listed(
                self._put_in(who, words.some(kind, number), order, names) for who, kind, number, order in facts["put"]
            )
            return _("{event} (which opened the oven)").format(event=put) if facts.get("opened") else put
        return _("The oven opened sooner or later than expected") if facts.get("opened") else ""

    def _put_in(self, seat: int, ingredients: str, order: str, names: Sequence[str]) -> str:
        """Return what a seat put into the oven: `Bruno put in one olive with Bombastica on top`."""
        if not order:
            return _("{name} put in {ingredients}").format(name=names[seat], ingredients=ingredients)
        told = _("{name} put in {ingredients} with {order} on top")
        return told.format(name=names[seat], ingredients=ingredients, order=self.title(seat, order))
