"""The games. Each is a folder; this is where they are registered, and nothing else knows their names."""

from forno.core.registry import register, register_plugins
from forno.games.mamma_mia.meta import INFO as MAMMA_MIA
from forno.games.pizza_master.meta import INFO as PIZZA_MASTER


def register_games() -> None:
    """Register our games, and those of third parties that are installed."""
    for info in (MAMMA_MIA, PIZZA_MASTER):
        register(info)
    register_plugins()
