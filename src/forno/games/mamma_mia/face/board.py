"""Regions that everyone sees: the oven, the supply, the open oven. The same HTML for all."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.language import _, labelled, listed, ngettext
from forno.games.mamma_mia.face import seats
from forno.games.mamma_mia.face.pictures import art
from forno.games.mamma_mia.face.pieces import SUPPLY_BACK, CardTexts, Leaf, book_of, no_card
from forno.games.mamma_mia.knowledge.views import MammaMiaView, OpeningView
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.words import BAKINGS, SYMBOLS, amounts, cards, kind_word, missing, style_title
from forno.pages.caches import LARGE_CACHE, SMALL_CACHE, remembered
from forno.pages.face import Guests, Regions
from forno.pages.html import NOTHING, Markup, about, markup, tag, together, unseen

KIND_NAMED = {name: kind for kind, name in enumerate(KINDS)}
FATES = tag(
    "span.fates",
    tag("span.vapour", art("steam")),
    tag("span.stamp", art("stamp-baked")),
    tag("span.failure", art("puff")),
    aria_hidden="true",
)
"""Region of an order's fate, shown while it is told."""
NO_ORDER = tag("div.verdict.idle", FATES, aria_hidden="true")
MAX_SLOTS = 7
"""Largest need that is drawn ingredient by ingredient; larger ones fill a bar."""
LANE_IDS = tuple(f"lane-{kind}" for kind in range(len(KINDS)))


def board(view: MammaMiaView, guests: Guests) -> Regions:
    """Return the content of every shared region."""
    game, opening, over = view.game, view.opening, view.outcome is not None
    awaited = view.awaited
    if opening is not None and awaited != opening.owner:
        awaited = None  # between orders nobody decides, whoever was asked last
    book = book_of(game)
    regions: Regions = {}
    for seat in range(game.players):
        regions |= seats.seat_regions(book, view, guests, seat, awaited)
    regions["oven"] = oven(book, view.oven, view.top, opening is not None)
    regions |= supply(view.supply)
    name = "" if awaited is None else guests.names[awaited]
    asked = opening is not None and awaited is None and not over and opening.request is not None
    regions["baking"] = baking(view.round, game.lookups.openings, over)
    if not game.edition.served_openly:
        regions["completed"] = completed_orders(view.completed)
    regions["status"] = status(opening is not None, awaited, name, asked, over)
    if opening is None:
        regions |= dict.fromkeys((*LANE_IDS[: book.kinds], "used", "verdict"), NOTHING)
    else:
        regions |= {LANE_IDS[kind]: lane(kind, count) for kind, count in enumerate(opening.table)}
        regions["used"] = used_cards(opening.used)
        regions["verdict"] = verdict(book, opening, guests)
    if view.oven_tally is not None:
        regions["aid"] = aid(view.oven_tally)
    return regions


# --- oven, supply, round --------------------------------------------------------


def oven(book: CardTexts, number: int, top: str | None, is_open: bool) -> Markup:
    if is_open:
        return _oven_open(number)
    if top is None:
        return _oven_empty()
    kind = KIND_NAMED.get(top)
    return _oven_closed(book.tops[top].html if kind is None else book.ingredients[kind], number)


@remembered(LARGE_CACHE)
def _oven_closed(top: Markup, number: int) -> Markup:
    depth = min(number - 1, 3)
    under = tag("i.under", data_depth=depth) if depth else None
    return tag("div.top-card", under, top) + _label(_("{cards} in the oven").format(cards=cards(number)))


@remembered(SMALL_CACHE)
def _oven_open(number: int) -> Markup:
    if not number:
        return _label(_("everything is out"))
    return tag("div.top-card", SUPPLY_BACK) + _label(_("{cards} still to come out").format(cards=cards(number)))


@remembered(SMALL_CACHE)
def _oven_empty() -> Markup:
    return _label(_("The oven is empty"))


def _label(words: str) -> Markup:
    return tag("p.label", words)


def supply(number: int) -> Regions:
    height = 0 if not number else 3 if number > 12 else 2 if number > 3 else 1
    return {"supply-pile": _supply_pile(height), "supply-label": _supply_label(number)}


@remembered(SMALL_CACHE)
def _supply_pile(height: int) -> Markup:
    return SUPPLY_BACK * height if height else no_card()


@remembered(SMALL_CACHE)
def _supply_label(number: int) -> Markup:
    return together(tag("b", number), " ", _("in the supply"))


@remembered(SMALL_CACHE)
def baking(done: int, openings: int, over: bool) -> Markup:
    dots = [tag("i.dot.on" if time <= done else "i.dot") for time in range(openings)]
    words = _("The last pizza is baked.")
    if not over:
        # Translators: which baking, of how many: “second baking of 3”
        words = _("{part} of {whole}").format(part=_(BAKINGS[done + 1]), whole=openings)
    return together(tag("span.dots", dots, aria_hidden="true"), " ", words)


@remembered(SMALL_CACHE)
def completed_orders(number: int) -> Markup:
    """Return how many orders lie on the common pile."""
    word = ngettext("completed", "completed", number)
    return together(art("stamp-baked"), " ", tag("b", number), " ", tag("span.word", word))


@remembered(LARGE_CACHE)
def status(is_open: bool, awaited: int | None, name: str, asked: bool, over: bool) -> Markup:
    """Return the status line: who is to do what."""
    if over:
        return markup(_("The game is over."))
    if asked:
        return markup(_("Who helps?"))
    if awaited is None:
        return NOTHING
    return about(awaited, (_("{name} is thinking.") if is_open else _("{name}'s turn")).format(name=name))


