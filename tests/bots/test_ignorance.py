"""A search that knows nothing plays any game, and better than chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import forno
from forno.bots import bots_for, make_bot
from forno.bots.ignorance import worth
from forno.core.events import seen_by
from forno.testing import check_bot
from tests import toy


@pytest.fixture
def registered() -> Iterator[None]:
    with toy.registered(toy.INFO):
        yield


def won(game: forno.Game, games: int) -> float:
    """The share of games that it wins against random players, in all seats in turn."""
    share = 0.0
    for number in range(games):
        state = game.deal(number)
        mine = number % game.players
        bots = [
            make_bot("search", game, seat, number, iterations=60) if seat == mine else make_bot("random", game, seat)
            for seat in range(game.players)
        ]
        events = state.events
        while not state.is_over:
            for seat, bot in enumerate(bots):
                for event in seen_by(events, seat):
                    bot.observe(event)
            events = state.apply(bots[state.seat].choose(state.view(state.seat)))
        share += (mine in state.outcome.winners) / len(state.outcome.winners)
    return share / games


def test_it_plays_a_game_from_outside_better_than_chance(registered: None) -> None:
    assert won(toy.Toppings(), 40) > 0.6


@pytest.mark.parametrize("info", forno.catalogue(), ids=lambda info: str(info.name))
def test_it_plays_every_game(info: forno.GameInfo) -> None:
    assert "search" in [bot.name for bot in bots_for(info.name)]


def test_it_doesnt_peek(registered: None) -> None:
    check_bot(lambda game, seat, seed: make_bot("search", game, seat, seed, iterations=8), toy.Toppings(), seed=7)


def test_an_end_is_worth_one_in_all_to_a_winner_and_something_to_the_second() -> None:
    assert worth(forno.Outcome((9, 5, 5), (0,), "most")) == [1.0, 0.0625, 0.0625]
    assert sum(worth(forno.Outcome((5, 5), (0, 1), "shared"))) == 1.0
