"""The face of Pizza Master in whole games of every mode: its HTML, its beats, its secrets, its size."""

from __future__ import annotations

import random

import pytest

from forno.core.chance import Chance
from forno.core.events import seen_by
from forno.core.views import Memory
from forno.games.pizza_master.face import FACE
from forno.table.composing import turn_tree
from forno.table.history import affected_seats
from tests.games.pizza_master.face.short_games import TABLES, short_game, tree_for
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import read, words


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_page_is_well_formed_and_every_region_has_its_place(mode: str, players: int) -> None:
    game = short_game(mode, players, secret_objectives=mode == "master")
    guests = guests_of(game)
    for step, (state, _events) in enumerate(random_game(game.deal(3))):
        if step % 4 and not state.is_over:
            continue
        seat = state.seat
        regions = FACE.board(state.view(None), guests) | FACE.own(state.view(seat), guests, tree_for(state, seat))
        layout = FACE.layout(game, guests, seat, {})
        places = [attributes["id"] for _tag, attributes in read(layout).tags if "id" in attributes]
        assert len(places) == len(set(places))
        assert set(regions) <= set(places)
        page = read(FACE.layout(game, guests, seat, regions) + FACE.ending(state.view(seat), guests))
        ids = [attributes["id"] for _tag, attributes in page.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
    assert "<b>Bob</b>" in words(FACE.ending(state.view(0), guests)), "the name as it is, not as markup"


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_every_control_has_a_name_in_words(mode: str, players: int) -> None:
    game = short_game(mode, players)
    guests = guests_of(game)
    for state, _events in random_game(game.deal(5)):
        if state.is_over:
            break
        for html in FACE.own(state.view(state.seat), guests, turn_tree(state)).values():
            for part in html.split("<button")[1:]:
                tag, _, inside = part.partition(">")
                named = 'aria-label="' in tag or words(inside.partition("</button>")[0])
                assert named, part[:200]


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_pages_are_the_same_after_all_that_is_unknown_is_dealt_anew(mode: str, players: int) -> None:
    game = short_game(mode, players, secret_objectives=mode == "master")
    guests = guests_of(game)
    chance = Chance(7)
    memories: dict[int | None, Memory] = {seat: game.memory(seat) for seat in (None, *range(players))}
    for step, (state, events) in enumerate(random_game(game.deal(11))):
        for seat, memory in memories.items():
            for event in seen_by(events, seat):
                memory.observe(event)
        if step % 7:
            continue
        board = FACE.board(state.view(None), guests)
        other = state.view(None).sample(memories[None], chance)
        assert FACE.board(other.view(None), guests) == board
        assert FACE.board(memories[None].view(), guests) == board
        seat = step % players
        other = state.view(seat).sample(memories[seat], chance)
        own = FACE.own(state.view(seat), guests, tree_for(state, seat))
        assert FACE.own(other.view(seat), guests, tree_for(other, seat)) == own


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_seat_that_nothing_names_and_nobody_awaits_keeps_its_own_regions(mode: str, players: int) -> None:
    if players == 2:
        players = 4
    game = short_game(mode, players)
    guests = guests_of(game)
    rng = random.Random(4)
    state = game.deal(4)
    own = [FACE.own(state.view(seat), guests, tree_for(state, seat)) for seat in range(players)]
    kept = 0
    while not state.is_over:
        before = state.seat
        events = list(state.apply(rng.choice(state.legal_actions())))
        concerned = affected_seats(events, players) | {before, state.seat}
        for seat in range(players):
            now = FACE.own(state.view(seat), guests, tree_for(state, seat))
            if seat not in concerned:
                assert now == own[seat]
                kept += 1
            own[seat] = now
    assert kept > 100


def test_the_picture_is_well_formed() -> None:
    assert read(FACE.picture()).tags
