"""Forno: play, host and study pizza games.

>>> import forno
>>> game = forno.game("mamma-mia", edition="classic", players=3)
>>> state = game.deal(seed=7)
>>> while not state.is_over:
...     events = state.apply(state.legal_actions()[0])
>>> state.outcome.reason
'most-orders'
"""

from forno.core.chance import Chance
from forno.core.errors import (
    AmbiguousNotation,
    BotError,
    DeckError,
    FornoError,
    IllegalAction,
    InvalidNotation,
    MissingExtra,
    OptionError,
    PositionError,
    RecordError,
    ResultsError,
    SealError,
    SeedError,
    UnknownEvent,
    UnknownGame,
    UnknownRules,
    UnknownSeat,
    Unobservable,
    WrongArgument,
)
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.outcomes import Outcome
from forno.core.records import Record
from forno.core.registry import GameInfo, Option, catalogue, game, game_info
from forno.core.views import Memory, View
from forno.games import announce_games

__version__ = "0.2.0"

announce_games()

__all__ = [
    "AmbiguousNotation",
    "BotError",
    "Chance",
    "DeckError",
    "Event",
    "FornoError",
    "Game",
    "GameInfo",
    "IllegalAction",
    "InvalidNotation",
    "Memory",
    "MissingExtra",
    "Option",
    "OptionError",
    "Outcome",
    "PositionError",
    "Record",
    "RecordError",
    "ResultsError",
    "SealError",
    "SeedError",
    "State",
    "UnknownEvent",
    "UnknownGame",
    "UnknownRules",
    "UnknownSeat",
    "Unobservable",
    "View",
    "WrongArgument",
    "catalogue",
    "game",
    "game_info",
]
