"""The turn that a seat composes: what it is asked, a form for every question, and hints on request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

from forno.core.language import _, capital, labelled, ngettext
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import book_of, goods
from forno.games.pizza_master.face.prospects import wasted_by_finishing, wasted_by_passing
from forno.games.pizza_master.face.seats import coins_of
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.views import PizzaMasterPlace, PizzaMasterView
from forno.games.pizza_master.rules import actions
from forno.games.pizza_master.rules.cards import KINDS, TYPES
from forno.games.pizza_master.screen import ask
from forno.games.pizza_master.words import action_phrase, amount_text, card_names, kind_word, many_points, place_text
from forno.pages.caches import LARGE_CACHE, SMALL_CACHE, remembered
from forno.pages.composer import blank, control, form, hints_on_request, question, sentence
from forno.pages.face import Guests, Tree
from forno.pages.html import NOTHING, Content, Markup, markup, submit, tag

Kind = TypeVar("Kind")
Way = tuple[int, actions.Complete]
"""One way to complete an order, by its number."""


class AskedTurn:
    """Answers that a seat can give now, by their kind. There are none if nothing is asked."""

    def __init__(self, game: PizzaMaster, tree: Tree) -> None:
        self._kinds: defaultdict[type, list[tuple[int, Any]]] = defaultdict(list)
        for number in sorted(tree):
            action = game.actions[number]
            self._kinds[type(action)].append((number, action))

    def answers(self, kind: type[Kind]) -> list[tuple[int, Kind]]:
        """Return the answers of a kind by their numbers, ascending."""
        return self._kinds.get(kind, [])

    def number(self, kind: type[Kind]) -> int | None:
        """Return the number of the only answer of a kind."""
        return next((number for number, _action in self.answers(kind)), None)

    def completes(self, shared: bool) -> dict[str, list[Way]]:
        """Return the ways to complete each order of the hand, or each shared one, by its name."""
        found: dict[str, list[Way]] = {}
        for number, action in self.answers(actions.Complete):
            if action.shared == shared:
                found.setdefault(action.order, []).append((number, action))
        return found

    def trades(self) -> list[tuple[int, actions.Trade | actions.TradeSpecials]]:
        return [*self.answers(actions.Trade), *self.answers(actions.TradeSpecials)]


def discard_tree(game: PizzaMaster, hand: Sequence[str]) -> Tree:
    """Return all ways to discard, each once: in ascending order, though the rules take any (PM-4).

    In every order there would be thousands. Who discards the whole hand isn't asked what to keep.
    """
    lookups = game.lookups
    cards = sorted(lookups.discard + lookups.order_names.index(name) for name in hand)

    def below(start: int, left: int) -> Tree:
        if not left:
            return {}
        tree: dict[int, Tree] = {lookups.keep: {}}
        for place in range(start, len(cards)):
            if cards[place] not in tree:
                tree[cards[place]] = below(place + 1, left - 1)
        return tree

    return below(0, len(cards))


def answer(
    number: int, phrase: str, *inside: Content, css: str, aria_label: str | None = None, at: str | None = None
) -> Markup:
    """Return a control that sends its answer at once."""
    return control(number, "answer", phrase, *inside, css=css, send=True, at=at, aria_label=aria_label)


def turn_region(place: PizzaMasterPlace, guests: Guests, tree: Tree, asked: AskedTurn) -> Markup:
    """Return the turn form, and hints on request."""
    view = place.view
    if not tree or view is None:
        inside = _waiting(place)
    elif asked.answers(actions.Discard):
        inside = form(discard_tree(view.game, view.hand or ()), _discarding(view), end=asked.number(actions.Keep))
    elif asked.answers(actions.PlaceCoins):
        inside = form(tree, _shopping(view, asked))
    elif asked.answers(actions.KeepIngredient):
        inside = form(tree, _keeping(view, asked))
    elif asked.answers(actions.ReturnIngredient):
        inside = form(tree, _returning(view, guests, asked))
    elif asked.answers(actions.Declare):
        inside = form(tree, _declaring(view, asked))
    else:
        inside = form(tree, _kitchen(view, asked)) + _trades(asked)
    if place.is_ending:
        return inside
    return inside + hints_on_request(
        (art("help", _("What can I make?")), tag("span", _("What can I make?"), aria_hidden="true"))
    )


def _waiting(place: PizzaMasterPlace) -> Markup:
    """Return the region while others decide. It says nothing about them, so that their moves don't change it."""
    if place.is_ending:
        return NOTHING
    return tag("p.waiting", _("You have passed for today.") if place.has_passed else _("Wait for your turn."))


