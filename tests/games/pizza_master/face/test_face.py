"""The face of Pizza Master in whole games of every mode: its HTML and the names of its controls."""

from __future__ import annotations

import pytest

from forno.games.pizza_master.face import FACE
from forno.table.composing import turn_tree
from forno.testing.faces import read
from tests.games.pizza_master.face.short_games import TABLES, short_game
from tests.games.whole_games import guests_of, random_game, tree_for
from tests.pages.markup import words


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


def test_the_picture_is_well_formed() -> None:
    assert read(FACE.picture()).tags
