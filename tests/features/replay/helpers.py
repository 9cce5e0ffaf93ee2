"""Games to be watched again."""

from __future__ import annotations

from forno.core.game import Game
from forno.core.records import Record
from forno.testing import at_random


def played(game: Game, most: int = 200) -> Record:
    state = game.deal(3)
    choose = at_random(3)
    while not state.is_over and len(state.history()) < most:
        state.apply(choose(state.legal_actions()))
    return Record.of(state)
