"""Mamma Mia! shown: views as plain text, and questions as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.language import _, ngettext
from forno.games.mamma_mia.rules.actions import (
    AddCard,
    Choose,
    Draw,
    Help,
    Place,
    PlaceNoOrder,
    PlaceOrder,
    RefuseHelp,
    Request,
)
from forno.games.mamma_mia.rules.cards import KINDS, OrderCard
from forno.games.mamma_mia.text import ENDINGS, joined
from forno.games.mamma_mia.words import (
    action_phrase,
    amounts,
    cards,
    counted,
    kind_word,
    needs_text,
    order_word,
    order_words,
)

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.game import MammaMia
    from forno.games.mamma_mia.rules.views import MammaMiaView, OpeningView, Turn


def show(view: MammaMiaView) -> str:
    """A view as plain text."""
    game = view.game
    lines = [" ".join(_show_oven(view))]
    lines += _show_seats(view)
    if view.seat is not None and view.hand is not None and view.orders is not None:
        lines.append(_("Your ingredients: {ingredients}").format(ingredients=amounts(view.hand)))
        lines += _show_orders(game, view.seat, view.orders)
    if view.placing is not None:
        placing = action_phrase(game.tables.actions[game.parse(view.placing)])
        if view.ordering:
            line = _("Your turn so far: {ingredients}, order {order}")
        else:
            line = _("Your turn so far: {ingredients}")
        lines.append(line.format(ingredients=placing, order=order_word(view.ordering or "")))
    if view.opening is not None:
        lines += _show_opening(game, view.opening)
    if view.past_turns:
        turns = "; ".join(_show_turn(game, turn) for turn in view.past_turns)
        lines.append(_("Turns so far: {turns}").format(turns=turns))
    elif view.past_turns is None and view.seat is None and view.recent:
        turns = "; ".join(_show_turn(game, turn) for turn in view.recent)
        lines.append(_("Lately: {turns}").format(turns=turns))
    if view.oven_tally is not None:
        lines.append(_("In the oven: {ingredients}").format(ingredients=amounts(view.oven_tally)))
    if view.outcome is not None:
        lines.append(
            _("Over: {scores}; won by {winners} ({reason})").format(
                scores=", ".join(f"{game.say_seat(seat)} {score}" for seat, score in enumerate(view.outcome.scores)),
                winners=joined([game.say_seat(seat) for seat in view.outcome.winners]),
                reason=_(ENDINGS[view.outcome.reason]),
            )
        )
    return "\n".join(lines)


def _show_oven(view: MammaMiaView) -> list[str]:
    """What lies in the middle of the table."""
    if view.opening is not None:
        oven = _("{cards} still to come out").format(cards=cards(view.oven))
    elif view.oven and view.top:
        oven = _("{cards}, on top {top}").format(cards=cards(view.oven), top=_top_word(view))
    else:
        oven = cards(view.oven) if view.oven else _("empty")
    sentences = [
        ngettext(
            "Oven: {oven}; opened {round} of {n} times. Supply: {supply}.",
            "Oven: {oven}; opened {round} of {n} times. Supply: {supply}.",
            view.game.tables.openings,
        ).format(oven=oven, round=view.round, n=view.game.tables.openings, supply=view.supply)
    ]
    if view.served is None:
        sentences.append(_("Completed: {orders}.").format(orders=view.completed))
    return sentences


def _top_word(view: MammaMiaView) -> str:
    """The card on top of the oven: an ingredient, or a colour with an order."""
    assert view.top is not None
    game = view.game
    if view.top in KINDS:
        return _(view.top)
    colour, _space, order = view.top.partition(" ")
    return f"{game.say_seat(game.colours.index(colour))} {order_word(order)}"


def _show_seats(view: MammaMiaView) -> list[str]:
    """A table of what everyone has before them."""
    game = view.game
    names = [game.say_seat(seat) for seat in range(game.players)]
    if view.seat is not None:
        names[view.seat] = _("{name} (you)").format(name=names[view.seat])
    width = max(map(len, names))
    hand, waiter = _("hand"), _("waiter")
    lines = [f"  {'':{width}}  {hand}  {waiter}" + ("" if view.served is None else "  " + _("served"))]
    for seat, name in enumerate(names):
        mark = ">" if view.awaited == seat else " "
        served = "" if view.served is None else f"  {order_words(view.served[seat]) or '-'}"
        numbers = f"{view.sizes[seat]:>{len(hand)}}  {view.waiters[seat]:>{len(waiter)}}"
        lines.append(f"{mark} {name:{width}}  {numbers}{served}")
    return lines


def _show_orders(game: MammaMia, seat: int, orders: tuple[str, ...]) -> list[str]:
    """The orders of a hand, one a line, with what they ask for."""
    words = [order_word(order) for order in orders]
    width = max(map(len, words), default=0)
    lines = [
        f"  {word:{width}}  " + _("needs {needs}").format(needs=needs_text(_card(game, seat, order)))
        for word, order in zip(words, orders, strict=True)
    ]
    return [_("Your orders:"), *lines] if orders else [_("Your orders: none")]


def _card(game: MammaMia, seat: int, order: str) -> OrderCard:
    return next(card for card in game.deck.orders[game.seat_name(seat)] if card.name == order)


def _show_opening(game: MammaMia, opening: OpeningView) -> list[str]:
    lines = [
        _("On the table: {ingredients}. Used up: {used}. Opened by {name}.").format(
            ingredients=amounts(opening.table), used=opening.used, name=game.say_seat(opening.opener)
        )
    ]
    if opening.owner is not None and opening.order is not None:
        line = _("Being decided: {name}'s {order} = {needs}").format(
            name=game.say_seat(opening.owner),
            order=order_word(opening.order),
            needs=needs_text(_card(game, opening.owner, opening.order)),
        )
        for sentence, part in (
            (_("takes {ingredients}"), opening.needs),
            (_("asked for {ingredients}"), opening.request),
            (_("given {ingredients}"), opening.given),
            (_("added {ingredients}"), opening.added),
        ):
            if part is not None and any(part):
                line += "; " + sentence.format(ingredients=amounts(part))
        lines.append(line)
    return lines


def ask(view: MammaMiaView) -> str:
    """The question to the seat that is awaited."""
    actions = [view.game.actions[number] for number in view.actions]
    order = order_word(view.opening.order or "") if view.opening is not None else ""
    match actions[0]:
        case Place():
            return _("Which ingredients do you put in the oven?")
        case PlaceOrder() | PlaceNoOrder():
            return _("Do you put one of your orders on top?")
        case Draw():
            return _("Where do you draw? The supply gives ingredients, your waiter gives orders.")
        case Choose():
            return _("What do you bake {order} with?").format(order=order)
        case Request() if view.game.tables.end_request in view.actions:
            return _("What else do you ask the others for, or is that all?")
        case Request() if len({action.kind for action in actions if isinstance(action, Request)}) > 1:
            return _("Which ingredient do you ask the others for?")
        case Request(kind):
            return _("How many {kind} do you ask the others for?").format(kind=kind_word(kind))
        case AddCard():
            return _("Which card do you add to {order}?").format(order=order)
        case Help() | RefuseHelp():
            return _("Do you help? You give the cards, and the top order of your waiter counts as completed.")
    return _("What about your order {order}?").format(order=order)


def _show_turn(game: MammaMia, turn: Turn) -> str:
    parts: list[str] = []
    if turn.kind is None:
        parts.append(_("{name} passes").format(name=game.say_seat(turn.seat)))
    else:
        parts.append(f"{game.say_seat(turn.seat)} {counted(turn.number, turn.kind)}")
    if turn.order:
        parts.append(_("order {order}").format(order=order_word(turn.order)))
    if turn.pile == "supply":
        parts.append(_("draws {n} from the supply").format(n=turn.drawn))
    elif turn.pile:
        parts.append(_("draws {n} from the waiter").format(n=turn.drawn))
    return ", ".join(parts)
