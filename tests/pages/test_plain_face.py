"""The plain face: a view as text, and a button for every action."""

from __future__ import annotations

from forno.pages.face import Guests, Tree
from forno.pages.plain_face import PlainFace
from forno.testing.faces import read
from tests.pages.markup import words
from tests.toy import Drew, Played, Toppings

GAME = Toppings(players=2)
GUESTS = Guests(("<b>Anna", "Bruno"), (False, False))
FACE = PlainFace("toppings")


def test_every_action_of_the_turn_is_a_button_in_the_games_notation() -> None:
    state = GAME.deal(7)
    view = state.view(0)
    tree: Tree = {action: {} for action in state.legal_actions()}
    turn = FACE.own(view, GUESTS, tree)["turn"]
    assert [f"plays {action + 1}" in words(turn) for action in range(4)] == [action in tree for action in range(4)]
    assert FACE.own(state.view(1), GUESTS, {})["turn"] == ""


def test_the_board_shows_names_as_text_and_whose_turn_it_is() -> None:
    view = GAME.deal(7).view(None)
    board = FACE.board(view, GUESTS)["board"]
    read(board)
    assert "<b>Anna" in words(board)
    assert board.count("awaited") == 1


def test_an_event_is_told_to_all_and_its_private_part_to_its_seat() -> None:
    beat = FACE.beat(GAME, Drew(1, None), GUESTS)
    assert beat is not None
    assert (beat.kind, beat.tell, beat.seat) == ("drew", "Bruno draws.", 1)
    assert FACE.aside(GAME, Drew(1, 4), GUESTS) == "Bruno draws 4."
    assert FACE.aside(GAME, Played(1, 4), GUESTS) == "", "nothing of it is private"
    assert FACE.beat(GAME, GAME.deal(7).events[0], GUESTS) is None, "the game has no sentence for it"


def test_the_ending_names_winners_and_scores_once_the_game_is_over() -> None:
    state = GAME.deal(7)
    assert FACE.ending(state.view(None), GUESTS) == ""
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    ending = words(FACE.ending(state.view(None), GUESTS))
    assert "The game is over. Won by" in ending
    for name, score in zip(GUESTS.names, state.outcome.scores, strict=True):
        assert f"{name}: {score}" in ending
