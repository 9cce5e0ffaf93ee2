"""How each event is shown: what is said, what flies where, and the sentence for the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from forno.core.events import Answered, Awaits, Event
from forno.core.language import N_, _, ngettext
from forno.games.pizza_master.cards import KINDS
from forno.games.pizza_master.events import (
    Amounts,
    CoinsPlaced,
    Collected,
    Completed,
    DayEnded,
    DayStarted,
    DeckRenewed,
    Declared,
    Discarded,
    Drew,
    EndReached,
    GameEnded,
    IngredientKept,
    IngredientReturned,
    KitchenClosed,
    Loaded,
    MilestoneReached,
    MissionMissed,
    MissionWon,
    ObjectiveScored,
    ObjectivesDealt,
    Passed,
    PrizesLaid,
    PrizeWon,
    Received,
    Reserved,
    RowLaid,
    Scored,
    Seated,
    SecretDealt,
    ShopOpened,
    Traded,
)
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.words import counted, kind_word, type_word
from forno.web.faces.face import Beat, Fly, Guests
from forno.web.faces.html import art, esc
from forno.web.faces.pizza_master.pieces import badge, coin, ingredient, order_card, order_number, slip
from forno.web.faces.pizza_master.words import amounts, card_name, coins_text, listed, many_cards, many_points

ENDINGS = {
    "points": (N_("Somebody has {goal} points: this was the last day."), "PM-15"),
    "orders": (N_("No order is left: this was the last day."), "PMR-12"),
    "days": (N_("So many days were to be played: this was the last."), "PMR-12"),
}
SILENT: tuple[type[Event], ...] = (Awaits, Answered)
"""What isn't shown on its own: whose decision is awaited shows on the board, and answers in what comes of them."""

CARD = '<div class="piece sheet"></div>'
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


def _seat_spot(seat: int, spot: str = "") -> str:
    return f"#seat-{seat} .{spot}" if spot else f"#seat-{seat}"


def _goods(counts: Amounts, start: str, end: str) -> tuple[Fly, ...]:
    """Ingredients on their way. `{kind}` in a selector stands for the name of the kind."""
    return tuple(
        Fly(start.format(kind=KINDS[kind]), end.format(kind=KINDS[kind]), ingredient(kind), count)
        for kind, count in enumerate(counts)
        if count
    )


SHELF = "#refrigerator .shelf-{kind}"
CRATE = "#refrigerator .crate-{kind}"


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
    fly = Fly(CRATE.format(kind=KINDS[event.kind]), _seat_spot(event.seat), ingredient(event.kind))
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
    told = _("{name} draws {cards}.").format(name=names[event.seat], cards=many_cards(event.number))
    fly = Fly("#rail .deck", _seat_spot(event.seat, "cards"), CARD, event.number)
    return Beat("drew", told, event.seat, fly=(fly,), pause=450)


def _discarded(game: PizzaMaster, event: Discarded, names: Names) -> Beat:
    name = names[event.seat]
    if not event.number:
        told = _("{name} keeps all orders.").format(name=name)
        return Beat("discarded", told, event.seat, say=_("I keep mine."), pause=600)
    told = _("{name} discards {cards}.").format(name=name, cards=many_cards(event.number))
    say = ngettext("{n} new one, please!", "{n} new ones, please!", event.number).format(n=event.number)
    fly = Fly(_seat_spot(event.seat, "cards"), "#rail .discards", CARD, event.number)
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
        Fly(_seat_spot(event.seat, "purse"), f"#board .slice-{KINDS[kind]}", coin(game.colours[event.seat]), number)
        for kind, number in enumerate(event.coins)
        if number
    )
    return Beat("coins", told, event.seat, say, flies, pause=1000)


def _loaded(game: PizzaMaster, event: Loaded, names: Names) -> Beat:
    told = _("Into the refrigerator come {amounts}.").format(amounts=amounts(event.ingredients))
    return Beat("loaded", told, fly=_goods(event.ingredients, CRATE, SHELF), pause=1300, why="PM-7")


def _reserved(game: PizzaMaster, event: Reserved, names: Names) -> Beat:
    told = _("{name} has most coins there and reserves {amounts}.").format(
        name=names[event.seat], amounts=amounts(event.ingredients)
    )
    flies = _goods(event.ingredients, SHELF, _seat_spot(event.seat))
    return Beat("reserved", told, event.seat, fly=flies, pause=900, why="PM-8")


