"""Events as each seat is told them: having no choice looks like having one."""

from __future__ import annotations

import pytest

from forno.core.events import Answered, Awaits, Event, seen_by
from forno.games.pizza_master.rules.events import Passed
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.helpers import do, each, legal, sit_down

TRAINEE = sit_down("trainee")
MASTER = sit_down("master")


def told(state: PizzaMasterState, *moves: str) -> list[list[Event]]:
    """Return what the others, green and a spectator, see of it all, from the position on."""
    events = list(state.events)
    for move in moves:
        if move in legal(state):
            events += do(state, move)
    return [seen_by(events, seat) for seat in (None, 0)]


@pytest.mark.rule("PMR-9")
def test_who_makes_nothing_by_choice_looks_like_one_who_can_make_nothing() -> None:
    stories = []
    for red in ("butchers-bites", "big-grill"):
        state = TRAINEE.position(
            phase="collecting",
            hands=each(TRAINEE, red=red),
            trays=each(TRAINEE, red="1 cheese, 1 meat"),
            refrigerator="3 seafood",
        )
        stories.append(told(state, "passes", "finishes"))
    assert stories[0] == stories[1]


@pytest.mark.rule("PMR-9")
def test_so_it_does_for_one_who_passed_without_being_asked() -> None:
    stories = []
    for blue in ("butchers-bites", "big-grill"):
        state = TRAINEE.position(
            phase="collecting",
            hands=each(TRAINEE, blue=blue),
            trays=each(TRAINEE, blue="1 cheese, 1 meat"),
            refrigerator="1 seafood",
            reserved=each(TRAINEE, green="1 meat"),
        )
        stories.append(told(state, "takes seafood", "finishes"))
    assert stories[0] == stories[1]


@pytest.mark.rule("PMR-9")
def test_in_master_passing_by_choice_looks_like_passing_without_being_asked() -> None:
    stories = []
    for blue in ("butchers-bites", "big-grill"):
        state = MASTER.position(
            phase="collecting",
            hands=each(MASTER, blue=blue),
            trays=each(MASTER, blue="1 cheese, 1 meat"),
            refrigerator="1 seafood",
            reserved=each(MASTER, green="1 meat"),
        )
        events = list(state.events) + do(state, "takes seafood")
        if legal(state)[0] == "passes":
            events += do(state, "passes")
        stories.append([seen_by(events, seat) for seat in (None, 0)])
    assert stories[0] == stories[1]


def test_everyone_is_told_whose_turn_comes_and_only_the_seat_between_what() -> None:
    state = TRAINEE.position(phase="collecting", refrigerator="3 seafood")
    events = do(state, "takes seafood")
    news = [event for event in seen_by(events, 0) if isinstance(event, Awaits)]
    assert news == [Awaits(1, None)]
    own = [event for event in seen_by(events, 1) if isinstance(event, Awaits)]
    assert own == [Awaits(1, tuple(state.legal_actions()))]
    assert next(event for event in events if isinstance(event, Answered)).seen_by(0) is None


@pytest.mark.rule("PMR-9")
@pytest.mark.parametrize("red", ["butchers-bites", "big-grill"])
def test_after_passing_the_others_wait_for_the_making_even_if_there_is_nothing_to_make(red: str) -> None:
    state = TRAINEE.position(
        phase="collecting",
        hands=each(TRAINEE, red=red),
        trays=each(TRAINEE, red="1 cheese, 1 meat"),
        refrigerator="3 seafood",
    )
    passing = state.seat
    spectator, _ = told(state, "passes", "finishes")
    passed = next(place for place, event in enumerate(spectator) if isinstance(event, Passed))
    assert spectator[passed + 1] == Awaits(passing, None)
