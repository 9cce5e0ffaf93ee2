"""The suite on a game that keeps the contract, and on games that break it in one place each."""

from __future__ import annotations

from typing import cast

import pytest

from forno.core.game import State
from forno.testing import ConformanceError, check_game, check_many
from tests.amounts import amount
from tests.testing.spoilt import Spoilt, SpoiltGame
from tests.toy import Toppings, ToppingsState


def test_a_game_that_keeps_the_contract_passes() -> None:
    for players in (2, 3):
        check_many(Toppings(players=players), range(amount(4, 30)), stride=1)


def test_a_state_that_only_passes_everything_on_passes() -> None:
    check_many(SpoiltGame(Spoilt), range(5), stride=2)


def test_a_deal_that_leans_on_something_else_than_the_seed_is_noticed() -> None:
    class Wrong(SpoiltGame):
        deals = 0

        def deal(self, seed: int | str, *, quiet: bool = False) -> ToppingsState:
            self.deals += 1
            state = super().deal(f"{seed} {self.deals}", quiet=quiet)
            cast(Spoilt, state).inner.seed = seed
            return state

    with pytest.raises(ConformanceError) as failure:
        check_game(Wrong(Spoilt), 1)
    assert failure.value.invariant == "seed"


def keeps_the_protocol(state: ToppingsState) -> State:
    """The type checker proves that Toppings' state is one."""
    return state
