"""Pizza Master shown: views as plain text, and questions as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from forno.core.language import N_, _, ngettext
from forno.games.pizza_master.rules.actions import Collect, Complete, Declare, Discard, PlaceCoins, ReturnIngredient
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import ObjectiveScored
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.text import REASONS, tell_end
from forno.games.pizza_master.words import (
    amounts,
    card_word,
    card_words,
    kind_word,
    mission_text,
    needs_text,
    objective_text,
    stacks,
    type_word,
    types,
)

if TYPE_CHECKING:
    from forno.games.pizza_master.rules.game import PizzaMaster
    from forno.games.pizza_master.rules.views import PizzaMasterView

PHASES = {
    "discarding": N_("discarding"),
    "shopping": N_("shopping"),
    "collecting": N_("collecting"),
    "scoring": N_("scoring"),
    "declaring": N_("declaring"),
    "over": N_("over"),
}


def show(view: PizzaMasterView) -> str:
    """A view as plain text."""
    game = view.game
    lines = [
        _("Day {day}, {phase}. Turn order: {names}. Deck: {deck}, discards: {discards}.").format(
            day=view.day,
            phase=_(PHASES[view.phase]),
            names=", ".join(game.say_seat(seat) for seat in view.order),
            deck=view.deck,
            discards=view.discards,
        )
    ]
    lines += _show_cards(view)
    lines.append(
        _("Refrigerator: {refrigerator}. Supply: {supply}.").format(
            refrigerator=amounts(view.refrigerator), supply=amounts(view.supply)
        )
    )
    lines += _show_seats(view)
    if view.row:
        lines += [_("Orders for everyone:"), *_show_orders(game, view.row)]
    if view.hand is not None:
        lines += [_("Your orders:") if view.hand else _("Your orders: none"), *_show_orders(game, view.hand)]
    if view.seat is not None and view.secrets:
        secret = card_word(view.secrets[view.seat] or "")
        lines.append(_("Your secret objective: {objective}").format(objective=secret))
    if view.discarding:
        lines.append(_("You discard {orders}").format(orders=card_words(view.discarding)))
    if view.placing is not None and any(view.placing):
        lines.append(_("Your coins so far: {sections}").format(sections=stacks(view.placing)))
    if view.outcome is not None:
        for award in view.awards:
            lines.append(tell_end(game, ObjectiveScored(award.objective, award.holder, award.seat, award.points)))
        lines.append(
            _("Over: {scores}; won by {winners} ({reason})").format(
                scores=", ".join(f"{game.say_seat(seat)} {score}" for seat, score in enumerate(view.outcome.scores)),
                winners=game.say_seat(view.outcome.winners[0]),
                reason=_(REASONS[view.outcome.reason]),
            )
        )
    return "\n".join(lines)


def _show_cards(view: PizzaMasterView) -> list[str]:
    """The mission of the day and the objectives; what each objective asks for is shown in the morning."""
    game = view.game
    lines: list[str] = []
    if game.missions:
        if view.mission is not None:
            card = next(card for card in game.deck.missions if card.name == view.mission)
            lines.append(
                _("Mission: {mission} = {text}.").format(mission=card_word(card.name), text=mission_text(card))
            )
        waiting = [
            _("{mission} for the first with {points}").format(mission=card_word(mission), points=points)
            for mission, points in zip(view.prizes, game.tables.prizes, strict=True)
            if mission
        ]
        missions = "; ".join([str(view.missions), *waiting])
        lines.append(_("Missions in the deck: {missions}.").format(missions=missions))
    if view.objectives and view.phase == "discarding":
        width = max(len(card_word(name)) for name in view.objectives)
        texts = {card.name: objective_text(card) for card in game.deck.objectives}
        lines += [_("Objectives:"), *(f"  {card_word(name):{width}}  {texts[name]}" for name in view.objectives)]
    elif view.objectives:
        lines.append(_("Objectives: {objectives}.").format(objectives=card_words(view.objectives)))
    return lines


def _show_seats(view: PizzaMasterView) -> list[str]:
    """A table of what everyone has, with what lies before them."""
    game = view.game
    names = [game.say_seat(seat) for seat in range(game.players)]
    if view.seat is not None:
        names[view.seat] = _("{name} (you)").format(name=names[view.seat])
    width = max(map(len, names))
    points, hand = _("points"), _("hand")
    lines = [f"  {'':{width}}  {points}  {hand}  " + _("before them")]
    for seat, name in enumerate(names):
        mark = ">" if view.awaited == seat else " "
        before = "; ".join(_before(view, seat)) or "-"
        numbers = f"{view.points[seat]:>{len(points)}}  {view.sizes[seat]:>{len(hand)}}"
        lines.append(f"{mark} {name:{width}}  {numbers}  {before}")
    return lines


def _before(view: PizzaMasterView, seat: int) -> list[str]:
    parts: list[str] = []
    if view.phase == "collecting" and seat not in view.collecting:
        parts.append(_("has passed"))
    elif view.phase == "collecting" and seat in view.stopped:
        parts.append(_("collects no more"))
    if view.phase == "shopping" and any(view.coins[seat]):
        parts.append(_("coins {sections}").format(sections=stacks(view.coins[seat])))
    for label, pile in (
        (_("tray {ingredients}"), view.trays[seat]),
        (_("reserved {ingredients}"), view.reserved[seat]),
        (_("beside the tray {ingredients}"), view.beside[seat]),
    ):
        if any(pile):
            parts.append(label.format(ingredients=amounts(pile)))
    if any(view.declared[seat]):
        parts.append(_("declared {orders}").format(orders=types(view.declared[seat])))
    if view.earned[seat]:
        parts.append(_("earned {points}").format(points=view.earned[seat]))
    if view.helper == seat:
        parts.append(_("extra help coin"))
    if view.completed[seat] or view.extras[seat]:
        parts.append(
            _("completed {n}, face up {orders}").format(
                n=len(view.completed[seat]) + view.extras[seat], orders=face_up(view, seat)
            )
        )
    if view.won[seat]:
        parts.append(_("missions {missions}").format(missions=card_words(view.won[seat])))
    return parts


def _show_orders(game: PizzaMaster, orders: Iterable[str]) -> list[str]:
    """Orders, one sort a line, with what they ask for and bring."""
    cards = {card.name: card for card in game.deck.orders}
    labels = {
        name: f"{count} × {card_word(name)}" if count > 1 else card_word(name)
        for name, count in Counter(orders).items()
    }
    width = max(map(len, labels.values()), default=0)
    return [
        f"  {label:{width}}  "
        + ngettext("{n} points, needs {needs}", "{n} points, needs {needs}", cards[name].points).format(
            n=cards[name].points, needs=needs_text(cards[name])
        )
        for name, label in labels.items()
    ]


def face_up(view: PizzaMasterView, seat: int) -> str:
    """The face-up orders by type: `3 cheese (1 side dish), 2 special`."""
    counts = view.face_up[seat]
    parts: list[str] = []
    for type_ in range(len(KINDS)):
        pizzas, sides = counts[2 * type_], counts[2 * type_ + 1]
        number = pizzas + sides
        if sides:
            parts.append(
                ngettext("{number} {type} ({n} side dish)", "{number} {type} ({n} side dishes)", sides).format(
                    number=number, type=type_word(type_), n=sides
                )
            )
        elif pizzas:
            parts.append(f"{number} {type_word(type_)}")
    if counts[SPECIALS]:
        parts.append(ngettext("{n} special", "{n} special", counts[SPECIALS]).format(n=counts[SPECIALS]))
    return ", ".join(parts) or _("none")


def ask(view: PizzaMasterView) -> str:
    """The question that the view's actions answer."""
    actions = [view.game.actions[number] for number in view.actions]
    first = actions[0] if actions else None
    last = actions[-1] if actions else None
    if isinstance(last, Discard):
        return _("Discard an order, or keep the rest?")
    if isinstance(first, PlaceCoins):
        return _("How many coins on {kind}?").format(kind=kind_word(first.kind))
    if isinstance(first, Declare):
        return _("Which type shall the special be?")
    if isinstance(first, ReturnIngredient):
        return _("Which ingredient goes back to the supply?")
    if view.phase == "scoring":
        return _("Which ingredient do you keep?")
    if any(isinstance(action, Collect) for action in actions):
        if any(isinstance(action, Complete) for action in actions):
            return _("Take an ingredient, complete an order, or pass?")
        return _("Take an ingredient, or pass?")
    return _("Complete an order?")
