"""The turn that a seat composes: a form for every question, and hints on request."""

from __future__ import annotations

from forno.core.language import _, ngettext
from forno.games.pizza_master.face.asked import Asked, discard_tree, form, sends
from forno.games.pizza_master.face.pieces import art, order_card
from forno.games.pizza_master.face.seats import coins_of
from forno.games.pizza_master.face.words import card_name, chosen_text, listed, many_coins, many_points
from forno.games.pizza_master.rules.actions import Trade
from forno.games.pizza_master.rules.cards import KINDS, TYPES
from forno.games.pizza_master.rules.views import PizzaMasterPlace, PizzaMasterView
from forno.games.pizza_master.words import counted, kind_word, type_word
from forno.publishing.face import Guests, Tree
from forno.publishing.html import esc, hints_on_request


def turn_region(place: PizzaMasterPlace, guests: Guests, tree: Tree, asked: Asked) -> str:
    """The turn form, and hints on request."""
    view = place.view
    if not tree or view is None:
        inside = _waiting(place)
    elif asked.discards:
        inside = form(discard_tree(view.game, view.hand or ()), _discarding(view), asked.keep)
    elif asked.coins:
        inside = form(tree, _shopping(view, asked))
    elif asked.keeps:
        inside = form(tree, _keeping(asked))
    elif asked.returns:
        inside = form(tree, _returning(view, guests, asked))
    elif asked.declares:
        inside = form(tree, _declaring(asked))
    else:
        inside = form(tree, _kitchen(view, asked)) + (_trades(asked) if asked.trades else "")
    if place.is_ending:
        return inside
    return inside + hints_on_request(art("help") + esc(_("What can I make?")))


def _waiting(place: PizzaMasterPlace) -> str:
    """While others decide; it says nothing about them, so that it needn't change with every move of theirs."""
    if place.is_ending:
        return ""
    told = _("You have passed for today.") if place.has_passed else _("Your turn will come.")
    return f'<p class="waiting">{esc(told)}</p>'


def _question(text: str) -> str:
    return f'<p class="question">{esc(text)}</p>'


def _discarding(view: PizzaMasterView) -> str:
    """PM-4: the sentence fills itself in as slips are touched."""
    blank = f'<span class="blank" data-slot="discard" data-empty="{esc(_("nothing"))}">{esc(_("nothing"))}</span>'
    sentence = esc(_("I discard {orders} and draw as many anew.")).replace("{orders}", blank)
    already = ""
    if view.discarding:
        names = listed(map(card_name, view.discarding))
        already = f'<p class="already">{esc(_("Already laid aside: {orders}.").format(orders=names))}</p>'
    return (
        _question(_("Touch the orders that shall go."))
        + already
        + f'<p class="sentence">{sentence}</p><button type="submit" class="go">{esc(_("So be it"))}</button>'
    )


def _shopping(view: PizzaMasterView, asked: Asked) -> str:
    """PM-6: a row for each section but the last, which gets what is left."""
    assert view.seat is not None
    game = view.game
    placed = view.placing or (0,) * len(KINDS)
    left = coins_of(view, view.seat) - sum(placed)
    first = asked.coins[0][1].kind
    start = [numbers[0][0] for numbers in game.tables.coin_legal]
    rows: list[str] = []
    blanks: list[str] = []
    for kind, name in enumerate(KINDS):
        head = f'<span class="row-name">{art(name)}<span>{esc(kind_word(kind))}</span></span>'
        if kind < first:
            rows.append(f'<div class="row">{head}<span class="rest">{placed[kind]}</span></div>')
            continue
        if kind == len(KINDS) - 1:
            rest = f'<b data-rest="{left}">{left}</b>'
            told = esc(_("the other {n}")).replace("{n}", rest)
            go = f'<button type="submit" class="go">{esc(_("Go shopping"))}</button>'
            rows.append(f'<div class="row last">{head}<span class="rest">{art("coin")}{told}</span>{go}</div>')
            continue
        slot = f"coins-{name}"
        buttons = "".join(
            f'<button type="button" data-slot="{slot}" data-action="{start[kind] + number}" data-amount="{number}" '
            f'data-phrase="{number}" aria-label="{esc(_on(number, kind))}"{_default(number)}>{number}</button>'
            for number in range(left + 1)
        )
        rows.append(f'<div class="row" role="group" aria-label="{esc(kind_word(kind))}">{head}{buttons}</div>')
        blanks.append(f'<span class="unseen" data-slot="{slot}" data-empty="0"></span>')
    return (
        _question(ngettext("Place your {n} coin.", "Place your {n} coins.", left).format(n=left))
        + f'<div class="rows">{"".join(rows)}</div>{"".join(blanks)}'
    )


