"""Who sits down, said in words."""

from __future__ import annotations

import pytest

import forno
from forno.bots.lineup import Player, read_lineup, read_player


def test_names_options_and_programs() -> None:
    assert read_lineup('nonna, nonna:milliseconds=200:ponder=yes,"exec:bot --sizes 1,2"') == [
        Player("nonna", "nonna"),
        Player("nonna:milliseconds=200:ponder=yes", "nonna", (("milliseconds", 200), ("ponder", True))),
        Player("exec:bot --sizes 1,2", "exec", (("command", "bot --sizes 1,2"),)),
    ]


def test_a_budget_is_for_all_of_a_name() -> None:
    players = read_lineup("nonna,cuoco,exec:bot", ["nonna:depth=0.5", "exec:milliseconds=20"])
    assert [dict(player.options) for player in players] == [
        {"depth": 0.5},
        {},
        {"command": "bot", "milliseconds": 20},
    ]
    assert [player.label for player in players] == ["nonna", "cuoco", "exec:bot"]


def test_options_that_a_bot_does_not_have_are_refused() -> None:
    game = forno.game("mamma-mia", players=2)
    with pytest.raises(forno.OptionError, match="random:speed=3 can't be made like that"):
        read_lineup("random:speed=3")[0].make(game, 0)
    with pytest.raises(forno.OptionError, match="write nonna:milliseconds=200"):
        read_lineup("random:speed")


def test_a_bot_is_named_by_its_module_and_class() -> None:
    game = forno.game("mamma-mia", players=2)
    [first, other] = read_lineup("tests.arena.helpers:First,forno.bots.ignorance:search:iterations=3")
    assert type(first.make(game, 0)).__name__ == "First"
    assert dict(other.options) == {"iterations": 3}
    assert type(other.make(game, 1)).__name__ == "SearchBot"


@pytest.mark.parametrize("place", ["nowhere.at.all:Bot", "tests.arena.helpers:Nobody"])
def test_a_module_without_the_bot_is_refused(place: str) -> None:
    with pytest.raises(forno.OptionError, match="there is no bot at"):
        read_player(place).make(forno.game("mamma-mia", players=2), 0)
