"""Pizza Master in a terminal: views as plain text, and questions as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from forno.core.language import N_, _, capital, labelled, ngettext, separated, stated
from forno.games.pizza_master import words
from forno.games.pizza_master.rules import actions
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import ObjectiveScored
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.sentences import tell, who_won

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster
    from forno.games.pizza_master.knowledge.views import PizzaMasterView

PHASES = {
    "discarding": N_("Orders"),
    "shopping": N_("Shopping"),
    "collecting": N_("Collecting"),
    "scoring": N_("Scoring"),
    "declaring": N_("Specials"),
    "over": N_("The end"),
}


def show(view: PizzaMasterView) -> str:
    """Return a view as plain text."""
    game = view.game
    names = game.say_seats()
    said = [
        _("Day {day}").format(day=view.day),
        _(PHASES[view.phase]),
        labelled(_("Turn order"), ", ".join(names[seat] for seat in view.order)),
        labelled(_("Deck"), view.deck),
        labelled(_("Discards"), view.discards),
    ]
    lines = [stated(said), *_cards(view)]
    piles = (_("Refrigerator"), view.refrigerator), (_("Supply"), view.supply)
    lines.append(stated(labelled(label, words.amounts(pile)) for label, pile in piles))
    lines += _seats(view)
    if view.row:
        lines += [labelled(_("Orders for everyone"), "").strip(), *_orders(game, view.row)]
    if view.hand is not None:
        none = "" if view.hand else _("none")
        lines += [labelled(_("Your orders"), none).strip(), *_orders(game, view.hand)]
    if view.seat is not None and view.secrets:
        lines.append(labelled(_("Your secret"), words.card_name(view.secrets[view.seat] or "")))
    if view.discarding:
        lines.append(_("You discard {what}.").format(what=words.card_names(view.discarding)))
    if view.placing is not None and any(view.placing):
        lines.append(labelled(_("Your coins so far"), words.coins_text(view.placing)))
    if view.outcome is not None:
        for award in view.awards:
            lines.append(tell(game, ObjectiveScored(award.objective, award.holder, award.seat, award.points)))
        lines.append(who_won(view.outcome.scores, view.outcome.winners, view.outcome.reason, names))
    return "\n".join(lines)


def _cards(view: PizzaMasterView) -> list[str]:
    """Return the mission of the day and the objectives; what each objective asks for is shown in the morning."""
    game = view.game
    lines: list[str] = []
    if game.missions:
        if view.mission is not None:
            card = next(card for card in game.deck.missions if card.name == view.mission)
            lines.append(
                f"{labelled(_('Mission of the day'), words.card_name(card.name))} ({words.mission_text(card)})"
            )
        waiting = [
            # Translators: a mission card, and where it lies on the score track
            _("{mission} at {points}").format(mission=words.card_name(mission), points=words.many_points(points))
            for mission, points in zip(view.prizes, game.lookups.prizes, strict=True)
            if mission
        ]
        lines.append(stated([labelled(_("Missions in the deck"), view.missions), *waiting]))
    if view.objectives and view.phase == "discarding":
        width = max(len(words.card_name(name)) for name in view.objectives)
        texts = {card.name: words.objective_text(card, game.players) for card in game.deck.objectives}
        lines.append(labelled(capital(_("objectives")), "").strip())
        lines += [f"  {words.card_name(name):{width}}  {texts[name]}" for name in view.objectives]
    elif view.objectives:
        lines.append(labelled(capital(_("objectives")), words.card_names(view.objectives)))
    return lines


def _seats(view: PizzaMasterView) -> list[str]:
    """Return a table of what everyone has, with what lies before them."""
    game = view.game
    names = game.say_seats()
    if view.seat is not None:
        names[view.seat] = _("{name} (you)").format(name=names[view.seat])
    width = max(map(len, names))
    points, hand = _("points"), _("hand")
    lines = [f"  {'':{width}}  {points}  {hand}"]
    for seat, name in enumerate(names):
        mark = ">" if view.awaited == seat else " "
        before = separated(_before(view, seat)) or "-"
        numbers = f"{view.points[seat]:>{len(points)}}  {view.sizes[seat]:>{len(hand)}}"
        lines.append(f"{mark} {name:{width}}  {numbers}  {before}")
    return lines


def _before(view: PizzaMasterView, seat: int) -> list[str]:
    parts: list[str] = []
    if view.phase == "collecting" and seat not in view.collecting:
        parts.append(_("has passed"))
    elif view.phase == "collecting" and seat in view.stopped:
        parts.append(_("done collecting"))
    if view.phase == "shopping" and any(view.coins[seat]):
        parts.append(labelled(_("Coins"), words.coins_text(view.coins[seat])))
    for label, pile in (
        (_("Tray"), view.trays[seat]),
        (_("Reserved"), view.reserved[seat]),
        (_("Beside it"), view.lasting(seat)),
        (_("Only today"), view.kept[seat]),
    ):
        if any(pile):
            parts.append(labelled(label, words.amounts(pile)))
    if view.earned[seat]:
        parts.append(_("+{n} today").format(n=view.earned[seat]))
    if view.helper == seat:
        parts.append(_("has the help coin"))
    if view.completed[seat] or view.extras[seat]:
        number = len(view.completed[seat]) + view.extras[seat]
        parts.append(labelled(_("Completed orders"), f"{number} ({face_up(view, seat)})"))
    if any(view.declared[seat]):
        parts.append(labelled(_("Specials"), words.orders_text(view.declared[seat])))
    if view.won[seat]:
        parts.append(labelled(_("Mission cards"), words.card_names(view.won[seat])))
    return parts


def _orders(game: PizzaMaster, orders: Iterable[str]) -> list[str]:
    """Return orders, one sort a line, with what they ask for and bring."""
    cards = {card.name: card for card in game.deck.orders}
    labels = {
        name: f"{count} × {words.card_word(name)}" if count > 1 else words.card_word(name)
        for name, count in Counter(orders).items()
    }
    width = max(map(len, labels.values()), default=0)
    return [
        f"  {label:{width}}  {labelled(words.many_points(cards[name].points), words.order_text(cards[name]))}"
        for name, label in labels.items()
    ]


def face_up(view: PizzaMasterView, seat: int) -> str:
    """Return the face-up orders by type: `3 cheese orders, 1 of them a side dish; 2 special orders`."""
    counts = view.face_up[seat]
    parts: list[str] = []
    for type_ in range(len(KINDS)):
        pizzas, sides = counts[2 * type_], counts[2 * type_ + 1]
        if pizzas + sides:
            parts.append(ngettext(*words.ORDERS_OF_TYPE[type_], pizzas + sides).format(n=pizzas + sides))
        if sides:
            parts[-1] += ", " + sides_text(sides)
    if counts[SPECIALS]:
        parts.append(ngettext(*words.ORDERS_OF_TYPE[len(KINDS)], counts[SPECIALS]).format(n=counts[SPECIALS]))
    return separated(parts) or _("none")


def sides_text(number: int) -> str:
    return ngettext("{n} of them a side dish", "{n} of them side dishes", number).format(n=number)


def ask(view: PizzaMasterView) -> str:
    """Return the question that the view's actions answer."""
    offered = [view.game.actions[number] for number in view.actions]
    first = offered[0] if offered else None
    last = offered[-1] if offered else None
    if first is last and isinstance(first, actions.Pass):
        return _("There is nothing you can take or complete.")
    if first is last and isinstance(first, actions.Finish):
        return _("There is nothing you can complete now.")
    if isinstance(last, actions.Discard):
        return _("Choose the orders to discard.")
    if isinstance(first, actions.PlaceCoins):
        return _("Choose how many coins to put on {kind}.").format(kind=words.kind_word(first.kind))
    if isinstance(first, actions.Declare):
        return _("Choose a type for your special.")
    if isinstance(first, actions.ReturnIngredient):
        return _("Choose an ingredient to return to the supply.")
    if view.phase == "scoring":
        return _("You may keep one ingredient from your tray for tomorrow.")
    takes = any(isinstance(action, actions.Collect) for action in offered)
    completes = any(isinstance(action, actions.Complete) for action in offered)
    if view.seat is not None and view.phase == "collecting" and view.seat not in view.collecting:
        return _("You have passed. Complete what you like.")
    if takes and (completes or view.game.mode.one_a_turn):
        return _("Take an ingredient, complete an order or pass.")
    return _("Take an ingredient or pass.") if takes else _("Complete an order or pass.")
