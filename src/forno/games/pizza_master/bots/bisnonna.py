"""`bisnonna`, who taught herself Pizza Master by playing."""

from __future__ import annotations

from forno.bots.bot import Bot
from forno.bots.learned import BUDGET_MILLISECONDS, LearnedBot, reader_for
from forno.core.game import Game
from forno.games.pizza_master.bots.insight import nonna
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.meta import NETWORKS


def bisnonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET_MILLISECONDS, iterations: int | None = None
) -> Bot:
    """She thinks ahead by what she has learned; with other decks or days at most than ours she plays as nonna."""
    assert isinstance(game, PizzaMaster)
    reader = reader_for(str(NETWORKS[game.mode.name]), game)
    if not reader.is_complete:
        return nonna(game, seat, seed, milliseconds, iterations)
    return LearnedBot(game, seat, seed, reader, milliseconds, iterations)
