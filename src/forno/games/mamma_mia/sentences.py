"""Sentences for the events of Mamma Mia!: the same in the terminal, on the page and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event, SeatEvent
from forno.core.game import Game
from forno.core.language import _, capital, labelled, listed, separated
from forno.games.mamma_mia import words
from forno.games.mamma_mia.rules import events
from forno.games.mamma_mia.rules.cards import KINDS, OrderCard

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia

Names = Mapping[int, str] | Sequence[str]
"""Names of the seats."""


def tell(game: MammaMia, event: Event, names: Names | None = None, you: int | None = None) -> str:
    """Return an event as a sentence; empty for what isn't worth one. What is private comes last, if it is known."""
    called: Names = names or game.say_seats()
    mine = isinstance(event, SeatEvent) and event.seat == you
    sentence = _turn(game, event, called, mine) or _opening(game, event, called, mine) or _rest(game, event, called)
    private = gained_cards(game, event)
    return labelled(sentence.removesuffix("."), f"{private}.") if private else sentence


def gained_cards(game: MammaMia, event: Event) -> str:
    """Return the cards that a seat alone sees that it got; empty if they aren't known, or there are none."""
    if not isinstance(event, events.Dealt | events.Drew) or event.ingredients is None or event.orders is None:
        return ""
    ingredients = [words.amounts(event.ingredients)] if any(event.ingredients) else []
    return separated(
        [*ingredients, *(words.order_title(words.order_card(game, event.seat, order)) for order in event.orders)]
    )


def _turn(game: MammaMia, event: Event, called: Names, mine: bool) -> str:
    """Return the sentence for an event of a turn."""
    match event:
        case events.Dealt(seat, size):
            told = _("You are dealt {cards}.") if mine else _("{name} is dealt {cards}.")
            return told.format(name=called[seat], cards=words.cards(size))
        case events.Placed(seat, kind, number):
            told = _("You put in {ingredients}.") if mine else _("{name} puts in {ingredients}.")
            return told.format(name=called[seat], ingredients=words.some(kind, number))
        case events.OrderPlaced(seat, order):
            told = _("You put an order on top: {order}.") if mine else _("{name} puts an order on top: {order}.")
            return told.format(name=called[seat], order=words.order_title(words.order_card(game, seat, order)))
        case events.Passed(seat):
            told = _("You have no ingredients and pass.") if mine else _("{name} has no ingredients and passes.")
            return told.format(name=called[seat])
        case events.Drew(seat, "supply", number):
            told = _("You draw {cards} from the supply.") if mine else _("{name} draws {cards} from the supply.")
            return told.format(name=called[seat], cards=words.cards(number))
        case events.Drew(seat, _pile, number):
            told = _("You draw {cards} from your waiter.") if mine else _("{name} draws {cards} from the waiter.")
            return told.format(name=called[seat], cards=words.cards(number))
        case events.OvenOpened(seat, time, number):
            told = _("{name} draws the last card of the supply and opens the oven.")
            if mine:
                told = _("You draw the last card of the supply and open the oven.")
            baking = labelled(capital(_(words.BAKINGS[time])), words.cards(number))
            return f"{told.format(name=called[seat])} {baking}."
    return ""


