"""Views of Mamma Mia! made from states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from forno.games.mamma_mia.knowledge.views import MammaMiaPlace, MammaMiaView, OpeningView, Turn
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.questions import DRAW, HELP, ORDER, SEATS, SUPPLY, WAITER

if TYPE_CHECKING:
    from forno.games.mamma_mia.game import MammaMia
    from forno.games.mamma_mia.rules.baking import Opening
    from forno.games.mamma_mia.rules.state import MammaMiaState

PILES = {SUPPLY: "supply", WAITER: "waiter"}


def place_in(view: MammaMiaView) -> MammaMiaPlace:
    """Return a seat's own place from its view."""
    assert view.seat is not None and view.hand is not None and view.orders is not None
    return MammaMiaPlace(
        view.game,
        view.seat,
        view.actions,
        view.hand,
        view.orders,
        view.waiters[view.seat],
        view.placing,
        view.ordering,
        view.opening if view.actions else None,
    )


def place_of(state: MammaMiaState, seat: int) -> MammaMiaPlace:
    """Return a seat's own place from the state: except in a turn under way, it needs no whole view."""
    mine = seat == state.seat and not state.is_over
    if mine and state.question in (ORDER, DRAW):
        return place_in(view_of(state, seat))
    lookups, opening = state.lookups, state.opening
    return MammaMiaPlace(
        state.game,
        seat,
        tuple(state.legal_actions()) if mine else (),
        lookups.tallies.unpack(state.hands[seat]),
        lookups.names(state.orders[seat]),
        len(state.waiters[seat]),
        None,
        None,
        None if opening is None or not mine else _opening_view(state, opening, seat),
    )


def view_of(state: MammaMiaState, seat: int | None) -> MammaMiaView:
    """Return the view of a seat; `None` is a spectator."""
    game, lookups = state.game, state.lookups
    tallies = lookups.tallies
    mine = seat is not None and seat == state.seat and not state.is_over
    composing = mine and state.question in (ORDER, DRAW)
    ordered = mine and state.question == DRAW and state.ordering >= 0
    hidden = state.is_over or (state.question == HELP and not mine)
    turns = turns_of(state) if game.memory_aid else turns_of(state, seat, lookups.players if seat is None else None)
    openly = game.edition.served_openly or state.is_over
    opening = state.opening
    left = state.oven if opening is None else state.oven[opening.shown :]
    return MammaMiaView(
        game=game,
        seat=seat,
        awaited=None if hidden else state.seat,
        actions=tuple(state.legal_actions()) if mine else (),
        round=state.rounds,
        supply=state.left,
        oven=number_of_cards(game, left),
        top=None if opening is not None or not left else entry_name(game, left[-1]),
        hand=None if seat is None else tallies.unpack(state.hands[seat]),
        orders=None if seat is None else lookups.names(state.orders[seat]),
        placing=str(game.actions[state.placing]) if composing else None,
        ordering=lookups.order_names[state.ordering] if ordered else None,
        sizes=tuple(state.sizes),
        waiters=tuple([len(waiter) for waiter in state.waiters]),
        served=tuple([lookups.names(orders) for orders in state.served]) if openly else None,
        completed=sum([orders.bit_count() for orders in state.served]),
        opening=None if opening is None else _opening_view(state, opening, seat),
        recent=recent_turns(turns, seat, lookups.players),
        past_turns=tuple(turns) if game.memory_aid else None,
        oven_tally=tallies.unpack(sum(max(e, 0) for e in left)) if game.memory_aid else None,
        outcome=state.outcome if state.is_over else None,
    )


def _opening_view(state: MammaMiaState, opening: Opening, seat: int | None) -> OpeningView:
    tallies = state.lookups.tallies
    recipe = opening.recipe
    own = recipe is not None and recipe.owner == seat
    asked = recipe is not None and opening.helper >= 0
    return OpeningView(
        opener=opening.opener,
        table=tallies.unpack(opening.table),
        used=tallies.total(opening.used),
        owner=None if recipe is None else recipe.owner,
        order=None if recipe is None else recipe.name,
        needs=tallies.unpack(opening.needs) if (own or asked) and opening.needs else None,
        request=tallies.unpack(opening.request) if own or asked else None,
        helper=opening.helper if asked and opening.given else None,
        given=tallies.unpack(opening.given) if asked and opening.given else None,
        added=tallies.unpack(opening.added) if own else None,
    )


def number_of_cards(game: MammaMia, entries: Sequence[int]) -> int:
    """Return the number of cards in entries of an oven: ingredients of one kind each, or an order."""
    ingredients = [entry for entry in entries if entry >= 0]
    return len(entries) - len(ingredients) + game.lookups.tallies.total(sum(ingredients))


def entry_name(game: MammaMia, entry: int) -> str:
    """Return an entry of the oven as it is called: an ingredient, or a colour with an order."""
    if entry >= 0:
        return KINDS[game.lookups.tallies.only_kind(entry)]
    seat, order = divmod(~entry, SEATS)
    return f"{game.seat_name(seat)} {game.lookups.order_names[order]}"


turn_of = lru_cache(maxsize=20_000)(Turn)
"""Turns are much the same in all games, and everyone's view shows the latest."""


def turns_of(state: MammaMiaState, since: int | None = None, most: int | None = None) -> list[Turn]:
    """Return complete turns, earliest first: all, those since a seat's last turn (included), or the `most` latest."""
    lookups = state.lookups
    turns: list[Turn] = []
    past: Any = state.past
    while past:
        if len(past) == 2:  # an answer while the oven was open
            past = past[0]
            continue
        past, seat, placing, ordering, pile, drawn, _ = past
        turns.append(
            turn_of(
                seat,
                None if placing < 0 else placing // lookups.hand_size,
                0 if placing < 0 else lookups.place_number[placing],
                None if ordering < 0 else lookups.order_names[ordering],
                PILES[pile] if drawn else None,
                drawn,
            )
        )
        if seat == since or len(turns) == most:
            break
    return turns[::-1]


def recent_turns(turns: list[Turn], seat: int | None, players: int) -> tuple[Turn, ...]:
    """MMR-11: the turns since one's last turn; for a spectator, one round of the table."""
    if seat is None:
        return tuple(turns[-players:])
    recent: list[Turn] = []
    for turn in reversed(turns):
        if turn.seat == seat:
            break
        recent.append(turn)
    return tuple(reversed(recent))
