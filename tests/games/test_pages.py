"""Pages of both games in whole games: they show a seat nothing that it can't know, and nothing new without news."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game
from forno.pages.face import Regions
from forno.pages.faces import face_for
from forno.table.history import affected_seats
from forno.testing import Trial, at_random
from tests.games.mamma_mia.helpers import EDITIONS, sit_down
from tests.games.pizza_master.face.short_games import TABLES, short_game
from tests.games.whole_games import guests_of, random_game, tree_for

SECRETIVE = [
    *(sit_down(*table) for table in EDITIONS),
    *(short_game(mode, players, secret_objectives=mode == "master") for mode, players in TABLES),
]


@pytest.mark.parametrize("game", SECRETIVE, ids=repr)
@pytest.mark.rule("MM-11")
def test_pages_are_the_same_after_all_that_is_unknown_is_dealt_anew(game: Game) -> None:
    face, guests = face_for(game.name), guests_of(game)
    chance, choose = Chance(7), at_random(11)
    trial = Trial(game, 11)
    while not trial.state.is_over:
        trial.play(choose, steps=5)
        state, memories = trial.state, trial.memories
        board = face.board(state.view(None), guests)
        other = state.view(None).sample(memories[None], chance)
        assert face.board(other.view(None), guests) == board
        assert face.board(memories[None].view(), guests) == board
        seat = len(trial.actions) // 5 % game.players
        other = state.view(seat).sample(memories[seat], chance)
        own = face.own(state.view(seat), guests, tree_for(state, seat))
        assert face.own(other.view(seat), guests, tree_for(other, seat)) == own


def named(events: Sequence[Event], _players: int) -> set[int]:
    """The seats that the events name."""
    return {value for event in events for name, value in vars(event).items() if name in ("seat", "owner", "helper")}


@pytest.mark.parametrize(
    ("game", "affected"),
    [
        *((sit_down("grande", 5, memory_aid=aid), named) for aid in (False, True)),
        *((short_game(mode, 4 if players == 2 else players), affected_seats) for mode, players in TABLES),
    ],
)
def test_a_seat_that_nothing_concerns_and_nobody_awaits_keeps_its_own_regions(
    game: Game, affected: Callable[[Sequence[Event], int], set[int]]
) -> None:
    face, guests, seats = face_for(game.name), guests_of(game), range(game.players)
    own: dict[int, Regions] = {}
    before = kept = 0
    for state, events in random_game(game.deal(4)):
        changed = affected(events, game.players) | {before, state.seat}
        for seat in seats:
            now = face.own(game.own_place(state, seat), guests, tree_for(state, seat))
            if seat in own and seat not in changed:
                assert now == own[seat]
                kept += 1
            own[seat] = now
        before = state.seat
    assert kept > 100
