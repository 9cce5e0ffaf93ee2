"""The players that aren't people. They see a view and the events of their seat, never a state."""

from forno.bots.bot import Bot, RandomBot
from forno.bots.registry import BotInfo, bots, make_bot, register_bot, register_plugins
from forno.core.language import N_

RANDOM = BotInfo("random", N_("any legal action"), (("*", "forno.bots.bot:RandomBot"),))

GARZONE = BotInfo("garzone", N_("new here: forgets fast"))
CUOCO = BotInfo("cuoco", N_("knows the game, forgets slowly"))
PIZZAIOLO = BotInfo("pizzaiolo", N_("knows the game, forgets nothing"))
NONNA = BotInfo("nonna", N_("forgets nothing, thinks ahead"))


def register_bots() -> None:
    """Register our bots, and those of third parties that are installed."""
    for info in (RANDOM, GARZONE, CUOCO, PIZZAIOLO, NONNA):
        register_bot(info)
    register_plugins()


register_bots()

__all__ = ["Bot", "BotInfo", "RandomBot", "bots", "make_bot", "register_bot", "register_plugins"]
