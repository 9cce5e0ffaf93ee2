"""The game with its options settled: the set-up (MM-1 to MM-4) and what can be chosen."""

from __future__ import annotations

from typing import Any

import pytest

import forno
from forno.core.events import Awaits
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.events import Dealt
from tests.games.mamma_mia.helpers import all_cards, awaited, do, each, hand_of, happened, legal, sit_down

SETUPS = [
    # edition, players, copies of each kind, dealt, hand, supply
    ("classic", 2, 8, 6, 7, 40 - 12),
    ("classic", 3, 10, 6, 7, 50 - 18),
    ("classic", 4, 12, 6, 7, 60 - 24),
    ("classic", 5, 13, 6, 7, 65 - 30),
    ("rio-grande", 2, 8, 6, 7, 40 - 12),
    ("rio-grande", 3, 10, 6, 7, 50 - 18),
    ("rio-grande", 4, 12, 6, 7, 60 - 24),
    ("rio-grande", 5, 13, 6, 7, 65 - 30),
    ("grande", 2, 8, 8, 9, 48 - 16),
    ("grande", 3, 10, 8, 9, 60 - 24),
    ("grande", 4, 12, 8, 9, 72 - 32),
    ("grande", 5, 14, 8, 9, 84 - 40),
    ("grande", 6, 15, 8, 9, 90 - 48),
    ("grande-it", 2, 8, 8, 9, 48 - 16),
    ("grande-it", 3, 10, 8, 9, 60 - 24),
    ("grande-it", 4, 12, 8, 9, 72 - 32),
    ("grande-it", 5, 14, 8, 9, 84 - 40),
    ("grande-it", 6, 15, 8, 9, 90 - 48),
]


@pytest.mark.rule("MM-1")
@pytest.mark.parametrize(("edition", "players", "copies", "dealt", "hand", "supply"), SETUPS)
def test_so_many_of_every_kind_are_in_play(
    edition: str, players: int, copies: int, dealt: int, hand: int, supply: int
) -> None:
    game = sit_down(edition, players)
    census = game.deal(seed=1).census()
    ingredients = [count for name, count in census.items() if name in KINDS]
    assert ingredients == [copies] * (5 if edition in ("classic", "rio-grande") else 6)
    assert census == all_cards(game)
    assert len(census) - len(ingredients) == players * (8 if edition in ("classic", "rio-grande") else 15)


@pytest.mark.rule("MM-2", "MM-3")
@pytest.mark.parametrize(("edition", "players", "copies", "dealt", "hand", "supply"), SETUPS)
def test_everyone_is_dealt_ingredients_and_one_order(
    edition: str, players: int, copies: int, dealt: int, hand: int, supply: int
) -> None:
    game = sit_down(edition, players)
    state = game.deal(seed=2)
    view = state.view(None)
    orders = 8 if edition in ("classic", "rio-grande") else 15
    assert view.supply == supply
    assert view.sizes == (hand,) * players
    assert view.waiters == (orders - 1,) * players
    assert (view.oven, view.top, view.round, view.completed, view.opening) == (0, None, 0, 0, None)
    for colour in game.colours:
        ingredients, held = hand_of(state, colour)
        assert sum(ingredients) == dealt
        assert len(held) == 1
    for event in happened(state.events, Dealt):
        assert event.size == hand
        assert (event.ingredients, event.orders) == hand_of(state, game.seat_name(event.seat))


@pytest.mark.rule("MM-2", "MM-3")
def test_every_seed_shuffles_differently_and_always_the_same_way() -> None:
    game = sit_down("classic", 4, starter="yellow")
    first, again, other = (game.deal(seed) for seed in (1, 1, 2))
    assert [first.view(seat) for seat in range(4)] == [again.view(seat) for seat in range(4)]
    assert [first.view(seat).hand for seat in range(4)] != [other.view(seat).hand for seat in range(4)]
    drawn = {game.deal(seed).view(seat).orders for seed in range(30) for seat in range(4)}
    assert len(drawn) == 9
    assert game.deal("Friday").view(0) == game.deal("Friday").view(0)


@pytest.mark.rule("MM-3")
def test_waiters_are_shuffled_each_on_its_own() -> None:
    game = sit_down("classic", 5)
    styles = set()
    for seed in range(5):
        state = game.deal(seed)
        styles.add(tuple(hand_of(state, colour)[1] for colour in game.colours))
    assert len(styles) == 5


