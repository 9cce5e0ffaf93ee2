"""Pages follow from what their reader may know: everything else can be dealt anew."""

from __future__ import annotations

import random

import pytest

from forno.core.chance import Chance
from forno.core.events import Event, seen_by
from forno.core.views import Memory
from forno.games.mamma_mia.face import FACE
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.pages.face import Regions, Tree
from forno.table.composing import turn_tree
from tests.games.mamma_mia.helpers import EDITIONS, sit_down
from tests.games.whole_games import guests_of, random_game


def tree_for(state: MammaMiaState, seat: int) -> Tree:
    return turn_tree(state) if not state.is_over and seat == state.seat else {}


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
@pytest.mark.rule("MM-11")
def test_pages_are_the_same_after_all_that_is_unknown_is_dealt_anew(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    guests = guests_of(game)
    chance = Chance(7)
    memories: dict[int | None, Memory] = {seat: game.memory(seat) for seat in (None, *range(players))}
    for step, (state, events) in enumerate(random_game(game.deal(11))):
        for seat, memory in memories.items():
            for event in seen_by(events, seat):
                memory.observe(event)
        if step % 5:
            continue
        board = FACE.board(state.view(None), guests)
        other = state.view(None).sample(memories[None], chance)
        assert FACE.board(other.view(None), guests) == board
        assert FACE.board(memories[None].view(), guests) == board
        seat = step % players
        other = state.view(seat).sample(memories[seat], chance)
        own = FACE.own(state.view(seat), guests, tree_for(state, seat))
        assert FACE.own(other.view(seat), guests, tree_for(other, seat)) == own


def named(events: list[Event]) -> set[object]:
    """The seats that the events name."""
    return {value for event in events for name, value in vars(event).items() if name in ("seat", "owner", "helper")}


@pytest.mark.parametrize("memory_aid", [False, True])
def test_a_seat_that_nothing_names_and_nobody_awaits_keeps_its_own_regions(memory_aid: bool) -> None:
    game = sit_down("grande", 5, memory_aid=memory_aid)
    guests = guests_of(game)
    rng = random.Random(4)
    state = game.deal(4)
    own = [FACE.own(game.own_place(state, seat), guests, tree_for(state, seat)) for seat in range(5)]
    kept = 0
    while not state.is_over:
        before = state.seat
        events = list(state.apply(rng.choice(state.legal_actions())))
        affected = named(events) | {before, state.seat}
        for seat in range(5):
            now = FACE.own(game.own_place(state, seat), guests, tree_for(state, seat))
            if seat not in affected:
                assert now == own[seat]
                kept += 1
            own[seat] = now
    assert kept > 100


def test_a_step_changes_few_regions() -> None:
    game = sit_down("grande", 6)
    guests = guests_of(game)
    memory = game.memory(None)
    board: Regions = {}
    changes: list[int] = []
    for _, events in random_game(game.deal(8)):
        for event in seen_by(events, None):
            memory.observe(event)
            now = FACE.board(memory.view(), guests)
            changes.append(sum(now[region] != board.get(region) for region in now))
            board = now
    assert sum(changes) / len(changes) < 3
