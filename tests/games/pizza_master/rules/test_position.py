"""Positions built by hand, and why some can't be."""

from __future__ import annotations

from typing import Any

import pytest

from forno import PositionError
from tests.games.pizza_master.helpers import awaited, each, legal, sit_down

TUTORIAL = sit_down("tutorial")
TRAINEE = sit_down("trainee")
MASTER = sit_down("master")
SECRET = sit_down(secret_objectives=True)
GAMES = {"tutorial": TUTORIAL, "trainee": TRAINEE, "master": MASTER, "secret": SECRET}


def test_every_pile_can_be_named() -> None:
    state = SECRET.position(
        phase="collecting",
        seat="blue",
        order=["red", "blue", "green"],
        hands=["chicken-trio", "2 campfire", ""],
        discards="big-grill",
        coins=["4 meat", "5 cheese", "2 cheese, 3 meat"],
        refrigerator="3 cheese",
        reserved=["1 meat", "", ""],
        trays=["", "1 seafood", ""],
        beside=["", "", "1 vegetable"],
        passed=["green"],
        completed=["", "deep-blue", ""],
        face_down=["2 fresh-catch", "", ""],
        points=[3, 4, 12],
        earned=[0, 6, 0],
        helper="blue",
        mission="supporter",
        prizes=[None, "spoil"],
        won=["", "", "alchemist"],
        extras=[0, 0, 1],
        progress=[0, 1, 0],
        objectives=["lazy-trainee"],
        secrets=["meat-hunter", "vegan-guru", "sidekick-master"],
        day=3,
    )
    view = state.view(1)
    assert (awaited(state), view.day, view.phase) == ("blue", 3, "collecting")
    assert view.hand == ("campfire", "campfire")
    assert (view.sizes, view.discards, view.deck) == ((1, 2, 0), 1, 74 - 7)
    assert view.coins == ((0, 0, 0, 4), (5, 0, 0, 0), (2, 0, 0, 3))
    assert (view.collecting, view.milestones, view.helper) == ((1, 2), (0, 0, 1), 1)
    assert view.supply == (17, 14, 14, 14)
    assert view.face_up == ((0,) * 9, (0, 0, 0, 0, 1, 0, 0, 0, 0), (0,) * 8 + (1,))
    assert (view.mission, view.prizes, view.missions) == ("supporter", (None, "spoil"), 6)
    assert view.objectives == ("lazy-trainee",)
    assert view.secrets == (None, "vegan-guru", None)
    assert state.census() == SECRET.deal(1).census()
    assert state.seed is None
    assert legal(state) == ["takes cheese", "passes"]


def test_the_deck_can_be_named_or_shuffled_by_a_seed() -> None:
    decks = {TRAINEE.position(phase="discarding", hands=each(TRAINEE), seed=seed).orders.deck for seed in range(3)}
    assert len(decks) == 3
    same = [TRAINEE.position(phase="discarding", hands=each(TRAINEE), seed=1).orders.deck for _ in range(2)]
    assert same[0] == same[1]
    assert len(same[0]) == 74


