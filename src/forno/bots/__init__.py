"""Bots: players that see the view and events of their seat, never a state."""

from forno.bots.bot import Bot, RandomBot
from forno.bots.people import CUOCHI, GARZONI, NONNE, PIZZAIOLI
from forno.bots.registry import BotInfo, bots, bots_for, make_bot, register_bot
from forno.core.language import N_

RANDOM = BotInfo("random", N_("any legal action"), (("*", "forno.bots.bot:RandomBot"),), quick=True)
DEFAULT_BOT = "cuoco"
"""Default opponent and default stand-in, for games that it knows."""

# The levels, the weakest first. Which games they know is said by the games.
for info in (
    RANDOM,
    BotInfo(
        "garzone",
        N_("new here, forgets fast"),
        about=N_("New here: makes mistakes and soon forgets."),
        people=GARZONI,
        quick=True,
    ),
    BotInfo(
        "cuoco",
        N_("knows the game, forgets slowly"),
        about=N_("Knows the game and rarely forgets. One on one, beats Easy in 3 of 4 games."),
        people=CUOCHI,
        quick=True,
    ),
    BotInfo(
        "pizzaiolo",
        N_("knows the game, forgets nothing"),
        about=N_("Forgets nothing. One on one, beats Medium in 8 of 10 games."),
        people=PIZZAIOLI,
        quick=True,
    ),
    BotInfo(
        "nonna",
        N_("forgets nothing, thinks ahead"),
        about=N_("Forgets nothing and thinks ahead. One on one, beats Hard in 9 of 10 games."),
        people=NONNE,
    ),
    BotInfo("bisnonna", N_("taught herself by playing, beats a nonna in 6 of 10 games"), has_network=True),
    BotInfo("search", N_("knows only the rules, thinks ahead"), (("*", "forno.bots.ignorance:search"),)),
):
    register_bot(info)

__all__ = [
    "DEFAULT_BOT",
    "RANDOM",
    "Bot",
    "BotInfo",
    "RandomBot",
    "bots",
    "bots_for",
    "make_bot",
    "register_bot",
]
