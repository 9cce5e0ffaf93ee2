"""Bots that ask a language model: whole games by scripted models, and answers of any length."""

from __future__ import annotations

from time import process_time

import pytest

import forno
from forno.adapters.text import Talk, TextBot
from forno.adapters.text.bot import MAX_KEPT_CHARACTERS
from forno.bots.lineup import play_out
from forno.core.observing import MEMORY, NOW
from tests.adapters.models import bad_model, good_model, silent_model
from tests.adapters.text.helpers import GAMES, small


def played(bots: list[TextBot], seed: int = 7) -> forno.State:
    """A whole game of these bots."""
    state = bots[0].game.deal(seed)
    play_out(state, bots)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_models_that_answer_well_badly_or_never_play_to_the_end(name: str) -> None:
    game = small(name, 3)
    models = (good_model, bad_model, silent_model)
    knowledge = (NOW, MEMORY, NOW)
    bots = [TextBot(game, seat, 1, model=models[seat], knowledge=knowledge[seat]) for seat in range(3)]
    assert played(bots).is_over
    good, bad, silent = (bot.talk for bot in bots)
    assert good == Talk(decisions=good.decisions, asked=good.decisions)
    assert bad == Talk(decisions=bad.decisions, refused=3 * bad.decisions, forfeited=bad.decisions)
    assert (silent.silent, silent.forfeited) == (3, silent.decisions), "it isn't waited for again"
    assert silent.reason == "no answer within 1 s"
    assert len(bots[0].messages) > len(bots[1].messages), "who must remember keeps the conversation"


HUGE = {
    "a long move": '{"move": "' + "x" * 10**6 + '"}',
    "beginnings": "{" * 10**6,
    "a move without an end": '{"move": "' + '\\"' * 10**6,
}


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_answer_is_read_at_once_and_its_end_alone_stays_in_the_conversation(what: str) -> None:
    game = small("mamma-mia")
    asked: list[int] = []

    def model(messages: list[dict[str, str]]) -> str:
        asked.append(sum(len(message["content"]) for message in messages))
        return HUGE[what]

    bot = TextBot(game, 0, 1, model=model)
    state = game.deal(7)
    while state.seat != 0:
        state.apply(state.legal_actions()[0])
    begun = process_time()
    bot.choose(state.view(0))
    assert process_time() - begun < 2, "three answers take a fiftieth of a second"
    assert bot.talk.refused == 3
    assert asked[2] - asked[0] < 3 * MAX_KEPT_CHARACTERS
