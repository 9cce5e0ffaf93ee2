"""Beats: how each event is shown, with its sentence, speech, flying pieces and the rule that explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from forno.core.events import Event
from forno.core.language import _, capital, ngettext
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import badge, book_of, coin, ingredient
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules import events
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.sentences import Names, private_cards, tell
from forno.games.pizza_master.words import amount_text, card_name, coins_text, kind_word, type_word
from forno.pages.face import Beat, Fly, Guests, spoken_to
from forno.pages.html import Markup, tag

CARD: Final = tag("div.piece.sheet")
"""An order card in flight whose face nobody may see."""
MISSION: Final = tag("div.piece", art("mission"))
SHELF: Final = "#refrigerator .shelf-{kind}"
CRATE: Final = "#refrigerator .crate-{kind}"
"""`{kind}` stands for the name of the ingredient."""
END_RULES: Final = {"points": "PM-15", "orders": "PMR-12", "days": "PMR-12"}
"""The rule of each way in which a game ends."""


def beat(game: PizzaMaster, event: Event, guests: Guests) -> Beat | None:
    """Return how an event is shown, as a spectator sees it."""
    show = SHOWN.get(type(event))
    if show is None:
        return None
    shown = show(game, event, tell(game, event, guests.names), guests.names)
    return spoken_to(shown, tell(game, event, guests.names, shown.seat))


def aside(event: Event) -> str:
    """Return what a seat alone is told: the cards it drew or laid aside, its secret objective."""
    cards = private_cards(event)
    if not cards:
        return ""
    told = _("You discard {what}.") if isinstance(event, events.Discarded) else _("You get {what}.")
    return told.format(what=cards)


def spot(seat: int, place: str = "") -> str:
    """Return a place before a player."""
    return f"#seat-{seat} .{place}" if place else f"#seat-{seat}"


def goods(counts: events.Amounts, start: str, end: str) -> tuple[Fly, ...]:
    """Return ingredients on their way. `{kind}` in a selector stands for the name of the kind."""
    return tuple(
        Fly(start.format(kind=KINDS[kind]), end.format(kind=KINDS[kind]), ingredient(kind), count)
        for kind, count in enumerate(counts)
        if count
    )


def one_of(kind: int, start: str, end: str) -> tuple[Fly, ...]:
    """Return one ingredient on its way."""
    name = KINDS[kind]
    return (Fly(start.format(kind=name), end.format(kind=name), ingredient(kind)),)


def exclamation(text: str) -> str:
    return _("{what}!").format(what=capital(text))


def _making_rule(game: PizzaMaster) -> str:
    """Return the rule of collecting and making, which differs from mode to mode."""
    return "PM-11" if game.mode.one_a_turn else "PM-10"


# --- the morning ------------------------------------------------------------------


def _seated(game: PizzaMaster, event: events.Seated, told: str, names: Names) -> Beat:
    return Beat("seated", told, pause=900)


def _objectives_dealt(game: PizzaMaster, event: events.ObjectivesDealt, told: str, names: Names) -> Beat:
    return Beat("objectives", told, why="PM-16")


def _secret_dealt(game: PizzaMaster, event: events.SecretDealt, told: str, names: Names) -> Beat:
    return Beat("secret", told, event.seat, why="PMR-3", pause=400)


def _prizes_laid(game: PizzaMaster, event: events.PrizesLaid, told: str, names: Names) -> Beat:
    return Beat("prizes", told, why="PM-13")


def _day_started(game: PizzaMaster, event: events.DayStarted, told: str, names: Names) -> Beat:
    return Beat("day", told, pause=1100)


def _received(game: PizzaMaster, event: events.Received, told: str, names: Names) -> Beat:
    fly = () if event.kind is None else one_of(event.kind, CRATE, spot(event.seat))
    return Beat("received", told, event.seat, fly=fly, why="PMR-8")


def _row_laid(game: PizzaMaster, event: events.RowLaid, told: str, names: Names) -> Beat:
    return Beat("row", told, fly=(Fly("#rail .deck", "#rail .slips", CARD, len(event.orders)),), pause=1000)


def _deck_renewed(game: PizzaMaster, event: events.DeckRenewed, told: str, names: Names) -> Beat:
    return Beat("renewed", told, fly=(Fly("#rail .discards", "#rail .deck", CARD, 3),), why="PM-4")


def _drew(game: PizzaMaster, event: events.Drew, told: str, names: Names) -> Beat:
    fly = (Fly("#rail .deck", spot(event.seat, "cards"), CARD, event.number),) if event.number else ()
    if event.mission is not None or not event.number:
        return Beat("drew", told, event.seat, fly=fly, why="PMR-8")
    return Beat("drew", told, event.seat, fly=fly, pause=450)


def _discarded(game: PizzaMaster, event: events.Discarded, told: str, names: Names) -> Beat:
    if not event.number:
        return Beat("discarded", told, event.seat, say=_("I keep mine."), pause=600)
    say = ngettext("{n} new one, please!", "{n} new ones, please!", event.number).format(n=event.number)
    return Beat(
        "discarded", told, event.seat, say, (Fly(spot(event.seat, "cards"), "#rail .discards", CARD, event.number),)
    )


def _shop_opened(game: PizzaMaster, event: events.ShopOpened, told: str, names: Names) -> Beat:
    return Beat("shop", told) if event.mission is None else Beat("shop", told, pause=1400, why="PM-13")


def _coins_placed(game: PizzaMaster, event: events.CoinsPlaced, told: str, names: Names) -> Beat:
    card = coin(game.colours[event.seat])
    flies = tuple(
        Fly(spot(event.seat, "purse"), f"#board .slice-{KINDS[kind]}", card, number)
        for kind, number in enumerate(event.coins)
        if number
    )
    return Beat("coins", told, event.seat, exclamation(coins_text(event.coins)), flies, pause=1000)


# --- the kitchen ------------------------------------------------------------------


def _loaded(game: PizzaMaster, event: events.Loaded, told: str, names: Names) -> Beat:
    return Beat("loaded", told, fly=goods(event.ingredients, CRATE, SHELF), pause=1300, why="PM-7")


def _reserved(game: PizzaMaster, event: events.Reserved, told: str, names: Names) -> Beat:
    flies = goods(event.ingredients, SHELF, spot(event.seat))
    return Beat("reserved", told, event.seat, fly=flies, pause=900, why="PM-8")


def _collected(game: PizzaMaster, event: events.Collected, told: str, names: Names) -> Beat:
    word = kind_word(event.kind)
    start, say = SHELF, exclamation(word)
    if event.reserved:
        start, say = spot(event.seat, "reserved"), _("My {kind}!").format(kind=word)
    fly = one_of(event.kind, start, spot(event.seat, "tray"))
    return Beat("collected", told, event.seat, say, fly, pause=600, together=True)


def _passed(game: PizzaMaster, event: events.Passed, told: str, names: Names) -> Beat:
    return Beat("passed", told, event.seat, _("I pass."), pause=700, why=_making_rule(game))


def _completed(game: PizzaMaster, event: events.Completed, told: str, names: Names) -> Beat:
    seat, slip = event.seat, book_of(game).slips[event.order]
    flies = (
        Fly(f"#rail .order-{slip.number}" if event.shared else spot(seat, "cards"), spot(seat, "done"), slip.html),
        *goods(event.from_tray, spot(seat, "tray"), CRATE),
        *goods(event.from_beside, spot(seat, "beside"), CRATE),
    )
    say = _("{order} is ready!").format(order=card_name(event.order))
    return Beat("completed", told, seat, say, flies, 1200, _making_rule(game), html=slip.html)


def _traded(game: PizzaMaster, event: events.Traded, told: str, names: Names) -> Beat:
    say = _("Two orders for {amount}!").format(amount=amount_text(1, event.kind))
    return Beat("traded", told, event.seat, say, one_of(event.kind, CRATE, spot(event.seat, "tray")), why="PM-12")


def _kitchen_closed(game: PizzaMaster, event: events.KitchenClosed, told: str, names: Names) -> Beat:
    return Beat("closed", told, pause=1000, why="PMR-5")


# --- the evening ------------------------------------------------------------------


def _mission_won(game: PizzaMaster, event: events.MissionWon, told: str, names: Names) -> Beat:
    fly = (Fly("#mission .mission-card", spot(event.seat, "done"), MISSION),)
    return Beat("mission-won", told, event.seat, _("Mine!"), fly, 1300, "PMR-8")


def _mission_missed(game: PizzaMaster, event: events.MissionMissed, told: str, names: Names) -> Beat:
    return Beat("mission-failed", told, pause=1000, why="PMR-8")


def _ingredient_kept(game: PizzaMaster, event: events.IngredientKept, told: str, names: Names) -> Beat:
    return Beat("kept", told, event.seat, why="PMR-8")


def _kept_returned(game: PizzaMaster, event: events.KeptReturned, told: str, names: Names) -> Beat:
    return Beat("kept-returned", told, event.seat, fly=one_of(event.kind, spot(event.seat, "kept"), CRATE), why="PMR-8")


def _ingredient_returned(game: PizzaMaster, event: events.IngredientReturned, told: str, names: Names) -> Beat:
    start = SHELF if event.owner is None else spot(event.owner, "beside" if event.beside else "tray")
    return Beat("given-back", told, event.seat, fly=one_of(event.kind, start, CRATE), why="PMR-8")


def _scored(game: PizzaMaster, event: events.Scored, told: str, names: Names) -> Beat:
    scores = list(zip(event.earned, event.wasted, event.points, strict=True))
    rows: list[Markup] = []
    for seat, (earned, wasted, points) in enumerate(scores):
        colour = game.colours[seat]
        rows.append(
            tag(
                f"tr.c-{colour}",
                tag("th", badge(colour), names[seat], scope="row"),
                tag("td", f"+{earned}"),
                tag("td", f"−{wasted}" if wasted else "0"),
                tag("td", tag("b", points)),
            )
        )
    heads = [tag("th", head, scope="col") for head in (_("earned"), _("wasted"), _("points"))]
    table = tag("table.scores", tag("thead", tag("tr", tag("td"), heads)), tag("tbody", rows))
    # Waste is what surprises, and most of all where the points would have fallen below 0.
    floored = any(points == 0 and wasted > earned for earned, wasted, points in scores)
    return Beat("scored", told, pause=2200, why="PMR-6" if floored else "PM-13", html=table)


def _prize_won(game: PizzaMaster, event: events.PrizeWon, told: str, names: Names) -> Beat:
    fly = (Fly("#mission .prizes", spot(event.seat, "done"), MISSION),)
    return Beat("prize-won", told, event.seat, fly=fly, pause=1200, why="PMR-7")


def _milestone_reached(game: PizzaMaster, event: events.MilestoneReached, told: str, names: Names) -> Beat:
    return Beat("milestone", told, event.seat, why="PMR-1")


def _day_ended(game: PizzaMaster, event: events.DayEnded, told: str, names: Names) -> Beat:
    return Beat("day-ended", told, pause=1300, why="PM-14")


# --- the end ----------------------------------------------------------------------


def _end_reached(game: PizzaMaster, event: events.EndReached, told: str, names: Names) -> Beat:
    return Beat("end", told, pause=1800, why=END_RULES[event.ending])


def _declared(game: PizzaMaster, event: events.Declared, told: str, names: Names) -> Beat:
    say = _("This one is {type}!").format(type=type_word(event.type))
    return Beat("declared", told, event.seat, say, why="PM-16")


def _objective_scored(game: PizzaMaster, event: events.ObjectiveScored, told: str, names: Names) -> Beat:
    if event.seat is None:
        return Beat("objective", told, why="PMR-7" if event.holder is None else "PMR-3", pause=1300)
    return Beat("objective-won", told, event.seat, why="PM-16", pause=1500)


def _game_ended(game: PizzaMaster, event: events.GameEnded, told: str, names: Names) -> Beat:
    why = "PMR-16" if event.reason == "turn-order" else "PM-16"
    return Beat("game-ended", told, event.winners[0], _("Buon appetito!"), (), 2500, why)


SHOWN: Final[Mapping[type[Event], Callable[[PizzaMaster, Any, str, Names], Beat]]] = {
    events.Seated: _seated,
    events.ObjectivesDealt: _objectives_dealt,
    events.SecretDealt: _secret_dealt,
    events.PrizesLaid: _prizes_laid,
    events.DayStarted: _day_started,
    events.Received: _received,
    events.RowLaid: _row_laid,
    events.DeckRenewed: _deck_renewed,
    events.Drew: _drew,
    events.Discarded: _discarded,
    events.ShopOpened: _shop_opened,
    events.CoinsPlaced: _coins_placed,
    events.Loaded: _loaded,
    events.Reserved: _reserved,
    events.Collected: _collected,
    events.Passed: _passed,
    events.Completed: _completed,
    events.Traded: _traded,
    events.KitchenClosed: _kitchen_closed,
    events.MissionWon: _mission_won,
    events.MissionMissed: _mission_missed,
    events.IngredientKept: _ingredient_kept,
    events.KeptReturned: _kept_returned,
    events.IngredientReturned: _ingredient_returned,
    events.Scored: _scored,
    events.PrizeWon: _prize_won,
    events.MilestoneReached: _milestone_reached,
    events.DayEnded: _day_ended,
    events.EndReached: _end_reached,
    events.Declared: _declared,
    events.ObjectiveScored: _objective_scored,
    events.GameEnded: _game_ended,
}
"""Beat of each kind of event. The board shows whose decision is awaited; answers show in what comes of them."""
