"""How each event is shown: what is said, what flies where, and the sentence for the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from forno.core.events import Answered, Awaits, Event
from forno.core.language import _, ngettext
from forno.games.pizza_master.face.evening import EVENING
from forno.games.pizza_master.face.flights import CRATE, SHELF, goods, spot
from forno.games.pizza_master.face.pieces import book_of, coin, ingredient
from forno.games.pizza_master.face.words import amounts, card_name, coins_text, listed, many_cards, many_points
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import (
    CoinsPlaced,
    Collected,
    Completed,
    DayStarted,
    DeckRenewed,
    Discarded,
    Drew,
    KitchenClosed,
    Loaded,
    ObjectivesDealt,
    Passed,
    PrizesLaid,
    Received,
    Reserved,
    RowLaid,
    Seated,
    SecretDealt,
    ShopOpened,
    Traded,
)
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.games.pizza_master.words import counted, kind_word, type_word
from forno.publishing.face import Beat, Fly, Guests
from forno.publishing.html import tag

SILENT: tuple[type[Event], ...] = (Awaits, Answered)
"""What isn't shown on its own: whose decision is awaited shows on the board, and answers in what comes of them."""

CARD = tag("div.piece.sheet")
"""An order card in flight whose face nobody may see."""

Names = Sequence[str]


def beat(game: PizzaMaster, event: Event, guests: Guests) -> Beat | None:
    """How an event is shown, as a spectator sees it."""
    make = _BEATS.get(type(event))
    return None if make is None else make(game, event, guests.names)


def aside(event: Event) -> str:
    """What a seat alone is told: the cards it drew or laid aside, its secret objective."""
    if isinstance(event, Drew) and event.orders:
        return _("You draw {orders}.").format(orders=listed(map(card_name, event.orders)))
    if isinstance(event, Discarded) and event.orders:
        return _("You discard {orders}.").format(orders=listed(map(card_name, event.orders)))
    if isinstance(event, SecretDealt) and event.objective is not None:
        return _("Your secret objective is {objective}.").format(objective=card_name(event.objective))
    return ""


def _seated(game: PizzaMaster, event: Seated, names: Names) -> Beat:
    order = listed(names[seat] for seat in event.order)
    return Beat("seated", _("The turn order is {names}.").format(names=order), pause=900)


def _objectives_dealt(game: PizzaMaster, event: ObjectivesDealt, names: Names) -> Beat:
    told = _("Objectives for the end of the game: {objectives}.").format(
        objectives=listed(map(card_name, event.objectives))
    )
    return Beat("objectives", told, why="PM-16")


def _secret_dealt(game: PizzaMaster, event: SecretDealt, names: Names) -> Beat:
    told = _("{name} gets a secret objective.").format(name=names[event.seat])
    return Beat("secret", told, event.seat, why="PMR-3", pause=400)


def _prizes_laid(game: PizzaMaster, event: PrizesLaid, names: Names) -> Beat:
    laid = listed(
        _("{mission} at {n} points").format(mission=card_name(mission), n=points)
        for mission, points in zip(event.missions, game.mode.prizes, strict=False)
    )
    return Beat("prizes", _("Mission cards lie on the track: {missions}.").format(missions=laid), why="PM-13")


def _day_started(game: PizzaMaster, event: DayStarted, names: Names) -> Beat:
    return Beat("day", _("Day {day} begins.").format(day=event.day), pause=1100)


def _received(game: PizzaMaster, event: Received, names: Names) -> Beat:
    name = names[event.seat]
    if event.kind is None:
        told = _("{name} gets nothing for yesterday’s mission: the supply has none.").format(name=name)
        return Beat("received", told, event.seat, why="PMR-8")
    told = _("{name} gets {amount} for yesterday’s mission.").format(name=name, amount=counted(1, event.kind))
    fly = Fly(CRATE.format(kind=KINDS[event.kind]), spot(event.seat), ingredient(event.kind))
    return Beat("received", told, event.seat, fly=(fly,), why="PMR-8")


