"""Observations of everything: hidden hands, orders, waiters, completed orders and the supply, as they lie."""

from __future__ import annotations

import random

import pytest

from forno.core.observing import EVERYTHING, observe_state
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import sit_down


def hidden(game: MammaMia, state: MammaMiaState, seat: int) -> dict[str, list[int]]:
    """Return the hidden fields, read from the state card by card."""
    lookups, names = game.lookups, game.lookups.order_names
    seats = [(seat + place) % game.players for place in range(game.players)]
    decks = [[names[order] for order in lookups.orders_of[other]] for other in seats]
    width = max(map(len, decks))
    fields: dict[str, list[int]] = {name: [] for name in ("all_hands", "all_orders", "all_waiters", "all_completed")}
    for other, deck in zip(seats, decks, strict=True):
        waiter = [lookups.names(order)[0] for order in state.waiters[other]]
        held, served = lookups.names(state.orders[other]), lookups.names(state.served[other])
        spare = [0] * (width - len(deck))
        fields["all_hands"] += lookups.tallies.unpack(state.hands[other])
        fields["all_orders"] += [int(name in held) for name in deck] + spare
        fields["all_waiters"] += [waiter.index(name) + 1 if name in waiter else 0 for name in deck] + spare
        fields["all_completed"] += [int(name in served) for name in deck] + spare
    cards = [state.supply[place] - state.supply[place - 1] for place in range(state.left, 0, -1)]
    fields["supply_cards"] = [lookups.tallies.only_kind(card) + 1 for card in cards]
    return fields


@pytest.mark.parametrize(("edition", "players"), [("classic", 3), ("grande", 4)])
def test_everything_shows_all_hidden_cards_to_every_seat(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    observer, luck = game.observer(EVERYTHING), random.Random(5)
    state = game.deal(3)
    while not state.is_over:
        for seat in range(players):
            seen = observe_state(observer, state, seat)
            for name, numbers in hidden(game, state, seat).items():
                start = observer.layout.start(name)
                assert list(seen[start : start + len(numbers)]) == numbers, name
            rest = observer.layout.start("supply_cards") + state.left
            assert not any(seen[rest:])
        state.apply(luck.choice(state.legal_actions()))
