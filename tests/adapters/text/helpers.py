"""Small games as text."""

from __future__ import annotations

import forno
from tests.variants import SHORTER

GAMES = [info.name for info in forno.catalogue()]


def small(name: str, players: int = 2) -> forno.Game:
    return forno.game(name, players=players, **SHORTER.get(name, {}))