def _row_laid(game: PizzaMaster, event: RowLaid, names: Names) -> Beat:
    told = _("Orders for everyone: {orders}.").format(orders=listed(map(card_name, event.orders)))
    fly = Fly("#rail .deck", "#rail .slips", CARD, len(event.orders))
    return Beat("row", told, fly=(fly,), pause=1000)


def _deck_renewed(game: PizzaMaster, event: DeckRenewed, names: Names) -> Beat:
    told = ngettext(
        "The discards, {n} card, are shuffled and become the deck.",
        "The discards, {n} cards, are shuffled and become the deck.",
        event.cards,
    ).format(n=event.cards)
    return Beat("renewed", told, fly=(Fly("#rail .discards", "#rail .deck", CARD, 3),), why="PM-4")


def _drew(game: PizzaMaster, event: Drew, names: Names) -> Beat:
    name = names[event.seat]
    if not event.number:
        told = _("{name} gets nothing for yesterday’s mission: no order card is left.").format(name=name)
        return Beat("drew", told, event.seat, why="PMR-8")
    fly = (Fly("#rail .deck", spot(event.seat, "cards"), CARD, event.number),)
    if event.mission is not None:
        told = _("{name} draws {cards} more for yesterday’s mission.").format(name=name, cards=many_cards(event.number))
        return Beat("drew", told, event.seat, fly=fly, why="PMR-8")
    told = _("{name} draws {cards}.").format(name=name, cards=many_cards(event.number))
    return Beat("drew", told, event.seat, fly=fly, pause=450)


def _discarded(game: PizzaMaster, event: Discarded, names: Names) -> Beat:
    name = names[event.seat]
    if not event.number:
        told = _("{name} keeps all orders.").format(name=name)
        return Beat("discarded", told, event.seat, say=_("I keep mine."), pause=600)
    told = _("{name} discards {cards}.").format(name=name, cards=many_cards(event.number))
    say = ngettext("{n} new one, please!", "{n} new ones, please!", event.number).format(n=event.number)
    fly = Fly(spot(event.seat, "cards"), "#rail .discards", CARD, event.number)
    return Beat("discarded", told, event.seat, say, fly=(fly,))


def _shop_opened(game: PizzaMaster, event: ShopOpened, names: Names) -> Beat:
    if event.mission is None:
        return Beat("shop", _("Shopping begins."))
    told = _("The mission of the day is {mission}. Shopping begins.").format(mission=card_name(event.mission))
    return Beat("shop", told, pause=1400, why="PM-13")


def _coins_placed(game: PizzaMaster, event: CoinsPlaced, names: Names) -> Beat:
    coins = coins_text(event.coins)
    told = _("{name} places coins: {coins}.").format(name=names[event.seat], coins=coins)
    say = _("{coins}!").format(coins=coins[:1].upper() + coins[1:])
    flies = tuple(
        Fly(spot(event.seat, "purse"), f"#board .slice-{KINDS[kind]}", coin(game.colours[event.seat]), number)
        for kind, number in enumerate(event.coins)
        if number
    )
    return Beat("coins", told, event.seat, say, flies, pause=1000)


def _loaded(game: PizzaMaster, event: Loaded, names: Names) -> Beat:
    told = _("Into the refrigerator come {amounts}.").format(amounts=amounts(event.ingredients))
    return Beat("loaded", told, fly=goods(event.ingredients, CRATE, SHELF), pause=1300, why="PM-7")


def _reserved(game: PizzaMaster, event: Reserved, names: Names) -> Beat:
    told = _("{name} has most coins there and reserves {amounts}.").format(
        name=names[event.seat], amounts=amounts(event.ingredients)
    )
    flies = goods(event.ingredients, SHELF, spot(event.seat))
    return Beat("reserved", told, event.seat, fly=flies, pause=900, why="PM-8")


