"""Beats: how each event is shown, with its sentence, speech, flying pieces and the rule that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from forno.core.events import Awaits, Event, SeatEvent
from forno.core.language import _, capital
from forno.games.mamma_mia.face.pieces import SUPPLY_BACK, CardTexts, book_of, ingredient_card
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules import events
from forno.games.mamma_mia.rules.cards import OrderCard
from forno.games.mamma_mia.sentences import Names, gained_cards, tell, why_returned
from forno.games.mamma_mia.words import amounts, some
from forno.pages.caches import LARGE_CACHE, SMALL_CACHE, remembered
from forno.pages.face import Beat, Fly, Guests, spoken_to
from forno.pages.html import tag

MAX_FLYING: Final = 5
"""The most cards that fly at once."""
RULE_OF: Final = {
    "bombastica": "MM-24",
    "monotoni": "MM-25",
    "minimale": "MM-26",
    "ghiottona": "MM-27",
    "monotoni-junior": "MM-28",
    "minipizza": "MM-29",
    "mamma-mia": "MM-30",
}
"""The rule of each special order."""
WHY_RETURNED: Final = {"no-kind": "MMR-5", "no-help": "MM-21"}


def beat(game: MammaMia, event: Event, guests: Guests) -> Beat | None:
    """Return how an event is shown, as a spectator sees it."""
    book = book_of(game)
    if isinstance(event, SeatEvent):  # it names nobody else, and the same happens again and again
        return _of_seat(book, event, guests.names[event.seat])
    if type(event) is events.Revealed:
        return _of_nobody(book, event)
    return _beat(book, event, guests.names)


@remembered(LARGE_CACHE)
def _of_seat(book: CardTexts, event: SeatEvent, name: str) -> Beat | None:
    return _beat(book, event, {event.seat: name})


@remembered(SMALL_CACHE)
def _of_nobody(book: CardTexts, event: Event) -> Beat | None:
    return _beat(book, event, {})


def _beat(book: CardTexts, event: Event, names: Names) -> Beat | None:
    if isinstance(event, Awaits):  # the table shows whose decision is awaited
        return None
    told = tell(book.game, event, names)
    shown = (
        _turn(book, event, told) or _oven(book, event, told) or _order(book, event, told) or _help(book, event, told)
    )
    return shown and spoken_to(shown, tell(book.game, event, names, shown.seat))


def aside(game: MammaMia, event: Event) -> str:
    """Return what a seat alone is told: the cards it got."""
    return _aside(book_of(game), event)


@remembered(LARGE_CACHE)
def _aside(book: CardTexts, event: Event) -> str:
    cards = gained_cards(book.game, event)
    return _("You get {what}.").format(what=cards) if cards else ""


def _flying(counts: Sequence[int], start: str, end: str) -> tuple[Fly, ...]:
    """Return ingredients on their way; `{kind}` in a selector stands for the number of the kind."""
    return tuple(
        Fly(start.format(kind=kind), end.format(kind=kind), ingredient_card(kind), min(count, MAX_FLYING))
        for kind, count in enumerate(counts)
        if count
    )


def _rule(card: OrderCard) -> str:
    return RULE_OF.get(card.style, "MM-14")


def _turn(book: CardTexts, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of a turn."""
    match event:
        case events.Dealt():
            fly = (Fly("#supply", f"#seat-{event.seat}", SUPPLY_BACK, 3),)
            return Beat("dealt", told, event.seat, fly=fly, pause=250, why="MM-2")
        case events.Placed():
            say = _("{what}!").format(what=capital(some(event.kind, event.number)))
            card = ingredient_card(event.kind)
            fly = (Fly(f"#seat-{event.seat}", "#oven", card, min(event.number, MAX_FLYING)),)
            return Beat("placed", told, event.seat, say, fly, pause=650)
        case events.OrderPlaced():
            leaf = book.leaves[event.seat][event.order]
            say = _("And an order: {order}.").format(order=leaf.title)
            fly = (Fly(f"#seat-{event.seat}", "#oven", leaf.face),)
            return Beat("order-placed", told, event.seat, say, fly, pause=750)
        case events.Passed():
            return Beat("passed", told, event.seat, _("I pass."), why="MM-10")
        case events.Drew():
            seat = event.seat
            start, back = "#supply", SUPPLY_BACK
            if event.pile != "supply":
                start, back = f"#seat-{seat} .waiter-pile", book.backs[seat]
            fly = (Fly(start, f"#seat-{seat}", back, min(event.number, MAX_FLYING)),)
            return Beat("drew", told, seat, fly=fly, pause=250)
        case events.TurnEnded():
            return None if book.game.memory_aid else Beat("turn-ended", seat=event.seat, pause=0, forgets=event.seat)
    return None


