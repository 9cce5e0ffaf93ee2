"""Options and the set-up."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import forno
from forno import OptionError, Record
from forno.core.errors import UnknownRules
from forno.core.events import seen_by
from forno.core.registry import game_by_rules
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules.deck import read_deck
from forno.games.pizza_master.rules.events import (
    DayStarted,
    Drew,
    ObjectivesDealt,
    PrizesLaid,
    RowLaid,
    Seated,
    SecretDealt,
)
from tests.games.pizza_master.helpers import awaited, each, happened, order_of, sit_down
from tests.games.pizza_master.rules.test_deck import MISSION, OBJECTIVE, ORDER

SPECIALS = {"super-premium", "freestyle-deluxe", "freestyle-duo"}


def view(game: forno.Game, seat: int | None = None, seed: int = 7) -> PizzaMasterView:
    found = game.deal(seed).view(seat)
    assert isinstance(found, PizzaMasterView)
    return found


def test_by_default_four_play_trainee() -> None:
    game = forno.game("pizza-master")
    assert game.options == {
        "mode": "trainee",
        "players": 4,
        "milestones": "own",
        "missions": True,
        "secret_objectives": False,
        "max_days": 40,
        "colours": ("green", "blue", "red", "yellow"),
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"mode": "expert"}, "mode can't be 'expert'"),
        ({"players": 6}, "players can't be 6"),
        ({"milestones": "none"}, "milestones can't be 'none'"),
        ({"mode": "tutorial", "missions": True}, "is played without 'missions'"),
        ({"mode": "tutorial", "secret_objectives": True}, "is played without 'secret_objectives'"),
        ({"max_days": 0}, "max_days can't be 0"),
        ({"players": 2, "colours": ["green"]}, "'colours' must name 2 different colours"),
        ({"players": 2, "colours": ["green", "green"]}, "'colours' must name 2 different colours"),
        ({"players": 2, "colours": ["green", "pink"]}, "colours can't have 'pink'"),
    ],
)
def test_options_that_cant_be_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        forno.game("pizza-master", **options)


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [
        ({"mode": "master"}, ORDER, "deals everyone a special, but x has 0"),
        ({"mode": "trainee"}, MISSION, "the deck 'x' needs at least 2 missions"),
        ({"secret_objectives": True}, OBJECTIVE, "'x' has too few objectives to give every player a secret one"),
    ],
)
def test_a_deck_must_fit_the_mode(options: dict[str, Any], text: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        sit_down(deck=read_deck(text, "x.toml"), **options)


def test_colours_name_the_seats() -> None:
    game = sit_down(players=2, colours=["white", "red"])
    assert [game.seat_name(seat) for seat in range(2)] == ["white", "red"]


@pytest.mark.rule("PM-4", "PM-5")
def test_everyone_starts_with_four_cards() -> None:
    for mode in ("tutorial", "trainee"):
        assert view(sit_down(mode, 5)).sizes == (4,) * 5


@pytest.mark.rule("PM-4", "PM-5")
@pytest.mark.parametrize(("players", "shared"), [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_in_master_everyone_starts_with_a_special_and_shares_a_row(players: int, shared: int) -> None:
    game = sit_down("master", players)
    for seed in range(5):
        state = game.deal(seed)
        assert len(state.view(None).row) == shared
        for seat in range(players):
            hand = state.view(seat).hand
            assert hand is not None
            assert len(hand) == 1
            assert hand[0] in SPECIALS


def test_the_seed_draws_the_turn_order() -> None:
    game = sit_down(players=3)
    orders = {tuple(order_of(game.deal(seed))) for seed in range(60)}
    assert len(orders) == 6
    state = game.deal(4)
    assert awaited(state) == order_of(state)[0]


@pytest.mark.rule("PMR-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_objectives_as_players_lie_open(players: int) -> None:
    assert len(view(sit_down(players=players)).objectives) == players
    assert view(sit_down("tutorial", players)).objectives == ()


@pytest.mark.rule("PMR-3")
@pytest.mark.parametrize("missions", [True, False], ids=["with missions", "without missions"])
@pytest.mark.parametrize("mode", ["trainee", "master"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_secret_objectives_one_is_shared_and_everyone_holds_one_that_others_dont_see(
    players: int, mode: str, missions: bool
) -> None:
    game = sit_down(mode, players, secret_objectives=True, missions=missions)
    state = game.deal(7)
    assert len(state.view(None).objectives) == 1
    secrets = []
    for seat in range(players):
        own = state.view(seat).secrets
        assert [place for place, name in enumerate(own) if name is not None] == [seat]
        secrets.append(own[seat])
    assert len({*secrets, *state.view(None).objectives}) == 1 + players
    assert state.view(None).secrets == (None,) * players


@pytest.mark.rule("PMR-2")
def test_trainee_plays_with_missions_unless_the_table_wants_none() -> None:
    assert view(sit_down()).missions == 7
    game = sit_down(missions=False)
    without = view(game)
    assert (without.missions, without.prizes, without.mission) == (0, (), None)
    assert [card.name for card in game.deck.objectives if card.counts == "missions"] == ["supreme-achiever"]
    dealt = {name for seed in range(40) for name in view(game, seed=seed).objectives}
    assert len(dealt) == 8
    assert "supreme-achiever" not in dealt


@pytest.mark.rule("PMR-3", "PMR-8")
@pytest.mark.parametrize(
    ("options", "followed"),
    [
        ({"mode": "tutorial"}, {1, 2, 3}),
        ({"mode": "trainee"}, {3}),
        ({"mode": "master"}, {3}),
        ({"mode": "trainee", "missions": False}, {1, 2, 3}),
        ({"mode": "trainee", "missions": False, "secret_objectives": True}, {2, 3}),
    ],
)
def test_games_that_a_new_version_of_the_rules_left_alone_go_on(options: dict[str, Any], followed: set[int]) -> None:
    game = forno.game("pizza-master", **options)
    assert game.rules_version == 3
    assert {version for version in range(5) if game.follows(version)} == followed


@pytest.mark.rule("PMR-8")
def test_games_begun_under_the_second_version_go_on_under_it_and_those_under_the_first_are_refused() -> None:
    former = game_by_rules("pizza-master", 2, mode="trainee", players=3)
    assert [former.follows(version) for version in range(5)] == [False, False, True, False, False]
    assert former != forno.game("pizza-master", mode="trainee", players=3)
    assert pickle.loads(pickle.dumps(former)) == former
    with pytest.raises(UnknownRules, match="version 1 of its rules"):
        game_by_rules("pizza-master", 1, mode="trainee", players=3)


@pytest.mark.rule("PMR-8")
def test_a_record_of_the_second_version_in_which_an_ingredient_is_kept_replays_as_it_was_played() -> None:
    text = Path(__file__).with_name("record-of-rules-2.txt").read_text(encoding="utf-8")
    assert "red: keeps 1 cheese" in text
    state = Record.parse(text).replay()
    assert (state.game.rules_version, state.outcome.scores, state.outcome.winners) == (2, (7, 7, 2, 0), (1,))
    today = Record.parse(text.replace("rules: 2", "rules: 3")).replay()
    views: list[Any] = [state.view(None), today.view(None)]
    assert [shown.beside[2] for shown in views] == [(1, 0, 0, 0), (0, 0, 0, 0)]


@pytest.mark.rule("PM-13", "PMR-19")
def test_two_mission_cards_lie_face_up_for_the_first_at_10_and_25() -> None:
    state = sit_down().deal(7)
    start = state.view(None)
    assert len(set(start.prizes)) == 2
    assert None not in start.prizes
    assert all(state.view(seat).prizes == start.prizes for seat in range(state.game.players))
    assert [event.missions for event in happened(seen_by(list(state.events), None), PrizesLaid)] == [start.prizes]


@pytest.mark.rule("PMR-19")
def test_of_the_discards_the_number_alone_is_known() -> None:
    game = sit_down()
    views = []
    for thrown, held in (("campfire, big-grill", "deep-blue"), ("campfire, deep-blue", "big-grill")):
        state = game.position(phase="discarding", hands=each(game, "chicken-trio", red=held), discards=thrown)
        views.append(state.view(0))
    assert views[0] == views[1]
    assert views[0].discards == 2


def test_the_deal_tells_what_each_may_know() -> None:
    state = sit_down(players=2, secret_objectives=True).deal(7)
    told = list(state.events)
    assert [type(event) for event in told[:5]] == [Seated, ObjectivesDealt, SecretDealt, SecretDealt, PrizesLaid]
    assert happened(told, DayStarted) == [DayStarted(1)]
    for event in happened(told, Drew) + happened(told, SecretDealt):
        assert event.seen_by(event.seat) == event
    hidden = happened(seen_by(told, None), Drew)
    assert [(event.number, event.orders) for event in hidden] == [(4, None), (4, None)]
    assert [event.objective for event in happened(seen_by(told, None), SecretDealt)] == [None, None]
    shown = happened(sit_down("master", 2).deal(7).events, RowLaid)
    assert len(shown[0].orders) == 6


def test_the_same_seed_deals_the_same_game_and_another_doesnt() -> None:
    game = sit_down("master")
    assert game.deal(1).events == game.deal(1).events
    assert game.deal(1).events != game.deal(2).events
    assert game.deal("x").seed == "x"


def test_a_view_is_sampled_with_a_memory_of_the_same_game() -> None:
    state = sit_down(players=2).deal(1)
    with pytest.raises(forno.FornoError, match="a memory of its own game and seat"):
        state.view(0).sample(forno.game("mamma-mia").memory(0), forno.Chance(1))
