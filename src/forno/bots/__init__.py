"""The players that aren't people. They see a view and the events of their seat, never a state."""

from forno.bots.bot import Bot, RandomBot
from forno.bots.registry import BotInfo, bots, make_bot, register_bot, register_plugins
from forno.core.language import N_

RANDOM = BotInfo("random", N_("any legal action"), (("*", "forno.bots.bot:RandomBot"),))

GARZONE = BotInfo(
    "garzone",
    N_("new here: forgets fast"),
    (
        ("mamma-mia", "forno.bots.mamma_mia.players:garzone"),
        ("pizza-master", "forno.bots.pizza_master.players:garzone"),
    ),
)
CUOCO = BotInfo(
    "cuoco",
    N_("knows the game, forgets slowly"),
    (("mamma-mia", "forno.bots.mamma_mia.players:cuoco"), ("pizza-master", "forno.bots.pizza_master.players:cuoco")),
)
PIZZAIOLO = BotInfo(
    "pizzaiolo",
    N_("knows the game, forgets nothing"),
    (
        ("mamma-mia", "forno.bots.mamma_mia.players:pizzaiolo"),
        ("pizza-master", "forno.bots.pizza_master.players:pizzaiolo"),
    ),
)
NONNA = BotInfo(
    "nonna",
    N_("forgets nothing, thinks ahead"),
    (("mamma-mia", "forno.bots.mamma_mia.insight:nonna"), ("pizza-master", "forno.bots.pizza_master.players:nonna")),
)


def register_bots() -> None:
    """Register our bots, and those of third parties that are installed."""
    for info in (RANDOM, GARZONE, CUOCO, PIZZAIOLO, NONNA):
        register_bot(info)
    register_plugins()


register_bots()

__all__ = ["Bot", "BotInfo", "RandomBot", "bots", "make_bot", "register_bot", "register_plugins"]