def _collected(game: PizzaMaster, event: Collected, names: Names) -> Beat:
    word = kind_word(event.kind)
    if event.reserved:
        told = _("{name} takes the reserved {kind}.").format(name=names[event.seat], kind=word)
        say = _("My {kind}!").format(kind=word)
        start = _seat_spot(event.seat, "reserved")
    else:
        told = _("{name} takes {kind}.").format(name=names[event.seat], kind=word)
        say = _("{kind}!").format(kind=word[:1].upper() + word[1:])
        start = SHELF.format(kind=KINDS[event.kind])
    fly = Fly(start, _seat_spot(event.seat, "tray"), ingredient(event.kind))
    return Beat("collected", told, event.seat, say, (fly,), pause=600)


def _passed(game: PizzaMaster, event: Passed, names: Names) -> Beat:
    told = _("{name} passes.").format(name=names[event.seat])
    return Beat("passed", told, event.seat, _("I pass."), pause=700)


def _completed(game: PizzaMaster, event: Completed, names: Names) -> Beat:
    order = card_name(event.order)
    if event.shared:
        told = _("{name} completes {order}, an order for everyone, with {amounts}: {points}.")
        start = f"#rail .order-{order_number(game, event.order)}"
    else:
        told = _("{name} completes {order} with {amounts}: {points}.")
        start = _seat_spot(event.seat, "cards")
    used = tuple(map(sum, zip(event.from_tray, event.from_beside, strict=True)))
    told = told.format(
        name=names[event.seat],
        order=order,
        amounts=amounts(used),
        points=many_points(order_card(game, event.order).points),
    )
    card = slip(game, event.order)
    flies = (
        Fly(start, _seat_spot(event.seat, "done"), card),
        *_goods(event.from_tray, _seat_spot(event.seat, "tray"), CRATE),
        *_goods(event.from_beside, _seat_spot(event.seat, "beside"), CRATE),
    )
    return Beat("completed", told, event.seat, _("{order} is ready!").format(order=order), flies, 1200, html=card)


def _traded(game: PizzaMaster, event: Traded, names: Names) -> Beat:
    amount = counted(1, event.kind)
    told = _("{name} turns two completed {type} orders face down and takes {amount}.").format(
        name=names[event.seat], type=type_word(event.type), amount=amount
    )
    fly = Fly(CRATE.format(kind=KINDS[event.kind]), _seat_spot(event.seat, "tray"), ingredient(event.kind))
    say = _("Two orders for {amount}!").format(amount=amount)
    return Beat("traded", told, event.seat, say, (fly,), why="PM-12")


def _kitchen_closed(game: PizzaMaster, event: KitchenClosed, names: Names) -> Beat:
    told = _("Everybody has passed. What is left in the refrigerator stays there for tomorrow.")
    return Beat("closed", told, pause=1000, why="PMR-5")


def _mission_won(game: PizzaMaster, event: MissionWon, names: Names) -> Beat:
    told = _("{name} wins the mission {mission}.").format(name=names[event.seat], mission=card_name(event.mission))
    fly = Fly("#mission .mission-card", _seat_spot(event.seat, "done"), f'<div class="piece">{art("mission")}</div>')
    return Beat("mission-won", told, event.seat, _("Mine!"), (fly,), 1300, "PMR-8")


def _mission_missed(game: PizzaMaster, event: MissionMissed, names: Names) -> Beat:
    told = _("Nobody fulfils the mission {mission}; it goes under its deck.").format(mission=card_name(event.mission))
    return Beat("mission-missed", told, pause=1000, why="PMR-8")


def _ingredient_kept(game: PizzaMaster, event: IngredientKept, names: Names) -> Beat:
    name = names[event.seat]
    if event.kind is None:
        return Beat("kept", _("{name} keeps no ingredient.").format(name=name), event.seat, why="PMR-8")
    told = _("{name} keeps {amount} for a later day.").format(name=name, amount=counted(1, event.kind))
    return Beat("kept", told, event.seat, why="PMR-8")


def _ingredient_returned(game: PizzaMaster, event: IngredientReturned, names: Names) -> Beat:
    kind = KINDS[event.kind]
    if event.owner is None:
        told = _("{name} returns {amount} from the refrigerator to the supply.")
        start = SHELF.format(kind=kind)
    elif event.beside:
        told = _("{name} returns {amount} from beside {owner}’s tray to the supply.")
        start = _seat_spot(event.owner, "beside")
    else:
        told = _("{name} returns {amount} from {owner}’s tray to the supply.")
        start = _seat_spot(event.owner, "tray")
    told = told.format(
        name=names[event.seat],
        amount=counted(1, event.kind),
        owner="" if event.owner is None else names[event.owner],
    )
    fly = Fly(start, CRATE.format(kind=kind), ingredient(event.kind))
    return Beat("returned", told, event.seat, fly=(fly,), why="PMR-8")


