"""How each event is shown: what is said, what is told, what flies where, and which rule explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from forno.core.events import Event
from forno.core.language import N_, _
from forno.games.mamma_mia.face.ending import final_table, winners_words
from forno.games.mamma_mia.face.pieces import SUPPLY_BACK, Leaf, book_of, ingredient_card, minis
from forno.games.mamma_mia.face.words import amounts, capital, cards, kind_name, some
from forno.games.mamma_mia.rules.cards import COLOURS
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
    TurnEnded,
)
from forno.games.mamma_mia.rules.game import MammaMia
from forno.publishing.caches import FEW, MANY, remembered
from forno.publishing.face import Beat, Fly, Guests
from forno.publishing.html import Markup, tag

TIMES = ("", N_("the first time"), N_("the second time"), N_("the third time"), N_("the fourth time"))
RULE_OF = {
    "bombastica": "MM-24",
    "monotoni": "MM-25",
    "minimale": "MM-26",
    "ghiottona": "MM-27",
    "monotoni-junior": "MM-28",
    "minipizza": "MM-29",
    "mamma-mia": "MM-30",
}
"""The rule of each special order."""


def _cards_of(counts: tuple[int, ...], start: str, end: str) -> tuple[Fly, ...]:
    return tuple(Fly(start, end, ingredient_card(kind), min(count, 5)) for kind, count in enumerate(counts) if count)


def _leaf(game: MammaMia, seat: int, order: str) -> Leaf:
    return book_of(game).leaves[seat][order]


# --- a turn ---------------------------------------------------------------------


def _placed(game: MammaMia, event: Placed, guests: Guests) -> Beat:
    return _placed_beat(guests.names[event.seat], event.seat, event.kind, event.number)


@remembered(MANY)
def _placed_beat(name: str, seat: int, kind: int, number: int) -> Beat:
    what = some(kind, number)
    return Beat(
        "placed",
        _("{name} puts in {ingredients}.").format(name=name, ingredients=what),
        seat,
        _("{announcement}!").format(announcement=capital(what)),
        (Fly(f"#seat-{seat}", "#oven", ingredient_card(kind), min(number, 5)),),
        pause=900,
    )


def _order_placed(game: MammaMia, event: OrderPlaced, guests: Guests) -> Beat:
    seat = event.seat
    return _order_placed_beat(guests.names[seat], _leaf(game, seat, event.order))


@remembered(MANY)
def _order_placed_beat(name: str, leaf: Leaf) -> Beat:
    return Beat(
        "order-placed",
        _("{name} puts an order on top: {order}.").format(name=name, order=leaf.title),
        leaf.seat,
        _("And an order: {order}.").format(order=leaf.title),
        (Fly(f"#seat-{leaf.seat}", "#oven", leaf.face),),
        pause=900,
    )


def _passed(game: MammaMia, event: Passed, guests: Guests) -> Beat:
    return Beat(
        "passed",
        _("{name} has no ingredient and passes.").format(name=guests.names[event.seat]),
        event.seat,
        _("I pass."),
        why="MM-10",
    )


def _drew(game: MammaMia, event: Drew, guests: Guests) -> Beat:
    seat = event.seat
    back = SUPPLY_BACK if event.pile == "supply" else book_of(game).backs[seat]
    return _drew_beat(guests.names[seat], seat, event.pile, event.number, back)


@remembered(MANY)
def _drew_beat(name: str, seat: int, pile: str, number: int, back: Markup) -> Beat:
    if pile == "supply":
        told, start = _("{name} draws {cards} from the supply."), "#supply"
    else:
        told, start = _("{name} draws {cards} from the waiter."), f"#seat-{seat} .waiter-pile"
    return Beat(
        "drew",
        told.format(name=name, cards=cards(number)),
        seat,
        fly=(Fly(start, f"#seat-{seat}", back, min(number, 5)),),
        pause=450,
    )


def _turn_ended(game: MammaMia, event: TurnEnded, guests: Guests) -> Beat | None:
    return None if game.memory_aid else _TURN_ENDED[event.seat]


_TURN_ENDED: Final = tuple(Beat("turn-ended", seat=seat, pause=0, forgets=seat) for seat in range(len(COLOURS)))


def _dealt(game: MammaMia, event: Dealt, guests: Guests) -> Beat:
    return Beat(
        "dealt",
        _("{name} is dealt {cards}.").format(name=guests.names[event.seat], cards=cards(event.size)),
        event.seat,
        fly=(Fly("#supply", f"#seat-{event.seat}", SUPPLY_BACK, 3),),
        pause=250,
        why="MM-2",
    )


# --- the oven -------------------------------------------------------------------


def _oven_opened(game: MammaMia, event: OvenOpened, guests: Guests) -> Beat:
    told = _("{name} drew the last card of the supply and opens the oven for {time}: {cards}.")
    return Beat(
        "oven-opened",
        told.format(name=guests.names[event.seat], time=_(TIMES[event.time]), cards=cards(event.cards)),
        event.seat,
        _("Open the oven!"),
        pause=1500,
        why="MM-12",
    )


def _revealed(game: MammaMia, event: Revealed, guests: Guests) -> Beat:
    return _revealed_beat(event.kind, event.number)


@remembered(FEW)
def _revealed_beat(kind: int, number: int) -> Beat:
    return Beat(
        "revealed",
        _("Out of the oven: {ingredients}.").format(ingredients=some(kind, number)),
        fly=(Fly("#oven .top-card", f"#lane-{kind}", ingredient_card(kind), min(number, 5)),),
        pause=550,
    )


def _oven_emptied(game: MammaMia, event: OvenEmptied, guests: Guests) -> Beat:
    told = _("The oven is empty. Left over for the next baking: {ingredients}. The new supply has {cards}.")
    return Beat(
        "oven-emptied",
        told.format(ingredients=amounts(event.leftovers), cards=cards(event.supply)),
        fly=(
            *(
                Fly(f"#lane-{kind}", "#oven", ingredient_card(kind), min(count, 5))
                for kind, count in enumerate(event.leftovers)
                if count
            ),
            *((Fly("#opening", "#supply", SUPPLY_BACK, 5),) if event.supply else ()),
        ),
        pause=1600,
        why="MM-17",
    )


def _completed_revealed(game: MammaMia, event: CompletedRevealed, guests: Guests) -> Beat:
    book = book_of(game)
    told: list[str] = []
    shown: list[Markup] = []
    fly: tuple[Fly, ...] = ()
    for seat, orders in enumerate(event.orders):
        titles = "; ".join(book.leaves[seat][order].title for order in orders)
        told.append(_("{name}: {orders}.").format(name=guests.names[seat], orders=titles or _("nothing")))
        shown.append(minis(book, seat, orders))
        if orders:
            fly += (Fly("#round .completed", f"#seat-{seat}", book.backs[seat], min(len(orders), 5)),)
    return Beat(
        "completed-revealed",
        _("All completed orders are revealed.") + " " + " ".join(told),
        fly=fly,
        pause=2600,
        why="MM-23",
        html=tag("span.fate", shown),
    )


def _game_ended(game: MammaMia, event: GameEnded, guests: Guests) -> Beat:
    scores, winners = event.scores, event.winners
    return Beat(
        "ended",
        winners_words(scores, winners, event.reason, guests),
        pause=2000,
        why="MMR-10" if event.reason == "shared" else "MM-23",
        html=final_table(scores, event.ingredients, winners, guests),
    )


# --- an order -------------------------------------------------------------------


def _order_revealed(game: MammaMia, event: OrderRevealed, guests: Guests) -> Beat:
    seat = event.seat
    return _order_revealed_beat(guests.names[seat], _leaf(game, seat, event.order))


@remembered(MANY)
def _order_revealed_beat(name: str, leaf: Leaf) -> Beat:
    return Beat(
        "order-revealed",
        _("{name}'s order comes out: {order}.").format(name=name, order=leaf.spoken),
        leaf.seat,
        fly=(Fly("#oven .top-card", "#opening .verdict", leaf.face),),
        pause=1300,
        why=RULE_OF.get(leaf.card.style, "MM-14"),
    )


def _baked(game: MammaMia, event: Baked, guests: Guests) -> Beat:
    seat = event.seat
    leaf = _leaf(game, seat, event.order)
    return Beat(
        "baked",
        _baked_words(event, leaf, guests.names[seat]),
        seat,
        _("Baked!"),
        (
            *_cards_of(event.from_hand, f"#seat-{seat}", "#opening .verdict"),
            Fly("#opening .on-trial", f"#seat-{seat}", leaf.face),
        ),
        pause=1700,
        before=True,
        why=RULE_OF.get(leaf.card.style, "MM-14"),
        html=tag("span.fate.baked", leaf.mini),
    )


def _returned(game: MammaMia, event: Returned, guests: Guests) -> Beat:
    book, seat = book_of(game), event.seat
    leaf, back = book.leaves[seat][event.order], book.backs[seat]
    return _returned_beat(guests.names[seat], leaf, back, event.reason, event.missing)


@remembered(MANY)
def _returned_beat(name: str, leaf: Leaf, back: Markup, reason: str, missing: tuple[int, ...] | None) -> Beat:
    words, why = _why_returned(leaf, reason, missing)
    return Beat(
        "returned",
        _("{name}'s {order} goes back under the waiter: {reason}.").format(name=name, order=leaf.title, reason=words),
        leaf.seat,
        _("{announcement}!").format(announcement=capital(words)),
        (Fly("#opening .on-trial", f"#seat-{leaf.seat} .waiter-pile", back),),
        pause=1700,
        before=True,
        why=why,
        html=tag("span.fate.returned", leaf.mini),
    )


def _baked_words(event: Baked, leaf: Leaf, name: str) -> str:
    words = {"name": name, "order": leaf.title, "added": amounts(event.from_hand), "help": amounts(event.from_helper)}
    if any(event.from_hand) and any(event.from_helper):
        return _("{name} bakes {order}, with {help} from the helper and {added} from the hand.").format(**words)
    if any(event.from_hand):
        return _("{name} bakes {order}, adding {added} from the hand.").format(**words)
    if any(event.from_helper):
        return _("{name} bakes {order}, with {help} from the helper.").format(**words)
    return _("{name} bakes {order}.").format(**words)


def _why_returned(leaf: Leaf, reason: str, missing: tuple[int, ...] | None) -> tuple[str, str]:
    """Why an order goes back, and the rule."""
    card = leaf.card
    if reason == "forbidden" and card.forbidden is not None:
        words = _("{kind} lies on the table, which it forbids").format(kind=kind_name(card.forbidden))
        return words, RULE_OF.get(card.style, "MM-28")
    if reason == "no-kind":
        return _("no other kind lies on the table"), "MMR-5"
    if reason == "no-help":
        return _("nobody helps"), "MM-21"
    if missing is not None and any(missing):
        return _("missing: {ingredients}").format(ingredients=amounts(missing)), "MM-14"
    if card.at_least:
        words = _("fewer than {number} ingredients lie on the table")
        return words.format(number=card.at_least), "MM-24"
    return _("it isn't completed"), RULE_OF.get(card.style, "MM-14")


# --- helping --------------------------------------------------------------------


def _help_asked(game: MammaMia, event: HelpAsked, guests: Guests) -> Beat:
    wanted = amounts(event.request)
    return Beat(
        "help-asked",
        _("{name} asks for help: {ingredients}.").format(name=guests.names[event.seat], ingredients=wanted),
        event.seat,
        _("Who has {ingredients}?").format(ingredients=wanted),
        pause=1200,
        why="MM-18",
    )


def _help_refused(game: MammaMia, event: HelpRefused, guests: Guests) -> Beat:
    return Beat(
        "help-refused",
        _("{name} doesn't help.").format(name=guests.names[event.seat]),
        event.seat,
        _("Not me."),
        pause=600,
        why="MMR-8",
    )


def _help_given(game: MammaMia, event: HelpGiven, guests: Guests) -> Beat:
    given = amounts(event.cards)
    return Beat(
        "help-given",
        _("{name} helps with {ingredients}.").format(name=guests.names[event.seat], ingredients=given),
        event.seat,
        _("Here: {ingredients}!").format(ingredients=given),
        _cards_of(event.cards, f"#seat-{event.seat}", "#opening .verdict"),
        pause=1200,
        why="MM-19",
    )


def _rewarded(game: MammaMia, event: Rewarded, guests: Guests) -> Beat:
    seat = event.seat
    return Beat(
        "rewarded",
        _("The top order of {name}'s waiter, unseen by all, counts as completed.").format(name=guests.names[seat]),
        seat,
        fly=(Fly(f"#seat-{seat} .waiter-pile", "#round", book_of(game).backs[seat]),),
        pause=1000,
        why="MM-20",
    )


BEATS: Final[Mapping[type[Event], Callable[[Any, Any, Guests], Beat | None]]] = {
    Placed: _placed,
    OrderPlaced: _order_placed,
    Passed: _passed,
    Drew: _drew,
    TurnEnded: _turn_ended,
    Dealt: _dealt,
    OvenOpened: _oven_opened,
    Revealed: _revealed,
    OvenEmptied: _oven_emptied,
    CompletedRevealed: _completed_revealed,
    GameEnded: _game_ended,
    OrderRevealed: _order_revealed,
    Baked: _baked,
    Returned: _returned,
    HelpAsked: _help_asked,
    HelpRefused: _help_refused,
    HelpGiven: _help_given,
    Rewarded: _rewarded,
}
"""How events are shown; the others aren't on their own: the table shows whose decision is awaited."""


def aside(game: MammaMia, event: Event) -> str:
    """What a seat alone is told: the cards it got."""
    if isinstance(event, Drew):
        if event.ingredients is not None and event.pile == "supply":
            return _drawn(event.ingredients)
        if event.orders is not None and event.pile == "waiter":
            titles = [_leaf(game, event.seat, order).title for order in event.orders]
            return _("You draw from your waiter: {orders}.").format(orders="; ".join(titles))
    elif isinstance(event, Dealt) and event.ingredients is not None and event.orders is not None:
        titles = [_leaf(game, event.seat, order).title for order in event.orders]
        return _("You are dealt {cards}, and the order {order}.").format(
            cards=amounts(event.ingredients), order="; ".join(titles)
        )
    return ""


@remembered(MANY)
def _drawn(ingredients: tuple[int, ...]) -> str:
    return _("You draw {cards}.").format(cards=amounts(ingredients))