def _discarding(view: PizzaMasterView) -> Content:
    """PM-4: the sentence fills itself in as slips are touched."""
    already = None
    if view.discarding:
        already = tag("p.already", _("You discard {orders}.").format(orders=card_names(view.discarding)))
    swap = _("I discard {chosen} and draw as many new ones.")
    said = sentence("{orders}", orders=blank("discard", _("I keep all my orders."), swap))
    return question(ask(view)), already, said, submit(_("Done"))


def _shopping(view: PizzaMasterView, asked: AskedTurn) -> Content:
    """PM-6: a row for each section but the last, which gets what is left."""
    assert view.seat is not None
    placed = view.placing or (0,) * len(KINDS)
    left = coins_of(view, view.seat) - sum(placed)
    first = asked.answers(actions.PlaceCoins)[0][1].kind
    start = [numbers[0][0] for numbers in view.game.lookups.coin_legal]
    rows: list[Markup] = []
    for kind, name in enumerate(KINDS):
        word = kind_word(kind)
        head = tag("span.row-name", art(name), tag("span", word))
        if kind < first:
            rows.append(tag("div.row", head, tag("span.rest", placed[kind])))
        elif kind == len(KINDS) - 1:
            told = markup(_("{n} left")).format(n=tag("b", left, data_rest=left))
            rows.append(tag("div.row.last", head, tag("span.rest", art("coin"), told), submit(_("Go shopping"))))
        else:
            buttons = [_coins_on(kind, number, start[kind] + number) for number in range(left + 1)]
            rows.append(tag("div.row", head, buttons, role="group", aria_label=word))
    asks = ngettext("Place your {n} coin.", "Place your {n} coins.", left).format(n=left)
    return question(asks), tag("div.rows", rows)


@remembered(SMALL_CACHE)
def _coins_on(kind: int, number: int, action: int) -> Markup:
    told = action_phrase(actions.PlaceCoins(kind, number))
    slot, word = f"coins-{KINDS[kind]}", str(number)
    return control(action, slot, word, word, default=number == 0, data_amount=number, aria_label=told)


def _kitchen(view: PizzaMasterView, asked: AskedTurn) -> Content:
    """PM-9 to PM-12: take an ingredient, complete an order, trade, pass or finish."""
    assert view.seat is not None
    mine = view.reserved[view.seat]
    takes = [
        _take(take.kind, number, mine[take.kind], view.seat)
        if take.reserved
        else _take(take.kind, number, view.refrigerator[take.kind], None)
        for number, take in asked.answers(actions.Collect)
    ]
    # What gives things up isn't the loudest button while anything else can be done.
    more = bool(takes or asked.answers(actions.Complete) or asked.trades())
    ready = _ready(view, asked)
    if (finish := asked.number(actions.Finish)) is not None:
        enough = _enough(finish, actions.Finish(), more, wasted_by_finishing(view))
    else:
        pass_ = asked.number(actions.Pass)
        assert pass_ is not None
        enough = _enough(pass_, actions.Pass(), more, wasted_by_passing(view))
    if takes:
        return question(ask(view)), tag("div.takes", takes, enough), ready
    return question(ask(view)), ready, tag("div.takes", enough)


def _enough(number: int, action: actions.Pass | actions.Finish, more: bool, asks: str) -> Markup:
    """Pass or finish; where that would throw points away, the page asks once what it `asks`."""
    phrase = action_phrase(action)
    css = ".quiet" if more else ".go"
    return control(number, "answer", phrase, capital(phrase), css=css, send=True, data_ask=asks or None)


def _ready(view: PizzaMasterView, asked: AskedTurn) -> Markup | None:
    """PM-10, PM-11: orders for everyone that can be completed now, and your own with several ways; a button each."""
    buttons: list[Markup] = []
    several = {name: ways for name, ways in asked.completes(shared=False).items() if len(ways) > 1}
    for where, completes in (("#hand", several), ("#rail", asked.completes(shared=True))):
        for name, ways in completes.items():
            slip = book_of(view.game).slips[name]
            for number, action in ways:
                told = labelled(capital(action_phrase(action)), many_points(slip.card.points))
                needs = (goods(slip.card.needs), [art.plain(KINDS[kind]) * many for many, kind in action.chosen])
                inside = (tag("b", slip.card.points), tag("span", slip.name), needs)
                css, at = f".within.type-{TYPES[slip.card.type]}", f"{where} .order-{slip.number}"
                buttons.append(answer(number, told, inside, css=css, aria_label=told, at=at))
    if not buttons:
        return None
    label = _("Orders you can complete")
    return tag("div.reach", tag("h4.unseen", label), buttons, role="group", aria_label=label)