@pytest.mark.parametrize(
    ("game", "piles", "reason"),
    [
        ("trainee", {"phase": "lunch"}, "there is no phase 'lunch'; there are morning"),
        ("trainee", {"order": ["green", "blue"]}, "order: name every player once"),
        ("trainee", {"order": ["green", "blue", "pink"]}, "order: nobody plays 'pink'"),
        ("trainee", {"seat": "pink"}, "seat: nobody plays 'pink'; there are green, blue, red"),
        ("trainee", {"hands": ["", ""]}, "hand: give one text for each of the 3 players"),
        ("trainee", {"hands": "campfire"}, "'hands' must be a list of texts, not 'campfire'"),
        ("trainee", {"hands": ["margherita", "", ""]}, "hand of green: there is no order 'margherita'"),
        ("trainee", {"hands": ["2 campfire", "2 campfire", ""]}, "hand of blue: there are only 3 campfire"),
        ("trainee", {"hands": ["3 campfire, 2 big-grill", "", ""]}, "5 cards are more than the 4 that it can hold"),
        ("trainee", {"deck": "campfire"}, "these lie nowhere: 4 garden-bites"),
        ("trainee", {"row": "campfire"}, "row: so many shared orders can't lie there"),
        ("master", {"row": "4 garden-bites, 4 harbour-bites, campfire"}, "row: so many shared orders can't lie there"),
        ("master", {"row": "campfire", "phase": "morning"}, "row: .* in the phase morning"),
        ("trainee", {"refrigerator": "3 ham"}, "refrigerator: there is no 'ham'"),
        ("trainee", {"refrigerator": "21 cheese"}, "refrigerator: 21 cheese are too many, there are only 20 left"),
        ("trainee", {"trays": ["15 meat", "1 meat", ""]}, "tray of blue: 1 meat are too many, there are only 0 left"),
        ("trainee", {"trays": ["1 meat", "", ""], "phase": "shopping"}, "a tray is empty in the phase shopping"),
        ("tutorial", {"reserved": ["1 meat", "", ""]}, "nothing can be reserved here"),
        ("trainee", {"reserved": ["1 meat", "", ""], "phase": "scoring"}, "nothing can be reserved here"),
        ("tutorial", {"beside": ["1 meat", "", ""]}, "only a mission lays an ingredient there"),
        ("tutorial", {"kept": ["1 meat", "", ""]}, "only a mission keeps an ingredient"),
        ("trainee", {"kept": ["1 meat, 1 cheese", "", ""]}, "only one ingredient at a time is kept"),
        ("trainee", {"kept": ["1 meat", "1 meat", ""]}, "only one ingredient at a time is kept"),
        ("tutorial", {"face_down": ["2 campfire", "", ""]}, "has no trading"),
        ("trainee", {"face_down": ["campfire", "", ""]}, "meat orders are turned down two at a time"),
        ("trainee", {"points": [0, 0]}, "points: give one number for each of the 3 players"),
        ("trainee", {"points": [0, -1, 0]}, "points: no number can be below 0"),
        ("trainee", {"points": [50, 0, 0]}, "with 50 points the game would have ended"),
        ("trainee", {"phase": "end"}, "nobody has enough for the end"),
        ("trainee", {"earned": [3, 0, 0], "phase": "shopping"}, "nothing has been earned in the phase shopping"),
        ("trainee", {"milestones": [3, 0, 0]}, "green can't have reached 3"),
        ("trainee", {"milestones": [0, 0, 0], "points": [0, 11, 0]}, "blue can't have reached 0"),
        ("trainee", {"day": 0}, "the days are 1 to 40, not 0"),
        ("trainee", {"day": 41}, "the days are 1 to 40, not 41"),
        ("tutorial", {"helper": "green"}, "has no extra help coin"),
        ("trainee", {"passed": ["red"], "phase": "shopping"}, "nobody passes in the phase shopping"),
        ("trainee", {"passed": ["red"], "seat": "red"}, "seat: red has passed"),
        ("trainee", {"stopped": ["red"]}, "only in master does one stop collecting"),
        ("trainee", {"phase": "making"}, "green must have passed to make pizzas"),
        ("master", {"phase": "making", "passed": ["green"]}, "making is part of collecting"),
        ("trainee", {"coins": ["2 ham", "", ""]}, "coins of green: there is no section 'ham'"),
        ("trainee", {"coins": ["3 meat", "", ""]}, "all 4 coins are placed at once, and these are 3"),
        ("trainee", {"coins": ["4 meat", "", ""], "helper": "green"}, "all 5 coins are placed at once"),
        ("trainee", {"coins": ["4 meat", "", ""], "phase": "discarding"}, "no coins lie on the board"),
        ("trainee", {"coins": ["", "4 meat", ""], "phase": "shopping"}, "those before the turn have placed theirs"),
        ("trainee", {"seat": "blue", "phase": "shopping"}, "those before the turn have placed theirs"),
        ("tutorial", {"mission": "spoil"}, "this game is played without missions"),
        ("trainee", {"mission": "nap"}, "mission: there is no 'nap'"),
        ("trainee", {"mission": "spoil", "won": ["spoil", "", ""]}, "won of green: spoil lies elsewhere"),
        ("trainee", {"mission": "spoil", "phase": "discarding"}, "none lies open in the phase discarding"),
        ("trainee", {"missions": "spoil"}, "these missions lie nowhere: alchemist"),
        ("trainee", {"prizes": ["spoil"]}, "prizes: there are 2; say None for one that was taken"),
        ("trainee", {"extras": [1, 0, 0]}, "green has won 0 missions that count as specials"),
        ("trainee", {"progress": [1, 0, 0]}, "there is no mission to fulfil"),
        ("trainee", {"achiever": "red"}, "there is no mission to fulfil"),
        ("trainee", {"progress": [3, 0, 0], "mission": "alchemist"}, "somebody has fulfilled the mission"),
        ("trainee", {"objectives": ["lazy-trainee"]}, "3 on the table, not 1"),
        ("trainee", {"objectives": ["lazy-trainee", "lazy-trainee", "x"]}, "there is no 'lazy-trainee', or it lies"),
        ("trainee", {"secrets": ["lazy-trainee", "meat-hunter", "x"]}, "secrets: one for each player, if the game"),
        ("secret", {"secrets": ["lazy-trainee"]}, "secrets: one for each player"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(game: str, piles: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        GAMES[game].position(**({"phase": "collecting", "refrigerator": "1 cheese"} | piles))
