"""How each event is shown: what is said, what is told, what flies where, and which rule explains it."""

from __future__ import annotations

from forno.core.events import Event
from forno.core.language import N_, _
from forno.games.mamma_mia.events import (
    Baked,
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
from forno.games.mamma_mia.game import MammaMia
from forno.web.faces.face import Beat, Fly, Guests
from forno.web.faces.mamma_mia.cards import SUPPLY_BACK, Leaf, book_of, ingredient_card
from forno.web.faces.mamma_mia.scoring import final_table, winners_words
from forno.web.faces.mamma_mia.words import amounts, capital, cards, kind_name, some

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


def beat(game: MammaMia, event: Event, guests: Guests) -> Beat | None:
    """How an event is shown; `None` for what isn't shown on its own: the table shows whose decision is awaited."""
    match event:
        case Placed() | OrderPlaced() | Passed() | Drew() | TurnEnded() | Dealt():
            return _turn_beat(game, event, guests)
        case HelpAsked() | HelpRefused() | HelpGiven() | Rewarded():
            return _helping_beat(game, event, guests)
        case Baked() | Returned() | OrderRevealed():
            return _order_beat(game, event, guests)
        case OvenOpened() | Revealed() | OvenEmptied() | GameEnded():
            return _oven_beat(event, guests)
    return None


def _cards_of(counts: tuple[int, ...], start: str, end: str) -> tuple[Fly, ...]:
    return tuple(Fly(start, end, ingredient_card(kind), min(count, 5)) for kind, count in enumerate(counts) if count)


def _leaf(game: MammaMia, seat: int, order: str) -> Leaf:
    return book_of(game).leaves[seat][order]


# --- a turn ---------------------------------------------------------------------


def _turn_beat(game: MammaMia, event: Event, guests: Guests) -> Beat | None:
    name = guests.names
    match event:
        case Placed(seat, kind, number):
            what = some(kind, number)
            return Beat(
                "placed",
                _("{name} puts in {ingredients}.").format(name=name[seat], ingredients=what),
                seat,
                _("{announcement}!").format(announcement=capital(what)),
                (Fly(f"#seat-{seat}", "#oven", ingredient_card(kind), min(number, 5)),),
                pause=900,
            )
        case OrderPlaced(seat, order):
            leaf = _leaf(game, seat, order)
            return Beat(
                "order-placed",
                _("{name} puts an order on top: {order}.").format(name=name[seat], order=leaf.title),
                seat,
                _("And an order: {order}.").format(order=leaf.title),
                (Fly(f"#seat-{seat}", "#oven", leaf.face),),
                pause=900,
            )
        case Passed(seat):
            return Beat(
                "passed",
                _("{name} has no ingredient and passes.").format(name=name[seat]),
                seat,
                _("I pass."),
                why="MM-10",
            )
        case Drew(seat, "supply", number):
            return Beat(
                "drew",
                _("{name} draws {cards} from the supply.").format(name=name[seat], cards=cards(number)),
                seat,
                fly=(Fly("#supply", f"#seat-{seat}", SUPPLY_BACK, min(number, 5)),),
                pause=450,
            )
        case Drew(seat, _pile, number):
            return Beat(
                "drew",
                _("{name} draws {cards} from the waiter.").format(name=name[seat], cards=cards(number)),
                seat,
                fly=(Fly(f"#seat-{seat} .waiter-pile", f"#seat-{seat}", book_of(game).backs[seat], min(number, 5)),),
                pause=450,
            )
        case TurnEnded(seat):
            return None if game.memory_aid else Beat("turn-ended", seat=seat, pause=0, forgets=seat)
        case Dealt(seat, size):
            return Beat(
                "dealt",
                _("{name} is dealt {cards}.").format(name=name[seat], cards=cards(size)),
                seat,
                fly=(Fly("#supply", f"#seat-{seat}", SUPPLY_BACK, 3),),
                pause=250,
                why="MM-2",
            )
    return None


# --- the oven -------------------------------------------------------------------


def _oven_beat(event: Event, guests: Guests) -> Beat | None:
    name = guests.names
    match event:
        case OvenOpened(seat, time, number):
            told = _("{name} drew the last card of the supply and opens the oven for {time}: {cards}.")
            return Beat(
                "oven-opened",
                told.format(name=name[seat], time=_(TIMES[time]), cards=cards(number)),
                seat,
                _("Open the oven!"),
                pause=1500,
                why="MM-12",
            )
        case Revealed(kind, number):
            return Beat(
                "revealed",
                _("Out of the oven: {ingredients}.").format(ingredients=some(kind, number)),
                fly=(Fly("#oven .top-card", f"#lane-{kind}", ingredient_card(kind), min(number, 5)),),
                pause=550,
            )
        case OvenEmptied(leftovers, supply):
            told = _("The oven is empty. Left over for the next baking: {ingredients}. The new supply has {cards}.")
            return Beat(
                "oven-emptied",
                told.format(ingredients=amounts(leftovers), cards=cards(supply)),
                fly=(
                    *(
                        Fly(f"#lane-{kind}", "#oven", ingredient_card(kind), min(count, 5))
                        for kind, count in enumerate(leftovers)
                        if count
                    ),
                    *((Fly("#opening", "#supply", SUPPLY_BACK, 5),) if supply else ()),
                ),
                pause=1600,
                why="MM-17",
            )
        case GameEnded(scores, ingredients, winners, reason):
            return Beat(
                "ended",
                winners_words(scores, winners, reason, guests),
                pause=2000,
                why="MMR-10" if reason == "shared" else "MM-23",
                html=final_table(scores, ingredients, winners, guests),
            )
    return None


# --- an order -------------------------------------------------------------------


def _order_beat(game: MammaMia, event: Event, guests: Guests) -> Beat | None:
    name = guests.names
    match event:
        case OrderRevealed(seat, order):
            leaf = _leaf(game, seat, order)
            return Beat(
                "order-revealed",
                _("{name}'s order comes out: {order}.").format(name=name[seat], order=leaf.spoken),
                seat,
                fly=(Fly("#oven .top-card", "#opening .verdict", leaf.face),),
                pause=1300,
                why=RULE_OF.get(leaf.card.style, "MM-14"),
            )
        case Baked(seat, order, _table, from_hand):
            leaf = _leaf(game, seat, order)
            return Beat(
                "baked",
                _baked_words(event, leaf, name[seat]),
                seat,
                _("Baked!"),
                (
                    *_cards_of(from_hand, f"#seat-{seat}", "#opening .verdict"),
                    Fly("#opening .on-trial", f"#seat-{seat}", leaf.face),
                ),
                pause=1700,
                before=True,
                why=RULE_OF.get(leaf.card.style, "MM-14"),
                html=f'<span class="fate baked">{leaf.mini}</span>',
            )
        case Returned(seat, order, reason, missing):
            leaf = _leaf(game, seat, order)
            words, why = _why_returned(leaf, reason, missing)
            return Beat(
                "returned",
                _("{name}'s {order} goes back under the waiter: {reason}.").format(
                    name=name[seat], order=leaf.title, reason=words
                ),
                seat,
                _("{announcement}!").format(announcement=capital(words)),
                (Fly("#opening .on-trial", f"#seat-{seat} .waiter-pile", book_of(game).backs[seat]),),
                pause=1700,
                before=True,
                why=why,
                html=f'<span class="fate returned">{leaf.mini}</span>',
            )
    return None


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


def _helping_beat(game: MammaMia, event: Event, guests: Guests) -> Beat | None:
    name = guests.names
    match event:
        case HelpAsked(seat, _needs, request):
            wanted = amounts(request)
            return Beat(
                "help-asked",
                _("{name} asks for help: {ingredients}.").format(name=name[seat], ingredients=wanted),
                seat,
                _("Who has {ingredients}?").format(ingredients=wanted),
                pause=1200,
                why="MM-18",
            )
        case HelpRefused(seat):
            return Beat(
                "help-refused",
                _("{name} doesn't help.").format(name=name[seat]),
                seat,
                _("Not me."),
                pause=600,
                why="MMR-8",
            )
        case HelpGiven(seat, given):
            return Beat(
                "help-given",
                _("{name} helps with {ingredients}.").format(name=name[seat], ingredients=amounts(given)),
                seat,
                _("Here: {ingredients}!").format(ingredients=amounts(given)),
                _cards_of(given, f"#seat-{seat}", "#opening .verdict"),
                pause=1200,
                why="MM-19",
            )
        case Rewarded(seat):
            return Beat(
                "rewarded",
                _("The top order of {name}'s waiter, unseen by all, counts as completed.").format(name=name[seat]),
                seat,
                fly=(Fly(f"#seat-{seat} .waiter-pile", "#round", book_of(game).backs[seat]),),
                pause=1000,
                why="MM-20",
            )
    return None


def aside(game: MammaMia, event: Event) -> str:
    """What a seat alone is told: the cards it got."""
    match event:
        case Drew(_seat, "supply", _number, ingredients) if ingredients is not None:
            return _("You draw {cards}.").format(cards=amounts(ingredients))
        case Drew(seat, "waiter", _number, _none, orders) if orders is not None:
            titles = [_leaf(game, seat, order).title for order in orders]
            return _("You draw from your waiter: {orders}.").format(orders="; ".join(titles))
        case Dealt(seat, _size, ingredients, orders) if ingredients is not None and orders is not None:
            titles = [_leaf(game, seat, order).title for order in orders]
            return _("You are dealt {cards}, and the order {order}.").format(
                cards=amounts(ingredients), order="; ".join(titles)
            )
    return ""
