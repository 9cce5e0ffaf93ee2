"""What lies before a player, for everybody to see: points, cards, coins, tray, reserve, what has been completed."""

from __future__ import annotations

from forno.core.language import _, language, ngettext
from forno.games.pizza_master.face.pieces import art, badge, heap, unseen
from forno.games.pizza_master.face.words import card_name, listed, many_cards, many_coins, many_points
from forno.games.pizza_master.rules.cards import KINDS, TYPES
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.rules.views import PizzaMasterView
from forno.games.pizza_master.words import type_word
from forno.publishing.caches import remembered
from forno.publishing.face import Guests
from forno.publishing.html import esc


def seat_region(view: PizzaMasterView, guests: Guests, seat: int) -> str:
    """The region of one seat."""
    game = view.game
    phase = view.phase
    marks = 0
    if phase == "collecting":
        if seat not in view.collecting:
            marks = 1
        elif seat in view.stopped:
            marks = 2
    coins = coins_of(view, seat)
    if phase not in ("discarding", "shopping") or any(view.coins[seat]):
        coins = 0
    return _seat(
        language(),
        guests.names[seat],
        guests.bots[seat],
        game.colours[seat],
        view.awaited == seat,
        view.points[seat],
        view.earned[seat],
        view.sizes[seat],
        coins,
        view.helper == seat,
        marks,
        view.trays[seat],
        view.reserved[seat],
        view.beside[seat],
        len(view.completed[seat]) + view.extras[seat],
        view.face_up[seat],
        view.declared[seat],
        view.won[seat],
    )


def coins_of(view: PizzaMasterView, seat: int) -> int:
    """PM-5, PM-14: how many coins a player has this day."""
    tables = view.game.tables
    return tables.coins + view.milestones[seat] + (tables.help_coins if view.helper == seat else 0)


@remembered(4096)
def _seat(
    spoken: str,
    name: str,
    bot: bool,
    colour: str,
    awaited: bool,
    points: int,
    earned: int,
    cards: int,
    coins: int,
    helper: bool,
    mark: int,
    tray: Amounts,
    reserved: Amounts,
    beside: Amounts,
    completed: int,
    face_up: Amounts,
    declared: Amounts,
    won: tuple[str, ...],
) -> str:
    word = ("", _("has passed"), _("collects no more"))[mark]
    today = f'<span class="earned">{esc(_("+{n} today").format(n=earned))}</span>' if earned else ""
    who = art("bot", _("bot")) if bot else ""
    state = f'<span class="state">{esc(word)}</span>' if word else ""
    if awaited:
        state = f'<span class="state deciding">{esc(_("decides"))}</span>'
    held = many_cards(cards)
    stats = [f'<li class="cards" title="{esc(held)}"><i class="mini"></i>{cards}{unseen(held)}</li>']
    extra = _("has the extra coin")
    if coins:
        told = _("{coins} to place").format(coins=many_coins(coins))
        if helper:
            told += ", " + extra
        stats.append(
            f'<li class="purse" title="{esc(told)}">{art("coin")}<span aria-hidden="true">{coins}</span>'
            f"{unseen(told)}</li>"
        )
    elif helper:
        stats.append(f'<li class="helper" title="{esc(extra)}">+{art("coin")}{unseen(extra)}</li>')
    piles = [_pile("tray", _("Tray"), spoken, tray)]
    if any(reserved):
        piles.append(_pile("reserved", _("Reserved"), spoken, reserved))
    if any(beside):
        piles.append(_pile("beside", _("Beside it"), spoken, beside))
    return (
        f'<div class="seat c-{esc(colour)}{" turn" if awaited else ""}{" out" if mark == 1 else ""}">'
        f'<div class="who">{badge(colour)}<h3>{esc(name)}</h3>{who}<ul class="stats">{"".join(stats)}</ul>'
        f'<p class="points"><b aria-hidden="true">{points}</b>{unseen(many_points(points))}</p></div>'
        f'<div class="before">{"".join(piles)}</div>{_done(completed, face_up, declared, won)}{today}{state}</div>'
    )


def _pile(kind: str, label: str, spoken: str, counts: Amounts) -> str:
    inside = heap(spoken, counts, 4) or unseen(_("empty"))
    return f'<div class="{kind}"><span class="pile-name">{esc(label)}</span>{inside}</div>'


def _done(completed: int, face_up: Amounts, declared: Amounts, won: tuple[str, ...]) -> str:
    """Completed orders: those face up by type, with how many are side dishes; those turned down; and missions."""
    parts: list[str] = []
    shown = 0
    for type_, kind in enumerate(KINDS):
        sides = face_up[2 * type_ + 1]
        number = face_up[2 * type_] + sides + declared[type_]
        if number:
            shown += number
            parts.append(_token(type_, kind, number, sides, declared[type_]))
    specials = face_up[SPECIALS]
    if specials:
        shown += specials
        parts.append(_token(len(KINDS), TYPES[-1], specials, 0, 0))
    down = completed - shown
    if down:
        told = ngettext("{n} turned down", "{n} turned down", down).format(n=down)
        parts.append(f'<li class="token down" title="{esc(told)}"><i class="mini"></i>{down}{unseen(told)}</li>')
    if won:
        many = ngettext("{n} mission", "{n} missions", len(won)).format(n=len(won))
        told = f"{many}: {listed(map(card_name, won))}"
        parts.append(
            f'<li class="token won" title="{esc(told)}">{art("mission")}<span aria-hidden="true">{len(won)}</span>'
            f"{unseen(told)}</li>"
        )
    return f'<ul class="done" aria-label="{esc(_("Completed orders"))}">{"".join(parts)}</ul>'


def _token(type_: int, kind: str, number: int, sides: int, declared: int) -> str:
    told = _("{n} × {type}").format(n=number, type=type_word(type_))
    if sides:
        told += ", " + ngettext("{n} of them a side dish", "{n} of them side dishes", sides).format(n=sides)
    if declared:
        told += ", " + ngettext("{n} of them a special", "{n} of them specials", declared).format(n=declared)
    side = f'<small aria-hidden="true">{art("side-dish")}{sides}</small>' if sides else ""
    return (
        f'<li class="token type-{kind}" title="{esc(told)}">{art(kind)}<span aria-hidden="true">{number}</span>{side}'
        f"{unseen(told)}</li>"
    )
