"""Lineups as text."""

from __future__ import annotations

import pytest

import forno
from forno.bots import RandomBot
from forno.bots.lineup import Player, read_lineup, read_player
from forno.core.game import Game


class Place(RandomBot):
    def __init__(self, game: Game, seat: int, seed: int | str = 0, place: int = 0, kind: str = "first") -> None:
        self.place, self.kind = place, kind


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


def test_a_bot_of_ones_own_has_options_and_a_budget() -> None:
    game = forno.game("mamma-mia", players=2)
    [one, other] = read_lineup(f"{__name__}:Place:place=-1,{__name__}:Place", [f"{__name__}:Place:kind=last"])
    assert [vars(player.make(game, 0)) for player in (one, other)] == [
        {"place": -1, "kind": "last"},
        {"place": 0, "kind": "last"},
    ]
    with pytest.raises(forno.OptionError, match="unexpected keyword argument 'speed'"):
        read_player(f"{__name__}:Place:speed=2").make(game, 0)


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
