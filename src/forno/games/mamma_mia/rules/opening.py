"""Opening the oven: what comes out, and which pizzas are baked (MM-13 to MM-16, MM-24 to MM-30).

Each step says whether somebody is asked now. What becomes of an order is in `baking`, asking for help in `helping`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.games.mamma_mia.rules.baking import (
    Opening,
    add_card,
    add_to_bombastica,
    ask,
    bake_order,
    must_send_back,
    return_order,
    tell_awaited,
)
from forno.games.mamma_mia.rules.events import OrderRevealed, OvenOpened, Revealed
from forno.games.mamma_mia.rules.helping import (
    answer_request,
    ask_for_help,
    name_request,
    request_next_kind,
    somebody_can_help,
)
from forno.games.mamma_mia.rules.lookups import FIELD_BITS, FIELD_MASK, Lookups, Recipe
from forno.games.mamma_mia.rules.questions import BAKE, HELP, REQUEST

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState

Ways = list[tuple[int, int]]
"""Ways to bake an order; see `Recipe.ways`."""


def open_oven(state: MammaMiaState) -> Opening:
    """MM-12: the player who drew the last card opens the oven."""
    opening = state.opening = Opening(state.seat)
    if not state.quiet:
        tallies = state.lookups.tallies
        cards = sum(1 if entry < 0 else tallies.total(entry) for entry in state.oven)
        state.telling.append(OvenOpened(state.seat, state.rounds + 1, cards))
    return opening


def reveal(state: MammaMiaState, opening: Opening) -> bool:
    """MM-13, MM-16: ingredients are sorted on the table; an order stops the show until its fate is known."""
    state.turn += 1
    opening.short = 0
    lookups = state.lookups
    guard = lookups.guard
    quiet = state.quiet
    alone = quiet and not lookups.helping
    oven = state.oven
    table = opening.table
    for place in range(opening.shown, len(oven)):
        entry = oven[place]
        if entry > 0:
            table += entry
            if not quiet:
                kind = lookups.tallies.only_kind(entry)
                state.telling.append(Revealed(kind, lookups.tallies.count(entry, kind)))
            continue
        recipe = lookups.recipe_at[~entry]
        if alone and (table + state.hands[recipe.owner] + guard - recipe.least) & guard != guard:
            # MM-14: not even the owner's hand is enough. `check_order` comes to the same in more steps; most end here.
            state.waiters[recipe.owner] += recipe.alone
            continue
        opening.table = table
        if check_order(state, opening, recipe):
            opening.shown = place + 1
            return True
        table = opening.table
    opening.table = table
    opening.shown = len(oven)
    opening.recipe = None
    return False


def check_order(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-14: check an order against the table."""
    opening.recipe = recipe
    opening.needs = 0
    opening.missing = 0
    if not state.quiet:
        state.telling.append(OrderRevealed(recipe.owner, recipe.name))
    if opening.table & recipe.forbidden:
        return return_order(state, opening, recipe, "forbidden")  # MM-28, MM-29
    if recipe.at_least:
        return check_bombastica(state, opening, recipe)
    ways = rarest_ways(state.lookups, opening.table, recipe.ways) if recipe.fewest else recipe.ways
    if len(ways) > 1:
        return offer_ways(state, opening, recipe, ways)
    if ways:
        return settle(state, opening, recipe, ways[0][1], 1)
    return return_order(state, opening, recipe, "no-kind")  # MMR-5


def rarest_ways(lookups: Lookups, table: int, ways: Ways) -> Ways:
    """MM-26: the ways with the kind of which fewest lie on the table, of those that do lie there."""
    first = lookups.choose_one
    fewest = 99
    rarest: Ways = []
    for way in ways:
        count = table >> FIELD_BITS * (way[0] - first) & FIELD_MASK
        if count and count < fewest:
            fewest = count
            rarest = [way]
        elif count == fewest:
            rarest.append(way)
    return rarest


