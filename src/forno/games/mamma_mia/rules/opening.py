"""Opening the oven: what comes out, which pizzas are baked, and what is left (MM-13 to MM-17, MM-22 to MM-30).

Helping is in `helping`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import Awaits
from forno.core.outcomes import Outcome
from forno.games.mamma_mia.rules import helping, turn
from forno.games.mamma_mia.rules.events import (
    Baked,
    CompletedRevealed,
    Composing,
    GameEnded,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Returned,
    Revealed,
    Rewarded,
)
from forno.games.mamma_mia.rules.lookups import BELOW_GUARD, BITS, FIELD, Recipe
from forno.games.mamma_mia.rules.questions import ADD, BAKE, HELP, OVER

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState, Opening


def open_oven(state: MammaMiaState) -> None:
    """MM-12: whoever drew the last card opens the oven."""
    opening = state.start_opening()
    if not state.quiet:
        tables = state.tables
        cards = sum(1 if entry < 0 else tables.tallies.total(entry) for entry in state.oven)
        state.telling.append(OvenOpened(state.seat, state.rounds + 1, cards))
    reveal(state, opening)


def reveal(state: MammaMiaState, opening: Opening) -> None:
    """MM-13, MM-16: ingredients are sorted on the table; an order stops the show until its fate is known."""
    opening.short = 0
    state.turn += 1
    tables = state.tables
    quiet = state.quiet
    table = opening.table
    oven = state.oven
    entries = len(oven)
    for place in range(opening.shown, entries):
        entry = oven[place]
        if entry > 0:
            table += entry
            if not quiet:
                tell_ingredients(state, entry)
            continue
        recipe = tables.recipe_at[~entry]
        needs = recipe.plain_needs
        if needs and quiet:
            # What check_order comes to for an order like this, in fewer steps. Without helping most end at once,
            # as not even the owner's hand is enough.
            if not tables.helping:
                guard = tables.guard
                if (table + state.hands[recipe.owner] + guard - needs) & guard != guard:
                    state.waiters[recipe.owner] += recipe.alone
                    continue
            opening.table = table
            opening.recipe = recipe
            asked = settle(state, opening, recipe, needs, 1)
        elif quiet and recipe.plain_choice:
            opening.table = table
            opening.recipe = recipe
            opening.needs = 0
            opening.missing = 0
            asked = offer_ways(state, opening, recipe, recipe.ways)
        else:
            opening.table = table
            asked = check_order(state, opening, recipe)
        if asked:
            opening.shown = place + 1
            return
        table = opening.table
    opening.table = table
    opening.shown = entries
    opening.recipe = None
    empty_oven(state, opening)


def check_order(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-14: check an order against the table. Returns whether somebody must be asked."""
    opening.recipe = recipe
    if not state.quiet:
        state.telling.append(OrderRevealed(recipe.owner, recipe.name))
    if recipe.needs and not opening.table & recipe.forbidden:
        return settle(state, opening, recipe, recipe.needs, 1)
    opening.needs = 0
    opening.missing = 0
    if opening.table & recipe.forbidden:
        return_order(state, opening, recipe, "forbidden")  # MM-28, MM-29
        return False
    if recipe.at_least:
        return check_bombastica(state, opening, recipe)
    if not recipe.fewest:
        return offer_ways(state, opening, recipe, recipe.ways)
    ways = rarest_ways(state, opening.table, recipe.ways)
    if len(ways) > 1:
        return offer_ways(state, opening, recipe, ways)
    if ways:
        return settle(state, opening, recipe, ways[0][1], 1)
    return_order(state, opening, recipe, "no-kind")  # MMR-5
    return False


