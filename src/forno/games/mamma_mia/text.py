"""Mamma Mia! in words: events as sentences, views as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.games.mamma_mia.actions import (
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
from forno.games.mamma_mia.cards import KINDS, OrderCard
from forno.games.mamma_mia.events import (
    Amounts,
    Baked,
    Dealt,
    Drew,
    GameEnded,
    HelpAsked,
    HelpGiven,
    HelpRefused,
    OrderPlaced,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Passed,
    Placed,
    Returned,
    Revealed,
    Rewarded,
)

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.views import MammaMiaView, OpeningView, Turn

REASONS = {
    "forbidden": "the forbidden ingredient lies on the table",
    "no-kind": "no other kind lies on the table",
    "no-help": "nobody helps",
    "incomplete": "it isn't completed",
}
ENDINGS = {
    "most-orders": "most orders",
    "most-ingredients": "the tie goes to most ingredients in hand",
    "shared": "a shared win",
}
ORDINALS = ("", "first", "second", "third", "fourth")


def amounts(counts: Amounts) -> str:
    """`3 salami, 1 olive`, or `nothing`."""
    named = [f"{count} {KINDS[kind]}" for kind, count in enumerate(counts) if count]
    return ", ".join(named) or "nothing"


def cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def tell(game: MammaMia, event: Event, names: Sequence[str] | None = None) -> str:
    """An event as a sentence; empty for what isn't worth one."""
    name = (names or game.colours).__getitem__
    match event:
        case Dealt(seat, size, ingredients, orders):
            hand = f": {amounts(ingredients)} and the order {', '.join(orders)}" if ingredients and orders else ""
            return f"{name(seat)} is dealt {cards(size)}{hand}."
        case Placed(seat, kind, number):
            return f"{name(seat)}: {number} {KINDS[kind]}!"
        case OrderPlaced(seat, order):
            return f"{name(seat)} puts in an order: {order}."
        case Passed(seat):
            return f"{name(seat)} has no ingredient and passes."
        case Drew(seat, pile, number, ingredients, orders):
            drawn = ""
            if ingredients is not None and orders is not None:
                drawn = f": {amounts(ingredients) if pile == 'supply' else ', '.join(orders)}"
            return f"{name(seat)} draws {cards(number)} from the {pile}{drawn}."
        case OvenOpened(seat, time, number):
            return f"{name(seat)} opens the oven for the {ORDINALS[time]} time: {cards(number)}."
        case Revealed(kind, number):
            return f"{number} {KINDS[kind]} {'comes' if number == 1 else 'come'} out."
        case OrderRevealed(seat, order):
            return f"{name(seat)}'s order comes out: {order}."
        case HelpAsked(seat, _, request):
            return f"{name(seat)} asks for help: {amounts(request)}."
        case HelpRefused(seat):
            return f"{name(seat)} doesn't help."
        case HelpGiven(seat, given):
            return f"{name(seat)} helps with {amounts(given)}."
        case Baked(seat, order, _, from_hand, from_helper):
            added = f", adding {amounts(from_hand)} from the hand" if any(from_hand) else ""
            helped = f", with {amounts(from_helper)} from the helper" if any(from_helper) else ""
            return f"{name(seat)} bakes {order}{added}{helped}."
        case Rewarded(seat):
            return f"{name(seat)}'s top order, unseen, is the reward."
        case Returned(seat, order, reason, missing):
            lacking = f" (missing: {amounts(missing)})" if missing is not None else ""
            return f"{name(seat)}'s {order} goes back to the waiter: {REASONS[reason]}{lacking}."
        case OvenEmptied(leftovers, supply):
            return f"The oven is empty. Left over: {amounts(leftovers)}. The new supply has {cards(supply)}."
        case GameEnded(scores, ingredients, winners, reason):
            baked = ", ".join(f"{name(seat)} {score}" for seat, score in enumerate(scores))
            held = ", ".join(f"{name(seat)} {number}" for seat, number in enumerate(ingredients))
            won = " and ".join(name(seat) for seat in winners)
            verb = "win" if len(winners) > 1 else "wins"
            counted = f"Completed orders: {baked}. Ingredients in hand: {held}."
            return f"The end. {counted} {won} {verb}: {ENDINGS[reason]}."
        case Awaits(seat) if seat is not None:
            return f"{name(seat)} is to decide."
    return ""


def needs_text(card: OrderCard) -> str:
    """What an order asks for: `1 pineapple + 4 olive`."""
    if card.at_least:
        return f"at least {card.at_least} of any kinds"
    parts = [f"{count} {KINDS[kind]}" for kind, count in enumerate(card.needs) if count]
    if len(card.jokers) == 2:
        parts += [f"{card.jokers[0]} of one chosen kind", f"{card.jokers[1]} of another"]
    elif card.jokers:
        parts.append(f"{card.jokers[0]} of one chosen kind")
    if card.fewest:
        parts.append(f"{card.fewest} of the rarest kind on the table")
    if card.either is not None:
        parts.append(f"{card.either_count} {KINDS[card.either[0]]} or {card.either_count} {KINDS[card.either[1]]}")
    without = "" if card.forbidden is None else f", with no {KINDS[card.forbidden]} on the table"
    return " + ".join(parts) + without