@pytest.mark.rule("MM-4")
def test_the_seed_draws_the_starting_player() -> None:
    game = sit_down("classic", 4)
    starters = {seed: awaited(game.deal(seed)) for seed in range(40)}
    assert set(starters.values()) == set(game.colours)
    assert starters == {seed: awaited(game.deal(seed)) for seed in range(40)}
    state = game.deal(3)
    assert [event.seat for event in happened(state.events, Awaits)] == [state.seat]
    assert happened(state.events, Awaits)[0].actions == tuple(state.legal_actions())


@pytest.mark.rule("MM-4")
def test_the_table_can_name_the_starting_player() -> None:
    game = sit_down("classic", 4, starter="brown")
    assert {awaited(game.deal(seed)) for seed in range(10)} == {"brown"}
    assert game.options["starter"] == "brown"
    assert "starter" not in sit_down("classic", 4).options


@pytest.mark.rule("MMR-16")
def test_seats_take_the_colours_in_cyclic_order() -> None:
    assert sit_down("classic", 2).colours == ("yellow", "green")
    assert sit_down("classic", 5).colours == ("yellow", "green", "brown", "purple", "red")
    assert sit_down("grande", 6).colours == ("yellow", "green", "brown", "purple", "red", "pink")


@pytest.mark.rule("MMR-16")
def test_the_table_can_choose_other_colours() -> None:
    game = sit_down("grande", 3, colours=["pink", "yellow", "red"])
    assert game.colours == ("pink", "yellow", "red")
    assert [game.seat_name(seat) for seat in range(3)] == ["pink", "yellow", "red"]
    state = game.position(hands=each(game, "1 olive", pink="1 olive, order 4-salami"), seat="pink")
    do(state, "1 olive")
    assert legal(state) == ["no order", "order 4-salami"]
    assert set(game.deal(1).census()) >= {"pink bombastica", "yellow 4-shrimp", "red minimale"}


@pytest.mark.rule("MM-18")
@pytest.mark.parametrize(
    ("edition", "players", "helping"),
    [
        ("classic", 4, False),
        ("rio-grande", 5, False),
        ("grande", 2, False),
        ("grande", 3, True),
        ("grande-it", 6, True),
    ],
)
def test_helping_is_on_where_the_edition_has_it(edition: str, players: int, helping: bool) -> None:
    assert sit_down(edition, players).helping is helping
    assert sit_down(edition, players, helping=False).helping is False


REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({"edition": "piccola"}, "edition can't be 'piccola'"),
    ({"players": 1}, "players can't be 1; it must be a number from 2 to 6"),
    ({"players": 7}, "players can't be 7"),
    ({"players": 6}, "Classic is for 2 to 5 players, not 6"),
    ({"edition": "rio-grande", "players": 6}, "is for 2 to 5 players, not 6"),
    ({"helping": True}, "is played without 'helping'; leave it out or set it to False"),
    ({"edition": "grande", "players": 2, "helping": True}, r"Grande \(2 players\) is played without 'helping'"),
    ({"helping": "yes"}, "helping can't be 'yes'; it must be True or False"),
    ({"colours": ["yellow", "green"]}, "'colours' must name 3 different colours, one for each player"),
    ({"colours": ["yellow", "green", "green"]}, "'colours' must name 3 different colours"),
    ({"colours": ["yellow", "green", "pink"]}, r"there is no colour 'pink'; there are yellow"),
    ({"colours": ["yellow", "green", "blue"]}, "colours can't have 'blue'"),
    ({"starter": "red"}, "nobody plays red, so red can't start; choose from yellow, green, brown"),
    ({"starter": "blue"}, "starter can't be 'blue'"),
    ({"oregano": True}, "has no option 'oregano'"),
]


@pytest.mark.parametrize(("options", "reason"), REFUSALS, ids=[reason[:45] for _, reason in REFUSALS])
def test_options_that_cant_be_are_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(forno.OptionError, match=reason) as refused:
        forno.game("mamma-mia", **{"edition": "classic", "players": 3} | options)
    assert refused.value.code == "option"


def test_a_game_says_how_it_is_made() -> None:
    game = sit_down("grande", 3, memory_aid=True)
    assert eval(repr(game), {"forno": forno}).options == game.options
    assert game.options == {
        "edition": "grande",
        "players": 3,
        "helping": True,
        "memory_aid": True,
        "colours": ("yellow", "green", "brown"),
    }


def test_by_default_four_play_the_first_edition_without_a_memory_aid() -> None:
    game = forno.game("mamma-mia")
    assert game.options["edition"] == "classic"
    assert game.players == 4
    assert game.options["memory_aid"] is False
