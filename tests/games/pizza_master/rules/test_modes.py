"""The numbers that the rulebook sets, mode by mode."""

from __future__ import annotations

import pytest

from forno.games.pizza_master.rules.modes import MODES


def test_there_are_three_modes_for_two_to_five_players() -> None:
    assert list(MODES) == ["tutorial", "trainee", "master"]
    assert {(mode.least_players, mode.most_players) for mode in MODES.values()} == {(2, 5)}


@pytest.mark.rule("PM-5")
def test_everyone_has_four_coins_and_four_cards_in_master_one() -> None:
    assert [mode.coins for mode in MODES.values()] == [4, 4, 4]
    assert [mode.hand for mode in MODES.values()] == [4, 4, 1]
    assert [mode.first_hand_special for mode in MODES.values()] == [False, False, True]


def test_only_the_tutorial_lacks_missions_objectives_reserving_trading_and_the_extra_coin() -> None:
    for part in ("missions", "objectives", "reserving", "trading", "help_coins"):
        assert [bool(getattr(mode, part)) for mode in MODES.values()] == [False, True, True]


def test_only_master_shares_orders_and_makes_one_a_turn() -> None:
    assert [mode.row_times for mode in MODES.values()] == [0, 0, 2]
    assert [mode.one_a_turn for mode in MODES.values()] == [False, False, True]
