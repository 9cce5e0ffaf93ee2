"""The board: few regions change with a step, in the language of the page, and it speaks to nobody in particular."""

from __future__ import annotations

import pytest

from forno.core.events import seen_by
from forno.core.language import languages, use
from forno.games.pizza_master.face import FACE
from forno.pages.face import Guests, Regions
from tests.games.pizza_master.face.short_games import short_game
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import words


def test_a_step_changes_few_regions() -> None:
    game = short_game("master", 5)
    guests = guests_of(game)
    memory = game.memory(None)
    board: Regions = {}
    changes: list[int] = []
    for _state, events in random_game(game.deal(8)):
        for event in seen_by(events, None):
            memory.observe(event)
            now = FACE.board(memory.view(), guests)
            changes.append(sum(now[region] != board.get(region) for region in now))
            board = now
    assert sum(changes) / len(changes) < 4


@pytest.mark.parametrize("spoken", languages())
def test_nothing_of_one_language_is_remembered_for_another(spoken: str) -> None:
    game = short_game("master", 3)
    guests = guests_of(game)
    state = game.deal(1)
    english = FACE.board(state.view(None), guests)
    with use(spoken):
        for region, content in FACE.board(state.view(None), guests).items():
            assert (content == english[region]) == (spoken == "en"), region
    assert FACE.board(state.view(None), guests) == english


def test_the_board_never_speaks_to_anyone_in_particular() -> None:
    game = short_game("master", 4)
    guests = Guests(("Anna", "Bruno", "Carla", "Dario"), (False,) * 4)
    for state, _events in random_game(game.deal(6)):
        for region in FACE.board(state.view(None), guests).values():
            text = words(region).lower().split()
            assert "you" not in text
            assert "your" not in text
