"""Regions of the players, which everybody sees: who sits there, what is held, what has been served."""

from __future__ import annotations

from forno.core.language import _, ngettext
from forno.games.mamma_mia.face.pictures import art
from forno.games.mamma_mia.face.pieces import CardTexts, minis
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.cards import COLOURS
from forno.games.mamma_mia.words import SYMBOLS
from forno.pages.caches import SMALL_CACHE, remembered
from forno.pages.face import Guests, Regions
from forno.pages.html import NOTHING, Markup, markup, region, tag, together

KIND_OF = {colour: kind for kind, colour in enumerate(COLOURS)}
WHO, BOT, DECIDES, SERVED, CARDS, WAITER, BAKED = (
    tuple(f"{what}-{seat}" for seat in range(len(COLOURS)))
    for what in ("who", "bot", "decides", "served", "cards", "waiter", "baked")
)
"""The regions of every place: one for everything that changes by itself."""


def place(colour: str, seat: int, regions: Regions) -> Markup:
    """Return one place, with its regions."""
    hand, waiter = region(regions, f"b#{CARDS[seat]}"), region(regions, f"b#{WAITER[seat]}")
    has = (
        _pile("hand-pile", tag("i.mini.plain", aria_hidden="true"), hand, _("in hand")),
        _pile("waiter-pile", tag("i.mini", aria_hidden="true"), waiter, _("with the waiter")),
        region(regions, f"span#{BAKED[seat]}.held"),
    )
    who, deciding = region(regions, f"h2#{WHO[seat]}.who"), region(regions, f"span#{DECIDES[seat]}.decides")
    return together(
        tag("span.disc", art(SYMBOLS[KIND_OF[colour]], _(colour)), region(regions, f"span#{BOT[seat]}")),
        tag("div.who-what", who, tag("p", has), deciding),
        region(regions, f"span#{SERVED[seat]}.served"),
    )


def _pile(kind: str, picture: Markup, number: Markup, word: str) -> Markup:
    return tag(f"span.held.{kind}", picture, number, " ", tag("span.word", word))


def seat_regions(book: CardTexts, view: MammaMiaView, guests: Guests, seat: int, awaited: int | None) -> Regions:
    """Return what is to be seen at one place."""
    regions = {
        WHO[seat]: markup(guests.names[seat]),
        BOT[seat]: bot(guests.face(seat)),
        DECIDES[seat]: decides(awaited == seat),
        CARDS[seat]: markup(view.sizes[seat]),
        WAITER[seat]: markup(view.waiters[seat]),
    }
    if view.served is not None:
        regions |= served_regions(book, seat, view.served[seat])
    return regions


def served_regions(book: CardTexts, seat: int, orders: tuple[str, ...]) -> Regions:
    return {BAKED[seat]: _baked_number(len(orders)), SERVED[seat]: minis(book, seat, orders)}


@remembered(SMALL_CACHE)
def _baked_number(number: int) -> Markup:
    # Translators: after a number: pizzas that the player has served
    word = ngettext("completed", "completed", number)
    return together(art("stamp-baked"), tag("b", number), " ", tag("span.word", word))


@remembered(SMALL_CACHE)
def bot(face: str) -> Markup:
    return art(face, _("a bot plays here")) if face else NOTHING


@remembered(SMALL_CACHE)
def decides(awaited: bool) -> Markup:
    return tag("span.awaited", _("thinking…")) if awaited else NOTHING
