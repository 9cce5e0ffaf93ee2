"""Mamma Mia! told: events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.core.language import N_, _, ngettext
from forno.games.mamma_mia.rules.events import (
    Baked,
    CompletedRevealed,
    Dealt,
    Drew,
    GameEnded,
    HelpAsked,
    HelpGiven,
    HelpRefused,
    OrderPlaced,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Passed,
    Placed,
    Returned,
    Revealed,
    Rewarded,
)
from forno.games.mamma_mia.words import (
    amounts,
    cards,
    counted,
    order_word,
    order_words,
)

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.game import MammaMia

REASONS = {
    "forbidden": N_("the forbidden ingredient lies on the table"),
    "no-kind": N_("no other kind lies on the table"),
    "no-help": N_("nobody helps"),
    "incomplete": N_("it isn't completed"),
}
ENDINGS = {
    N_("most-orders"): N_("most orders"),
    N_("most-ingredients"): N_("the tie goes to most ingredients in hand"),
    N_("shared"): N_("a shared win"),
}
OPENINGS = (
    "",
    N_("{name} opens the oven for the first time: {cards}."),
    N_("{name} opens the oven for the second time: {cards}."),
    N_("{name} opens the oven for the third time: {cards}."),
    N_("{name} opens the oven for the fourth time: {cards}."),
)


def called(game: MammaMia, names: Sequence[str] | None = None) -> Sequence[str]:
    """How the seats are called: by the names given, or else by their colours."""
    return names or [game.say_seat(seat) for seat in range(game.players)]


def joined(names: Sequence[str]) -> str:
    """`yellow and green`."""
    text = names[0]
    for name in names[1:]:
        text = _("{one} and {other}").format(one=text, other=name)
    return text


def tell(game: MammaMia, event: Event, names: Sequence[str] | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one."""
    name = called(game, names).__getitem__
    match event:
        case Dealt(seat, size, ingredients, orders):
            if not ingredients or not orders:
                return _("{name} is dealt {cards}.").format(name=name(seat), cards=cards(size))
            return _("{name} is dealt {cards}: {ingredients} and the order {orders}.").format(
                name=name(seat), cards=cards(size), ingredients=amounts(ingredients), orders=order_words(orders)
            )
        case Placed(seat, kind, number):
            return _("{name}: {ingredients}!").format(name=name(seat), ingredients=counted(number, kind))
        case OrderPlaced(seat, order):
            return _("{name} puts in an order: {order}.").format(name=name(seat), order=order_word(order))
        case Passed(seat):
            return _("{name} has no ingredient and passes.").format(name=name(seat))
        case Drew():
            return _tell_draw(event, name(event.seat))
        case OvenOpened(seat, time, number):
            return _(OPENINGS[time]).format(name=name(seat), cards=cards(number))
        case Revealed(kind, number):
            sentence = ngettext("{ingredients} comes out.", "{ingredients} come out.", number)
            return sentence.format(ingredients=counted(number, kind))
        case OrderRevealed(seat, order):
            return _("{name}'s order comes out: {order}.").format(name=name(seat), order=order_word(order))
        case HelpAsked(seat, _owner, request):
            return _("{name} asks for help: {ingredients}.").format(name=name(seat), ingredients=amounts(request))
        case HelpRefused(seat):
            return _("{name} doesn't help.").format(name=name(seat))
        case HelpGiven(seat, given):
            return _("{name} helps with {ingredients}.").format(name=name(seat), ingredients=amounts(given))
        case Baked():
            return _tell_baked(event, name(event.seat))
        case Rewarded(seat):
            return _("{name}'s top order, unseen, is the reward.").format(name=name(seat))
        case Returned(seat, order, reason, missing):
            if missing is None:
                return _("{name}'s {order} goes back to the waiter: {reason}.").format(
                    name=name(seat), order=order_word(order), reason=_(REASONS[reason])
                )
            return _("{name}'s {order} goes back to the waiter: {reason} (missing: {ingredients}).").format(
                name=name(seat), order=order_word(order), reason=_(REASONS[reason]), ingredients=amounts(missing)
            )
        case OvenEmptied(leftovers, supply):
            return _("The oven is empty. Left over: {ingredients}. The new supply has {cards}.").format(
                ingredients=amounts(leftovers), cards=cards(supply)
            )
        case CompletedRevealed(orders):
            before = [
                _("{name}: {orders}.").format(name=name(seat), orders=order_words(pile) or _("nothing"))
                for seat, pile in enumerate(orders)
            ]
            return _("All completed orders are revealed.") + " " + " ".join(before)
        case GameEnded(scores, ingredients, winners, reason):
            return ngettext(
                "The end. Completed orders: {baked}. Ingredients in hand: {held}. {winners} wins: {reason}.",
                "The end. Completed orders: {baked}. Ingredients in hand: {held}. {winners} win: {reason}.",
                len(winners),
            ).format(
                baked=", ".join(f"{name(seat)} {score}" for seat, score in enumerate(scores)),
                held=", ".join(f"{name(seat)} {number}" for seat, number in enumerate(ingredients)),
                winners=joined([name(seat) for seat in winners]),
                reason=_(ENDINGS[reason]),
            )
        case Awaits(seat) if seat is not None:
            return _("{name} is to decide.").format(name=name(seat))
    return ""


def _tell_draw(event: Drew, name: str) -> str:
    supply = event.pile == "supply"
    drawn = cards(event.number)
    if event.ingredients is None or event.orders is None:
        hidden = _("{name} draws {cards} from the supply.") if supply else _("{name} draws {cards} from the waiter.")
        return hidden.format(name=name, cards=drawn)
    if supply:
        return _("{name} draws {cards} from the supply: {ingredients}.").format(
            name=name, cards=drawn, ingredients=amounts(event.ingredients)
        )
    return _("{name} draws {cards} from the waiter: {orders}.").format(
        name=name, cards=drawn, orders=order_words(event.orders)
    )


def _tell_baked(event: Baked, name: str) -> str:
    if any(event.from_hand) and any(event.from_helper):
        sentence = _("{name} bakes {order}, adding {added} from the hand, with {given} from the helper.")
    elif any(event.from_hand):
        sentence = _("{name} bakes {order}, adding {added} from the hand.")
    elif any(event.from_helper):
        sentence = _("{name} bakes {order}, with {given} from the helper.")
    else:
        sentence = _("{name} bakes {order}.")
    return sentence.format(
        name=name, order=order_word(event.order), added=amounts(event.from_hand), given=amounts(event.from_helper)
    )
