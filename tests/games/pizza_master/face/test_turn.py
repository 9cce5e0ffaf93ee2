"""Every decision of Pizza Master can be made with the controls of the page, and no other."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from forno.core.errors import IllegalAction
from forno.games.pizza_master.face import FACE
from forno.games.pizza_master.rules.actions import (
    Collect,
    Complete,
    Discard,
    KeepIngredient,
    PlaceCoins,
    ReturnIngredient,
)
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.testing.faces import Attributes, read
from tests.games.pizza_master.face.short_games import TABLES, own, short_game
from tests.games.whole_games import guests_of
from tests.pages.markup import ways_through


def check(state: PizzaMasterState) -> list[tuple[int, ...]]:
    """The ways of the form, each of which the controls can compose and the rules allow."""
    tree: dict[str, Any] = {}
    controls: list[Attributes] = []
    end = None
    submits = False
    for html in own(state).values():
        for tag, attributes in read(html).tags:
            if attributes.get("id") == "turn-form":
                tree = json.loads(attributes["data-tree"] or "")
                end = int(attributes["data-end"] or "") if "data-end" in attributes else None
            submits |= attributes.get("type") == "submit"
            if tag == "button" and "data-slot" in attributes:
                assert attributes["data-phrase"]
                controls.append(attributes)
    ways = list(ways_through(tree))
    offered = Counter(int(control["data-action"] or "") for control in controls)
    slots = {int(control["data-action"] or ""): control["data-slot"] for control in controls}
    many = {control["data-slot"] for control in controls if "data-many" in control}
    sends = {int(control["data-action"] or "") for control in controls if "data-send" in control}
    assert {way[0] for way in ways} == set(state.legal_actions())
    assert set(offered) == {action for way in ways for action in way} - {end}
    for way in ways:
        chosen = [action for action in way if action != end]
        assert len(way) == 1 or way[0] not in sends
        assert not Counter(chosen) - offered, "a card for every choice"
        assert chosen == sorted(chosen)
        single = [slots[action] for action in chosen if slots[action] not in many]
        assert len(single) == len(set(single))
    assert submits or sends == set(offered)
    return ways


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_whole_games_are_played_with_the_controls(mode: str, players: int) -> None:
    game = short_game(mode, players)
    kinds: set[type] = set()
    for seed in range(2):
        rng = random.Random(seed)
        state = game.deal(seed)
        while not state.is_over:
            seat = state.seat
            for action in rng.choice(check(state)):
                assert state.seat == seat
                kinds.add(type(game.actions[action]))
                state.apply(action)
    assert {Discard, PlaceCoins, Complete} <= kinds


@pytest.mark.rule("PM-4")
def test_every_set_of_orders_can_be_discarded_in_one_go() -> None:
    game = short_game("tutorial", 2)
    for seed in range(12):
        state = game.deal(seed)
        hand = state.view(state.seat).hand
        assert hand is not None
        found = {tuple(sorted(str(game.actions[action]) for action in way)) for way in check(state)}
        every: set[tuple[str, ...]] = set()
        for chosen in range(1 << len(hand)):
            gone = [f"discards {name}" for place, name in enumerate(hand) if chosen >> place & 1]
            every.add(tuple(sorted(gone if len(gone) == len(hand) else [*gone, "keeps the rest"])))
        assert found == every
        for way in check(state):
            trial = state.clone()
            for action in way:
                trial.apply(action)
            assert trial.seat != state.seat or trial.turn != state.turn


@pytest.mark.rule("PM-6")
def test_all_ways_to_place_coins_are_there_whatever_their_number() -> None:
    game = short_game("trainee", 2)
    state = game.deal(1)
    while not any(isinstance(game.actions[action], PlaceCoins) for action in state.legal_actions()):
        state.apply(state.legal_actions()[0])
    ways = check(state)
    placed = {tuple(int(getattr(game.actions[action], "number", 0)) for action in way) for way in ways}
    assert len(placed) == len(ways)
    assert {sum(numbers) for numbers in placed} == {0, 1, 2, 3, 4}
    assert 'data-rest="4"' in own(state)["turn"]


@pytest.mark.rule("PM-2")
def test_every_choice_of_kinds_for_a_wildcard_is_a_button_of_its_own() -> None:
    game = short_game("trainee", 2)
    rng = random.Random(1)
    several = 0
    for seed in range(40):
        state = game.deal(seed)
        while not state.is_over and several < 3:
            actions = [game.actions[action] for action in state.legal_actions()]
            wild = Counter(action.order for action in actions if isinstance(action, Complete) and action.chosen)
            if wild and max(wild.values()) > 1:
                several += 1
                check(state)
                buttons = [marks for tag, marks in read(own(state)["turn"]).tags if tag == "button"]
                told = {marks["aria-label"] for marks in buttons if "with" in (marks.get("aria-label") or "")}
                assert len(told) == sum(wild.values())
            state.apply(rng.choice(state.legal_actions()))
    assert several == 3


@pytest.mark.slow
@pytest.mark.rule("PM-11")
def test_masters_complete_orders_in_the_sheet_in_the_hand_and_where_they_hang() -> None:
    game = short_game("master", 3)
    own_orders = others = reserved = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = game.deal(seed)
        while not state.is_over:
            seen = own(state)
            board = FACE.board(state.view(None), guests_of(game))
            for tag, marks in read(seen["turn"]).tags:
                if tag != "button" or "data-action" not in marks:
                    continue
                action = game.actions[int(marks["data-action"] or "")]
                if isinstance(action, (Complete, Collect)):
                    place, *spots = (marks["data-at"] or "").split()
                    assert all(spot[1:] in (board | seen)[place[1:]] for spot in spots)
                    own_orders += isinstance(action, Complete) and not action.shared
                    others += isinstance(action, Complete) and action.shared
                    reserved += isinstance(action, Collect) and action.reserved
            # Whoever passes at once has nothing to complete.
            state.apply(rng.choice(state.legal_actions()[:-1] or state.legal_actions()))
    assert min(own_orders, others, reserved) > 0


@pytest.mark.parametrize("kind", [KeepIngredient, ReturnIngredient])
@pytest.mark.rule("PMR-8")
def test_what_a_mission_asks_is_answered_with_one_touch(kind: type) -> None:
    game = short_game("trainee", 3)
    for seed in range(200):
        rng = random.Random(seed)
        state = game.deal(seed)
        while not state.is_over:
            legal = state.legal_actions()
            if isinstance(game.actions[legal[0]], kind):
                assert all(len(way) == 1 for way in check(state))
                return
            # Without passing early: trays must be full for these questions to come.
            taking = [action for action in legal if str(game.actions[action]) != "passes"]
            state.apply(rng.choice(taking or legal))
    pytest.fail("the question never came")


def test_what_the_rules_do_not_allow_is_not_offered() -> None:
    game = short_game("tutorial", 2)
    state = game.deal(1)
    offered = {action for way in check(state) for action in way}
    for action in set(range(len(game.actions))) - offered:
        with pytest.raises(IllegalAction):
            state.clone().apply(action)