def aid(tally: Sequence[int]) -> Markup:
    """MMR-11: what lies in the oven, for tables that play with the memory aid."""
    rows = (
        tag("li.some" if count else "li.none", art(SYMBOLS[kind]), tag("b", count), unseen(kind_word(kind)))
        for kind, count in enumerate(tally)
    )
    return tag("h3", _("In the oven")) + tag("ul.tally", rows)


# --- the show -------------------------------------------------------------------


def verdict(book: CardTexts, opening: OpeningView, guests: Guests) -> Markup:
    """Return the order that is being decided."""
    if opening.owner is None or opening.order is None:
        return NO_ORDER
    owner = opening.owner
    leaf = book.leaves[owner][opening.order]
    asked = _request(opening, guests) if opening.request is not None and any(opening.request) else NOTHING
    return _verdict(book, owner, guests.names[owner], leaf, checks(book, leaf, opening), asked)


@remembered(LARGE_CACHE)
def _verdict(book: CardTexts, owner: int, name: str, leaf: Leaf, checked: Markup, asked: Markup) -> Markup:
    return tag(
        f"div.verdict.c-{book.game.colours[owner]}",
        tag("div.on-trial", leaf.face, FATES),
        tag(
            "div.checks",
            tag("h3", labelled(name, style_title(leaf.card))),
            tag("ul.check-list", checked),
            asked,
        ),
    )


@remembered(SMALL_CACHE)
def used_cards(number: int) -> Markup:
    return markup(_("{cards} used").format(cards=cards(number)))


@remembered(SMALL_CACHE)
def lane(kind: int, count: int) -> Markup:
    """Return the ingredients of one kind on the table."""
    return together(
        tag("b" if count else "b.none", count),
        tag("span.cap", kind_word(kind)),
        tag(
            "span.slips",
            tag("i.slip", art(SYMBOLS[kind])) * min(count, 9) if count else tag("i.none", art(SYMBOLS[kind])),
            aria_hidden="true",
        ),
    )


def _request(opening: OpeningView, guests: Guests) -> Markup:
    assert opening.request is not None and opening.owner is not None
    wanted = _("{name} asks for help: {ingredients}.").format(
        name=guests.names[opening.owner], ingredients=amounts(opening.request)
    )
    pictures = (
        tag("span.need", tag("b", count), art(SYMBOLS[kind])) for kind, count in enumerate(opening.request) if count
    )
    given = None
    if opening.helper is not None and opening.given is not None:
        told = _("{name} helps with {ingredients}.")
        told = told.format(name=guests.names[opening.helper], ingredients=amounts(opening.given))
        given = tag("p.given", told)
    return tag("div.request", tag("p", wanted), tag("span.needs", pictures, aria_hidden="true"), given)


def checks(book: CardTexts, leaf: Leaf, opening: OpeningView) -> Markup:
    """Each need of the order, with what of it lies on the table."""
    card, table = leaf.card, opening.table
    if card.at_least:
        return _check(art("atleast"), _("any ingredients"), sum(table), card.at_least)
    found = [] if card.forbidden is None else [_never(card.forbidden, table[card.forbidden])]
    named = opening.needs if opening.needs is not None and any(opening.needs) else None
    wanted: Sequence[int] = card.needs if named is None else named
    for kind, count in enumerate(wanted):
        if count:
            found.append(_check(art(SYMBOLS[kind]), kind_word(kind), min(table[kind], count), count))
    if named is not None:
        return together(found)
    free = [kind for kind in range(book.kinds) if not card.needs[kind] and kind != card.forbidden]
    for place, number in enumerate(card.jokers):
        best = sorted((table[kind] for kind in free), reverse=True)
        found.append(_check(art("joker"), _("chosen kind"), best[place], number))
    if card.fewest:
        lying = [kind for kind in free if table[kind]]
        fewest = min((table[kind] for kind in lying), default=0)
        rarest = [kind_word(kind) for kind in lying if table[kind] == fewest]
        words = _("the rarest: {kinds}").format(kinds=listed(rarest)) if rarest else _("no other kind is on the table")
        found.append(_check(art("fewest"), words, fewest, card.fewest))
    if card.either is not None:
        words = listed(map(kind_word, card.either), either=True)
        pictures = together(art(SYMBOLS[kind]) for kind in card.either)
        found.append(_check(pictures, words, max(table[kind] for kind in card.either), card.either_count))
    return together(found)


@remembered(SMALL_CACHE)
def _check(picture: Markup, words: str, there: int, wanted: int) -> Markup:
    """Return a need as slots that light up, one for each ingredient that is there."""
    if wanted > MAX_SLOTS:
        slots = together(picture, tag("progress", value=min(there, wanted), max=wanted, aria_hidden="true"))
    else:
        lit = min(there, wanted)
        slots = together(
            tag("i.slot.lit", picture, aria_hidden="true") * lit,
            tag("i.slot", picture, aria_hidden="true") * (wanted - lit),
        )
    what = tag("span.what", tag("b", wanted if there >= wanted else f"{there}/{wanted}"), " ", words)
    if there >= wanted:
        # Translators: the ingredient that an order needs lies in the oven
        return tag("li.check.have", tag("span.slots", slots), what, tag("span.mark", art("check"), _("there")))
    return tag("li.check.lack", tag("span.slots", slots), what, tag("span.mark", missing(wanted - there)))


def _never(kind: int, there: int) -> Markup:
    # Translators: the ingredient that an order forbids lies in the oven, or doesn't
    mark = tag("span.mark", _("there")) if there else tag("span.mark", art("check"), _("not there"))
    what = tag("span.what", _("no {kind}").format(kind=kind_word(kind)))
    slot = tag("i.slot.never", art(SYMBOLS[kind]), art("forbidden"), aria_hidden="true")
    return tag(f"li.check.{'lack' if there else 'have'}", tag("span.slots", slot), what, mark)
