"""Helping: what an owner asks for, who is asked, and who gives (MM-18 to MM-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.games.mamma_mia import opening as oven
from forno.games.mamma_mia.events import HelpAsked, HelpGiven, HelpRefused
from forno.games.mamma_mia.questions import HELP, REQUEST
from forno.games.mamma_mia.tables import Recipe

if TYPE_CHECKING:
    from forno.games.mamma_mia.state import MammaMiaState, Opening


def somebody_can_help(state: MammaMiaState, owner: int) -> bool:
    """MM-18, MMR-14: help can be asked for while another player has an order in the waiter."""
    if not state.tables.helping:
        return False
    for seat in range(state.tables.players):
        if seat != owner and state.waiters[seat]:
            return True
    return False


def request_next_kind(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-18, MMR-8: for each missing kind, how many are asked for; the rest must be in the owner's hand."""
    tables = state.tables
    tallies = tables.tallies
    bits = tallies.bits
    field = tallies.field
    must_ask = tallies.missing(state.hands[recipe.owner], opening.missing)
    said = bits * (opening.asking + 1)
    rest = opening.missing >> said << said
    while rest:
        kind = ((rest & -rest).bit_length() - 1) // bits
        shift = bits * kind
        most = rest >> shift & field
        least = must_ask >> shift & field
        rest -= most << shift
        if not least and not rest and not opening.request:
            least = 1  # something must be asked for
        if least < most:
            opening.asking = kind
            first = tables.request + kind * (tables.most_asked + 1)
            return oven.ask(state, recipe.owner, REQUEST, list(range(first + least, first + most + 1)))
        opening.request += most << shift
    return ask_around(state, opening, recipe)


def request_bombastica(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MMR-14: kinds are named one card at a time, until the owner's hand covers the rest and the owner stops."""
    tables = state.tables
    tallies = tables.tallies
    asked = tallies.total(opening.request)
    if asked == opening.short:
        return ask_around(state, opening, recipe)
    legal = [
        tables.request + kind * (tables.most_asked + 1) + 1
        for kind in range(tables.kinds)
        if tallies.count(opening.request, kind) < tables.copies
    ]
    if asked and opening.short - asked <= tallies.total(state.hands[recipe.owner]):
        legal.append(tables.end_request)
    return oven.ask(state, recipe.owner, REQUEST, legal)


def name_request(state: MammaMiaState, action: int) -> None:
    """The owner has named a part of the request."""
    opening = state.opening
    assert opening is not None and opening.recipe is not None
    recipe = opening.recipe
    tables = state.tables
    if action == tables.end_request:
        asked = ask_around(state, opening, recipe)
    else:
        kind, number = divmod(action - tables.request, tables.most_asked + 1)
        opening.request += number * tables.tallies.unit[kind]
        if opening.short:
            asked = request_bombastica(state, opening, recipe)
        else:
            asked = request_next_kind(state, opening, recipe)
    if not asked:
        oven.reveal(state)


def ask_around(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-18: the request is complete, and the others hear it."""
    if not state.quiet:
        tallies = state.tables.tallies
        needs = None if opening.short else tuple(tallies.unpack(opening.needs))
        state.telling.append(HelpAsked(recipe.owner, needs, tuple(tallies.unpack(opening.request))))
        oven.tell_awaited(state, None)
    opening.helper = recipe.owner
    return ask_next_helper(state, opening, recipe)


def ask_next_helper(state: MammaMiaState, opening: Opening, recipe: Recipe) -> bool:
    """MM-19: one after the other, clockwise. Who can't help isn't asked, and it doesn't show (MMR-8)."""
    tables = state.tables
    guard = tables.guard
    owner = recipe.owner
    request = opening.request
    seat = opening.helper + 1
    while True:
        if seat == tables.players:
            seat = 0
        if seat == owner:
            break
        if state.waiters[seat] and ((state.hands[seat] | guard) - request) & guard == guard:
            opening.helper = seat
            return oven.ask(state, seat, HELP, tables.help_legal)
        seat += 1
    tell_refusals(state, owner, owner)
    oven.return_order(state, opening, recipe, "no-help")  # MM-21
    return False


def answer_request(state: MammaMiaState, action: int) -> None:
    """MM-19: the first who agrees gives the cards, and the owner must add the rest."""
    opening = state.opening
    assert opening is not None and opening.recipe is not None
    recipe = opening.recipe
    tables = state.tables
    if action == tables.refuse:
        if not ask_next_helper(state, opening, recipe):
            oven.reveal(state)
        return
    helper = opening.helper
    tell_refusals(state, recipe.owner, helper)
    opening.given = opening.request
    state.hands[helper] -= opening.given
    state.sizes[helper] -= tables.tallies.total(opening.given)
    if not state.quiet:
        state.telling.append(HelpGiven(helper, tuple(tables.tallies.unpack(opening.given))))
    if opening.short:
        if not state.quiet:
            oven.tell_awaited(state, recipe.owner)
        if oven.add_to_bombastica(state, opening, recipe):
            return
    else:
        oven.bake_order(state, opening, recipe)
    oven.reveal(state)


def tell_refusals(state: MammaMiaState, owner: int, until: int) -> None:
    """Only when the answer is known do the others hear who didn't help."""
    if state.quiet:
        return
    seat = (owner + 1) % state.tables.players
    while seat != until:
        state.telling.append(HelpRefused(seat))
        seat = (seat + 1) % state.tables.players
