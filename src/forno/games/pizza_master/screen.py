"""Pizza Master shown: views as plain text, and questions as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from forno.games.pizza_master.actions import Collect, Complete, Declare, Discard, PlaceCoins, ReturnIngredient
from forno.games.pizza_master.cards import KINDS
from forno.games.pizza_master.events import ObjectiveScored
from forno.games.pizza_master.questions import SPECIALS
from forno.games.pizza_master.text import REASONS, amounts, listed, tell_end
from forno.games.pizza_master.words import mission_text, needs_text, objective_text

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster
    from forno.games.pizza_master.views import PizzaMasterView


def show(view: PizzaMasterView) -> str:
    """A view as plain text."""
    game = view.game
    turns = ", ".join(game.seat_name(seat) for seat in view.order)
    lines = [f"Day {view.day}, {view.phase}. Turn order: {turns}. Deck: {view.deck}, discards: {view.discards}."]
    lines += _show_cards(view)
    lines.append(f"Refrigerator: {amounts(view.refrigerator)}. Supply: {amounts(view.supply)}.")
    lines += _show_seats(view)
    if view.row:
        lines += ["Orders for everyone:", *_show_orders(game, view.row)]
    if view.hand is not None:
        lines += ["Your orders:" if view.hand else "Your orders: none", *_show_orders(game, view.hand)]
    if view.seat is not None and view.secrets:
        lines.append(f"Your secret objective: {view.secrets[view.seat]}")
    if view.discarding:
        lines.append(f"You discard {listed(view.discarding)}")
    if view.placing is not None and any(view.placing):
        lines.append(f"Your coins so far: {amounts(view.placing)}")
    if view.outcome is not None:
        for award in view.awards:
            lines.append(tell_end(game, ObjectiveScored(award.objective, award.holder, award.seat, award.points)))
        winner = game.seat_name(view.outcome.winners[0])
        scores = ", ".join(f"{game.seat_name(seat)} {score}" for seat, score in enumerate(view.outcome.scores))
        lines.append(f"Over: {scores}; won by {winner} ({REASONS[view.outcome.reason]})")
    return "\n".join(lines)


def _show_cards(view: PizzaMasterView) -> list[str]:
    """The mission of the day and the objectives; what each objective asks for is shown in the morning."""
    game = view.game
    lines: list[str] = []
    if game.missions:
        if view.mission is not None:
            card = next(card for card in game.deck.missions if card.name == view.mission)
            lines.append(f"Mission: {card.name} = {mission_text(card)}.")
        waiting = [
            f"{mission} for the first with {points}"
            for mission, points in zip(view.prizes, game.tables.prizes, strict=True)
            if mission
        ]
        lines.append(f"Missions in the deck: {view.missions}" + "".join(f"; {prize}" for prize in waiting) + ".")
    if view.objectives and view.phase == "discarding":
        width = max(map(len, view.objectives))
        texts = {card.name: objective_text(card) for card in game.deck.objectives}
        lines += ["Objectives:", *(f"  {name:{width}}  {texts[name]}" for name in view.objectives)]
    elif view.objectives:
        lines.append(f"Objectives: {listed(view.objectives)}.")
    return lines


def _show_seats(view: PizzaMasterView) -> list[str]:
    """A table of what everyone has, with what lies before them."""
    game = view.game
    names = [game.seat_name(seat) + (" (you)" if seat == view.seat else "") for seat in range(game.players)]
    width = max(map(len, names))
    lines = [f"  {'':{width}}  points  hand  before them"]
    for seat, name in enumerate(names):
        mark = ">" if view.awaited == seat else " "
        before = "; ".join(_before(view, seat)) or "-"
        lines.append(f"{mark} {name:{width}}  {view.points[seat]:>6}  {view.sizes[seat]:>4}  {before}")
    return lines


def _before(view: PizzaMasterView, seat: int) -> list[str]:
    parts: list[str] = []
    if view.phase == "collecting" and seat not in view.collecting:
        parts.append("has passed")
    elif view.phase == "collecting" and seat in view.stopped:
        parts.append("collects no more")
    for label, pile in (
        ("coins", view.coins[seat] if view.phase == "shopping" else ()),
        ("tray", view.trays[seat]),
        ("reserved", view.reserved[seat]),
        ("beside the tray", view.beside[seat]),
        ("declared", view.declared[seat]),
    ):
        if any(pile):
            parts.append(f"{label} {amounts(pile)}")
    if view.earned[seat]:
        parts.append(f"earned {view.earned[seat]}")
    if view.helper == seat:
        parts.append("extra help coin")
    if view.completed[seat] or view.extras[seat]:
        parts.append(f"completed {len(view.completed[seat]) + view.extras[seat]}, face up {face_up(view, seat)}")
    if view.won[seat]:
        parts.append(f"missions {listed(view.won[seat])}")
    return parts


def _show_orders(game: PizzaMaster, orders: Iterable[str]) -> list[str]:
    """Orders, one sort a line, with what they ask for and bring."""
    cards = {card.name: card for card in game.deck.orders}
    labels = {name: f"{count} × {name}" if count > 1 else name for name, count in Counter(orders).items()}
    width = max(map(len, labels.values()), default=0)
    return [
        f"  {label:{width}}  {cards[name].points} points, needs {needs_text(cards[name])}"
        for name, label in labels.items()
    ]


def face_up(view: PizzaMasterView, seat: int) -> str:
    """The face-up orders by type: `3 cheese (1 side dish), 2 special`."""
    counts = view.face_up[seat]
    parts: list[str] = []
    for type_, kind in enumerate(KINDS):
        pizzas, sides = counts[2 * type_], counts[2 * type_ + 1]
        if pizzas or sides:
            dishes = "" if not sides else f" ({sides} side dish{'es' if sides > 1 else ''})"
            parts.append(f"{pizzas + sides} {kind}{dishes}")
    if counts[SPECIALS]:
        parts.append(f"{counts[SPECIALS]} special")
    return ", ".join(parts) or "none"


def ask(view: PizzaMasterView) -> str:
    """The question that the view's actions answer."""
    actions = [view.game.actions[number] for number in view.actions]
    first = actions[0] if actions else None
    last = actions[-1] if actions else None
    if isinstance(last, Discard):
        return "Discard an order, or keep the rest?"
    if isinstance(first, PlaceCoins):
        return f"How many coins on {KINDS[first.kind]}?"
    if isinstance(first, Declare):
        return "Which type shall the special be?"
    if isinstance(first, ReturnIngredient):
        return "Which ingredient goes back to the supply?"
    if view.phase == "scoring":
        return "Which ingredient do you keep?"
    if any(isinstance(action, Collect) for action in actions):
        if any(isinstance(action, Complete) for action in actions):
            return "Take an ingredient, complete an order, or pass?"
        return "Take an ingredient, or pass?"
    return "Complete an order?"
