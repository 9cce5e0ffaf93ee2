"""Positions of ours are saved in their records; positions that forget how they were built are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, ClassVar

import pytest

import forno
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.testing import ConformanceError, check_position

OPEN = {"hands": ["", ""], "seat": "green", "oven": ["3 salami", "green 4-olive"], "table": "", "used": "rest"}
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("mamma-mia", {"players": 3}, {"hands": ["3 salami", "", "order 4-olive"], "seat": "brown"}),
    ("mamma-mia", {"players": 2}, OPEN),
    ("mamma-mia", {"edition": "grande", "players": 4}, {"hands": ("2 olive",) * 4, "seat": "purple", "seed": 7}),
    ("pizza-master", {}, {"phase": "morning"}),
    ("pizza-master", {"mode": "master"}, {"phase": "collecting", "hands": ["campfire", "", "", ""]}),
    ("pizza-master", {"mode": "trainee", "players": 2}, {"phase": "shopping", "mission": "spoil", "points": [3, 9]}),
    ("pizza-master", {"mode": "trainee", "players": 3}, {"phase": "scoring", "trays": ("2 cheese", "", "1 meat")}),
]


@pytest.mark.parametrize(("name", "options", "piles"), POSITIONS)
def test_a_position_goes_on_from_its_record(name: str, options: dict[str, Any], piles: dict[str, Any]) -> None:
    check_position(forno.game(name, **options).position(**piles))


def test_a_position_that_forgets_how_it_was_built_is_noticed() -> None:
    state = forno.game("mamma-mia", players=2).position(hands=["", ""], seat="green")
    assert isinstance(state, MammaMiaState)
    state.start = None
    with pytest.raises(ConformanceError, match=r"^position: it says it was built by None"):
        check_position(state)


def test_a_position_that_is_built_otherwise_again_is_noticed() -> None:
    class Restless(MammaMia):
        seats: ClassVar[Iterator[str]] = cycle(["green", "yellow"])

        def position(self, **piles: Any) -> MammaMiaState:
            return super().position(**piles | {"seat": next(self.seats)})

    with pytest.raises(ConformanceError, match=r"^position: built again in the same way, it is another"):
        check_position(Restless(players=2).position(hands=["3 olive", "2 salami"], seat="green"))


def test_a_position_says_how_it_was_built() -> None:
    state = forno.game("mamma-mia", players=2).position(hands=["3 olive", ""], seat="yellow")
    assert repr(state).endswith(": position(hands=('3 olive', ''), seat='yellow'), 0 actions, yellow decides>")
