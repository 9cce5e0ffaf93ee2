"""A table laid out from what a view shows and from piles that were dealt to fit it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from forno.games.mamma_mia.rules.actions import Request
from forno.games.mamma_mia.rules.baking import Opening, add_to_bombastica
from forno.games.mamma_mia.rules.lookups import Recipe
from forno.games.mamma_mia.rules.opening import check_order
from forno.games.mamma_mia.rules.questions import ADD, BAKE, DRAW, HELP, NO_ANSWERS, ORDER, OVER, PLACE, REQUEST, SEATS
from forno.games.mamma_mia.rules.shuffles import shuffles
from forno.games.mamma_mia.rules.state import MammaMiaState

if TYPE_CHECKING:
    from forno.core.chance import Chance
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
    from forno.games.mamma_mia.knowledge.views import MammaMiaView


@lru_cache(maxsize=256)
def placing_of(game: MammaMia, notation: str) -> int:
    """Return the number of what is being placed: many worlds are dealt from one view."""
    return game.parse(notation)


class OvenLayout:
    """The piles, empty until somebody deals them, and the state that they make."""

    def __init__(self, view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> None:
        self.view = view
        self.memory = memory
        self.chance = chance
        self.lookups = view.game.lookups
        self.tallies = self.lookups.tallies
        players = self.lookups.players
        self.hands = [0] * players
        self.orders = [0] * players
        self.waiters: list[tuple[int, ...]] = [()] * players
        self.served = [0] * players
        self.oven: list[int] = []
        self.supply: tuple[int, ...] = (0,)
        self.used = 0
        self.asked = -1

    def recipe(self, owner: int, order: str) -> Recipe:
        return self.lookups.recipes[~(owner * SEATS + self.lookups.order_names.index(order))]

    def build(self) -> MammaMiaState:
        """Put it together, and bring it to the question that is open."""
        view, lookups = self.view, self.lookups
        state = MammaMiaState(
            game=view.game,
            lookups=lookups,
            start=None,
            shuffles=shuffles(lookups, self.chance.bits().to_bytes(8, "big")),
            quiet=True,
            is_over=view.outcome is not None,
            seat=view.awaited if view.awaited is not None else 0,
            rounds=view.round,
            hands=self.hands,
            orders=self.orders,
            sizes=list(view.sizes),
            waiters=self.waiters,
            served=self.served,
            announced=self.memory.announced.copy(),
            supply=self.supply,
            left=len(self.supply) - 1,
            oven=self.oven,
            legal=NO_ANSWERS,
        )
        if view.opening is not None:
            self.open(state)
        elif view.placing is None:
            state.legal = lookups.legal_places(state.hands[state.seat])
        else:
            state.legal = list(view.actions)
            state.placing = placing_of(view.game, view.placing)
            state.ordering = -1 if view.ordering is None else lookups.order_names.index(view.ordering)
            state.question = DRAW if view.actions[0] >= lookups.draw_supply else ORDER
        given = {ORDER: 1, DRAW: 2}.get(state.question, 0)
        state.past = (self.remembered_turns(), ~given)
        state.quiet = False
        return state

    def remembered_turns(self) -> object:
        """Return the turns that the view shows, and earlier ones that others have in sight, as links of the past."""
        view, lookups = self.view, self.lookups
        shown = view.recent if view.past_turns is None else view.past_turns
        latest = tuple(self.memory.turns[-lookups.players :])
        before = len(latest) - len(shown)
        if before > 0 and latest[before:] == shown and latest[before - 1].seat == view.seat:
            shown = latest
        turns: object = ()
        for turn in shown:
            placing = -1 if turn.kind is None else turn.kind * lookups.hand_size + turn.number - 1
            ordering = -1 if turn.order is None else lookups.order_names.index(turn.order)
            pile = {"supply": 1, "waiter": 2}.get(turn.pile or "", 0)
            turns = (turns, turn.seat, placing, ordering, pile, turn.drawn, PLACE)
        return turns

    def open(self, state: MammaMiaState) -> None:
        """Lay out the table of an open oven, and ask what is being asked."""
        view, lookups, tallies = self.view, self.lookups, self.tallies
        seen = view.opening
        assert seen is not None
        table = tallies.pack(seen.table)
        opening = Opening(seen.opener, table=table, used=self.used)
        state.opening = opening
        if state.is_over:
            state.question = OVER
            return
        if seen.owner is None or seen.order is None:
            return
        recipe = self.recipe(seen.owner, seen.order)
        own = view.seat == seen.owner == view.awaited
        if view.awaited == seen.owner and not own and seen.given is None:
            check_order(state, opening, recipe)
            return
        opening.recipe = recipe
        opening.needs = tallies.pack(seen.needs) if seen.needs is not None else 0
        opening.missing = tallies.missing(table, opening.needs)
        opening.short = max(recipe.at_least - tallies.total(table), 0)
        opening.request = tallies.pack(seen.request) if seen.request is not None else 0
        opening.given = tallies.pack(seen.given) if seen.given is not None else 0
        opening.added = tallies.pack(seen.added) if seen.added is not None else 0
        opening.helper = -1 if seen.helper is None else seen.helper
        state.legal = list(view.actions)
        if view.awaited is None or (view.actions and view.actions[0] == lookups.help):
            state.question = HELP
            opening.helper = state.seat = self.asked if view.awaited is None else view.awaited
            state.legal = [lookups.help, lookups.refuse]
        elif not own:
            add_to_bombastica(state, opening, recipe)
        elif view.actions[0] >= lookups.add_card:
            state.question = ADD
        elif view.actions[0] >= lookups.request:
            state.question = REQUEST
            first = view.game.actions[view.actions[0]]
            assert isinstance(first, Request)
            opening.asking = first.kind
        else:
            state.question = BAKE
