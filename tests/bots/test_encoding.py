"""Encodings: the same name means the same to a network in every variant."""

from __future__ import annotations

import pytest

from forno.bots.encoding import UNREAD, Column, Translation, named_columns
from forno.core.game import Game
from forno.core.observing import Field, Layout
from tests.toy import Toppings

LAYOUT = Layout((Field("hand", 4, 9, ""), Field("pile", 3, 60, ""), Field("seed", 2, 255, "")))


class Names:
    """Names of Toppings' numbers and actions."""

    points = ""
    goal = 1.0
    standard = True

    def columns(self, game: Game, seat: int, layout: Layout) -> list[Column]:
        return [Column(f"hand {card}") for card in range(1, 5)] + [UNREAD] * (layout.size - 4)

    def facts(self, game: Game, seat: int) -> list[str]:
        return [f"players {game.players}"]

    def actions(self, game: Game, seat: int) -> list[str]:
        return [str(action) for action in game.actions]

    def is_standard(self, game: Game) -> bool:
        return self.standard


def test_columns_are_named_by_axes_read_to_a_depth_or_not_at_all() -> None:
    columns = named_columns(
        LAYOUT,
        {"hand": (["own", "others"], ["olive", "salami"])},
        {"pile": 1},
        lambda field, name: 3 if name.startswith("own") else 20,
    )
    assert [column.name for column in columns] == [
        "hand own olive", "hand own salami", "hand others olive", "hand others salami", "pile 0", "", "", "", "",
    ]  # fmt: skip
    assert [column.most for column in columns[:5]] == [3, 3, 9, 9, 60], "no column exceeds its field"
    assert [column.exact for column in columns] == [False] * 4 + [True] + [False] * 4


def test_a_network_finds_its_columns_and_actions_or_reads_0_and_1() -> None:
    game = Toppings(players=2)
    columns = ["hand 2", "players 2", "players 3", "hand 1", "hand 3", "hand 4"]
    actions = ["stays", *(f"plays {card}" for card in range(1, 5)), "draws"]
    found = Translation(Names(), game, 0, LAYOUT, columns, actions)
    assert found.places == [1, found.fact, found.absent, 0, 2, 3]
    assert (found.absent, found.fact) == (LAYOUT.size, LAYOUT.size + 1)
    assert found.actions == [1, 2, 3, 4, 5, 0]
    assert found.is_complete


@pytest.mark.parametrize("missing", ["hand 4", "players 2", "draws", "standard cards"])
def test_a_network_that_never_learned_something_isnt_complete(missing: str) -> None:
    names = Names()
    names.standard = missing != "standard cards"
    columns = [*(f"hand {card}" for card in range(1, 5)), "players 2"]
    actions = [*(f"plays {card}" for card in range(1, 5)), "draws", "stays"]
    found = Translation(
        names,
        Toppings(players=2),
        0,
        LAYOUT,
        [name for name in columns if name != missing],
        [name for name in actions if name != missing],
    )
    assert not found.is_complete
    assert (-1 in found.actions) == (missing == "draws")