@remembered(SMALL_CACHE)
def _take(kind: int, number: int, count: int, seat: int | None) -> Markup:
    """Return the choices of ingredients, from the refrigerator or reserved for the seat."""
    told = action_phrase(actions.Collect(kind, seat is not None))
    word, mark, at = kind_word(kind), "", f"#refrigerator .shelf-{KINDS[kind]}"
    if seat is not None:
        word, mark, at = _("Reserved"), ".reserved", f"#seat-{seat} .reserved .heap-{KINDS[kind]}"
    label = _("{what}, {n} available").format(what=told, n=count)
    inside = (art.plain(KINDS[kind]), tag("span", word), tag("b", count))
    return answer(number, told, inside, css=f".take.take-{KINDS[kind]}{mark}", aria_label=label, at=at)


def wishes(game: PizzaMaster) -> Markup:
    """Return what a player can ask for ahead, while others collect; the page plays it when the turn comes."""
    numbers = {
        action.kind: number
        for number, action in enumerate(game.actions)
        if isinstance(action, actions.Collect) and not action.reserved
    }
    buttons = (
        tag(
            f"button.take.take-{name}",
            art.plain(name),
            tag("span", kind_word(kind)),
            type="button",
            data_wish=numbers[kind],
            data_phrase=kind_word(kind),
            data_at=f"#refrigerator .shelf-{name}",
            aria_label=_("Next: {what}.").format(what=kind_word(kind)),
        )
        for kind, name in enumerate(KINDS)
    )
    asks = tag("h3.question", _("What do you want next?"))
    chosen = tag("ol", aria_label=_("Your next ingredients"))
    return tag("section#wishes.wishes", asks, tag("div.takes", buttons), chosen, hidden=True)


def _trades(asked: AskedTurn) -> Markup:
    """PM-12: two completed orders of one type for a cheese, two specials for anything."""
    trades = asked.trades()
    if not trades:
        return NOTHING
    buttons: list[Markup] = []
    for number, action in trades:
        kind, pictures = 0, art("special") * 2
        if isinstance(action, actions.Trade):
            picture, sides = art(TYPES[action.type]), action.side_dishes
            pictures = picture * (2 - sides) + (picture + art("side-dish")) * sides
        else:
            kind = action.kind
        told = capital(action_phrase(action))
        inside = (tag("span.gives", pictures), tag("span", "→", aria_hidden="true"), art(KINDS[kind]))
        buttons.append(control(number, "answer", told, inside, css=".trade", send=True, title=told))
    nothing_else = not asked.answers(actions.Collect) and not asked.answers(actions.Complete)
    summary = tag("summary", _("Trade completed orders"))
    return tag("details.trading", summary, tag("div.trades", buttons), open=nothing_else)


def _keeping(view: PizzaMasterView, asked: AskedTurn) -> Content:
    """Return the choice of the mission Refrigerator."""
    buttons = [
        answer(number, action_phrase(action), capital(action_phrase(action)), css=".go.quiet")
        if action.kind is None
        else _goods(number, action.kind, action_phrase(action))
        for number, action in asked.answers(actions.KeepIngredient)
    ]
    return question(ask(view)), tag("div.takes", buttons)


@remembered(LARGE_CACHE)
def _goods(number: int, kind: int, told: str) -> Markup:
    inside = (art.plain(KINDS[kind]), tag("span", kind_word(kind)))
    return answer(number, told, inside, css=f".take.take-{KINDS[kind]}", aria_label=told)


def _returning(view: PizzaMasterView, guests: Guests, asked: AskedTurn) -> Content:
    """Return the choice of the mission Spoil: a row for every place that has something."""
    places: dict[str, list[Markup]] = {}
    for number, action in asked.answers(actions.ReturnIngredient):
        owner = None if action.owner is None else guests.names[view.game.colours.index(action.owner)]
        place = place_text(owner, action.beside)
        told = _("return {amount} from {place}").format(amount=amount_text(1, action.kind), place=place)
        places.setdefault(place, []).append(_goods(number, action.kind, told))
    rows = (
        tag("div.row", tag("span.row-name", place), tag("span.takes.small", buttons), role="group", aria_label=place)
        for place, buttons in places.items()
    )
    return question(ask(view)), tag("div.rows", rows)


def _declaring(view: PizzaMasterView, asked: AskedTurn) -> Content:
    """PM-16: the type of one special after the other."""
    buttons = (_goods(number, action.type, action_phrase(action)) for number, action in asked.answers(actions.Declare))
    return question(ask(view)), tag("div.takes", buttons)
