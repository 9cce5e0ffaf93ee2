"""The games. Each is a folder; this is where they are registered, and nothing else knows their names."""

from forno.core.registry import register, register_plugins
from forno.games.mamma_mia.meta import INFO as MAMMA_MIA

register(MAMMA_MIA)
register_plugins()
