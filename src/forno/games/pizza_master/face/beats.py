"""Beats: how each event is shown, with its sentence, speech, flying pieces and the rule that explains it."""

from __future__ import annotations

from typing import Final

from forno.core.events import Awaits, Event
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
    if isinstance(event, Awaits):  # the board shows whose decision is awaited
        return None
    names = guests.names
    told = tell(game, event, names)
    shown = _morning(game, event, told) or _kitchen(game, event, told)
    shown = shown or _evening(game, event, told, names) or _ending(game, event, told)
    if shown is None or shown.seat is None:
        return shown
    return spoken_to(shown, tell(game, event, names, shown.seat))


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


def _morning(game: PizzaMaster, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of the set-up or the morning."""
    match event:
        case events.Seated():
            return Beat("seated", told, pause=900)
        case events.ObjectivesDealt():
            return Beat("objectives", told, why="PM-16")
        case events.SecretDealt():
            return Beat("secret", told, event.seat, why="PMR-3", pause=400)
        case events.PrizesLaid():
            return Beat("prizes", told, why="PM-13")
        case events.DayStarted():
            return Beat("day", told, pause=1100)
        case events.Received():
            fly = () if event.kind is None else one_of(event.kind, CRATE, spot(event.seat))
            return Beat("received", told, event.seat, fly=fly, why="PMR-8")
        case events.RowLaid():
            return Beat("row", told, fly=(Fly("#rail .deck", "#rail .slips", CARD, len(event.orders)),), pause=1000)
        case events.DeckRenewed():
            return Beat("renewed", told, fly=(Fly("#rail .discards", "#rail .deck", CARD, 3),), why="PM-4")
        case events.Drew():
            fly = (Fly("#rail .deck", spot(event.seat, "cards"), CARD, event.number),) if event.number else ()
            if event.mission is not None or not event.number:
                return Beat("drew", told, event.seat, fly=fly, why="PMR-8")
            return Beat("drew", told, event.seat, fly=fly, pause=450)
        case events.Discarded():
            if not event.number:
                return Beat("discarded", told, event.seat, say=_("I keep mine."), pause=600)
            say = ngettext("{n} new one, please!", "{n} new ones, please!", event.number).format(n=event.number)
            fly = (Fly(spot(event.seat, "cards"), "#rail .discards", CARD, event.number),)
            return Beat("discarded", told, event.seat, say, fly)
        case events.ShopOpened():
            return Beat("shop", told) if event.mission is None else Beat("shop", told, pause=1400, why="PM-13")
        case events.CoinsPlaced():
            card = coin(game.colours[event.seat])
            flies = tuple(
                Fly(spot(event.seat, "purse"), f"#board .slice-{KINDS[kind]}", card, number)
                for kind, number in enumerate(event.coins)
                if number
            )
            return Beat("coins", told, event.seat, exclamation(coins_text(event.coins)), flies, pause=1000)
    return None


def _kitchen(game: PizzaMaster, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of the kitchen."""
    match event:
        case events.Loaded():
            return Beat("loaded", told, fly=goods(event.ingredients, CRATE, SHELF), pause=1300, why="PM-7")
        case events.Reserved():
            flies = goods(event.ingredients, SHELF, spot(event.seat))
            return Beat("reserved", told, event.seat, fly=flies, pause=900, why="PM-8")
        case events.Collected():
            word = kind_word(event.kind)
            start, say = SHELF, exclamation(word)
            if event.reserved:
                start, say = spot(event.seat, "reserved"), _("My {kind}!").format(kind=word)
            fly = one_of(event.kind, start, spot(event.seat, "tray"))
            return Beat("collected", told, event.seat, say, fly, pause=600, together=True)
        case events.Passed():
            return Beat("passed", told, event.seat, _("I pass."), pause=700, why=_making_rule(game))
        case events.Completed():
            seat, slip = event.seat, book_of(game).slips[event.order]
            start = f"#rail .order-{slip.number}" if event.shared else spot(seat, "cards")
            flies = (
                Fly(start, spot(seat, "done"), slip.html),
                *goods(event.from_tray, spot(seat, "tray"), CRATE),
                *goods(event.from_beside, spot(seat, "beside"), CRATE),
            )
            say = _("{order} is ready!").format(order=card_name(event.order))
            return Beat("completed", told, seat, say, flies, 1200, _making_rule(game), html=slip.html)
        case events.Traded():
            say = _("Two orders for {amount}!").format(amount=amount_text(1, event.kind))
            fly = one_of(event.kind, CRATE, spot(event.seat, "tray"))
            return Beat("traded", told, event.seat, say, fly, why="PM-12")
        case events.KitchenClosed():
            return Beat("closed", told, pause=1000, why="PMR-5")
    return None


def _evening(game: PizzaMaster, event: Event, told: str, names: Names) -> Beat | None:
    """Return the beat of an event of the evening."""
    fly: tuple[Fly, ...]
    match event:
        case events.MissionWon():
            fly = (Fly("#mission .mission-card", spot(event.seat, "done"), MISSION),)
            return Beat("mission-won", told, event.seat, _("Mine!"), fly, 1300, "PMR-8")
        case events.MissionMissed():
            return Beat("mission-failed", told, pause=1000, why="PMR-8")
        case events.IngredientKept():
            return Beat("kept", told, event.seat, why="PMR-8")
        case events.KeptReturned():
            fly = one_of(event.kind, spot(event.seat, "kept"), CRATE)
            return Beat("kept-returned", told, event.seat, fly=fly, why="PMR-8")
        case events.IngredientReturned():
            start = SHELF if event.owner is None else spot(event.owner, "beside" if event.beside else "tray")
            return Beat("given-back", told, event.seat, fly=one_of(event.kind, start, CRATE), why="PMR-8")
        case events.Scored():
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
            why = "PMR-6" if floored else "PM-13"
            return Beat("scored", _("The day is scored."), pause=2200, why=why, html=table, aloud=told)
        case events.PrizeWon():
            fly = (Fly("#mission .prizes", spot(event.seat, "done"), MISSION),)
            return Beat("prize-won", told, event.seat, fly=fly, pause=1200, why="PMR-7")
        case events.MilestoneReached():
            return Beat("milestone", told, event.seat, why="PMR-1")
        case events.DayEnded():
            return Beat("day-ended", told, pause=1300, why="PM-14")
    return None


def _ending(game: PizzaMaster, event: Event, told: str) -> Beat | None:
    """Return the beat of an event of the end."""
    match event:
        case events.EndReached():
            return Beat("end", told, pause=1800, why=END_RULES[event.ending])
        case events.Declared():
            say = _("This one is {type}!").format(type=type_word(event.type))
            return Beat("declared", told, event.seat, say, why="PM-16")
        case events.ObjectiveScored():
            if event.seat is None:
                return Beat("objective", told, why="PMR-7" if event.holder is None else "PMR-3", pause=1300)
            return Beat("objective-won", told, event.seat, why="PM-16", pause=1500)
        case events.GameEnded():
            why = "PMR-16" if event.reason == "turn-order" else "PM-16"
            return Beat("game-ended", told, event.winners[0], _("Buon appetito!"), (), 2500, why)
    return None