def _oven(book: CardTexts, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of the oven, and of the end."""
    fly: tuple[Fly, ...]
    match event:
        case events.OvenOpened():
            return Beat("oven-opened", told, event.seat, _("Open the oven!"), pause=1500, why="MM-12")
        case events.Revealed():
            card = ingredient_card(event.kind)
            fly = (Fly("#oven .top-card", f"#lane-{event.kind}", card, min(event.number, MAX_FLYING)),)
            return Beat("revealed", told, fly=fly, pause=350)
        case events.OvenEmptied():
            fly = _flying(event.leftovers, "#lane-{kind}", "#oven")
            if event.supply:
                fly += (Fly("#opening", "#supply", SUPPLY_BACK, MAX_FLYING),)
            return Beat("oven-emptied", told, fly=fly, pause=1600, why="MM-17")
        case events.CompletedRevealed():
            fly = tuple(
                Fly("#round .completed", f"#seat-{seat}", book.backs[seat], min(len(orders), MAX_FLYING))
                for seat, orders in enumerate(event.orders)
                if orders
            )
            return Beat("completed-revealed", told, fly=fly, pause=2600, why="MM-23")
        case events.GameEnded():
            return Beat("ended", told, pause=2000, why="MMR-10" if event.reason == "shared" else "MM-23")
    return None


def _order(book: CardTexts, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of an order that comes out."""
    fly: tuple[Fly, ...]
    match event:
        case events.OrderRevealed():
            leaf = book.leaves[event.seat][event.order]
            fly = (Fly("#oven .top-card", "#opening .verdict", leaf.face),)
            return Beat("order-revealed", told, event.seat, fly=fly, pause=1300, why=_rule(leaf.card))
        case events.Baked():
            seat, leaf = event.seat, book.leaves[event.seat][event.order]
            fly = (
                *_flying(event.from_hand, f"#seat-{seat}", "#opening .verdict"),
                Fly("#opening .on-trial", f"#seat-{seat}", leaf.face),
            )
            shown = tag(f"span.fate.baked.c-{book.game.colours[seat]}", leaf.mini)
            return Beat("baked", told, seat, _("Baked!"), fly, 1700, _rule(leaf.card), html=shown, before=True)
        case events.Returned():
            seat, leaf = event.seat, book.leaves[event.seat][event.order]
            say = _("{what}!").format(what=capital(why_returned(leaf.card, event.reason, event.missing)))
            fly = (Fly("#opening .on-trial", f"#seat-{seat} .waiter-pile", book.backs[seat]),)
            why = WHY_RETURNED.get(event.reason) or _rule(leaf.card)
            if event.reason == "incomplete" and any(event.missing or ()):
                why = "MM-14"
            shown = tag(f"span.fate.returned.c-{book.game.colours[seat]}", leaf.mini)
            return Beat("returned", told, seat, say, fly, 1700, why, None, shown, True)
    return None


def _help(book: CardTexts, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of helping."""
    fly: tuple[Fly, ...]
    match event:
        case events.HelpAsked():
            say = _("Who has {ingredients}?").format(ingredients=amounts(event.request))
            return Beat("help-asked", told, event.seat, say, pause=1200, why="MM-18")
        case events.HelpRefused():
            return Beat("help-refused", told, event.seat, _("Not me."), pause=600, why="MMR-8")
        case events.HelpGiven():
            say = _("Here: {ingredients}!").format(ingredients=amounts(event.cards))
            fly = _flying(event.cards, f"#seat-{event.seat}", "#opening .verdict")
            return Beat("help-given", told, event.seat, say, fly, pause=1200, why="MM-19")
        case events.Rewarded():
            fly = (Fly(f"#seat-{event.seat} .waiter-pile", "#round", book.backs[event.seat]),)
            return Beat("rewarded", told, event.seat, fly=fly, pause=1000, why="MM-20")
    return None
