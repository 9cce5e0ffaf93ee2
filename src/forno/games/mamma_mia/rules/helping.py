"""Helping: what an owner asks for, who is asked, and who gives (MM-18 to MM-21).

Each step says whether somebody is asked now; otherwise the fate of the order is settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.events import only_answer
from forno.games.mamma_mia.rules.baking import Opening, add_to_bombastica, ask, bake_order, return_order, tell_awaited
from forno.games.mamma_mia.rules.events import HelpAsked, HelpGiven, HelpRefused
from forno.games.mamma_mia.rules.lookups import FIELD_BITS, FIELD_MASK, MAX_CACHED_REQUESTS, Lookups, Recipe
from forno.games.mamma_mia.rules.questions import HELP, REQUEST

if TYPE_CHECKING:
    from forno.games.mamma_mia.rules.state import MammaMiaState


def somebody_can_help(state: MammaMiaState, owner: int) -> bool:
    """MM-18, MMR-14: help can be asked for while another player has an order in the waiter."""
    for seat, waiter in enumerate(state.waiters):
        if waiter and seat != owner:
            return True
    return False


def ask_for_help(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-18: the owner asks for help, and says for what."""
    if opening.short:
        return request_bombastica(state, opening, recipe)
    return request_next_kind(state, opening, recipe, opening.missing)


def request_next_kind(state: MammaMiaState, opening: Opening, recipe: Recipe, rest: int) -> bool:
    """MM-18, MMR-8: for each missing kind, how many are asked for; the others must be in the owner's hand.

    `rest` is what is missing and hasn't been spoken of.
    """
    if rest:
        lookups = state.lookups
        must_ask = lookups.tallies.missing(state.hands[recipe.owner], rest)
        key = (rest, must_ask, 1 if opening.request else 0)
        clear, kind, legal = lookups.requests.get(key) or plan_request(lookups, key)
        opening.request += clear
        if legal:
            opening.asking = kind
            return ask(state, recipe.owner, REQUEST, legal)
    return ask_around(state, opening, recipe)


def plan_request(lookups: Lookups, key: tuple[int, int, int]) -> tuple[int, int, list[int]]:
    """Return what is asked for anyway, the next kind of which the owner may ask for more or fewer, and the answers.

    The key is what is missing and hasn't been spoken of, how much of it isn't in the owner's hand, and whether
    something has been asked for. The answer is kept: the same few cases come up again and again.
    """
    rest, must_ask, asked = key
    clear = 0
    for kind in range(lookups.kinds):
        shift = FIELD_BITS * kind
        most = rest >> shift & FIELD_MASK
        least = must_ask >> shift & FIELD_MASK
        rest -= most << shift
        if most and not least and not rest and not asked and not clear:
            least = 1  # something must be asked for
        if least < most:
            first = lookups.request + kind * (lookups.most_asked + 1)
            plan = (clear, kind, list(range(first + least, first + most + 1)))
            break
        clear += most << shift
    else:
        nothing: list[int] = []
        plan = (clear, -1, nothing)
    if len(lookups.requests) >= MAX_CACHED_REQUESTS:
        lookups.requests.clear()
    lookups.requests[key] = plan
    return plan


def request_bombastica(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MMR-14: kinds are named one card at a time, until the owner's hand covers the rest and the owner stops."""
    lookups = state.lookups
    tallies = lookups.tallies
    asked = tallies.total(opening.request)
    if asked == opening.short:
        return ask_around(state, opening, recipe)
    legal = [
        lookups.request + kind * (lookups.most_asked + 1) + 1
        for kind in range(lookups.kinds)
        if tallies.count(opening.request, kind) < lookups.copies
    ]
    if asked and opening.short - asked <= tallies.total(state.hands[recipe.owner]):
        legal.append(lookups.end_request)
    return ask(state, recipe.owner, REQUEST, legal)


def name_request(state: MammaMiaState, opening: Opening, recipe: Recipe, action: int) -> bool:
    """Note a part of the request that the owner has named."""
    lookups = state.lookups
    if action == lookups.end_request:
        return ask_around(state, opening, recipe)
    opening.request += lookups.request_tally[action - lookups.request]
    if opening.short:
        return request_bombastica(state, opening, recipe)
    said = FIELD_BITS * (opening.asking + 1)
    return request_next_kind(state, opening, recipe, opening.missing >> said << said)


def ask_around(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-18: the request is complete, and the others hear it."""
    if not state.quiet:
        tallies = state.lookups.tallies
        needs = None if opening.short else tallies.unpack(opening.needs)
        state.telling.append(HelpAsked(recipe.owner, needs, tallies.unpack(opening.request)))
        tell_awaited(state, None)
    return ask_next_helper(state, opening, recipe, recipe.owner)


def ask_next_helper(state: MammaMiaState, opening: Opening, recipe: Recipe, asked: int) -> bool:
    """MM-19, MMR-18: ask one after the other, clockwise from the one asked last, for the same cards.

    Who has an order in the waiter and not what is asked for can only refuse, and it doesn't show (MMR-8), unless
    everyone sees that the hand is too small.
    """
    lookups = state.lookups
    for seat in lookups.yet_to_ask[recipe.owner][asked]:
        if not state.waiters[seat]:
            continue
        if lookups.tallies.covers(state.hands[seat], opening.request):
            opening.helper = seat
            return ask(state, seat, HELP, lookups.help_legal)
        if not state.quiet and state.sizes[seat] >= lookups.tallies.total(opening.request):
            state.telling += only_answer(seat, lookups.refuse)
    opening.request = 0
    opening.helper = -1
    if not state.quiet:
        tell_refusals(state, recipe.owner, recipe.owner)
    return return_order(state, opening, recipe, "no-help")  # MM-21


def answer_request(state: MammaMiaState, opening: Opening, recipe: Recipe, action: int) -> bool:
    """MM-19: the first who agrees gives the cards, and the owner must add the rest."""
    lookups = state.lookups
    helper = opening.helper
    if action == lookups.refuse:
        return ask_next_helper(state, opening, recipe, helper)
    opening.given = opening.request
    state.hands[helper] -= opening.given
    state.sizes[helper] -= lookups.tallies.total(opening.given)
    if not state.quiet:
        tell_refusals(state, recipe.owner, helper)
        state.telling.append(HelpGiven(helper, lookups.tallies.unpack(opening.given)))
    if not opening.short:
        return bake_order(state, opening, recipe)
    if not state.quiet:
        tell_awaited(state, recipe.owner)
    return add_to_bombastica(state, opening, recipe)


def tell_refusals(state: MammaMiaState, owner: int, until: int) -> None:
    """Only when the answer is known do the others hear who didn't help."""
    seat = (owner + 1) % state.lookups.players
    while seat != until:
        state.telling.append(HelpRefused(seat))
        seat = (seat + 1) % state.lookups.players
