"""Critics: what is true of any game, and odds put into words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

import forno
from forno.bots.critic import (
    CHOICE,
    MISHAP,
    Case,
    Stranger,
    compare_odds,
    critic_for,
    decimal,
    how_often,
    kinds_of,
    plural_number,
    say_rival,
)
from forno.core.language import use
from forno.core.outcomes import Outcome
from forno.games.mamma_mia.rules.actions import AddMissing
from forno.games.mamma_mia.rules.events import Baked
from forno.games.pizza_master.rules.actions import Complete
from forno.games.pizza_master.rules.events import Completed
from tests import toy
from tests.features.review.games import played
from tests.toy import Toppings

GAME = Toppings(players=3)


@pytest.fixture
def registered() -> Iterator[None]:
    with toy.registered(toy.INFO):
        yield


def case(*shares: Sequence[float]) -> Case:
    given: Any = shares
    return Case(GAME.deal(7).view(0), GAME.memory(0), (), CHOICE, (1,), (2,), (), {}, given)


def test_the_rival_is_the_other_seat_that_loses_most() -> None:
    assert case((0.2, 0.5, 0.3), (0.5, 0.3, 0.2)).rival() == [1, 0.5, 0.3]
    assert case((0.5, 0.3, 0.2), (0.9, 0.28, 0.19)).rival() == [], "a small loss is no reason"
    assert case((0.9, 0.05, 0.05), (0.1, 0.5, 0.4)).rival() == [], "the own seat is no rival"
    assert case((), ()).rival() == []


def test_a_rival_is_named_with_both_chances() -> None:
    told = say_rival([1, 0.5, 0.3], ("Anna", "Bruno", "Carla"))
    assert told == "It holds Bruno back: their chance to win is then 30% instead of 50%."
    assert say_rival([], ("Anna",)) == ""


def test_samples_never_show_that_something_is_certain() -> None:
    assert [how_often(share) for share in (0.0, 0.004, 0.5, 0.996, 1.0)] == [
        "hardly ever", "hardly ever", "50% of the time", "nearly always", "nearly always",
    ]  # fmt: skip
    assert compare_odds(0.75, 0.28) == ("75% of the time", "28%")
    assert compare_odds(0.75, 0.0) == ("75% of the time", "hardly ever")
    assert compare_odds(1.0, 0.28) == ("nearly always", "28% of the time")


def test_amounts_have_one_digit_and_the_plural_of_their_language() -> None:
    assert [decimal(amount) for amount in (0.44, -2.0, 1.25)] == ["0.4", "2", "1.2"]
    with use("it"):
        assert decimal(0.44) == "0,4"
    assert [plural_number(amount) for amount in (1.0, 0.97, 1.5, 0.4, 2.0)] == [1, 1, 0, 0, 2]


def test_a_game_without_a_critic_is_judged_by_its_rules_alone(registered: None) -> None:
    critic = critic_for(GAME)
    assert isinstance(critic, Stranger)
    assert set(kinds_of("toppings")) == {CHOICE}
    assert critic.failures(0, []) == []
    view = GAME.deal(7).view(0)
    assert critic.parts(view, (0,), (1,)) == [(CHOICE, (1,))]
    assert critic.needs_memory(view)
    assert critic.stroke({}) == MISHAP
    assert critic.worth(Outcome((3, 3, 1), (0, 1), "shared")) == [0.5, 0.5, 0.0]


def test_a_stranger_plays_out_to_the_end(registered: None) -> None:
    state = GAME.deal(7, quiet=True)
    played = critic_for(GAME).play_out(state, 0, Random(1), state)
    assert sum(played.shares) == pytest.approx(1)
    assert len(played.scores) == 3
    assert sum(played.scores) > 0
    assert played.orders == frozenset()


@pytest.mark.parametrize(("name", "kind"), [("mamma-mia", AddMissing), ("pizza-master", Complete)])
def test_orders_that_a_turn_completes_itself_are_completed(name: str, kind: type) -> None:
    game = forno.game(name, players=3)
    critic = critic_for(game)
    found = 0
    for state in played(game, 4):
        for action in [] if state.is_over else state.legal_actions():
            if isinstance(game.actions[action], kind):
                before = state.clone()
                after = state.clone()
                events = after.apply(action)
                before.quiet = after.quiet = True
                seat = state.seat
                made = {told.order for told in events if isinstance(told, Baked | Completed) and told.seat == seat}
                found += bool(made)
                assert made <= critic.play_out(after, seat, Random(0), before).orders
    assert found
