"""Regions of the players, which everybody sees: points, cards, coins, tray, reserve, completed orders."""

from __future__ import annotations

from typing import NamedTuple

from forno.core.language import _, labelled, listed, ngettext
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import badge, heap
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules.cards import KINDS, TYPES
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.screen import sides_text
from forno.games.pizza_master.words import card_name, many_cards, many_coins, many_points, type_word
from forno.pages.caches import LARGE_CACHE, remembered
from forno.pages.face import Guests
from forno.pages.html import Content, Markup, tag, unseen

COLLECTS, STOPPED, PASSED = range(3)


class SeatPlace(NamedTuple):
    """Contents of a player's region."""

    name: str
    bot: str
    """Its picture; empty for a person."""
    colour: str
    awaited: bool
    collecting: int
    """`COLLECTS`, `STOPPED` or `PASSED`."""
    points: int
    earned: int
    cards: int
    coins: int
    """Coins still to be placed."""
    helper: bool
    tray: Amounts
    reserved: Amounts
    lasting: Amounts
    """Ingredients beside the tray until used."""
    kept: Amounts
    """The one beside the tray for this day alone."""
    completed: int
    face_up: Amounts
    declared: Amounts
    won: tuple[str, ...]


def seat_region(view: PizzaMasterView, guests: Guests, seat: int) -> Markup:
    """Return the region of one seat."""
    collecting = COLLECTS
    if view.phase == "collecting" and seat not in view.collecting:
        collecting = PASSED
    elif view.phase == "collecting" and seat in view.stopped:
        collecting = STOPPED
    placing = view.phase in ("discarding", "shopping") and not any(view.coins[seat])
    return _seat(
        SeatPlace(
            guests.names[seat],
            guests.face(seat),
            view.game.colours[seat],
            view.awaited == seat,
            collecting,
            view.points[seat],
            view.earned[seat],
            view.sizes[seat],
            coins_of(view, seat) if placing else 0,
            view.helper == seat,
            view.trays[seat],
            view.reserved[seat],
            view.lasting(seat),
            view.kept[seat],
            len(view.completed[seat]) + view.extras[seat],
            view.face_up[seat],
            view.declared[seat],
            view.won[seat],
        )
    )


def coins_of(view: PizzaMasterView, seat: int) -> int:
    """PM-5, PM-14: how many coins a player has this day."""
    lookups = view.game.lookups
    return lookups.coins + view.milestones[seat] + (lookups.help_coins if view.helper == seat else 0)


@remembered(LARGE_CACHE)
def _seat(place: SeatPlace) -> Markup:
    state = None
    if place.awaited:
        state = tag("span.state.deciding", _("thinking…"))
    elif place.collecting != COLLECTS:
        state = tag("span.state", _("has passed") if place.collecting == PASSED else _("done collecting"))
    marks = (".turn" if place.awaited else "") + (".out" if place.collecting == PASSED else "")
    return tag(
        f"div.seat.c-{place.colour}{marks}",
        tag(
            "div.who",
            badge(place.colour),
            tag("h3", place.name),
            art(place.bot, _("bot")) if place.bot else None,
            tag("ul.stats", _cards(place.cards), _coins(place.coins, place.helper)),
            tag("p.points", tag("b", place.points, aria_hidden="true"), unseen(many_points(place.points))),
        ),
        tag(
            "div.before",
            _pile("tray", _("Tray"), place.tray),
            _pile("reserved", _("Reserved"), place.reserved) if any(place.reserved) else None,
            _pile("beside.kept", _("Only today"), place.kept) if any(place.kept) else None,
            # Translators: ingredients that lie beside the tray
            _pile("beside", _("Beside it"), place.lasting) if any(place.lasting) else None,
        ),
        _completed_orders(place),
        tag("span.earned", _("+{n} today").format(n=place.earned)) if place.earned else None,
        state,
    )


def _cards(number: int) -> Markup:
    held = many_cards(number)
    return tag("li.cards", tag("i.mini"), number, unseen(held), title=held)


def _coins(coins: int, helper: bool) -> Markup | None:
    """Return the coins to place, and the extra one."""
    extra = _("has the help coin")
    if coins:
        # Translators: coins that this player still has
        told = _("{coins} to place").format(coins=many_coins(coins)) + (f", {extra}" if helper else "")
        return tag("li.purse", art("coin"), tag("span", coins, aria_hidden="true"), unseen(told), title=told)
    return tag("li.helper", "+", art("coin"), unseen(extra), title=extra) if helper else None


def _pile(kind: str, label: str, counts: Amounts) -> Markup:
    return tag(f"div.{kind}", tag("span.pile-name", label), heap(counts, 4) or unseen(_("empty")))


def _completed_orders(place: SeatPlace) -> Markup:
    """Completed orders: those face up by type, with how many are side dishes; those turned down; and missions."""
    parts: list[Markup] = []
    shown = 0
    for type_, kind in enumerate(KINDS):
        sides, declared = place.face_up[2 * type_ + 1], place.declared[type_]
        number = place.face_up[2 * type_] + sides + declared
        if number:
            shown += number
            parts.append(_of_type(type_, kind, number, sides, declared))
    specials = place.face_up[SPECIALS]
    if specials:
        shown += specials
        parts.append(_of_type(len(KINDS), TYPES[-1], specials, 0, 0))
    down = place.completed - shown
    if down:
        # Translators: completed orders that were traded
        told = ngettext("{n} face down", "{n} face down", down).format(n=down)
        parts.append(_token("down", told, tag("i.mini"), down))
    if place.won:
        many = ngettext("{n} mission", "{n} missions", len(place.won)).format(n=len(place.won))
        told = labelled(many, listed(map(card_name, place.won)))
        parts.append(_token("won", told, art("mission"), tag("span", len(place.won), aria_hidden="true")))
    return tag("ul.done", parts, aria_label=_("Completed orders"))


def _of_type(type_: int, kind: str, number: int, sides: int, declared: int) -> Markup:
    told = f"{number} × {type_word(type_)}"
    if sides:
        told += ", " + sides_text(sides)
    if declared:
        told += ", " + ngettext("{n} of them a special", "{n} of them specials", declared).format(n=declared)
    side = tag("small", art.plain("side-dish"), sides, aria_hidden="true") if sides else None
    return _token(f"type-{kind}", told, art(kind), tag("span", number, aria_hidden="true"), side)


def _token(kind: str, told: str, *shown: Content) -> Markup:
    return tag(f"li.token.{kind}", *shown, unseen(told), title=told)
