"""Advice: what to do now, and why, in one sentence.

A turn is judged in worlds that agree with what the seat sees; and with what it was told before, where a hint may
remember that. What lies in none of these worlds for sure is only hoped for, and said so.
"""

from __future__ import annotations

from collections.abc import Collection

from forno.core.chance import Chance
from forno.core.language import _, labelled, listed, stated
from forno.core.views import Memory
from forno.games.mamma_mia.bots.forecast import OvenForecast
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.bots.players import Adviser
from forno.games.mamma_mia.face.pieces import book_of
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.actions import (
    Action,
    AddMissing,
    AskForHelp,
    Choose,
    EndRequest,
    Place,
    Request,
    SendBack,
)
from forno.games.mamma_mia.rules.lookups import Recipe
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.mamma_mia.words import ClosedTurn, action_phrase, amounts, draw_phrase, some
from forno.pages.caches import SMALL_CACHE, once_a_game

ASKING = (AskForHelp, Request, EndRequest)
WORLDS = 5
MAX_STEPS = 12
MIN_LIKELY_SHARE = 0.5
"""The smallest share of the worlds in which a hope must come true."""


@once_a_game(SMALL_CACHE)
def adviser_of(game: MammaMia) -> Adviser:
    return Adviser(game, Weights())


def advice(view: MammaMiaView, memory: Memory | None, ready: Collection[str] = ()) -> str:
    """Return what a good player would do in this seat's place; empty where there is no choice.

    `ready`: the seat's orders for which all that they need is in sight. The reason says why not one of these.
    """
    if len(view.actions) < 2 or view.seat is None:
        return ""
    chance = Chance("advice")
    # A memory that has heard nothing leaves what the view shows.
    remembered = view.game.memory(view.seat) if memory is None else memory
    worlds = [view.sample(remembered, chance) for _world in range(WORLDS)]
    for world in worlds:
        world.quiet = True
    fates = [world.clone() for world in worlds]
    steps = _steps(adviser_of(view.game), worlds)
    if isinstance(steps[0], Place):
        return stated([labelled(_turn(view, steps), _why_place(view, steps, fates, ready))])
    if any(isinstance(step, ASKING) for step in steps):
        return stated([_request(view, steps, worlds, ready)])
    why = _why_bake(steps[-1]) if view.opening is not None else _("it goes best with what you have chosen")
    return stated([labelled(listed(map(action_phrase, steps)), why)])


def _steps(adviser: Adviser, worlds: list[MammaMiaState]) -> list[Action]:
    """Return what is best on average, step by step, until somebody else is to decide."""
    steps: list[Action] = []
    first = worlds[0]
    seat, turn = first.seat, first.turn
    while len(steps) < MAX_STEPS and not first.is_over and (first.seat, first.turn) == (seat, turn):
        actions = first.legal_actions()
        totals = [0.0] * len(actions)
        if len(actions) > 1:
            for world in worlds:
                totals = [total + score for total, score in zip(totals, adviser.scores(world, actions), strict=True)]
        best = actions[totals.index(max(totals))]
        steps.append(first.lookups.actions[best])
        for world in worlds:
            world.apply(best)
    return steps


def _request(view: MammaMiaView, steps: list[Action], worlds: list[MammaMiaState], ready: Collection[str]) -> str:
    """Say a request with all that is asked for, also what follows from the rest; `worlds` are those after it."""
    assert view.hand is not None and view.opening is not None
    unpack = view.game.lookups.tallies.unpack
    asked = next((unpack(world.opening.request) for world in worlds if world.opening and world.opening.request), None)
    does = [action_phrase(step) for step in steps if not isinstance(step, ASKING)]
    does.append(
        action_phrase(AskForHelp()) if asked is None else _("ask for {ingredients}").format(ingredients=amounts(asked))
    )
    mine = asked is not None and all(wanted <= held for wanted, held in zip(asked, view.hand, strict=True))
    if mine or view.opening.order in ready:
        return labelled(listed(does), _("you keep your own, and the helper gains too"))
    return labelled(listed(does), _("you don't have all that's missing, and the helper gains too"))


def _turn(view: MammaMiaView, steps: list[Action]) -> str:
    """Say a turn: `put in two olives with Monotoni and draw from your waiter`."""
    placed, order, pile = ClosedTurn.of(steps)
    assert view.seat is not None
    ingredients = some(placed.kind, placed.number)
    does = [_("put in {ingredients}").format(ingredients=ingredients)]
    if order is not None:
        title = book_of(view.game).leaves[view.seat][order].title
        does = [_("put in {ingredients} with the order {order}").format(ingredients=ingredients, order=title)]
    if pile is not None:
        does.append(draw_phrase(pile))
    return listed(does)


