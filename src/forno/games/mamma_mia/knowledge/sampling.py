"""Dealing out what a seat can't know, consistently with what it knows.

What the view shows holds in every sampled state. Beyond that the memory decides (see `sampling_by_memory`); if it
contradicts the view, what the view counts does (see `sampling_by_view`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forno.core.chance import Chance
from forno.games.mamma_mia.knowledge.sampling_by_memory import ByMemory, Contradiction
from forno.games.mamma_mia.knowledge.sampling_by_view import ByTheView
from forno.games.mamma_mia.rules.state import MammaMiaState

if TYPE_CHECKING:
    from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
    from forno.games.mamma_mia.knowledge.views import MammaMiaView

MAX_TRIES = 200
"""Maximum number of deals until the awaited player has something to decide."""

MAX_OWN_TRIES = 20
"""Maximum number of deals if this seat is awaited: the first is good, unless a poor memory confuses it."""


def sample(view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> MammaMiaState:
    """Return a full state that looks the same to this seat."""
    tries = MAX_TRIES if view.awaited != view.seat else MAX_OWN_TRIES
    if (memory.rounds, memory.supply, *memory.sizes) != (view.round, view.supply, *view.sizes):
        tries = 0  # it has missed something, so that the turns in view tell more of the oven than it does
    try:
        for attempt in range(tries):
            state = ByMemory(view, memory, chance).deal(forced=attempt == tries - 1)
            if state is not None:
                return state
    except Contradiction:
        pass
    return sample_by_the_view(view, memory, chance)


def sample_by_the_view(view: MammaMiaView, memory: MammaMiaMemory, chance: Chance) -> MammaMiaState:
    """Sample without the memory."""
    for _ in range(MAX_TRIES):
        try:
            state = ByTheView(view, memory, chance).deal(forced=True)
        except Contradiction:
            continue
        if state is not None:
            return state
    raise AssertionError("nothing that is known can be so")
