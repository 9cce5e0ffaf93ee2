"""What happens in Mamma Mia!, each thing in one sentence: for the terminal, the page and the log alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.core.language import _, labelled, listed
from forno.games.mamma_mia.rules.cards import OrderCard
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
    BAKINGS,
    amounts,
    cards,
    kind_word,
    needs_text,
    order_card,
    order_title,
    order_titles,
    orders,
    some,
)

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.game import MammaMia

Names = Mapping[int, str] | Sequence[str]
"""How the seats are called."""


def tell(game: MammaMia, event: Event, names: Names | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one. What is private comes last, if it is known."""
    called: Names = names or [game.say_seat(seat) for seat in range(game.players)]
    sentence = _tell(game, event, called)
    private = gained(game, event)
    return f"{sentence.removesuffix('.')}: {private}." if private else sentence


def gained(game: MammaMia, event: Event) -> str:
    """The cards that a seat alone sees that it got; empty if they aren't known, or there are none."""
    if not isinstance(event, Dealt | Drew) or event.ingredients is None or event.orders is None:
        return ""
    ingredients = [amounts(event.ingredients)] if any(event.ingredients) else []
    return "; ".join([*ingredients, *(order_title(order_card(game, event.seat, order)) for order in event.orders)])


def _tell(game: MammaMia, event: Event, called: Names) -> str:
    match event:
        case Dealt(seat, size):
            return _("{name} is dealt {cards}.").format(name=called[seat], cards=cards(size))
        case Placed(seat, kind, number):
            return _("{name} puts in {ingredients}.").format(name=called[seat], ingredients=some(kind, number))
        case OrderPlaced(seat, order):
            title = order_title(order_card(game, seat, order))
            return _("{name} puts an order on top: {order}.").format(name=called[seat], order=title)
        case Passed(seat):
            return _("{name} has no ingredients and passes.").format(name=called[seat])
        case Drew(seat, pile, number):
            told = _("{name} draws {cards} from the waiter.")
            if pile == "supply":
                told = _("{name} draws {cards} from the supply.")
            return told.format(name=called[seat], cards=cards(number))
        case OvenOpened(seat, time, number):
            return _("{name} draws the last card of the supply and opens the oven. {baking}: {cards}.").format(
                name=called[seat], baking=_(BAKINGS[time]).capitalize(), cards=cards(number)
            )
        case Revealed(kind, number):
            return _("Out of the oven: {ingredients}.").format(ingredients=some(kind, number))
        case OrderRevealed(seat, order):
            card = order_card(game, seat, order)
            title, needs = order_title(card), needs_text(card)
            spoken = title if title == needs else f"{title} ({needs})"
            return _("{name}'s order comes out: {order}.").format(name=called[seat], order=spoken)
        case HelpAsked(seat, _owner, request):
            return _("{name} asks for help: {ingredients}.").format(name=called[seat], ingredients=amounts(request))
        case HelpRefused(seat):
            return _("{name} doesn't help.").format(name=called[seat])
        case HelpGiven(seat, given):
            return _("{name} helps with {ingredients}.").format(name=called[seat], ingredients=amounts(given))
        case Baked():
            return _baked(event, called[event.seat], order_title(order_card(game, event.seat, event.order)))
        case Rewarded(seat):
            return _("{name}'s reward is the top order of the waiter, unseen by all.").format(name=called[seat])
        case Returned(seat, order, reason, missing):
            card = order_card(game, seat, order)
            return _("{name}'s order ({order}) goes back under the waiter: {reason}.").format(
                name=called[seat], order=order_title(card), reason=why_returned(card, reason, missing)
            )
        case OvenEmptied(leftovers, supply):
            return _("The oven is empty. Left over for the next baking: {ingredients}. New supply: {cards}.").format(
                ingredients=amounts(leftovers), cards=cards(supply)
            )
        case CompletedRevealed(revealed):
            said = [labelled(called[seat], order_titles(game, seat, pile)) for seat, pile in enumerate(revealed)]
            return _("All completed orders are revealed. {orders}.").format(orders=". ".join(said))
        case GameEnded(scores, _ingredients, winners, reason):
            return who_won(scores, winners, reason, called)
        case Awaits(seat) if seat is not None:
            return _("{name} decides.").format(name=called[seat])
    return ""


def _baked(event: Baked, name: str, order: str) -> str:
    if any(event.from_hand) and any(event.from_helper):
        told = _("{name} bakes {order}, with {help} from the helper and {added} from the hand.")
    elif any(event.from_hand):
        told = _("{name} bakes {order}, adding {added} from the hand.")
    elif any(event.from_helper):
        told = _("{name} bakes {order}, with {help} from the helper.")
    else:
        told = _("{name} bakes {order}.")
    return told.format(name=name, order=order, added=amounts(event.from_hand), help=amounts(event.from_helper))


def why_returned(card: OrderCard, reason: str, missing: tuple[int, ...] | None) -> str:
    """Why an order goes back, as a clause."""
    if reason == "forbidden" and card.forbidden is not None:
        return _("there is {kind} on the table").format(kind=kind_word(card.forbidden))
    if reason == "no-kind":
        return _("no other kind lies on the table")
    if reason == "no-help":
        return _("nobody helps")
    if missing is not None and any(missing):
        return _("{what} missing").format(what=amounts(missing))
    if card.at_least:
        return _("fewer than {number} ingredients lie on the table").format(number=card.at_least)
    return _("it isn't completed")


def who_won(scores: Sequence[int], winners: Sequence[int], reason: str, called: Names) -> str:
    """Who won, and what decided it (MM-23, MMR-10)."""
    if reason == "most-orders":
        told = _("The end. {names} wins with {orders}.")
    elif reason == "most-ingredients":
        told = _("The end. A tie at {orders}: {names} wins with the most ingredients in hand.")
    else:
        told = _("The end. A tie at {orders}, and in ingredients too: {names} share the win.")
    return told.format(names=listed(called[seat] for seat in winners), orders=orders(max(scores)))