def _default(number: int) -> str:
    return "" if number else " data-default"


def _on(number: int, kind: int) -> str:
    return _("{coins} on {kind}").format(coins=many_coins(number), kind=kind_word(kind))


def _kitchen(view: PizzaMasterView, asked: Asked) -> str:
    """PM-9 to PM-12: take an ingredient, complete an order, trade, pass or finish."""
    assert view.seat is not None
    parts: list[str] = []
    if asked.takes or asked.takes_reserved:
        question = _("Take an ingredient or pass.")
        if view.game.mode.one_a_turn:
            question = _("Take an ingredient, complete an order or pass.")
    elif asked.finish is not None:
        question = _("You have passed. Complete what you like.")
    else:
        question = _("Complete an order or pass.")
    parts.append(_question(question))
    takes = "".join(
        _take(kind, number, view.refrigerator[kind], False) for kind, number in sorted(asked.takes.items())
    ) + "".join(
        _take(kind, number, view.reserved[view.seat][kind], True)
        for kind, number in sorted(asked.takes_reserved.items())
    )
    enough = ""
    if asked.pass_ is not None:
        enough = f'<button class="go" {sends(asked.pass_, _("pass"))}>{esc(_("Pass"))}</button>'
    if asked.finish is not None:
        enough = f'<button class="go" {sends(asked.finish, _("finish"))}>{esc(_("Finish"))}</button>'
    parts.append(f'<div class="takes">{takes}{enough}</div>')
    if asked.completes_shared:
        parts.append(_shared(view, asked))
    return "".join(parts)


def _shared(view: PizzaMasterView, asked: Asked) -> str:
    """PM-11: the orders for everyone that can be completed now, each way a button."""
    buttons: list[str] = []
    for name, ways in asked.completes_shared.items():
        card = order_card(view.game, name)
        for number, action in ways:
            needs = "".join(art(KINDS[kind]) * many for kind, many in enumerate(card.needs))
            needs += "".join(art(KINDS[kind]) * many for many, kind in action.chosen)
            told = _("Complete {order} for {points}").format(order=card_name(name), points=many_points(card.points))
            if action.chosen:
                told = _("Complete {order} with {amounts} for {points}").format(
                    points=many_points(card.points), **way_words(name, action.chosen)
                )
            buttons.append(
                f'<button class="within type-{TYPES[card.type]}" {sends(number, told)} aria-label="{esc(told)}">'
                f"<b>{card.points}</b><span>{esc(card_name(name))}</span>{needs}</button>"
            )
    label = esc(_("Orders for everyone within reach"))
    return (
        f'<div class="reach" role="group" aria-label="{label}"><h4 class="unseen">{label}</h4>{"".join(buttons)}</div>'
    )


def _take(kind: int, number: int, count: int, reserved: bool) -> str:
    name = KINDS[kind]
    if reserved:
        told, mark = _("the reserved {kind}").format(kind=kind_word(kind)), " reserved"
        word = _("reserved")
    else:
        told, mark = _("take {kind}").format(kind=kind_word(kind)), ""
        word = kind_word(kind)
    return (
        f'<button class="take take-{name}{mark}" {sends(number, told)} '
        f'aria-label="{esc(_("{what}, {n} there").format(what=told, n=count))}">{art(name)}'
        f"<span>{esc(word)}</span><b>{count}</b></button>"
    )


