"""What the tests of Mamma Mia! share: tables, positions and moves in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import forno
from forno.core.events import Event
from forno.games.mamma_mia.cards import KINDS
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.state import MammaMiaState

E = TypeVar("E", bound=Event)


def sit_down(edition: str = "classic", players: int = 3, **options: Any) -> MammaMia:
    """A game with these options."""
    game = forno.game("mamma-mia", edition=edition, players=players, **options)
    assert isinstance(game, MammaMia)
    return game


def each(game: MammaMia, default: str = "", **by_colour: str) -> list[str]:
    """One text for each seat: those named by colour, and the same for all others."""
    assert set(by_colour) <= set(game.colours)
    return [by_colour.get(colour, default) for colour in game.colours]


def opened(
    game: MammaMia, *oven: str, table: str = "", seat: str = "", used: str = "rest", **piles: Any
) -> MammaMiaState:
    """A position with the oven open; the first seat opens it unless another is named."""
    piles.setdefault("hands", each(game))
    return game.position(seat=seat or game.colours[0], oven=oven, table=table, used=used, **piles)


def legal(state: MammaMiaState) -> list[str]:
    """The notation of everything that is allowed now."""
    return [str(state.game.actions[action]) for action in state.legal_actions()]


def do(state: MammaMiaState, *moves: str) -> list[Event]:
    """Make these moves and tell everything that happened. No card is ever lost or doubled."""
    events: list[Event] = []
    before = state.census()
    for move in moves:
        events += state.apply(state.game.parse(move, among=state.legal_actions()))
        assert state.census() == before
    return events


def happened(events: Iterable[Event], sort: type[E]) -> list[E]:
    """The events of one sort."""
    return [event for event in events if isinstance(event, sort)]


def seen(events: Iterable[Event], seat: int | None) -> list[Event]:
    """The events as a seat sees them; `None` is a spectator."""
    return [view for event in events if (view := event.seen_by(seat)) is not None]


def pile(game: MammaMia, text: str) -> tuple[int, ...]:
    """`3 salami, 1 olive` as amounts."""
    counts: Counter[str] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, kind = part.partition(" ")
        assert kind in KINDS
        counts[kind] += int(number)
    return tuple(counts[kind] for kind in KINDS[: game.edition.kinds])


def awaited(state: MammaMiaState) -> str:
    """The colour whose decision is awaited."""
    return state.game.seat_name(state.seat)


def all_cards(game: MammaMia) -> dict[str, int]:
    """Every card of the game once all are counted."""
    copies = game.edition.copies - game.edition.taken_out[game.players]
    cards = dict.fromkeys(KINDS[: game.edition.kinds], copies)
    orders = [f"{colour} {card.name}" for colour in game.colours for card in game.deck.orders[colour]]
    return cards | dict.fromkeys(orders, 1)


def hand_of(state: MammaMiaState, colour: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The ingredients and the orders in a hand."""
    view = state.view(state.game.colours.index(colour))
    assert view.hand is not None
    assert view.orders is not None
    return view.hand, view.orders


def ingredients_of(state: MammaMiaState, colour: str) -> tuple[int, ...]:
    return hand_of(state, colour)[0]


def orders_of(state: MammaMiaState, colour: str) -> tuple[str, ...]:
    return hand_of(state, colour)[1]


def on_table(state: MammaMiaState) -> tuple[int, ...]:
    """The unused ingredients on the table."""
    opening = state.view(None).opening
    assert opening is not None
    return opening.table


def sorts(events: Sequence[Event]) -> list[str]:
    """What sorts of events happened, in order."""
    return [type(event).__name__ for event in events]
