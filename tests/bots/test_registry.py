"""The register of bots: who plays what, and errors that say so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import forno
from forno.bots import RandomBot
from forno.bots.registry import BOTS, BotInfo, bots, bots_for, make_bot, register_bot
from tests import toy

OURS = BotInfo("waiter", "Serves.", factories=(("mamma-mia", "forno.bots:RandomBot"),))


@pytest.fixture
def waiter() -> Iterator[None]:
    register_bot(OURS)
    yield
    BOTS.remove("waiter")


def test_a_bot_plays_the_games_that_it_has_factories_for(waiter: None) -> None:
    assert OURS.factory("mamma-mia") == "forno.bots:RandomBot"
    assert OURS.factory("pizza-master") is None
    assert OURS in bots_for("mamma-mia")
    assert OURS not in bots_for("pizza-master")
    assert isinstance(make_bot("waiter", forno.game("mamma-mia"), 0), RandomBot)
    with pytest.raises(forno.OptionError, match="waiter doesn't play pizza-master"):
        make_bot("waiter", forno.game("pizza-master"), 0)


def test_a_name_can_be_taken_once(waiter: None) -> None:
    register_bot(OURS)
    with pytest.raises(forno.OptionError, match="the name 'waiter' is taken"):
        register_bot(BotInfo("waiter", "Another."))


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(forno.OptionError, match=r"did you mean 'nonna'.*there are random, .*cuoco"):
        make_bot("nona", forno.game("mamma-mia"), 0)


def test_bots_that_choose_by_chance_play_any_game() -> None:
    with toy.registered(toy.INFO):
        assert [info.name for info in bots_for("toppings")] == [
            info.name for info in bots() if dict(info.factories).get("*")
        ]
        assert isinstance(make_bot("random", toy.Toppings(players=2), 1, 7), RandomBot)


def test_options_are_the_bots_own() -> None:
    with pytest.raises(TypeError, match="speed"):
        make_bot("random", forno.game("mamma-mia"), 0, speed=3)


def test_a_level_is_called_by_its_name() -> None:
    assert OURS.title == "Waiter"
