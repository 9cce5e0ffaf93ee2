"""The open oven's table, and what becomes of an order on it: baked or sent back (MM-14, MM-15, MMR-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits, only_answer
from forno.core.states import Reduced, by_fields
from forno.games.mamma_mia.rules.events import Baked, Composing, Returned, Rewarded
from forno.games.mamma_mia.rules.lookups import Recipe
from forno.games.mamma_mia.rules.questions import ADD, HELP

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


class Opening:
    """The open oven: cards on the table, and the order that is being decided."""

    def __init__(
        self,
        opener: int,
        shown: int = 0,
        table: int = 0,
        used: int = 0,
        recipe: Recipe | None = None,
        needs: int = 0,
        missing: int = 0,
        short: int = 0,
        request: int = 0,
        asking: int = -1,
        helper: int = -1,
        given: int = 0,
        added: int = 0,
    ) -> None:
        self.opener = opener
        self.shown = shown
        """Number of entries of the oven that have been revealed."""
        self.table = table
        """The unused ingredients on the table."""
        self.used = used
        """The used pile."""
        self.recipe = recipe
        """The order that is being decided; `None` between orders."""
        self.needs = needs
        """Needs of the order, once its kinds are settled; for a Bombastica 0."""
        self.missing = missing
        """Needs that aren't on the table; for a Bombastica 0."""
        self.short = short
        """Number of cards that a Bombastica lacks; 0 for every other order."""
        self.request = request
        """Request to helpers, as far as it has been said."""
        self.asking = asking
        """The last kind that the request has named."""
        self.helper = helper
        """The seat that is asked, or that helped; -1 for none."""
        self.given = given
        """Ingredients that the helper gave."""
        self.added = added
        """Ingredients that the owner has added to a Bombastica so far."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def clone(self) -> Opening:
        return Opening(
            self.opener,
            self.shown,
            self.table,
            self.used,
            self.recipe,
            self.needs,
            self.missing,
            self.short,
            self.request,
            self.asking,
            self.helper,
            self.given,
            self.added,
        )


def ask(state: MammaMiaState, seat: int, question: int, legal: list[int]) -> bool:
    """Ask somebody. It is always true that somebody is asked then."""
    state.seat = seat
    state.question = question
    state.legal = legal
    if not state.quiet and question != HELP:
        tell_composing(state)
    return True


def bake_order(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-15: the ingredients are used, the order is completed, and a helper is rewarded. Nobody is asked."""
    owner = recipe.owner
    if opening.needs:
        from_table = opening.needs - opening.missing
        from_hand = opening.missing - opening.given
        state.hands[owner] -= from_hand
    else:
        from_table = opening.table
        from_hand = opening.added
    opening.table -= from_table
    opening.used += from_table + from_hand + opening.given
    opening.added = 0
    state.served[owner] += recipe.bit
    if from_hand:
        state.sizes[owner] -= state.lookups.tallies.total(from_hand)
    if not state.quiet:
        unpack = state.lookups.tallies.unpack
        state.telling.append(Baked(owner, recipe.name, unpack(from_table), unpack(from_hand), unpack(opening.given)))
    if opening.given:
        reward_helper(state, opening)
    return False


def reward_helper(state: MammaMiaState, opening: Opening) -> None:
    """MM-20, MMR-9: the top card of the helper's waiter, unseen, is completed, too."""
    helper = opening.helper
    state.served[helper] += state.waiters[helper][0]
    state.waiters[helper] = state.waiters[helper][1:]
    opening.given = 0
    opening.request = 0
    opening.helper = -1
    if not state.quiet:
        state.telling.append(Rewarded(helper))


def return_order(state: MammaMiaState, opening: Opening, recipe: Recipe, reason: str) -> bool:
    """MM-14: the order goes face down under its owner's waiter. Nobody is asked."""
    state.waiters[recipe.owner] += recipe.alone
    if not state.quiet:
        missing = state.lookups.tallies.unpack(opening.missing) if opening.missing else None
        state.telling.append(Returned(recipe.owner, recipe.name, reason, missing))
    return False


def must_send_back(state: MammaMiaState, opening: Opening, recipe: Recipe, least: int) -> bool:
    """MM-14: an owner who can do nothing else is told so, as one with a choice is asked, and the order goes back.

    `least` cards would have to come from the hand. That a smaller hand can't do it everyone sees.
    """
    if not state.quiet and state.sizes[recipe.owner] >= least:
        state.telling += only_answer(recipe.owner, state.lookups.send_back)
    return return_order(state, opening, recipe, "incomplete")


def add_to_bombastica(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MMR-4: the owner picks, one by one, which cards make up the number. No choice, no question.

    After help everyone knows that the owner is to pick, and not whether there is a choice; unless nothing is lacking,
    or the whole hand.
    """
    lookups = state.lookups
    tallies = lookups.tallies
    owner = recipe.owner
    hand = state.hands[owner]
    lacking = opening.short - tallies.total(opening.given) - tallies.total(opening.added)
    kinds = [kind for kind in range(lookups.kinds) if tallies.count(hand, kind)]
    if lacking == tallies.total(hand):
        picked = hand
    elif lacking == 0 or len(kinds) == 1:
        picked = lacking * tallies.unit[kinds[0]]
    else:
        return ask(state, owner, ADD, [lookups.add_card + kind for kind in kinds])
    if opening.given and not opening.added and not state.quiet and 0 < lacking < state.sizes[owner]:
        state.telling += only_answer(owner, lookups.add_card + kinds[0])
    state.hands[owner] -= picked
    opening.added += picked
    return bake_order(state, opening, recipe)


def add_card(state: MammaMiaState, opening: Opening, recipe: Recipe, action: int) -> bool:
    """MMR-4: one card more."""
    unit = state.lookups.tallies.unit[action - state.lookups.add_card]
    state.hands[recipe.owner] -= unit
    opening.added += unit
    return add_to_bombastica(state, opening, recipe)


def tell_awaited(state: MammaMiaState, seat: int | None) -> None:
    """Tell everyone whose word is awaited, whether or not that player has a choice: none can be told from the other.

    MMR-8: while help is asked for it is nobody in particular, or the others would see who could have helped.
    """
    state.telling.append(Awaits(seat, None))


def tell_composing(state: MammaMiaState) -> None:
    """Tell the owner alone what is settled so far."""
    opening = state.opening
    assert opening is not None
    unpack = state.lookups.tallies.unpack
    parts = unpack(opening.needs), unpack(opening.request), unpack(opening.added)
    state.telling.append(Composing(state.seat, *parts))