def _opening(game: MammaMia, event: Event, called: Names, mine: bool) -> str:
    """Return the sentence for an event of the open oven."""
    match event:
        case events.OrderRevealed(seat, order):
            card = words.order_card(game, seat, order)
            title, needs = words.order_title(card), words.needs_text(card)
            told = _("Your order comes out: {order}.") if mine else _("{name}'s order comes out: {order}.")
            return told.format(name=called[seat], order=title if title == needs else f"{title} ({needs})")
        case events.HelpAsked(seat, _owner, request):
            told = _("You ask for help: {ingredients}.") if mine else _("{name} asks for help: {ingredients}.")
            return told.format(name=called[seat], ingredients=words.amounts(request))
        case events.HelpRefused(seat):
            return (_("You don't help.") if mine else _("{name} doesn't help.")).format(name=called[seat])
        case events.HelpGiven(seat, given):
            told = _("You help with {ingredients}.") if mine else _("{name} helps with {ingredients}.")
            return told.format(name=called[seat], ingredients=words.amounts(given))
        case events.Baked(seat, order):
            told = _("You bake {order}.") if mine else _("{name} bakes {order}.")
            baked = told.format(name=called[seat], order=words.order_title(words.order_card(game, seat, order)))
            added = (_("From the helper"), event.from_helper), (_("From the hand"), event.from_hand)
            return " ".join(
                [baked, *(f"{labelled(whence, words.amounts(part))}." for whence, part in added if any(part))]
            )
        case events.Rewarded(seat):
            told = _("{name}'s reward is the top order of the waiter, which nobody sees.")
            if mine:
                told = _("Your reward is the top order of your waiter, which nobody sees.")
            return told.format(name=called[seat])
        case events.Returned(seat, order, reason, missing):
            card = words.order_card(game, seat, order)
            told = _("{name}'s order ({order}) goes back under the waiter: {reason}.")
            if mine:
                told = _("Your order ({order}) goes back under your waiter: {reason}.")
            reason = why_returned(card, reason, missing)
            return told.format(name=called[seat], order=words.order_title(card), reason=reason)
    return ""


def _rest(game: MammaMia, event: Event, called: Names) -> str:
    """Return the sentence for an event that is nobody's doing, and for the end."""
    match event:
        case events.Revealed(kind, number):
            return _out_of_the_oven(words.some(kind, number))
        case events.OvenEmptied(leftovers, supply):
            return _("The oven is empty. Left over for the next baking: {ingredients}. New supply: {cards}.").format(
                ingredients=words.amounts(leftovers), cards=words.cards(supply)
            )
        case events.CompletedRevealed(revealed):
            said = [labelled(called[seat], words.order_titles(game, seat, pile)) for seat, pile in enumerate(revealed)]
            return _("All completed orders are revealed. {orders}.").format(orders=". ".join(said))
        case events.GameEnded(scores, _ingredients, winners, reason):
            return who_won(scores, winners, reason, called)
        case Awaits(seat) if seat is not None:
            return _("{name} is thinking.").format(name=called[seat])
    return ""


def why_returned(card: OrderCard, reason: str, missing: tuple[int, ...] | None) -> str:
    """Return as a clause why an order goes back."""
    if reason == "forbidden" and card.forbidden is not None:
        return _("there is {kind} on the table").format(kind=words.kind_word(card.forbidden))
    if reason == "no-kind":
        return _("no other kind is on the table")
    if reason == "no-help":
        return _("nobody helps")
    if missing is not None and any(missing):
        return _("{what} missing").format(what=words.amounts(missing))
    if card.at_least:
        return _("fewer than {number} ingredients are on the table").format(number=card.at_least)
    return _("it isn't completed")


def who_won(scores: Sequence[int], winners: Sequence[int], reason: str, called: Names) -> str:
    """Return who won, and what decided it (MM-23, MMR-10)."""
    if reason == "most-orders":
        told = _("The end. {names} wins with {orders}.")
    elif reason == "most-ingredients":
        told = _("The end. A tie at {orders}: {names} wins with the most ingredients in hand.")
    else:
        told = _("The end. A tie at {orders}, and in ingredients too: {names} share the win.")
    return told.format(names=listed(called[seat] for seat in winners), orders=words.orders(max(scores)))


def tell_all(
    game: MammaMia, happened: Iterable[Event], names: Sequence[str] | None, you: int | None
) -> list[tuple[int | None, str]]:
    """Events in a row. What comes out of the oven between two orders is told at once: nobody counts along in lines."""
    told: list[tuple[int | None, str]] = []
    for out, run in groupby(happened, lambda event: isinstance(event, events.Revealed)):
        if not out:
            told += Game.tell_all(game, run, names, you)
            continue
        counts = [0] * len(KINDS)
        for event in run:
            assert isinstance(event, events.Revealed)
            counts[event.kind] += event.number
        told.append((None, _out_of_the_oven(words.amounts(counts))))
    return told


def _out_of_the_oven(ingredients: str) -> str:
    return _("Out of the oven: {ingredients}.").format(ingredients=ingredients)
