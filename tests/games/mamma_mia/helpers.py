"""Helpers for the tests of Mamma Mia!: tables, positions and moves in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import forno
from forno.core.events import Event
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.helpers import awaited, do, each, happened, legal

__all__ = ["awaited", "do", "each", "happened", "legal"]

EDITIONS = [("classic", 2), ("classic", 4), ("rio-grande", 5), ("grande", 3), ("grande", 6), ("grande-it", 2)]


def sit_down(edition: str = "classic", players: int = 3, **options: Any) -> MammaMia:
    """Return a game with these options."""
    game = forno.game("mamma-mia", edition=edition, players=players, **options)
    assert isinstance(game, MammaMia)
    return game


def opened(
    game: MammaMia, *oven: str, table: str = "", seat: str = "", used: str = "rest", **piles: Any
) -> MammaMiaState:
    """Return a position with the oven open; the first seat opens it unless another is named."""
    piles.setdefault("hands", each(game))
    return game.position(seat=seat or game.colours[0], oven=oven, table=table, used=used, **piles)


def pile(game: MammaMia, text: str) -> tuple[int, ...]:
    """Return `3 salami, 1 olive` as amounts."""
    counts: Counter[str] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, kind = part.partition(" ")
        assert kind in KINDS
        counts[kind] += int(number)
    return tuple(counts[kind] for kind in KINDS[: game.edition.kinds])


def all_cards(game: MammaMia) -> dict[str, int]:
    """Return all cards of the game, counted."""
    copies = game.edition.copies - game.edition.taken_out[game.players - 2]
    cards = dict.fromkeys(KINDS[: game.edition.kinds], copies)
    orders = [f"{colour} {card.name}" for colour in game.colours for card in game.deck.orders[colour]]
    return cards | dict.fromkeys(orders, 1)


def hand_of(state: MammaMiaState, colour: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the ingredients and the orders in a hand."""
    view = state.view(state.game.colours.index(colour))
    assert view.hand is not None
    assert view.orders is not None
    return view.hand, view.orders


def ingredients_of(state: MammaMiaState, colour: str) -> tuple[int, ...]:
    return hand_of(state, colour)[0]


def orders_of(state: MammaMiaState, colour: str) -> tuple[str, ...]:
    return hand_of(state, colour)[1]


def on_table(state: MammaMiaState) -> tuple[int, ...]:
    """Return the unused ingredients on the table."""
    opening = state.view(None).opening
    assert opening is not None
    return opening.table


def sorts(events: Sequence[Event]) -> list[str]:
    """Return the kinds of the events, in order."""
    return [type(event).__name__ for event in events]