def offer_ways(state: MammaMiaState, opening: Opening, recipe: Recipe, ways: Ways) -> bool:
    """MMR-3, MMR-13: offer the kinds with which the order can be completed, and sending it back if one can't.

    There are at least two ways. While help can be asked for it can be completed with any of them.
    """
    if not state.quiet:
        tell_awaited(state, recipe.owner)
    lookups = state.lookups
    tallies = lookups.tallies
    owner = recipe.owner
    if lookups.helping and somebody_can_help(state, owner):
        legal = [action for action, _ in ways]
    else:
        within_reach = opening.table + state.hands[owner]
        legal = [action for action, needs in ways if tallies.covers(within_reach, needs)]
    for _, needs in ways:
        if not tallies.covers(opening.table, needs):
            legal.append(lookups.send_back)
            break
    if len(legal) > 1:
        return ask(state, owner, BAKE, legal)
    count_the_nearest_way(state, opening, recipe)
    return must_send_back(state, opening, recipe, 1)


def count_the_nearest_way(state: MammaMiaState, opening: Opening, recipe: Recipe) -> None:
    """Say what the order lacks without naming kinds: what all can see to lack on the table, with the nearest ones."""
    if state.quiet or opening.needs or not recipe.ways:
        return
    tallies = state.lookups.tallies
    ways = rarest_ways(state.lookups, opening.table, recipe.ways) if recipe.fewest else recipe.ways
    lacks = [tallies.missing(opening.table, needs) for _, needs in ways]
    opening.missing = min(lacks, key=tallies.total)


def settle(state: MammaMiaState, opening: Opening, recipe: Recipe, needs: int, offers: int) -> bool:
    """Go on once the kinds are settled. Complete on the table means baked (MMR-3); otherwise the owner may add or ask.

    `offers` is 1 if the owner may still send the order back, 0 if not (see `Lookups.owner_legal`).
    """
    lookups = state.lookups
    owner = recipe.owner
    opening.needs = needs
    opening.missing = lookups.tallies.missing(opening.table, needs)
    if not opening.missing:
        return bake_order(state, opening, recipe)
    if offers and not state.quiet:
        tell_awaited(state, owner)
    if lookups.tallies.covers(state.hands[owner], opening.missing):
        offers += 4
    if lookups.helping and somebody_can_help(state, owner):
        offers += 2
    if offers == 1:
        return must_send_back(state, opening, recipe, lookups.tallies.total(opening.missing))
    if offers == 2:
        return request_next_kind(state, opening, recipe, opening.missing)
    if offers == 4:
        return bake_order(state, opening, recipe)
    return ask(state, owner, BAKE, lookups.owner_legal[offers])


def check_bombastica(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-24: everything on the table is used; what lacks to the number on the card the owner may add."""
    lookups = state.lookups
    short = recipe.at_least - lookups.tallies.total(opening.table)
    if short <= 0:
        return bake_order(state, opening, recipe)
    owner = recipe.owner
    if not state.quiet:
        tell_awaited(state, owner)
    offers = 5 if lookups.tallies.total(state.hands[owner]) >= short else 1
    if lookups.helping and somebody_can_help(state, owner):
        offers += 2
    if offers == 1:
        return must_send_back(state, opening, recipe, short)
    opening.short = short
    return ask(state, owner, BAKE, lookups.owner_legal[offers])


def answer(state: MammaMiaState, action: int) -> bool:
    """Apply an answer about the order that is being decided."""
    opening = state.opening
    assert opening is not None
    recipe = opening.recipe
    assert recipe is not None
    question = state.question
    if question == BAKE:
        return bake(state, opening, recipe, action)
    if question == REQUEST:
        return name_request(state, opening, recipe, action)
    if question == HELP:
        return answer_request(state, opening, recipe, action)
    return add_card(state, opening, recipe, action)


def bake(state: MammaMiaState, opening: Opening, recipe: Recipe, action: int) -> bool:
    """MM-14, MM-18: the owner names the kinds, adds what is missing, asks for help, or sends the order back."""
    lookups = state.lookups
    if action == lookups.send_back:
        count_the_nearest_way(state, opening, recipe)
        return return_order(state, opening, recipe, "incomplete")
    if action < lookups.add_missing:
        return settle(state, opening, recipe, recipe.needs_of[action], 0)  # MMR-13
    if action == lookups.ask_for_help:
        return ask_for_help(state, opening, recipe)
    if opening.short:
        return add_to_bombastica(state, opening, recipe)
    return bake_order(state, opening, recipe)
