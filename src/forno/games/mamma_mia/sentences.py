"""What happens in Mamma Mia!, each thing in one sentence: for the terminal, the page and the log alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event, SeatEvent
from forno.core.game import Game
from forno.core.language import _, capital, labelled, listed
from forno.games.mamma_mia.rules.cards import KINDS, OrderCard
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
    from forno.games.mamma_mia.game import MammaMia

Names = Mapping[int, str] | Sequence[str]
"""How the seats are called."""


def tell(game: MammaMia, event: Event, names: Names | None = None, you: int | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one. What is private comes last, if it is known."""
    called: Names = names or [game.say_seat(seat) for seat in range(game.players)]
    mine = isinstance(event, SeatEvent) and event.seat == you
    sentence = _turn(game, event, called, mine) or _opening(game, event, called, mine) or _rest(game, event, called)
    private = gained(game, event)
    return f"{sentence.removesuffix('.')}: {private}." if private else sentence


def gained(game: MammaMia, event: Event) -> str:
    """The cards that a seat alone sees that it got; empty if they aren't known, or there are none."""
    if not isinstance(event, Dealt | Drew) or event.ingredients is None or event.orders is None:
        return ""
    ingredients = [amounts(event.ingredients)] if any(event.ingredients) else []
    return "; ".join([*ingredients, *(order_title(order_card(game, event.seat, order)) for order in event.orders)])


def _turn(game: MammaMia, event: Event, called: Names, mine: bool) -> str:
    """What a seat does in its turn."""
    match event:
        case Dealt(seat, size):
            told = _("You are dealt {cards}.") if mine else _("{name} is dealt {cards}.")
            return told.format(name=called[seat], cards=cards(size))
        case Placed(seat, kind, number):
            told = _("You put in {ingredients}.") if mine else _("{name} puts in {ingredients}.")
            return told.format(name=called[seat], ingredients=some(kind, number))
        case OrderPlaced(seat, order):
            told = _("You put an order on top: {order}.") if mine else _("{name} puts an order on top: {order}.")
            return told.format(name=called[seat], order=order_title(order_card(game, seat, order)))
        case Passed(seat):
            told = _("You have no ingredients and pass.") if mine else _("{name} has no ingredients and passes.")
            return told.format(name=called[seat])
        case Drew(seat, "supply", number):
            told = _("You draw {cards} from the supply.") if mine else _("{name} draws {cards} from the supply.")
            return told.format(name=called[seat], cards=cards(number))
        case Drew(seat, _pile, number):
            told = _("You draw {cards} from your waiter.") if mine else _("{name} draws {cards} from the waiter.")
            return told.format(name=called[seat], cards=cards(number))
        case OvenOpened(seat, time, number):
            told = _("{name} draws the last card of the supply and opens the oven.")
            if mine:
                told = _("You draw the last card of the supply and open the oven.")
            baking = labelled(capital(_(BAKINGS[time])), cards(number))
            return f"{told.format(name=called[seat])} {baking}."
    return ""


def _opening(game: MammaMia, event: Event, called: Names, mine: bool) -> str:
    """What happens to an order that comes out of the oven."""
    match event:
        case OrderRevealed(seat, order):
            card = order_card(game, seat, order)
            title, needs = order_title(card), needs_text(card)
            told = _("Your order comes out: {order}.") if mine else _("{name}'s order comes out: {order}.")
            return told.format(name=called[seat], order=title if title == needs else f"{title} ({needs})")
        case HelpAsked(seat, _owner, request):
            told = _("You ask for help: {ingredients}.") if mine else _("{name} asks for help: {ingredients}.")
            return told.format(name=called[seat], ingredients=amounts(request))
        case HelpRefused(seat):
            return (_("You don't help.") if mine else _("{name} doesn't help.")).format(name=called[seat])
        case HelpGiven(seat, given):
            told = _("You help with {ingredients}.") if mine else _("{name} helps with {ingredients}.")
            return told.format(name=called[seat], ingredients=amounts(given))
        case Baked(seat, order):
            told = _("You bake {order}.") if mine else _("{name} bakes {order}.")
            baked = told.format(name=called[seat], order=order_title(order_card(game, seat, order)))
            added = (_("From the helper"), event.from_helper), (_("From the hand"), event.from_hand)
            return " ".join([baked, *(f"{labelled(whence, amounts(part))}." for whence, part in added if any(part))])
        case Rewarded(seat):
            told = _("{name}'s reward is the top order of the waiter, unseen by all.")
            if mine:
                told = _("Your reward is the top order of your waiter, unseen by all.")
            return told.format(name=called[seat])
        case Returned(seat, order, reason, missing):
            card = order_card(game, seat, order)
            told = _("{name}'s order ({order}) goes back under the waiter: {reason}.")
            if mine:
                told = _("Your order ({order}) goes back under your waiter: {reason}.")
            reason = why_returned(card, reason, missing)
            return told.format(name=called[seat], order=order_title(card), reason=reason)
    return ""


def _rest(game: MammaMia, event: Event, called: Names) -> str:
    """What nobody does, and the end."""
    match event:
        case Revealed(kind, number):
            return _out_of_the_oven(some(kind, number))
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


def tell_all(
    game: MammaMia, events: Iterable[Event], names: Sequence[str] | None, you: int | None
) -> list[tuple[int | None, str]]:
    """Events in a row. What comes out of the oven between two orders is told at once: nobody counts along in lines."""
    told: list[tuple[int | None, str]] = []
    for out, run in groupby(events, lambda event: isinstance(event, Revealed)):
        if not out:
            told += Game.tell_all(game, run, names, you)
            continue
        counts = [0] * len(KINDS)
        for event in run:
            assert isinstance(event, Revealed)
            counts[event.kind] += event.number
        told.append((None, _out_of_the_oven(amounts(counts))))
    return told


def _out_of_the_oven(ingredients: str) -> str:
    return _("Out of the oven: {ingredients}.").format(ingredients=ingredients)
