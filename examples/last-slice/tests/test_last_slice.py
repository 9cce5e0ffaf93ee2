"""The game keeps Forno's contract: its suites play it at random and check everything."""

import pytest
from last_slice.bots import Careful

import forno
from forno.testing import check_bot, check_face, check_game_in_processes, check_many


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_keeps_the_contract(players: int) -> None:
    game = forno.game("last-slice", players=players)
    check_many(game, seeds=range(5))
    check_face(game)
    check_bot(Careful, game, seed=7)


def test_the_game_is_the_same_in_every_process() -> None:
    check_game_in_processes(forno.game("last-slice"))
