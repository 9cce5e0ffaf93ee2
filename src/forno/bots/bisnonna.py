"""`bisnonna`, who taught herself games by playing."""

from __future__ import annotations

from forno.bots.bot import Bot
from forno.bots.learned import BUDGET_MILLISECONDS, LearnedBot, reader_for
from forno.bots.registry import make_bot
from forno.core.game import Game
from forno.core.registry import game_info


def bisnonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET_MILLISECONDS, iterations: int | None = None
) -> Bot:
    """She thinks ahead by what she has learned; with other decks or lengths of games than ours she plays as nonna."""
    info = game_info(game.name)
    reader = reader_for(dict(info.networks)[str(game.options[info.variant])], game)
    if not reader.is_complete:
        return make_bot("nonna", game, seat, seed, milliseconds=milliseconds, iterations=iterations)
    return LearnedBot(game, seat, seed, reader, milliseconds, iterations)
