"""The ending: counted step by step, with all completed orders."""

from __future__ import annotations

from itertools import chain

import pytest

from forno.games.mamma_mia.face import FACE
from forno.games.mamma_mia.face.pieces import book_of
from forno.pages.face import Guests
from forno.testing.faces import read
from tests.games.mamma_mia.helpers import EDITIONS, sit_down
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import words


def labels(html: str) -> list[str]:
    """Return the names of the pictures of orders."""
    found = [(attributes.get("class") or "", attributes.get("title")) for _, attributes in read(html).tags]
    return [label or "" for kind, label in found if "served-order" in kind]


@pytest.mark.rule("MM-23")
def test_the_end_is_counted_step_by_step() -> None:
    reasons = set()
    for seed in range(40):
        game = sit_down("classic", 2)
        guests = Guests(("Anna", "Bruno"), (False, False))
        *_, (state, _) = random_game(game.deal(seed))
        told = words(FACE.ending(state.view(None), guests))
        reason = state.outcome.reason
        reasons.add(reason)
        assert ("are tied, so ingredients in hand decide" in told) is (reason != "most-orders")
        assert ("share the win" in told) is (reason == "shared")
        assert words(FACE.ending(state.view(0), guests)).replace("Anna you", "Anna") == told
    assert "most-orders" in reasons
    assert len(reasons) > 1
    assert FACE.ending(sit_down(players=4).deal(1).view(None), guests_of(sit_down(players=4))) == ""


@pytest.mark.rule("MM-23")
@pytest.mark.parametrize(("edition", "players"), EDITIONS)
def test_at_the_end_all_completed_orders_are_shown_before_their_owners(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    guests = guests_of(game)
    *_, (state, _) = random_game(game.deal(5))
    view, book = state.view(None), book_of(game)
    assert view.completed
    board = FACE.board(view, guests)
    titles = [
        [book.leaves[seat][order].title for order in orders] for seat, orders in enumerate(state.outcome.revealed)
    ]
    for seat, named in enumerate(titles):
        assert labels(board[f"served-{seat}"]) == named
        assert words(board[f"baked-{seat}"]) == f"{len(named)} completed"
    ranked = list(chain(*state.outcome.ranking))
    assert labels(FACE.ending(view, guests)) == [title for seat in ranked for title in titles[seat]]
