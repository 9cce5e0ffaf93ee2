"""The face of Mamma Mia!: everything that happens is shown, in HTML that holds, in words that people read."""

from __future__ import annotations

import pytest

from forno.core.events import seen_by
from forno.games.mamma_mia.face import FACE
from forno.pages.face import Regions
from forno.table.composing import turn_tree
from forno.testing.faces import read
from tests.games.mamma_mia.helpers import EDITIONS, sit_down
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import words


@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_every_page_is_well_formed_and_names_are_text(edition: str, players: int) -> None:
    game = sit_down(edition, players, memory_aid=players == 4)
    guests = guests_of(game)
    for step, (state, _) in enumerate(random_game(game.deal(1))):
        if step % 3 and not state.is_over:
            continue
        board = FACE.board(state.view(None), guests)
        for seat in {state.seat, step % players}:
            tree = turn_tree(state) if seat == state.seat and not state.is_over else {}
            regions = FACE.own(state.view(seat), guests, tree)
            page = FACE.layout(game, guests, seat, board | regions)
            reader = read(page + FACE.ending(state.view(seat), guests))
            ids = [str(attributes["id"]) for _, attributes in reader.tags if "id" in attributes]
            assert len(ids) == len(set(ids))
            assert {*board, *regions} <= set(ids)
            assert "<b>Bob" not in page
            assert "<b>Bob</b>" in " ".join(reader.text)


def test_every_control_and_picture_has_a_name() -> None:
    game = sit_down("grande", 4)
    guests = guests_of(game)
    for state, _ in random_game(game.deal(3)):
        if state.is_over:
            break
        regions = FACE.own(state.view(state.seat), guests, turn_tree(state))
        for html in regions.values():
            for button in html.split("<button")[1:]:
                assert words(f"<button{button.partition('</button>')[0]}</button>")


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