def _scored(game: PizzaMaster, event: Scored, names: Names) -> Beat:
    parts: list[str] = []
    rows: list[str] = []
    for seat, (earned, wasted, points) in enumerate(zip(event.earned, event.wasted, event.points, strict=True)):
        told = _("{name} earns {earned}, wastes {wasted} and has {points}")
        parts.append(told.format(name=names[seat], earned=earned, wasted=wasted, points=points))
        rows.append(
            f'<tr class="c-{esc(game.colours[seat])}">'
            f'<th scope="row">{badge(game.colours[seat])}{esc(names[seat])}</th>'
            f"<td>+{earned}</td><td>−{wasted}</td><td><b>{points}</b></td></tr>"
        )
    heads = (_("earned"), _("wasted"), _("points"))
    table = (
        '<table class="scores"><thead><tr><td></td>'
        + "".join(f'<th scope="col">{esc(head)}</th>' for head in heads)
        + f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
    told = _("The day is scored: {scores}.").format(scores="; ".join(parts))
    # Waste is what surprises, and most of all where the points would have fallen below 0.
    floored = any(
        points == 0 and wasted > earned
        for earned, wasted, points in zip(event.earned, event.wasted, event.points, strict=True)
    )
    return Beat("scored", told, pause=2200, why="PMR-6" if floored else "PM-13", html=table)


def _prize_won(game: PizzaMaster, event: PrizeWon, names: Names) -> Beat:
    told = _("{name} is the first with {points} and gets {mission}.").format(
        name=names[event.seat],
        points=many_points(game.mode.prizes[event.place]),
        mission=card_name(event.mission),
    )
    fly = Fly("#mission .prizes", _seat_spot(event.seat, "done"), f'<div class="piece">{art("mission")}</div>')
    return Beat("prize", told, event.seat, fly=(fly,), pause=1200, why="PMR-7")


def _milestone_reached(game: PizzaMaster, event: MilestoneReached, names: Names) -> Beat:
    told = _("{name} has one coin and one order card more from now on.").format(name=names[event.seat])
    return Beat("milestone", told, event.seat, why="PMR-1")


def _day_ended(game: PizzaMaster, event: DayEnded, names: Names) -> Beat:
    order = listed(names[seat] for seat in event.order)
    told = _("The day ends; trays are cleared. The turn order is {names}.").format(names=order)
    if event.helper is not None:
        told += " " + _("{name} gets the extra coin.").format(name=names[event.helper])
    return Beat("day-ended", told, pause=1300, why="PM-14")


def _end_reached(game: PizzaMaster, event: EndReached, names: Names) -> Beat:
    sentence, why = ENDINGS[event.ending]
    told = _(sentence).format(goal=game.mode.goal)
    scored = listed(
        _("{name} {points}").format(name=names[seat], points=many_points(bonus))
        for seat, bonus in enumerate(event.bonus)
        if bonus
    )
    if scored:
        told += " " + _("Mission cards score: {scores}.").format(scores=scored)
    return Beat("end", told, pause=1800, why=why)


def _declared(game: PizzaMaster, event: Declared, names: Names) -> Beat:
    word = type_word(event.type)
    told = _("{name} declares a special to be a {type} order.").format(name=names[event.seat], type=word)
    say = _("This one is {type}!").format(type=word)
    return Beat("declared", told, event.seat, say, why="PM-16")


def _objective_scored(game: PizzaMaster, event: ObjectiveScored, names: Names) -> Beat:
    name = card_name(event.objective)
    if event.holder is not None:
        name = _("{objective} ({name}’s secret)").format(objective=name, name=names[event.holder])
    if event.seat is None:
        told = _("{objective}: nobody gets it.").format(objective=name)
        return Beat("objective", told, why="PMR-7" if event.holder is None else "PMR-3", pause=1300)
    told = _("{objective}: {name} gets {points}.").format(
        objective=name, name=names[event.seat], points=many_points(event.points)
    )
    return Beat("objective", told, event.seat, why="PM-16", pause=1500)


def _game_ended(game: PizzaMaster, event: GameEnded, names: Names) -> Beat:
    winner = event.winners[0]
    name = names[winner]
    points = many_points(event.scores[winner])
    if event.reason == "turn-order":
        told = _("{name} wins with {points}: the tie goes to the earlier in turn order.")
        why = "PMR-16"
    else:
        told, why = _("{name} wins with {points}."), "PM-16"
    return Beat("game-ended", told.format(name=name, points=points), winner, _("Buon appetito!"), (), 2500, why)


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
    MissionWon: _mission_won,
    MissionMissed: _mission_missed,
    IngredientKept: _ingredient_kept,
    IngredientReturned: _ingredient_returned,
    Scored: _scored,
    PrizeWon: _prize_won,
    MilestoneReached: _milestone_reached,
    DayEnded: _day_ended,
    EndReached: _end_reached,
    Declared: _declared,
    ObjectiveScored: _objective_scored,
    GameEnded: _game_ended,
}

SHOWN = frozenset(_BEATS)