def _trades(asked: Asked) -> str:
    """PM-12: two completed orders of one type for a cheese, two specials for anything."""
    buttons: list[str] = []
    for number, action in asked.trades:
        if isinstance(action, Trade):
            given = (
                _("2 {type} pizzas"),
                _("a {type} pizza and a {type} side dish"),
                _("2 {type} side dishes"),
            )[action.side_dishes].format(type=type_word(action.type))
            pictures = art(TYPES[action.type]) * (2 - action.side_dishes) + (
                art(TYPES[action.type]) + art("side-dish")
            ) * min(action.side_dishes, 2)
            kind = 0
        else:
            given, kind = _("2 specials"), action.kind
            pictures = art("special") * 2
        told = _("Trade {orders} for {amount}").format(orders=given, amount=counted(1, kind))
        buttons.append(
            f'<button class="trade" {sends(number, told)} aria-label="{esc(told)}" title="{esc(told)}">'
            f'<span class="gives">{pictures}</span><span aria-hidden="true">→</span>{art(KINDS[kind])}</button>'
        )
    closed = asked.takes or asked.completes or asked.completes_shared
    return (
        f'<details class="trading"{"" if closed else " open"}><summary>{esc(_("Trade completed orders"))}</summary>'
        f'<div class="trades">{"".join(buttons)}</div></details>'
    )


def _keeping(asked: Asked) -> str:
    """The mission Refrigerator."""
    buttons: list[str] = []
    for number, action in asked.keeps:
        if action.kind is None:
            buttons.append(
                f'<button class="go quiet" {sends(number, _("keep nothing"))}>{esc(_("Keep none"))}</button>'
            )
        else:
            told = _("keep {amount}").format(amount=counted(1, action.kind))
            buttons.append(_goods(number, action.kind, told))
    return _question(_("You may keep one ingredient of your tray.")) + f'<div class="takes">{"".join(buttons)}</div>'


def _goods(number: int, kind: int, told: str) -> str:
    return (
        f'<button class="take take-{KINDS[kind]}" {sends(number, told)} aria-label="{esc(told)}">{art(KINDS[kind])}'
        f"<span>{esc(kind_word(kind))}</span></button>"
    )


def _returning(view: PizzaMasterView, guests: Guests, asked: Asked) -> str:
    """The mission Spoil: a row for every place that has something."""
    places: dict[str, list[str]] = {}
    for number, action in asked.returns:
        if action.owner is None:
            place = _("the refrigerator")
        else:
            name = guests.names[view.game.colours.index(action.owner)]
            place = (_("beside {name}’s tray") if action.beside else _("{name}’s tray")).format(name=name)
        told = _("return {amount} from {place}").format(amount=counted(1, action.kind), place=place)
        places.setdefault(place, []).append(_goods(number, action.kind, told))
    rows = "".join(
        f'<div class="row" role="group" aria-label="{esc(place)}"><span class="row-name">{esc(place)}</span>'
        f'<span class="takes small">{"".join(buttons)}</span></div>'
        for place, buttons in places.items()
    )
    return _question(_("Which ingredient goes back to the supply?")) + f'<div class="rows">{rows}</div>'


def _declaring(asked: Asked) -> str:
    """PM-16: the type of one special after the other."""
    buttons = "".join(
        _goods(number, action.type, _("a {type} order").format(type=type_word(action.type)))
        for number, action in asked.declares
    )
    return _question(_("What shall your special be?")) + f'<div class="takes">{buttons}</div>'


def way_words(name: str, chosen: tuple[tuple[int, int], ...]) -> dict[str, str]:
    """An order and what its wildcards are, for sentences."""
    return {"order": card_name(name), "amounts": chosen_text(chosen)}
