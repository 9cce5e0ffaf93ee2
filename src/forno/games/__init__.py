"""The games: each is a folder here, and `meta.py` in it says what it is. Nothing else knows their names."""

from pkgutil import iter_modules

from forno.core.registry import GAMES


def announce_games() -> None:
    """Tell the register which games there are, without loading any: `games/mamma_mia` is called `mamma-mia`."""
    for module in iter_modules(__path__):
        GAMES.announce(module.name.replace("_", "-"), f"{__name__}.{module.name}.meta:INFO")