def rarest_ways(state: MammaMiaState, table: int, ways: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """MM-26: the ways with the kind of which fewest lie on the table, of those that do lie there."""
    first = state.tables.choose_one
    fewest = 99
    rarest: list[tuple[int, int]] = []
    for way in ways:
        count = table >> BITS * (way[0] - first) & FIELD
        if count and count < fewest:
            fewest = count
            rarest = [way]
        elif count == fewest:
            rarest.append(way)
    return rarest


def offer_ways(state: MammaMiaState, opening: Opening, recipe: Recipe, ways: list[tuple[int, int]]) -> bool:
    """MMR-3, MMR-13: offer the kinds with which the order can be completed, and sending it back if one can't.

    There are at least two ways. While help can be asked for it can be completed with any of them.
    """
    if not state.quiet:
        tell_awaited(state, recipe.owner)
    tables = state.tables
    guard = tables.guard
    owner = recipe.owner
    table = opening.table + guard
    helpers = tables.helping and (len(state.waiters[owner - 1]) > 0 or helping.somebody_can_help(state, owner))
    if helpers and not recipe.fewest and (table - recipe.all_needs) & guard != guard:
        state.seat = owner  # ask, without the call
        state.question = BAKE
        state.legal = recipe.any_way_or_back
        if not state.quiet:
            tell_composing(state)
        return True
    within_reach = table + state.hands[owner]
    legal: list[int] = []
    complete = 0
    for action, needs in ways:
        if helpers or (within_reach - needs) & guard == guard:  # Tallies.covers, without the calls
            legal.append(action)
            if (table - needs) & guard == guard:
                complete += 1
    if complete < len(ways):
        legal.append(tables.send_back)
    if len(legal) > 1:
        return ask(state, owner, BAKE, legal)
    return_order(state, opening, recipe, "incomplete")
    return False


def settle(state: MammaMiaState, opening: Opening, recipe: Recipe, needs: int, offers: int) -> bool:
    """The kinds are settled. Complete on the table means baked (MMR-3); otherwise the owner may add or ask.

    `offers` is 1 if the owner may still send the order back, 0 if not (see `Tables.owner_legal`).
    """
    tables = state.tables
    guard = tables.guard
    opening.needs = needs
    left = opening.table + guard - needs
    enough = left & guard
    if enough == guard:
        opening.missing = 0
        bake_order(state, opening, recipe)
        return False
    lacking = guard - enough
    missing = lacking - (left & (lacking - (lacking >> BELOW_GUARD)))  # Tallies.missing, without the call
    opening.missing = missing
    owner = recipe.owner
    if offers and not state.quiet:
        tell_awaited(state, owner)
    if (left + state.hands[owner]) & guard == guard:
        offers += 4
    if tables.helping and (state.waiters[owner - 1] or helping.somebody_can_help(state, owner)):
        offers += 2
    if offers > 2 and offers != 4:
        state.seat = owner  # ask, without the call
        state.question = BAKE
        state.legal = tables.owner_legal[offers]
        if not state.quiet:
            tell_composing(state)
        return True
    if offers == 2:
        return helping.request_next_kind(state, opening, recipe, missing)
    if offers == 1:
        return_order(state, opening, recipe, "incomplete")
    else:
        bake_order(state, opening, recipe)
    return False


def check_bombastica(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-24: everything on the table is used; what lacks to the number on the card the owner may add."""
    tables = state.tables
    short = recipe.at_least - tables.tallies.total(opening.table)
    if short <= 0:
        bake_order(state, opening, recipe)
        return False
    owner = recipe.owner
    if not state.quiet:
        tell_awaited(state, owner)
    offers = 5 if tables.tallies.total(state.hands[owner]) >= short else 1
    if helping.somebody_can_help(state, owner):
        offers += 2
    if offers == 1:
        return_order(state, opening, recipe, "incomplete")
        return False
    opening.short = short
    return ask(state, owner, BAKE, tables.owner_legal[offers])


def ask(state: MammaMiaState, seat: int, question: int, legal: list[int]) -> bool:
    state.seat = seat
    state.question = question
    state.legal = legal
    if not state.quiet and question != HELP:
        tell_composing(state)
    return True


def bake(state: MammaMiaState, action: int) -> None:
    """MM-14, MM-18: the owner names the kinds, adds what is missing, asks for help, or sends the order back."""
    opening = state.opening
    assert opening is not None
    recipe = opening.recipe
    assert recipe is not None
    tables = state.tables
    if action == tables.send_back:
        state.waiters[recipe.owner] += recipe.alone  # return_order, without the call
        if not state.quiet:
            tell_returned(state, opening, recipe, "incomplete")
    elif action < tables.add_missing:
        if settle(state, opening, recipe, recipe.needs_of[action - tables.choose_one], 0):  # MMR-13
            return
    elif action == tables.ask_for_help:
        if helping.ask_for_help(state, opening, recipe):
            return
    elif not opening.short:
        bake_order(state, opening, recipe)
    elif add_to_bombastica(state, opening, recipe):
        return
    reveal(state, opening)


def add_to_bombastica(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MMR-4: the owner picks, one by one, which cards make up the number. No choice, no question."""
    tables = state.tables
    tallies = tables.tallies
    owner = recipe.owner
    hand = state.hands[owner]
    lacking = opening.short - tallies.total(opening.given) - tallies.total(opening.added)
    kinds = [kind for kind in range(tables.kinds) if tallies.count(hand, kind)]
    if lacking == tallies.total(hand):
        picked = hand
    elif lacking == 0 or len(kinds) == 1:
        picked = lacking * tallies.unit[kinds[0]]
    else:
        return ask(state, owner, ADD, [tables.add_card + kind for kind in kinds])
    state.hands[owner] -= picked
    opening.added += picked
    bake_order(state, opening, recipe)
    return False


def add_card(state: MammaMiaState, action: int) -> None:
    """MMR-4: one card more."""
    opening = state.opening
    assert opening is not None and opening.recipe is not None
    unit = state.tables.tallies.unit[action - state.tables.add_card]
    state.hands[opening.recipe.owner] -= unit
    opening.added += unit
    if not add_to_bombastica(state, opening, opening.recipe):
        reveal(state, opening)


def bake_order(state: MammaMiaState, opening: Opening, recipe: Recipe) -> None:
    """MM-15: the ingredients are used, the order is completed, and a helper is rewarded (MM-20, MMR-9)."""
    owner = recipe.owner
    needs = opening.needs
    if needs:
        from_table = needs - opening.missing
        from_hand = opening.missing - opening.given
        state.hands[owner] -= from_hand
    else:
        from_table = opening.table
        from_hand = opening.added
    opening.table -= from_table
    opening.used += from_table + from_hand + opening.given
    state.served[owner] += recipe.bit
    if from_hand:
        state.sizes[owner] -= state.tables.tallies.total(from_hand)
        opening.added = 0
    if not state.quiet:
        unpack = state.tables.tallies.unpack
        parts = [unpack(part) for part in (from_table, from_hand, opening.given)]
        state.telling.append(Baked(owner, recipe.name, parts[0], parts[1], parts[2]))
    if opening.given:
        helper = opening.helper
        opening.given = 0
        opening.request = 0
        opening.helper = -1
        state.served[helper] += state.waiters[helper][0]
        state.waiters[helper] = state.waiters[helper][1:]
        if not state.quiet:
            state.telling.append(Rewarded(helper))


def return_order(state: MammaMiaState, opening: Opening, recipe: Recipe, reason: str) -> None:
    """MM-14: the order goes face down under its owner's waiter."""
    state.waiters[recipe.owner] += recipe.alone
    if not state.quiet:
        tell_returned(state, opening, recipe, reason)


def tell_returned(state: MammaMiaState, opening: Opening, recipe: Recipe, reason: str) -> None:
    missing = state.tables.tallies.unpack(opening.missing) if opening.missing else None
    state.telling.append(Returned(recipe.owner, recipe.name, reason, missing))


def tell_ingredients(state: MammaMiaState, entry: int) -> None:
    tallies = state.tables.tallies
    kind = tallies.only_kind(entry)
    state.telling.append(Revealed(kind, tallies.count(entry, kind)))


def tell_awaited(state: MammaMiaState, seat: int | None) -> None:
    """Tell everyone whose word is awaited, whether or not that player has a choice: none can be told from the other.

    MMR-8: while help is asked for it is nobody in particular, or the others would see who could have helped.
    """
    state.telling.append(Awaits(seat, None))


def tell_composing(state: MammaMiaState) -> None:
    """Tell the owner alone what is settled so far."""
    opening = state.opening
    assert opening is not None
    unpack = state.tables.tallies.unpack
    parts = [unpack(part) for part in (opening.needs, opening.request, opening.added)]
    state.telling.append(Composing(state.seat, parts[0], parts[1], parts[2]))


def empty_oven(state: MammaMiaState, opening: Opening) -> None:
    """MM-17, MMR-15: leftovers become the new oven, used ingredients the new supply; or the game is over (MM-22)."""
    tables = state.tables
    tallies = tables.tallies
    state.rounds += 1
    state.oven = []
    if state.rounds == tables.openings:
        state.question = OVER
        state.legal = []
        state.is_over = True
        if not state.quiet:
            outcome = score(state)
            if not state.game.edition.served_openly:
                state.telling.append(CompletedRevealed(outcome.revealed))
            held = tuple(tallies.total(hand) for hand in state.hands)
            state.telling.append(GameEnded(outcome.scores, held, outcome.winners, outcome.reason))
        return
    for field in tables.fields:
        leftovers = opening.table & field
        if leftovers:
            state.oven.append(leftovers)
    state.supply = state.shuffles[state.rounds - 1].supply(tallies.unpack(opening.used))
    state.left = len(state.supply) - 1
    state.opening = None
    if not state.quiet:
        state.telling.append(OvenEmptied(tallies.unpack(opening.table), state.left))
    turn.start_turn(state, opening.opener)


def score(state: MammaMiaState) -> Outcome:
    """MM-23, MMR-10: most completed orders; of those, most ingredients in hand; of those, a shared win."""
    revealed = tuple([state.tables.names(served) for served in state.served])
    scores = tuple([len(orders) for orders in revealed])
    best = max(scores)
    leaders = [seat for seat, count in enumerate(scores) if count == best]
    held = tuple([state.tables.tallies.total(hand) for hand in state.hands])
    tiebreaks = (("ingredients", held),)
    if len(leaders) == 1:
        return Outcome(scores, tuple(leaders), "most-orders", revealed, tiebreaks)
    most = max([held[seat] for seat in leaders])
    winners = tuple([seat for seat in leaders if held[seat] == most])
    reason = "most-ingredients" if len(winners) == 1 else "shared"
    return Outcome(scores, winners, reason, revealed, tiebreaks)
