"""Mamma Mia! in a terminal: views as plain text, and questions as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.language import _, labelled, pgettext, separated, stated
from forno.games.mamma_mia import words
from forno.games.mamma_mia.rules import actions
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.events import Drew, OrderPlaced, Passed, Placed
from forno.games.mamma_mia.sentences import tell, who_won

if TYPE_CHECKING:
    from forno.core.events import Event
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.knowledge.views import MammaMiaView, OpeningView, Turn


def show(view: MammaMiaView) -> str:
    """Return a view as plain text."""
    game = view.game
    lines = [_oven(view), *_seats(view)]
    if view.seat is not None and view.hand is not None and view.orders is not None:
        lines.append(labelled(_("Your ingredients"), words.amounts(view.hand)))
        lines += _orders(game, view.seat, view.orders)
    if view.placing is not None:
        turn = [words.action_phrase(game.lookups.actions[game.parse(view.placing)])]
        if view.ordering:
            turn.append(_("order {order}").format(order=words.order_name(view.ordering)))
        lines.append(labelled(_("Your turn so far"), ", ".join(turn)))
    if view.opening is not None:
        lines += _opening(game, view.opening)
    if view.past_turns:
        lines.append(labelled(_("Turns so far"), " ".join(_turn(game, turn) for turn in view.past_turns)))
    elif view.past_turns is None and view.seat is None and view.recent:
        # Translators: before the latest turns
        lines.append(labelled(_("Lately"), " ".join(_turn(game, turn) for turn in view.recent)))
    if view.oven_tally is not None:
        lines.append(labelled(_("In the oven"), words.amounts(view.oven_tally)))
    if view.outcome is not None:
        names, scores = game.say_seats(), view.outcome.scores
        lines.append(who_won(scores, view.outcome.winners, view.outcome.reason, names))
        completed = ", ".join(f"{name} {number}" for name, number in zip(names, scores, strict=True))
        lines.append(labelled(_("Completed orders"), completed))
    return "\n".join(lines)


def _oven(view: MammaMiaView) -> str:
    """Return what lies in the middle of the table."""
    if view.opening is not None:
        oven = _("{cards} still to come out").format(cards=words.cards(view.oven))
    elif view.oven and view.top:
        oven = _("{cards}, on top {top}").format(cards=words.cards(view.oven), top=_top(view))
    else:
        oven = words.cards(view.oven) if view.oven else _("empty")
    said = [labelled(_("Oven"), oven), labelled(_("Supply"), view.supply)]
    if view.outcome is None:
        openings = view.game.lookups.openings
        said.append(_("{part} of {whole}").format(part=_(words.BAKINGS[view.round + 1]), whole=openings))
    if view.served is None:
        said.append(labelled(_("Completed orders"), view.completed))
    return stated(said)


def _top(view: MammaMiaView) -> str:
    """Return the card on top of the oven: an ingredient, or a colour with an order."""
    assert view.top is not None
    game = view.game
    if view.top in KINDS:
        return _(view.top)
    colour, _space, order = view.top.partition(" ")
    return f"{game.say_seat(game.colours.index(colour))} {words.order_name(order)}"


def _seats(view: MammaMiaView) -> list[str]:
    """Return a table of what everyone has before them."""
    names = view.game.say_seats()
    if view.seat is not None:
        names[view.seat] = _("{name} (you)").format(name=names[view.seat])
    width = max(map(len, names))
    hand, waiter, completed = _("hand"), _("waiter"), pgettext("column", "completed")
    lines = [f"  {'':{width}}  {hand}  {waiter}" + ("" if view.served is None else f"  {completed}")]
    for seat, name in enumerate(names):
        mark = ">" if view.awaited == seat else " "
        served = "" if view.served is None else "  " + (", ".join(map(words.order_name, view.served[seat])) or "-")
        numbers = f"{view.sizes[seat]:>{len(hand)}}  {view.waiters[seat]:>{len(waiter)}}"
        lines.append(f"{mark} {name:{width}}  {numbers}{served}")
    return lines


def _orders(game: MammaMia, seat: int, orders: tuple[str, ...]) -> list[str]:
    """Return the orders of a hand, one a line, with what they ask for."""
    names = [words.order_name(order) for order in orders]
    width = max(map(len, names), default=0)
    lines = [
        f"  {name:{width}}  {words.needs_text(words.order_card(game, seat, order))}"
        for name, order in zip(names, orders, strict=True)
    ]
    return [labelled(_("Your orders"), "" if orders else _("none")).strip(), *lines]


def _opening(game: MammaMia, opening: OpeningView) -> list[str]:
    said = [
        labelled(_("On the table"), words.amounts(opening.table)),
        _("{cards} used").format(cards=words.cards(opening.used)),
        _("opened by {name}").format(name=game.say_seat(opening.opener)),  # Translators: of the oven
    ]
    lines = [stated(said)]
    if opening.owner is not None and opening.order is not None:
        decided = _("Being decided: {name}'s {order} = {needs}").format(
            name=game.say_seat(opening.owner),
            order=words.order_name(opening.order),
            needs=words.needs_text(words.order_card(game, opening.owner, opening.order)),
        )
        parts = [decided]
        for sentence, part in (
            # Translators: what an order in the open oven takes from the table
            (_("takes {ingredients}"), opening.needs),
            (_("asked for {ingredients}"), opening.request),  # Translators: what its owner asks the others for
            (_("given {ingredients}"), opening.given),  # Translators: what another player has given for it
            (_("added {ingredients}"), opening.added),  # Translators: what its owner has added from the hand
        ):
            if part is not None and any(part):
                parts.append(sentence.format(ingredients=words.amounts(part)))
        lines.append(separated(parts))
    return lines


def _turn(game: MammaMia, turn: Turn) -> str:
    """Return a turn once more, as it was told."""
    events: list[Event] = [Passed(turn.seat) if turn.kind is None else Placed(turn.seat, turn.kind, turn.number)]
    if turn.order:
        events.append(OrderPlaced(turn.seat, turn.order))
    if turn.pile:
        events.append(Drew(turn.seat, turn.pile, turn.drawn, None, None))
    return " ".join(tell(game, event) for event in events)


def ask(view: MammaMiaView) -> str:
    """Return the question to the seat that is awaited."""
    offered = [view.game.actions[number] for number in view.actions]
    order = words.order_name(view.opening.order or "") if view.opening is not None else ""
    match offered[0]:
        case actions.RefuseHelp():
            return _("You don't have everything that is asked for, so you can't help.")
        case actions.SendBack() if len(offered) == 1:
            return _("You can't complete {order}: it goes back.").format(order=order)
        case actions.AddCard() if len(offered) == 1:
            return _("There is only one way to complete {order} with your cards.").format(order=order)
        case actions.Place():
            return _("Choose ingredients for the oven.")
        case actions.PlaceOrder() | actions.PlaceNoOrder():
            return _("Put one of your orders on top, or none.")
        case actions.Draw():
            return _("Draw from the supply (ingredients) or from your waiter (orders).")
        case actions.Choose():
            return _("Choose what to bake {order} with.").format(order=order)
        case actions.Request() if view.game.lookups.end_request in view.actions:
            return _("Ask the others for something else, or stop.")
        case actions.Request() if len({action.kind for action in offered if isinstance(action, actions.Request)}) > 1:
            return _("Choose an ingredient to ask the others for.")
        case actions.Request(kind):
            return _("Choose how many to ask the others for: {kind}.").format(kind=words.kind_word(kind))
        case actions.AddCard():
            return _("Choose a card to add to {order}.").format(order=order)
        case actions.Help():
            return _("Help or not: if you give the cards, the top order of your waiter counts as completed.")
    return _("Decide about your order {order}.").format(order=order)
