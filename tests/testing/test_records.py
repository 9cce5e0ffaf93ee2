"""The suite notices records that replay to another end."""

from __future__ import annotations

import pytest

from forno.core.registry import GAMES
from forno.testing import ConformanceError, check_game
from tests.testing.spoilt import Spoilt, SpoiltGame
from tests.toy import Toppings


def test_a_game_that_is_not_registered_has_no_records() -> None:
    GAMES.remove("toppings")
    with pytest.raises(ConformanceError, match="is the game registered"):
        check_game(Toppings(), 1)


def test_a_record_that_replays_to_another_end_is_noticed() -> None:
    class Reworded(SpoiltGame):
        def seat_name(self, seat: int) -> str:
            return "somebody"

    with pytest.raises(ConformanceError) as failure:
        check_game(Reworded(Spoilt), 1)
    assert failure.value.invariant == "record"
