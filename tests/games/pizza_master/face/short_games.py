"""Games of Pizza Master over a few days, and what their pages show a seat."""

from __future__ import annotations

from typing import Any

from forno.games.pizza_master.face import FACE
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.pages.face import Regions
from forno.table.composing import turn_tree
from tests.games.pizza_master.helpers import sit_down
from tests.games.whole_games import guests_of

TABLES = [("tutorial", 2), ("trainee", 3), ("trainee", 5), ("master", 2), ("master", 5)]


def short_game(mode: str, players: int, **options: Any) -> PizzaMaster:
    """Return a game that is over after four days: players at random rarely get far, and would play forty."""
    return sit_down(mode, players, max_days=4, **options)


def own(state: PizzaMasterState) -> Regions:
    return FACE.own(state.view(state.seat), guests_of(state.game), turn_tree(state))