def _collected(game: PizzaMaster, event: Collected, names: Names) -> Beat:
    word = kind_word(event.kind)
    if event.reserved:
        told = _("{name} takes the reserved {kind}.").format(name=names[event.seat], kind=word)
        say = _("My {kind}!").format(kind=word)
        start = spot(event.seat, "reserved")
    else:
        told = _("{name} takes {kind}.").format(name=names[event.seat], kind=word)
        say = _("{kind}!").format(kind=word[:1].upper() + word[1:])
        start = SHELF.format(kind=KINDS[event.kind])
    fly = Fly(start, spot(event.seat, "tray"), ingredient(event.kind))
    return Beat("collected", told, event.seat, say, (fly,), pause=600)


def _making_rule(game: PizzaMaster) -> str:
    """The rule of collecting and making, which differs from mode to mode."""
    return "PM-11" if game.mode.one_a_turn else "PM-10"


def _passed(game: PizzaMaster, event: Passed, names: Names) -> Beat:
    told = _("{name} passes.").format(name=names[event.seat])
    return Beat("passed", told, event.seat, _("I pass."), pause=700, why=_making_rule(game))


def _completed(game: PizzaMaster, event: Completed, names: Names) -> Beat:
    slip = book_of(game).slips[event.order]
    if event.shared:
        told = _("{name} completes {order}, an order for everyone, with {amounts}: {points}.")
        start = f"#rail .order-{slip.number}"
    else:
        told = _("{name} completes {order} with {amounts}: {points}.")
        start = spot(event.seat, "cards")
    used = tuple(map(sum, zip(event.from_tray, event.from_beside, strict=True)))
    told = told.format(
        name=names[event.seat], order=slip.name, amounts=amounts(used), points=many_points(slip.card.points)
    )
    flies = (
        Fly(start, spot(event.seat, "done"), slip.html),
        *goods(event.from_tray, spot(event.seat, "tray"), CRATE),
        *goods(event.from_beside, spot(event.seat, "beside"), CRATE),
    )
    say = _("{order} is ready!").format(order=slip.name)
    return Beat("completed", told, event.seat, say, flies, 1200, _making_rule(game), html=slip.html)


def _traded(game: PizzaMaster, event: Traded, names: Names) -> Beat:
    amount = counted(1, event.kind)
    told = _("{name} turns two completed {type} orders face down and takes {amount}.").format(
        name=names[event.seat], type=type_word(event.type), amount=amount
    )
    fly = Fly(CRATE.format(kind=KINDS[event.kind]), spot(event.seat, "tray"), ingredient(event.kind))
    say = _("Two orders for {amount}!").format(amount=amount)
    return Beat("traded", told, event.seat, say, (fly,), why="PM-12")


def _kitchen_closed(game: PizzaMaster, event: KitchenClosed, names: Names) -> Beat:
    told = _("Everybody has passed. What is left in the refrigerator stays there for tomorrow.")
    return Beat("closed", told, pause=1000, why="PMR-5")


_BEATS: dict[type[Event], Callable[[PizzaMaster, Any, Names], Beat]] = {
    Seated: _seated,
    ObjectivesDealt: _objectives_dealt,
    SecretDealt: _secret_dealt,
    PrizesLaid: _prizes_laid,
    DayStarted: _day_started,
    Received: _received,
    RowLaid: _row_laid,
    DeckRenewed: _deck_renewed,
    Drew: _drew,
    Discarded: _discarded,
    ShopOpened: _shop_opened,
    CoinsPlaced: _coins_placed,
    Loaded: _loaded,
    Reserved: _reserved,
    Collected: _collected,
    Passed: _passed,
    Completed: _completed,
    Traded: _traded,
    KitchenClosed: _kitchen_closed,
    **EVENING,
}

SHOWN = frozenset(_BEATS)
