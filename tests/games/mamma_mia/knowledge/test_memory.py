"""A perfect memory: the events that a seat sees are enough to rebuild its view, and to deal out the rest."""

from __future__ import annotations

import pytest

import forno
from forno.core.events import seen_by
from tests.games.mamma_mia.helpers import all_cards, do, each, opened, sit_down

TABLES = [("classic", 3), ("rio-grande", 2), ("grande", 3), ("grande-it", 4)]


@pytest.mark.rule("MM-11")
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("memory_aid", [False, True])
def test_what_a_seat_has_seen_is_enough_to_rebuild_its_view(edition: str, players: int, memory_aid: bool) -> None:
    game = sit_down(edition, players, memory_aid=memory_aid)
    seats = (None, *range(players))
    memories = {seat: game.memory(seat) for seat in seats}
    state = game.deal(players)
    chance = forno.Chance(players)
    events = state.events
    while True:
        for seat, memory in memories.items():
            for event in seen_by(events, seat):
                memory.observe(event)
            assert memory.view() == state.view(seat)
        if state.is_over:
            break
        events = state.apply(chance.choice(state.legal_actions()))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_a_seat_cant_know_is_dealt_out_so_that_its_view_stays_the_same(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    state = game.deal(7)
    chance = forno.Chance(7)
    memories = [game.memory(seat) for seat in range(players)]
    events = state.events
    for step in range(120):
        for seat, memory in enumerate(memories):
            for event in seen_by(events, seat):
                memory.observe(event)
        if state.is_over:
            break
        if step % 6 == 0:
            for seat, memory in enumerate(memories):
                sampled = state.view(seat).sample(memory, chance)
                assert sampled.view(seat) == state.view(seat)
                assert sampled.census() == all_cards(game)
        events = state.apply(chance.choice(state.legal_actions()))


def test_a_memory_of_another_game_is_no_help() -> None:
    game = sit_down("classic", 3)
    state = opened(game, hands=each(game, "2 olive"))
    do(state, "1 olive", "draws from the supply")

    class Blank(forno.Memory):
        def observe(self, event: forno.Event) -> None: ...

        def view(self) -> forno.View:
            return state.view(0)

    with pytest.raises(forno.WrongArgument, match="a memory of its own game and seat"):
        state.view(0).sample(Blank(), forno.Chance(1))
