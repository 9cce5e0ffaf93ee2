"""The board: it speaks to nobody in particular, and a log ends with the own turn."""

from __future__ import annotations

import pytest

from forno.core.events import seen_by
from forno.games.mamma_mia.face import FACE
from forno.pages.face import Guests
from tests.games.mamma_mia.helpers import sit_down
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import words


def test_the_shared_board_speaks_to_nobody_in_particular() -> None:
    game = sit_down("grande", 4)
    guests = Guests(("Anna", "Bruno", "Carla", "Dora"), (False,) * 4)
    for state, events in random_game(game.deal(5)):
        text = " ".join(words(html) for html in FACE.board(state.view(None), guests).values())
        told = " ".join(f"{beat.tell}" for e in seen_by(events, None) if (beat := FACE.beat(game, e, guests)))
        assert not {"you", "your", "You", "Your"} & set((text + " " + told).replace(".", " ").split())


@pytest.mark.rule("MMR-11")
def test_a_players_log_ends_with_the_own_turn_unless_the_table_has_the_memory_aid() -> None:
    for aid in (False, True):
        game = sit_down(players=4, memory_aid=aid)
        guests = guests_of(game)
        for state, events in random_game(game.deal(1)):
            for event in seen_by(events, None):
                beat = FACE.beat(game, event, guests)
                if type(event).__name__ == "TurnEnded" and not aid:
                    assert beat is not None
                    assert beat.forgets == vars(event)["seat"]
                else:
                    assert beat is None or beat.forgets is None
            assert ("aid" in FACE.board(state.view(None), guests)) is aid
