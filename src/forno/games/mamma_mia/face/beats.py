"""Beats: how each event is shown, with its sentence, speech, flying pieces and the rule that explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from forno.core.events import Event, SeatEvent
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
    show = SHOWN.get(type(event))
    shown = None if show is None else show(book, event, tell(book.game, event, names), names)
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


# --- a turn ---------------------------------------------------------------------


def _dealt(book: CardTexts, event: events.Dealt, told: str, names: Names) -> Beat:
    fly = (Fly("#supply", f"#seat-{event.seat}", SUPPLY_BACK, 3),)
    return Beat("dealt", told, event.seat, fly=fly, pause=250, why="MM-2")


def _placed(book: CardTexts, event: events.Placed, told: str, names: Names) -> Beat:
    say = _("{what}!").format(what=capital(some(event.kind, event.number)))
    card = ingredient_card(event.kind)
    fly = (Fly(f"#seat-{event.seat}", "#oven", card, min(event.number, MAX_FLYING)),)
    return Beat("placed", told, event.seat, say, fly, pause=650)


def _order_placed(book: CardTexts, event: events.OrderPlaced, told: str, names: Names) -> Beat:
    leaf = book.leaves[event.seat][event.order]
    say = _("And an order: {order}.").format(order=leaf.title)
    return Beat("order-placed", told, event.seat, say, (Fly(f"#seat-{event.seat}", "#oven", leaf.face),), pause=750)


def _passed(book: CardTexts, event: events.Passed, told: str, names: Names) -> Beat:
    return Beat("passed", told, event.seat, _("I pass."), why="MM-10")


def _drew(book: CardTexts, event: events.Drew, told: str, names: Names) -> Beat:
    seat = event.seat
    start, back = "#supply", SUPPLY_BACK
    if event.pile != "supply":
        start, back = f"#seat-{seat} .waiter-pile", book.backs[seat]
    fly = (Fly(start, f"#seat-{seat}", back, min(event.number, MAX_FLYING)),)
    return Beat("drew", told, seat, fly=fly, pause=250)


def _turn_ended(book: CardTexts, event: events.TurnEnded, told: str, names: Names) -> Beat | None:
    return None if book.game.memory_aid else Beat("turn-ended", seat=event.seat, pause=0, forgets=event.seat)


# --- the oven -------------------------------------------------------------------


def _oven_opened(book: CardTexts, event: events.OvenOpened, told: str, names: Names) -> Beat:
    return Beat("oven-opened", told, event.seat, _("Open the oven!"), pause=1500, why="MM-12")


def _revealed(book: CardTexts, event: events.Revealed, told: str, names: Names) -> Beat:
    card = ingredient_card(event.kind)
    fly = (Fly("#oven .top-card", f"#lane-{event.kind}", card, min(event.number, MAX_FLYING)),)
    return Beat("revealed", told, fly=fly, pause=350)


def _oven_emptied(book: CardTexts, event: events.OvenEmptied, told: str, names: Names) -> Beat:
    fly = _flying(event.leftovers, "#lane-{kind}", "#oven")
    if event.supply:
        fly += (Fly("#opening", "#supply", SUPPLY_BACK, MAX_FLYING),)
    return Beat("oven-emptied", told, fly=fly, pause=1600, why="MM-17")


def _completed_revealed(book: CardTexts, event: events.CompletedRevealed, told: str, names: Names) -> Beat:
    fly = tuple(
        Fly("#round .completed", f"#seat-{seat}", book.backs[seat], min(len(orders), MAX_FLYING))
        for seat, orders in enumerate(event.orders)
        if orders
    )
    return Beat("completed-revealed", told, fly=fly, pause=2600, why="MM-23")


def _game_ended(book: CardTexts, event: events.GameEnded, told: str, names: Names) -> Beat:
    return Beat("ended", told, pause=2000, why="MMR-10" if event.reason == "shared" else "MM-23")


# --- an order -------------------------------------------------------------------


def _order_revealed(book: CardTexts, event: events.OrderRevealed, told: str, names: Names) -> Beat:
    leaf = book.leaves[event.seat][event.order]
    fly = (Fly("#oven .top-card", "#opening .verdict", leaf.face),)
    return Beat("order-revealed", told, event.seat, fly=fly, pause=1300, why=_rule(leaf.card))


def _baked(book: CardTexts, event: events.Baked, told: str, names: Names) -> Beat:
    seat, leaf = event.seat, book.leaves[event.seat][event.order]
    fly = (
        *_flying(event.from_hand, f"#seat-{seat}", "#opening .verdict"),
        Fly("#opening .on-trial", f"#seat-{seat}", leaf.face),
    )
    shown = tag(f"span.fate.baked.c-{book.game.colours[seat]}", leaf.mini)
    return Beat("baked", told, seat, _("Baked!"), fly, 1700, _rule(leaf.card), html=shown, before=True)


def _returned(book: CardTexts, event: events.Returned, told: str, names: Names) -> Beat:
    seat, leaf = event.seat, book.leaves[event.seat][event.order]
    reason = why_returned(leaf.card, event.reason, event.missing)
    fly = (Fly("#opening .on-trial", f"#seat-{seat} .waiter-pile", book.backs[seat]),)
    why = WHY_RETURNED.get(event.reason) or _rule(leaf.card)
    if event.reason == "incomplete" and any(event.missing or ()):
        why = "MM-14"
    shown = tag(f"span.fate.returned.c-{book.game.colours[seat]}", leaf.mini)
    return Beat("returned", told, seat, _("{what}!").format(what=capital(reason)), fly, 1700, why, None, shown, True)


# --- helping --------------------------------------------------------------------


def _help_asked(book: CardTexts, event: events.HelpAsked, told: str, names: Names) -> Beat:
    say = _("Who has {ingredients}?").format(ingredients=amounts(event.request))
    return Beat("help-asked", told, event.seat, say, pause=1200, why="MM-18")


def _help_refused(book: CardTexts, event: events.HelpRefused, told: str, names: Names) -> Beat:
    return Beat("help-refused", told, event.seat, _("Not me."), pause=600, why="MMR-8")


def _help_given(book: CardTexts, event: events.HelpGiven, told: str, names: Names) -> Beat:
    say = _("Here: {ingredients}!").format(ingredients=amounts(event.cards))
    fly = _flying(event.cards, f"#seat-{event.seat}", "#opening .verdict")
    return Beat("help-given", told, event.seat, say, fly, pause=1200, why="MM-19")


def _rewarded(book: CardTexts, event: events.Rewarded, told: str, names: Names) -> Beat:
    fly = (Fly(f"#seat-{event.seat} .waiter-pile", "#round", book.backs[event.seat]),)
    return Beat("rewarded", told, event.seat, fly=fly, pause=1000, why="MM-20")


SHOWN: Final[Mapping[type[Event], Callable[[CardTexts, Any, str, Any], Beat | None]]] = {
    events.Dealt: _dealt,
    events.Placed: _placed,
    events.OrderPlaced: _order_placed,
    events.Passed: _passed,
    events.Drew: _drew,
    events.TurnEnded: _turn_ended,
    events.OvenOpened: _oven_opened,
    events.Revealed: _revealed,
    events.OvenEmptied: _oven_emptied,
    events.CompletedRevealed: _completed_revealed,
    events.GameEnded: _game_ended,
    events.OrderRevealed: _order_revealed,
    events.Baked: _baked,
    events.Returned: _returned,
    events.HelpAsked: _help_asked,
    events.HelpRefused: _help_refused,
    events.HelpGiven: _help_given,
    events.Rewarded: _rewarded,
}
"""Beat of each kind of event; those left out aren't shown, as the table shows whose decision is awaited."""
