"""`bisnonna`, who taught herself Mamma Mia! by playing."""

from __future__ import annotations

from forno.bots.bot import Bot
from forno.bots.learned import BUDGET_MILLISECONDS, LearnedBot, reader_for
from forno.core.game import Game
from forno.games.mamma_mia.bots.insight import nonna
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.meta import NETWORKS


def bisnonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET_MILLISECONDS, iterations: int | None = None
) -> Bot:
    """She forgets nothing and thinks ahead by what she has learned; with other decks than ours she plays as nonna."""
    assert isinstance(game, MammaMia)
    reader = reader_for(str(NETWORKS[game.edition.name]), game)
    if not reader.is_complete:
        return nonna(game, seat, seed, milliseconds, iterations)
    return LearnedBot(game, seat, seed, reader, milliseconds, iterations)
