"""No finding depends on what the seat couldn't know: deal it anew, and every number stays the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import forno
from forno.bots.critic import critic_for
from forno.core.chance import Chance
from forno.core.game import Game, State
from forno.features.review.judging import DecisionJudge, Judged
from forno.features.review.worlds import Decision, follow
from tests.features.review.games import played
from tests.toy import INFO, Toppings, registered

EFFORT = 0.05
TABLES = [
    ("mamma-mia", {"players": 3}),
    ("mamma-mia", {"players": 3, "edition": "grande"}),
    ("pizza-master", {"players": 3}),
    ("pizza-master", {"players": 2, "mode": "master", "secret_objectives": True}),
]
SEAT = 1


def numbers(judged: Judged) -> list[Any]:
    """Return everything that was found about a decision."""
    pairs = [pair for pair in (judged.fresh, judged.forgetful) if pair is not None]
    met = [judged.prospects, *[prospects for pair in pairs for prospects in pair]]
    found: list[Any] = [judged.chosen, judged.best, judged.kind, judged.gap, judged.mistake, judged.spent]
    return found + [(prospects.worths, prospects.scores, prospects.shares, prospects.orders) for prospects in met]


def dealt_anew(game: Game, seed: int, decision: Decision, bot: str) -> Iterator[State]:
    """The same game up to a decision; then the same turn in a world in which all that is hidden from the seat lies
    otherwise, and whatever comes of that."""
    turn = list(decision.chosen)
    worlds: list[State] = []

    def anew(state: State) -> State:
        if worlds or len(state.history()) < decision.place:
            return state
        worlds.append(state.view(SEAT).sample(decision.memory, Chance("anew")))
        assert worlds[0].view(SEAT) == state.view(SEAT)
        return worlds[0]

    return played(game, seed, lambda state: turn.pop(0) if worlds and turn else None, bot, anew)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), TABLES, ids=lambda value: str(value))
def test_what_is_hidden_can_be_dealt_anew_without_changing_a_number(name: str, options: dict[str, Any]) -> None:
    game = forno.game(name, **options)
    critic = critic_for(game)
    judge = DecisionJudge(critic, "honest", EFFORT)
    first = follow(played(game, 5, bot="garzone"), SEAT)
    place = len(first.decisions) // 2
    second = follow(dealt_anew(game, 5, first.decisions[place], "garzone"), SEAT)
    assert first.told != second.told, "nothing was dealt anew"
    for one, other in list(zip(first.decisions, second.decisions, strict=False))[place - 1 : place + 1]:
        assert one.chosen == other.chosen
        judged, again = judge.judge(one), judge.judge(other)
        assert numbers(judged) == numbers(again)
        for order in ("4-olive", "garden-bites"):
            assert judge.odds(one, judged, order) == judge.odds(other, again, order)


def test_a_game_without_a_critic_is_judged_as_honestly() -> None:
    game = Toppings()
    with registered(INFO):
        judge = DecisionJudge(critic_for(game), "honest")
        first = follow(played(game, 2, bot="random"), SEAT)
        second = follow(dealt_anew(game, 2, first.decisions[1], "random"), SEAT)
        for one, other in list(zip(first.decisions, second.decisions, strict=False))[:2]:
            assert numbers(judge.judge(one)) == numbers(judge.judge(other))
