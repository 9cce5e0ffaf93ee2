"""What everyone sees: the places, the oven, the supply, the show when the oven is open. The same HTML for all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from forno.core.language import N_, _, language
from forno.games.mamma_mia.face.cards import SUPPLY_BACK, Book, Leaf, book_of, nothing
from forno.games.mamma_mia.face.words import (
    COLOUR_NAMES,
    SYMBOLS,
    amounts,
    cards,
    kind_name,
    orders,
    style_title,
)
from forno.games.mamma_mia.rules.cards import COLOURS, KINDS
from forno.games.mamma_mia.rules.views import MammaMiaView, OpeningView
from forno.publishing.caches import remembered
from forno.publishing.face import Guests
from forno.publishing.html import art, esc

BAKINGS = ("", N_("first baking"), N_("second baking"), N_("third baking"), N_("fourth baking"))
KIND_OF = {colour: kind for kind, colour in enumerate(COLOURS)}
KIND_NAMED = {name: kind for kind, name in enumerate(KINDS)}
FATES = (
    f'<span class="fates" aria-hidden="true"><span class="vapour">{art("steam")}</span>'
    f'<span class="stamp">{art("stamp-baked")}</span><span class="failure">{art("puff")}</span></span>'
)
"""What becomes of an order: shown while that is told."""
NO_ORDER = f'<div class="verdict idle" aria-hidden="true">{FATES}</div>'
WHO, BOT, DECIDES, SERVED, CARDS, WAITER, BAKED = (
    tuple(f"{what}-{seat}" for seat in range(len(COLOURS)))
    for what in ("who", "bot", "decides", "served", "cards", "waiter", "baked")
)
"""The regions of every place."""
LANE_IDS = tuple(f"lane-{kind}" for kind in range(len(KINDS)))


def board(view: MammaMiaView, guests: Guests) -> dict[str, str]:
    """The content of every shared region."""
    game = view.game
    speaks = language()
    names, bots, sizes, waiters, served = guests.names, guests.bots, view.sizes, view.waiters, view.served
    awaited, opening = view.awaited, view.opening
    if opening is not None and awaited != opening.owner:
        awaited = None  # between orders nobody decides, whoever was asked last
    book = book_of(game)
    regions: dict[str, str] = {}
    for seat in range(game.players):
        regions[WHO[seat]] = who(names[seat])
        regions[BOT[seat]] = bot(speaks, bots[seat])
        regions[DECIDES[seat]] = decides(speaks, awaited == seat)
        regions[CARDS[seat]] = str(sizes[seat])
        regions[WAITER[seat]] = str(waiters[seat])
        if served is not None:
            regions[BAKED[seat]] = baked(speaks, len(served[seat]))
            regions[SERVED[seat]] = minis(book, seat, served[seat])
    regions["oven"] = oven(book, view.oven, view.top, opening is not None)
    regions |= supply(speaks, view.supply)
    name = "" if awaited is None else names[awaited]
    asked = opening is not None and awaited is None and view.outcome is None and opening.request is not None
    regions["baking"] = baking(speaks, view.round, game.tables.openings, view.outcome is not None)
    if not game.edition.served_openly:
        regions["completed"] = completed(speaks, view.completed)
    regions["status"] = status(speaks, opening is not None, name, asked, view.outcome is not None)
    if opening is None:
        regions |= dict.fromkeys((*LANE_IDS[: book.kinds], "used", "verdict"), "")
    else:
        regions |= {LANE_IDS[kind]: lane(speaks, kind, count) for kind, count in enumerate(opening.table)}
        regions["used"] = used(speaks, opening.used)
        regions["verdict"] = verdict(book, opening, guests)
    if view.oven_tally is not None:
        regions["aid"] = aid(view.oven_tally)
    return regions


# --- the places -----------------------------------------------------------------


def place(colour: str, seat: int) -> str:
    """One place at the table, with a region for everything that changes by itself."""
    has = (
        f'<span class="held hand-pile"><i class="mini plain" aria-hidden="true"></i><b id="{CARDS[seat]}"></b> '
        f'<span class="word">{esc(_("in hand"))}</span></span>'
        f'<span class="held waiter-pile"><i class="mini" aria-hidden="true"></i><b id="{WAITER[seat]}"></b> '
        f'<span class="word">{esc(_("with the waiter"))}</span></span>'
        f'<span id="{BAKED[seat]}" class="held"></span>'
    )
    return (
        f'<span class="disc">{art(SYMBOLS[KIND_OF[colour]], _(COLOUR_NAMES[colour]))}'
        f'<span id="{BOT[seat]}"></span></span><div class="who-what"><h2 id="{WHO[seat]}" class="who"></h2>'
        f'<p>{has}</p><span id="{DECIDES[seat]}" class="decides"></span></div>'
        f'<span id="{SERVED[seat]}" class="served"></span>'
    )


@remembered(5000)
def who(name: str) -> str:
    return esc(name)


@cache
def bot(speaks: str, plays: bool) -> str:
    return art("bot", _("a bot plays here")) if plays else ""


@cache
def decides(speaks: str, awaited: bool) -> str:
    return f'<span class="awaited">{esc(_("to decide"))}</span>' if awaited else ""


@cache
def baked(speaks: str, number: int) -> str:
    return f'{art("stamp-baked")}<b>{number}</b> <span class="word">{esc(_("served"))}</span>'


@remembered(5000)
def minis(book: Book, seat: int, served: tuple[str, ...]) -> str:
    leaves = book.leaves[seat]
    return "".join([leaves[order].mini for order in served])


# --- oven, supply, round --------------------------------------------------------


def oven(book: Book, number: int, top: str | None, is_open: bool) -> str:
    if is_open:
        return _oven_open(book.speaks, number)
    if top is None:
        return _oven_empty(book.speaks)
    kind = KIND_NAMED.get(top)
    card = book.tops[top].html if kind is None else book.ingredients[kind]
    return _oven_closed(book.speaks, card, number)


@remembered(5000)
def _oven_closed(speaks: str, top: str, number: int) -> str:
    depth = min(number - 1, 3)
    under = f'<i class="under" data-depth="{depth}"></i>' if depth else ""
    label = esc(_("{cards} in the oven").format(cards=cards(number)))
    return f'<div class="top-card">{under}{top}</div><p class="label">{label}</p>'


@cache
def _oven_open(speaks: str, number: int) -> str:
    back = f'<div class="top-card">{SUPPLY_BACK}</div>' if number else ""
    label = _("{cards} still to come out").format(cards=cards(number)) if number else _("everything is out")
    return f'{back}<p class="label">{esc(label)}</p>'


@cache
def _oven_empty(speaks: str) -> str:
    return f'<p class="label">{esc(_("The oven is empty"))}</p>'


def supply(speaks: str, number: int) -> dict[str, str]:
    height = 0 if not number else 3 if number > 12 else 2 if number > 3 else 1
    return {"supply-pile": _supply_pile(speaks, height), "supply-label": _supply_label(speaks, number)}


@cache
def _supply_pile(speaks: str, height: int) -> str:
    return SUPPLY_BACK * height if height else nothing()


@cache
def _supply_label(speaks: str, number: int) -> str:
    if not number:
        return esc(_("{cards} in the supply").format(cards=cards(number)))
    return f"<b>{number}</b> {esc(_('in the supply'))}"


@cache
def baking(speaks: str, done: int, openings: int, over: bool) -> str:
    dots = "".join(f'<i class="dot{" on" if time <= done else ""}"></i>' for time in range(openings))
    if over:
        words = _("The last pizza is baked.")
    else:
        words = _("{baking} of {number}").format(baking=_(BAKINGS[done + 1]), number=openings)
    return f'<span class="dots" aria-hidden="true">{dots}</span> {esc(words)}'


@cache
def completed(speaks: str, number: int) -> str:
    """How many orders lie on the common pile."""
    return f"{art('stamp-baked')} {esc(_('{orders} completed').format(orders=orders(number)))}"


@remembered(5000)
def status(speaks: str, is_open: bool, awaited: str, asked: bool, over: bool) -> str:
    """Who is to do what."""
    if over:
        words = _("The game is over.")
    elif asked:
        words = _("Who helps?")
    elif not awaited:
        return ""
    elif is_open:
        words = _("{name} decides about the order").format(name=awaited)
    else:
        words = _("{name} is to move").format(name=awaited)
    return esc(words)


def aid(tally: Sequence[int]) -> str:
    """MMR-11: what lies in the oven, for tables that play with the memory aid."""
    rows = "".join(
        f'<li class="{"some" if count else "none"}">{art(SYMBOLS[kind])}<b>{count}</b>'
        f'<span class="unseen">{esc(kind_name(kind))}</span></li>'
        for kind, count in enumerate(tally)
    )
    return f'<h3>{esc(_("In the oven"))}</h3><ul class="tally">{rows}</ul>'


# --- the show -------------------------------------------------------------------


def verdict(book: Book, opening: OpeningView, guests: Guests) -> str:
    """The order that is being decided."""
    if opening.owner is None or opening.order is None:
        return NO_ORDER
    owner = opening.owner
    leaf = book.leaves[owner][opening.order]
    asked = ""
    if opening.request is not None and any(opening.request):
        asked = _request(opening, guests)
    return (
        f"{_on_trial(book.speaks, guests.names[owner], leaf, book.game.colours[owner])}"
        f'<ul class="check-list">{checks(book, leaf, opening)}</ul>{asked}</div></div>'
    )


@remembered(5000)
def _on_trial(speaks: str, name: str, leaf: Leaf, colour: str) -> str:
    """The order that is being decided, up to what of it is there."""
    title = _("{name}: {order}").format(name=name, order=style_title(leaf.card))
    return (
        f'<div class="verdict c-{colour}"><div class="on-trial">{leaf.face}{FATES}</div>'
        f'<div class="checks"><h3>{esc(title)}</h3>'
    )


@cache
def used(speaks: str, number: int) -> str:
    return esc(_("{cards} used").format(cards=cards(number)))


@cache
def lane(speaks: str, kind: int, count: int) -> str:
    """The ingredients of one kind on the table."""
    shown = "".join(f'<i class="slip">{art(SYMBOLS[kind])}</i>' for _nth in range(min(count, 9)))
    number = f"<b>{count}</b>" if count else '<b class="none">0</b>'
    return (
        f'{number}<span class="cap">{esc(kind_name(kind))}</span><span class="slips" aria-hidden="true">{shown}</span>'
    )


def _request(opening: OpeningView, guests: Guests) -> str:
    assert opening.request is not None and opening.owner is not None
    wanted = _("{name} asks for {ingredients}.").format(
        name=guests.names[opening.owner], ingredients=amounts(opening.request)
    )
    pictures = "".join(
        f'<span class="need"><b>{count}</b>{art(SYMBOLS[kind])}</span>'
        for kind, count in enumerate(opening.request)
        if count
    )
    given = ""
    if opening.helper is not None and opening.given is not None:
        given = _("{name} gives {ingredients}.").format(
            name=guests.names[opening.helper], ingredients=amounts(opening.given)
        )
        given = f'<p class="given">{esc(given)}</p>'
    pictures = f'<span class="needs" aria-hidden="true">{pictures}</span>'
    return f'<div class="request"><p>{esc(wanted)}</p>{pictures}{given}</div>'


def checks(book: Book, leaf: Leaf, opening: OpeningView) -> str:
    """Each need of the order, with what of it lies on the table."""
    card, table = leaf.card, opening.table
    if card.at_least:
        return _check(art("atleast"), _("any ingredients"), sum(table), card.at_least)
    html = ""
    if card.forbidden is not None:
        html += _never(card.forbidden, table[card.forbidden])
    speaks, named = book.speaks, opening.needs if opening.needs is not None and any(opening.needs) else None
    wanted: Sequence[int] = card.needs if named is None else named
    html += "".join([_check_of(speaks, kind, table[kind], count) for kind, count in enumerate(wanted) if count])
    if named is not None:
        return html
    free = [kind for kind in range(book.kinds) if not card.needs[kind] and kind != card.forbidden]
    for place, number in enumerate(card.jokers):
        best = sorted((table[kind] for kind in free), reverse=True)
        html += _check(art("joker"), _("chosen kind"), best[place], number)
    if card.fewest:
        lying = [kind for kind in free if table[kind]]
        fewest = min((table[kind] for kind in lying), default=0)
        rarest = [kind_name(kind) for kind in lying if table[kind] == fewest]
        words = _("the rarest: {kinds}").format(kinds=", ".join(rarest)) if rarest else _("no other kind is there")
        html += _check(art("fewest"), words, fewest, card.fewest)
    if card.either is not None:
        one, two = card.either
        words = _("{one} or {two}").format(one=kind_name(one), two=kind_name(two))
        html += _check(art(SYMBOLS[one]) + art(SYMBOLS[two]), words, max(table[one], table[two]), card.either_count)
    return html


@cache
def _check_of(speaks: str, kind: int, there: int, wanted: int) -> str:
    return _check(art(SYMBOLS[kind]), kind_name(kind), there, wanted)


def _check(picture: str, words: str, there: int, wanted: int) -> str:
    if there >= wanted:
        return (
            f'<li class="check have">{picture}<b>{wanted}</b><span class="what">{esc(words)}</span>'
            f'<span class="mark">{art("check")}{esc(_("there"))}</span></li>'
        )
    missing = _("{number} missing").format(number=wanted - there)
    return (
        f'<li class="check lack">{picture}<b>{there}/{wanted}</b>'
        f'<span class="what">{esc(words)}</span><span class="mark">{esc(missing)}</span></li>'
    )


def _never(kind: int, there: int) -> str:
    mark = _("lies there") if there else _("not there")
    return (
        f'<li class="check {"lack" if there else "have"} never">{art(SYMBOLS[kind])}{art("forbidden")}'
        f'<span class="what">{esc(_("no {kind}").format(kind=kind_name(kind)))}</span>'
        f'<span class="mark">{"" if there else art("check")}{esc(mark)}</span></li>'
    )
