"""Reading actions from text, and saying why one is refused."""

from __future__ import annotations

import pytest

import forno
from forno.core.game import refusal
from tests.toy import DRAW, Toppings

GAME = forno.game("mamma-mia", edition="classic", players=3)


def number(notation: str) -> int:
    return next(place for place, action in enumerate(GAME.actions) if str(action) == notation)


@pytest.mark.parametrize("notation", ["3 salami", "order 4-olive", "no order", "draws from the waiter"])
def test_a_notation_reads_back(notation: str) -> None:
    assert GAME.parse(notation) == number(notation)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("  3   SALAMI ", "3 salami"),
        ("adds 1 ol", "adds 1 olive"),
        ("olive adds", "adds 1 olive"),
        ("waiter", "draws from the waiter"),
        ("supply", "draws from the supply"),
        ("or 4 ol", "order 4-olive"),
        ("order 4-ol", "order 4-olive"),
        ("bombas", "order bombastica"),
        ("no order", "no order"),
    ],
)
def test_fewer_words_do_if_they_can_mean_only_one_action(text: str, notation: str) -> None:
    assert GAME.parse(text) == number(notation)


def test_a_whole_notation_is_never_ambiguous() -> None:
    longer = [n for n, action in enumerate(GAME.actions) if str(action).startswith("bakes with olive and ")]
    assert longer
    assert GAME.parse("bakes with olive", [number("bakes with olive"), *longer]) == number("bakes with olive")


def test_among_few_actions_fewer_words_do() -> None:
    legal = [number("1 salami"), number("2 salami"), number("1 olive")]
    assert GAME.parse("o", legal) == number("1 olive")
    assert GAME.parse("2", legal) == number("2 salami")


def test_a_number_is_whole() -> None:
    assert GAME.parse("1", [number("1 salami")]) == number("1 salami")
    with pytest.raises(forno.InvalidNotation):
        Toppings().parse("12")


def test_a_text_with_several_meanings_is_ambiguous() -> None:
    with pytest.raises(forno.AmbiguousNotation, match=r"'3 sal.*say which") as failure:
        GAME.parse("salami", [number("3 salami"), number("2 salami")])
    assert failure.value.code == "ambiguous-notation"
    assert "'2 salami'" in str(failure.value)


@pytest.mark.parametrize("text", ["", "   ", "anchovies", "3 anchovies", "3 salami 4"])
def test_a_text_that_means_nothing_is_invalid(text: str) -> None:
    with pytest.raises(forno.InvalidNotation, match="isn't an action here; try ") as failure:
        GAME.parse(text)
    assert failure.value.code == "invalid-notation"


def test_a_long_list_of_suggestions_is_cut_short() -> None:
    with pytest.raises(forno.InvalidNotation, match=f"and {len(GAME.actions) - 12} more"):
        GAME.parse("anchovies")


def test_an_action_that_is_not_among_those_allowed_is_illegal() -> None:
    with pytest.raises(forno.IllegalAction, match=r"'3 salami' isn't allowed now; choose from '1 olive', '2 olive'"):
        GAME.parse("3 salami", [number("1 olive"), number("2 olive")])


def test_what_is_not_allowed_and_not_clear_either_is_invalid() -> None:
    with pytest.raises(forno.InvalidNotation):
        GAME.parse("salami", [number("1 olive")])


def test_a_refusal_says_what_could_be_done_instead() -> None:
    state = Toppings().deal(1)
    assert refusal(state, DRAW).startswith("'draws' isn't allowed now; choose from 'plays ")
    for nonsense in (-1, 6, "x", None):
        assert refusal(state, nonsense).startswith(
            f"{nonsense!r} isn't an action of this game, which has 0 to 5; choose"
        )


def test_after_the_end_every_refusal_is_the_same() -> None:
    state = Toppings().deal(1)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    assert refusal(state, 0) == "the game is over; nothing can be done any more."


def test_the_repr_of_a_game_makes_it_again() -> None:
    assert repr(Toppings(players=3)) == "forno.game('toppings', mode='plain', players=3)"
    again = eval(repr(GAME))
    assert again.options == GAME.options
    assert again.deal(5).legal_actions() == GAME.deal(5).legal_actions()
