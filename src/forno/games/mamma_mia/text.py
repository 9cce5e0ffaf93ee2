"""Mamma Mia! in words: events as sentences, views as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits, Event
from forno.games.mamma_mia.cards import KINDS
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


def tell(game: MammaMia, event: Event) -> str:
    """An event as a sentence; empty for what isn't worth one."""
    name = game.seat_name
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
            return f"Out of the oven: {number} {KINDS[kind]}."
        case OrderRevealed(seat, order):
            return f"Out of the oven: {name(seat)}'s order {order}."
        case HelpAsked(seat, _, request):
            return f"{name(seat)} asks for help: {amounts(request)}."
        case HelpRefused(seat):
            return f"{name(seat)} doesn't help."
        case HelpGiven(seat, given):
            return f"{name(seat)} helps with {amounts(given)}."
        case Baked(seat, order, _, from_hand, from_helper):
            added = f", with {amounts(from_hand)} from the hand" if any(from_hand) else ""
            helped = f", with {amounts(from_helper)} from the helper" if any(from_helper) else ""
            return f"{name(seat)}'s {order} is baked{added}{helped}."
        case Rewarded(seat):
            return f"{name(seat)}'s top order, unseen, is the reward."
        case Returned(seat, order, reason, missing):
            lacking = f" (missing: {amounts(missing)})" if missing is not None else ""
            return f"{name(seat)}'s {order} goes back to the waiter: {REASONS[reason]}{lacking}."
        case OvenEmptied(leftovers, supply):
            return f"The oven is empty. Left over: {amounts(leftovers)}. The new supply has {cards(supply)}."
        case GameEnded(scores, ingredients, winners, reason):
            counted = ", ".join(
                f"{name(seat)} {score} (holding {held} ingredients)"
                for seat, (score, held) in enumerate(zip(scores, ingredients, strict=True))
            )
            won = " and ".join(name(seat) for seat in winners)
            return f"The end. Completed orders: {counted}. {won} wins: {ENDINGS[reason]}."
        case Awaits(seat) if seat is not None:
            return f"{name(seat)} is to decide."
    return ""


def show(view: MammaMiaView) -> str:
    """A view as plain text."""
    game = view.game
    lines = [
        f"oven {view.oven} ({'top: ' + view.top if view.top else 'open' if view.opening else 'nothing on top'}), "
        f"supply {view.supply}, opened {view.round} of {game.tables.openings} times, completed orders {view.completed}"
    ]
    for seat in range(game.players):
        mark = ">" if view.awaited == seat else " "
        you = " (you)" if seat == view.seat else ""
        served = f", served {', '.join(view.served[seat]) or 'nothing'}" if view.served is not None else ""
        lines.append(
            f"{mark} {game.seat_name(seat)}{you}: hand {view.sizes[seat]}, waiter {view.waiters[seat]}{served}"
        )
    if view.hand is not None and view.orders is not None:
        lines.append(f"your hand: {amounts(view.hand)}; orders: {', '.join(view.orders) or 'none'}")
    if view.placing is not None:
        lines.append(f"your turn so far: {view.placing}{', order ' + view.ordering if view.ordering else ''}")
    if view.opening is not None:
        lines += _show_opening(game, view.opening)
    turns = view.past_turns if view.past_turns is not None else view.recent
    if turns:
        label = "turns so far" if view.past_turns is not None else "since your turn" if view.seat is not None else "lately"
        lines.append(f"{label}: " + "; ".join(_show_turn(game, turn) for turn in turns))
    if view.oven_tally is not None:
        lines.append(f"in the oven: {amounts(view.oven_tally)}")
    if view.outcome is not None:
        scores = ", ".join(f"{game.seat_name(seat)} {score}" for seat, score in enumerate(view.outcome.scores))
        winners = " and ".join(game.seat_name(seat) for seat in view.outcome.winners)
        lines.append(f"over: {scores}; won by {winners} ({ENDINGS[view.outcome.reason]})")
    return "\n".join(lines)


def _show_opening(game: MammaMia, opening: OpeningView) -> list[str]:
    lines = [f"on the table: {amounts(opening.table)}; used {opening.used}; opened by {game.seat_name(opening.opener)}"]
    if opening.owner is not None:
        line = f"being decided: {game.seat_name(opening.owner)}'s {opening.order}"
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


def _show_turn(game: MammaMia, turn: Turn) -> str:
    placed = "passes" if turn.kind is None else f"{turn.number} {KINDS[turn.kind]}"
    order = f", order {turn.order}" if turn.order else ""
    drawn = f", draws {turn.drawn} from the {turn.pile}" if turn.pile else ""
    return f"{game.seat_name(turn.seat)} {placed}{order}{drawn}"
