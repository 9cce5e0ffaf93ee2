"""One game between bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import forno
from forno.arena import Match, Task, play
from forno.bots import BotInfo, register_bot
from forno.bots.lineup import Player, bot_seed, read_lineup
from forno.bots.registry import BOTS
from tests.arena.helpers import played


@pytest.fixture(autouse=True)
def tiny_bots() -> Iterator[None]:
    for name in ("Cheat", "First"):
        register_bot(BotInfo(name.lower(), "for tests", (("*", f"tests.arena.helpers:{name}"),)))
    yield
    for name in ("cheat", "first"):
        BOTS.remove(name)


@pytest.mark.parametrize("name", ["mamma-mia", "pizza-master"])
def test_a_game_is_a_function_of_match_and_task(name: str) -> None:
    match = Match.of(name, {}, read_lineup("random,first,random"), "luck", tallied=True)
    one, other = (play(match, Task(3, 1)) for _ in range(2))
    one, other = (replace(game, seconds=[], median=[], slowest=[]) for game in (one, other))
    assert one == other
    assert one.seats == ["first", "random", "random"]
    assert one.seed == "luck.3"
    assert sum(one.tally.values()) > 0


def test_a_result_is_what_the_rules_say() -> None:
    match = Match.of("mamma-mia", {"edition": "grande"}, read_lineup("first,first"), 5)
    found = play(match, Task(0, 0))
    state = forno.game("mamma-mia", edition="grande", players=2).deal("5.0")
    assert found.first == state.seat
    decisions = [0, 0]
    while not state.is_over:
        decisions[state.seat] += 1
        state.apply(state.legal_actions()[0])
    assert (found.scores, found.winners) == (list(state.outcome.scores), list(state.outcome.winners))
    assert (found.decisions, found.turns) == (decisions, state.turn)
    assert all(0 < found.median[seat] <= found.slowest[seat] <= found.seconds[seat] for seat in range(2))


def test_a_bot_that_breaks_the_rules_is_named_with_the_deal() -> None:
    match = Match("mamma-mia", (("players", 2),), (Player("cheat", "cheat"), Player("first", "first")), 5)
    with pytest.raises(forno.BotError, match=r"10000 isn't an action.*deal 0, seed 5\.0, at the table: cheat, first"):
        play(match, Task(0, 0))


def test_bots_never_get_the_seed_of_the_deal() -> None:
    assert bot_seed("5.0") == bot_seed("5.0") != bot_seed("5.1")
    assert "5.0" not in bot_seed("5.0")


def test_places_go_to_winners_first_and_then_by_score() -> None:
    assert played(0, 0, "A,B,C,D", [4, 6, 6, 1], [2]).ranks() == [3, 2, 1, 4]
    assert played(0, 0, "A,B,C,D", [4, 6, 6, 4], [1, 2]).ranks() == [3, 1, 1, 3]
    assert played(0, 0, "A,B,C,D", [4, 6, 6, 4], [1, 2]).win_share(1) == 0.5
