"""A whole game as text: prompts leak nothing, and TextArena can play it."""

from __future__ import annotations

import pytest

import forno
from forno.adapters.text import TextEnv
from forno.core.observing import MEMORY, NOW
from tests.adapters.models import good_answer
from tests.adapters.text.helpers import GAMES, small
from tests.variants import SHORTER


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("knowledge", [NOW, MEMORY])
def test_prompts_tell_nothing_that_a_seat_cant_know(name: str, knowledge: str) -> None:
    table = TextEnv(small(name, 3), knowledge=knowledge)
    table.reset(seed=3)
    chance, compared, over = forno.Chance(5), 0, False
    while not over:
        state, seat = table.state, table.state.seat
        text = table.seats[seat]
        if len(state.history()) % 5 == 0:
            told = [text.briefing(), text.prompt(state.view(seat)), text.legal_moves(state.view(seat))]
            other = state.view(seat).sample(text.memory, chance)
            compared += str(other.view(1 - min(seat, 1))) != str(state.view(1 - min(seat, 1)))
            assert [text.briefing(), text.prompt(other.view(seat)), text.legal_moves(other.view(seat))] == told
        over, _info = table.step(str(table.game.actions[chance.choice(state.legal_actions())]))
    assert compared


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_like_an_environment_of_textarena(name: str) -> None:
    table = TextEnv(name, **SHORTER.get(name, {}))
    table.reset(num_players=2, seed=7)
    first = table.get_observation()[1]
    assert "Rules:" in first
    assert "Notation of all moves" in first
    assert "Legal moves:" not in first
    over = False
    while not over:
        player, observation = table.get_observation()
        assert player == table.state.seat
        over, info = table.step(good_answer(observation))
    rewards, infos = table.close()
    assert list(rewards.values()) == list(table.state.outcome.returns)
    assert infos[0]["turn_count"] > 0 == infos[0]["refused"]
    assert info["move"]


@pytest.mark.slow
def test_textarena_makes_wraps_and_plays_it() -> None:
    import textarena  # takes a second

    class Agent(textarena.Agent):  # type: ignore[misc]
        """A scripted agent of TextArena's."""

        def __call__(self, observation: str) -> str:
            return good_answer(observation)

    textarena.register("forno-test-v0", "forno.adapters.text:TextEnv", game="mamma-mia")
    table = textarena.wrappers.ActionFormattingWrapper(textarena.make("forno-test-v0", tries=1))
    table.reset(num_players=2, seed=3)
    agent, over = Agent(), False
    while not over:
        _player, observation = table.get_observation()
        over, info = table.step(action=agent(observation))
        assert "refused" not in info
    assert sum(table.close()[0].values()) == 0


def test_an_illegal_answer_gets_the_reason_and_a_bounded_number_of_tries() -> None:
    table = TextEnv("mamma-mia", tries=2)
    table.reset(num_players=2, seed=7)
    seat, _briefing = table.get_observation()
    over, info = table.step("[bakes with olive]")
    assert not over
    assert "isn't allowed now" in info["refused"]
    legal = [str(table.game.actions[action]) for action in table.state.view(seat).actions]
    assert not [move for move in legal if move in info["refused"]], "legal moves are told on request alone"
    assert table.get_observation() == (seat, f"That answer doesn't count: {table.reply.partition(': ')[2]}")
    _over, info = table.step("")
    assert "move" in info
    assert table.info[seat] == {"role": table.game.seat_name(seat), "turn_count": 1, "refused": 2, "forfeited": 1}