def show(view: MammaMiaView) -> str:
    """A view as plain text."""
    game = view.game
    if view.opening is not None:
        oven = f"{cards(view.oven)} still to come out"
    else:
        oven = cards(view.oven) + (f", on top {view.top}" if view.top else "") if view.oven else "empty"
    lines = [
        f"Oven: {oven}; opened {view.round} of {game.tables.openings} times. Supply: {view.supply}."
        + (f" Completed: {view.completed}." if view.served is None else "")
    ]
    lines += _show_seats(view)
    if view.seat is not None and view.hand is not None and view.orders is not None:
        lines.append(f"Your ingredients: {amounts(view.hand)}")
        lines += _show_orders(game, view.seat, view.orders)
    if view.placing is not None:
        lines.append(f"Your turn so far: {view.placing}{', order ' + view.ordering if view.ordering else ''}")
    if view.opening is not None:
        lines += _show_opening(game, view.opening)
    turns = view.past_turns if view.past_turns is not None else view.recent if view.seat is None else ()
    if turns:
        label = "Turns so far" if view.past_turns is not None else "Lately"
        lines.append(f"{label}: " + "; ".join(_show_turn(game, turn) for turn in turns))
    if view.oven_tally is not None:
        lines.append(f"In the oven: {amounts(view.oven_tally)}")
    if view.outcome is not None:
        scores = ", ".join(f"{game.seat_name(seat)} {score}" for seat, score in enumerate(view.outcome.scores))
        winners = " and ".join(game.seat_name(seat) for seat in view.outcome.winners)
        lines.append(f"Over: {scores}; won by {winners} ({ENDINGS[view.outcome.reason]})")
    return "\n".join(lines)


def _show_seats(view: MammaMiaView) -> list[str]:
    """A table of what everyone has before them."""
    game = view.game
    names = [game.seat_name(seat) + (" (you)" if seat == view.seat else "") for seat in range(game.players)]
    width = max(map(len, names))
    lines = [f"  {'':{width}}  hand  waiter{'' if view.served is None else '  served'}"]
    for seat, name in enumerate(names):
        mark = ">" if view.awaited == seat else " "
        served = "" if view.served is None else f"  {', '.join(view.served[seat]) or '-'}"
        lines.append(f"{mark} {name:{width}}  {view.sizes[seat]:>4}  {view.waiters[seat]:>6}{served}")
    return lines


def _show_orders(game: MammaMia, seat: int, orders: tuple[str, ...]) -> list[str]:
    """The orders of a hand, one a line, with what they ask for."""
    width = max(map(len, orders), default=0)
    lines = [f"  {order:{width}}  needs {needs_text(_card(game, seat, order))}" for order in orders]
    return ["Your orders:", *lines] if orders else ["Your orders: none"]


def _card(game: MammaMia, seat: int, order: str) -> OrderCard:
    return next(card for card in game.deck.orders[game.seat_name(seat)] if card.name == order)


def _show_opening(game: MammaMia, opening: OpeningView) -> list[str]:
    lines = [
        f"On the table: {amounts(opening.table)}. Used up: {opening.used}. Opened by {game.seat_name(opening.opener)}."
    ]
    if opening.owner is not None and opening.order is not None:
        needs = needs_text(_card(game, opening.owner, opening.order))
        line = f"Being decided: {game.seat_name(opening.owner)}'s {opening.order} = {needs}"
        for label, part in (
            ("takes", opening.needs),
            ("asked for", opening.request),
            ("given", opening.given),
            ("added", opening.added),
        ):
            if part is not None and any(part):
                line += f"; {label} {amounts(part)}"
        lines.append(line)
    return lines


def ask(view: MammaMiaView) -> str:
    """The question to the seat that is awaited."""
    actions = [view.game.actions[number] for number in view.actions]
    order = view.opening.order if view.opening is not None else None
    match actions[0]:
        case Place():
            return "Which ingredients do you put in the oven?"
        case PlaceOrder() | PlaceNoOrder():
            return "Do you put one of your orders on top?"
        case Draw():
            return "Where do you draw? The supply gives ingredients, your waiter gives orders."
        case Choose():
            return f"What do you bake {order} with?"
        case Request(kind):
            return f"How many {KINDS[kind]} do you ask the others for?"
        case AddCard():
            return f"Which card do you add to {order}?"
        case Help() | RefuseHelp():
            return "Do you help? You give the cards, and the top order of your waiter counts as completed."
    return f"What about your order {order}?"


def _show_turn(game: MammaMia, turn: Turn) -> str:
    placed = "passes" if turn.kind is None else f"{turn.number} {KINDS[turn.kind]}"
    order = f", order {turn.order}" if turn.order else ""
    drawn = f", draws {turn.drawn} from the {turn.pile}" if turn.pile else ""
    return f"{game.seat_name(turn.seat)} {placed}{order}{drawn}"