def _why_place(view: MammaMiaView, steps: list[Action], worlds: list[MammaMiaState], ready: Collection[str]) -> str:
    placed, order, _pile = ClosedTurn.of(steps)
    assert view.seat is not None and view.orders is not None
    fates = _Fates(view, placed, worlds)
    if order is not None:
        return _why_order(fates, order, ready)
    if why_none := fates.why_not(None, ready):
        return why_none
    leaves = book_of(view.game).leaves[view.seat]
    cards = [leaves[name].card for name in view.orders]
    wanting = [card for card in cards if card.needs[placed.kind] or placed.kind in (card.either or ())]
    if wanting:
        return _("your order {order} needs it in the oven").format(order=leaves[wanting[0].name].title)
    if cards and not any(card.jokers or card.fewest or card.at_least for card in cards):
        return _("none of your orders needs it")
    return _("you need it least")


class _Fates:
    """The fates of a seat's orders in sampled worlds, after these ingredients."""

    def __init__(self, view: MammaMiaView, placed: Place, worlds: list[MammaMiaState]) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.cook = adviser_of(view.game).judge.cook
        unit = placed.number * self.cook.tallies.unit[placed.kind]
        forecasts = [OvenForecast(self.cook, world) for world in worlds]
        self.tables = [forecast.table + unit for forecast in forecasts]
        self.hands = [world.hands[self.seat] - unit for world in worlds]
        self.kept = [forecast.kept[self.seat] for forecast in forecasts]
        """Cards of each hand that are kept for own orders in the oven."""

    def recipe(self, order: str) -> Recipe:
        return self.cook.recipes[self.seat][self.view.game.lookups.bits((order,))]

    def added(self, order: str) -> list[int]:
        """Return what the hand adds in each of the worlds in which an order on top is completed."""
        checked = [self.cook.check(self.recipe(order), *there) for there in zip(self.tables, self.hands, strict=True)]
        return [from_hand for _taken, from_hand, lack in checked if not lack]

    def complete(self, order: str, after: str | None = None) -> int:
        """Return in how many worlds an order is completed, also after another one, with all that was kept kept."""
        missing, number = self.cook.tallies.missing, 0
        for table, hand, kept in zip(self.tables, self.hands, self.kept, strict=True):
            spare = missing(kept, hand)
            if after is not None:
                taken, from_hand, lack = self.cook.check(self.recipe(after), table, hand)
                if not lack:
                    table, spare = table - taken, missing(from_hand + kept, hand)
            number += not self.cook.check(self.recipe(order), table, spare)[2]
        return number

    def why_not(self, order: str | None, ready: Collection[str]) -> str:
        """Return why it is this order, or none, and not one for which all is in sight; nothing where that is clear."""
        others = [other for other in ready if other != order]
        if not others:
            return ""
        best = max(others, key=self.complete)
        title = book_of(self.view.game).leaves[self.seat][best].title
        complete = self.complete(best)
        if complete < MIN_LIKELY_SHARE * len(self.tables):
            if len(others) > 1:
                return _("orders already in the oven will probably use up what your other orders need")
            return _("orders already in the oven will probably use up what the order {order} needs").format(order=title)
        if order is None or len(self.added(order)) >= complete:
            return ""
        if self.complete(best, order) >= MIN_LIKELY_SHARE * len(self.tables):
            return _("the order {order} can still follow").format(order=title)
        return _("the order {order} would leave you less for later").format(order=title)


def _why_order(fates: _Fates, order: str, ready: Collection[str]) -> str:
    """Return what will be there for an order, in all of the worlds or in most; and why not another one."""
    added = fates.added(order)
    worlds = len(fates.tables)
    if len(added) == worlds:
        if set(added) == {0}:
            return _("everything it needs is in the oven then")
        if len(set(added)) == 1:
            return _("with {ingredients} from your hand it is complete").format(
                ingredients=amounts(fates.cook.tallies.unpack(added[0]))
            )
        return _("with your hand it is complete")
    if len(added) >= MIN_LIKELY_SHARE * worlds:
        why = _("it will probably be complete when it comes out")
    elif order in ready:
        return _("orders already in the oven may use up what it needs, but more may still come")
    else:
        why = _("little is missing, and it may still come")
    why_not = fates.why_not(order, ready)
    # Translators: two reasons for an advice, one after the other
    return _("{why}; {why_not}").format(why=why, why_not=why_not) if why_not else why


def _why_bake(step: Action) -> str:
    match step:
        case AddMissing():
            return _("a completed order is worth more than the cards")
        case SendBack():
            return _("the cards are worth more for another order")
        case Choose():
            return _("that leaves the fewest missing")
    return _("you need it least")
