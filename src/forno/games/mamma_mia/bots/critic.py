"""Critic of Mamma Mia! for reviews: plays worlds out as the search does; an order that comes back has failed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from forno.bots.critic import Failure
from forno.core.events import Event
from forno.core.game import Game, State
from forno.games.mamma_mia.bots.insight import Insight
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.events import OrderPlaced, Returned
from forno.games.mamma_mia.rules.questions import SEATS
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.mamma_mia.words import order_card, order_title


class MammaMiaCritic(Insight):
    """See `forno.bots.critic.Critic`."""

    playouts = 400

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        assert isinstance(game, MammaMia)
        super().__init__(game, weights)
        self.game = game

    def play_out(self, state: State, seat: int, luck: Random) -> tuple[list[float], frozenset[str]]:
        """A round goes to its end, and with it every order that lies in the oven now."""
        assert isinstance(state, MammaMiaState)
        waiting = self.in_oven(state, seat)
        shares = self.rollout(state, luck)
        back = state.orders[seat] | self.in_oven(state, seat)
        for order in state.waiters[seat]:
            back |= order
        return shares, frozenset(self.lookups.names(waiting & ~back))

    def in_oven(self, state: MammaMiaState, seat: int) -> int:
        """Return the seat's orders in the oven, with one that is being decided."""
        opening = state.opening
        first = opening.shown if opening is not None else 0
        found = 0
        if opening is not None and opening.recipe is not None and opening.recipe.owner == seat:
            found = opening.recipe.bit
        for entry in state.oven[first:]:
            if entry < 0 and ~entry // SEATS == seat:
                found |= 1 << ~entry % SEATS
        return found

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        placed: dict[str, int] = {}
        found: list[Failure] = []
        for action, events in enumerate(told, -1):
            for event in events:
                if isinstance(event, OrderPlaced) and event.seat == seat:
                    placed[event.order] = action
                elif isinstance(event, Returned) and event.seat == seat and event.order in placed:
                    found.append(Failure(event.order, placed.pop(event.order), action))
        return found

    def title(self, seat: int, order: str) -> str:
        return order_title(order_card(self.game, seat, order))
