"""The vocabulary and its notation."""

from __future__ import annotations

import pytest

import forno
from forno.games.pizza_master.game import PizzaMaster
from tests.games.pizza_master.helpers import sit_down


@pytest.mark.parametrize(
    ("mode", "numbers"),
    [("tutorial", [95, 95, 95, 95]), ("trainee", [147, 155, 163, 171]), ("master", [183, 191, 199, 207])],
)
def test_the_number_of_actions_is_fixed(mode: str, numbers: list[int]) -> None:
    assert [len(sit_down(mode, players).actions) for players in (2, 3, 4, 5)] == numbers
    for option in ({"missions": False}, {"milestones": "shared"}):
        assert len(sit_down(mode, 2, **option).actions) == numbers[0]


@pytest.mark.parametrize("mode", ["tutorial", "trainee", "master"])
def test_every_notation_is_its_own_and_reads_back(mode: str) -> None:
    game = sit_down(mode, 5)
    notations = [str(action) for action in game.actions]
    assert len(set(notations)) == len(notations)
    for number, notation in enumerate(notations):
        assert game.parse(notation) == number
        assert "," not in notation


@pytest.mark.parametrize(
    "notation",
    [
        "keeps the rest",
        "discards chicken-trio",
        "no coins on cheese",
        "1 coin on vegetable",
        "7 coins on seafood",
        "takes meat",
        "takes the reserved cheese",
        "passes",
        "completes super-premium",
        "completes freestyle-deluxe with 3 meat",
        "completes freestyle-duo with 1 meat and 2 seafood",
        "completes the shared freestyle-duo with 1 seafood and 2 meat",
        "trades 2 meat pizzas",
        "trades a cheese pizza and a cheese side dish",
        "trades 2 seafood side dishes",
        "trades 2 specials for vegetable",
        "keeps 1 seafood",
        "keeps no ingredient",
        "returns cheese from the refrigerator",
        "returns meat from blue's tray",
        "returns vegetable from beside red's tray",
        "declares a special to be cheese",
    ],
)
def test_actions_are_written_as_they_are_said(notation: str) -> None:
    game = sit_down("master", 3)
    assert str(game.actions[game.parse(notation)]) == notation


@pytest.mark.rule("PM-2")
def test_the_wildcards_of_a_special_are_spelled_out() -> None:
    ways = [str(action) for action in sit_down("tutorial").actions if "freestyle" in str(action)]
    assert sorted(way for way in ways if way.startswith("completes")) == [
        "completes freestyle-deluxe with 3 meat",
        "completes freestyle-deluxe with 3 seafood",
        "completes freestyle-deluxe with 3 vegetable",
        "completes freestyle-duo with 1 meat and 2 seafood",
        "completes freestyle-duo with 1 meat and 2 vegetable",
        "completes freestyle-duo with 1 seafood and 2 meat",
        "completes freestyle-duo with 1 seafood and 2 vegetable",
        "completes freestyle-duo with 1 vegetable and 2 meat",
        "completes freestyle-duo with 1 vegetable and 2 seafood",
    ]


def test_the_tutorial_knows_no_reserving_trading_missions_or_declaring() -> None:
    words = {str(action).split()[0] for action in sit_down("tutorial").actions}
    assert words == {"keeps", "discards", "no", *"123456", "takes", "passes", "completes", "finishes"}


def test_fewer_words_do() -> None:
    game = sit_down("master")
    assert str(game.actions[game.parse("reserved meat")]) == "takes the reserved meat"
    with pytest.raises(forno.AmbiguousNotation):
        game.parse("duo")
    assert isinstance(game, PizzaMaster)
