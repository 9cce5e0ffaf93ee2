"""Events as each seat is told them: drawn cards are private, and unable and unwilling look the same."""

from __future__ import annotations

import pytest

from forno.core.events import Answered, Awaits, Event, seen_by
from forno.games.mamma_mia.rules.events import Composing, Dealt, Drew, OvenEmptied, Returned
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import do, each, happened, legal, opened, pile, sit_down

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 4)


def story(state: MammaMiaState, *moves: str) -> list[Event]:
    """Everything from the position on."""
    return [*state.events, *do(state, *moves)]


@pytest.mark.rule("MM-7", "MM-11")
@pytest.mark.parametrize("draw", ["supply", "waiter"])
def test_others_see_how_many_cards_were_drawn_from_where_but_not_which(draw: str) -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "1 olive", yellow="5 salami, 1 olive"), seat="yellow")
    drew = happened(do(state, "2 salami", f"draws from the {draw}"), Drew)[0]
    assert drew.ingredients is not None
    assert drew.orders is not None
    assert (sum(drew.ingredients), len(drew.orders)) == ((3, 0) if draw == "supply" else (0, 3))
    assert drew.seen_by(0) == drew
    assert drew.seen_by(1) == drew.seen_by(None) == Drew(0, draw, 3, None, None)


@pytest.mark.rule("MM-2", "MM-3")
def test_others_see_how_many_cards_were_dealt_but_not_which() -> None:
    dealt = happened(CLASSIC.deal(seed=3).events, Dealt)
    assert [event.seat for event in dealt] == [0, 1, 2]
    for event in dealt:
        assert event.seen_by(event.seat) == event
        assert event.seen_by(None) == Dealt(event.seat, 7, None, None)


def test_only_the_own_seat_is_told_its_answers_and_what_it_is_asked() -> None:
    assert Answered(1, 5).seen_by(1) == Answered(1, 5)
    assert Answered(1, 5).seen_by(0) is None
    assert Answered(1, 5).seen_by(None) is None
    zero = pile(CLASSIC, "")
    assert Composing(1, zero, zero, zero).seen_by(1) is not None
    assert Composing(1, zero, zero, zero).seen_by(2) is None
    assert Awaits(1, (3, 4)).seen_by(1) == Awaits(1, (3, 4))
    assert Awaits(1, (3, 4)).seen_by(2) == Awaits(1, None)
    assert Awaits(1, (3, 4), shown=False).seen_by(2) is None


@pytest.mark.rule("MMR-13", "MMR-14")
def test_the_owner_is_told_what_is_settled_so_far() -> None:
    hands = each(GRANDE, "1 salami", brown="1 mushroom, 1 olive, 2 shrimp", yellow="1 olive")
    state = opened(GRANDE, *["brown monotoni", "brown bombastica"], table="5 olive, 4 shrimp, 3 salami", hands=hands)
    do(state, "bakes with olive")
    asked = happened(do(state, "asks for help"), Composing)
    nothing = pile(GRANDE, "")
    assert asked == [Composing(2, pile(GRANDE, "1 mushroom, 6 olive"), nothing, nothing)]
    do(state, "asks for no mushroom", "doesn't help")
    moves = ("asks for help", "asks for 1 olive", "asks for no more", "helps", "adds 1 shrimp")
    told = [event for move in moves for event in happened(do(state, move), Composing)]
    one = pile(GRANDE, "1 olive")
    assert told == [
        Composing(2, nothing, nothing, nothing),
        Composing(2, nothing, one, nothing),
        Composing(2, nothing, one, nothing),
        Composing(2, nothing, one, pile(GRANDE, "1 shrimp")),
    ]


def test_everyone_is_told_whose_turn_comes() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "1 olive"), seat="yellow")
    assert [event.seat for event in happened(seen_by(state.events, 2), Awaits)] == [0]
    events = do(state, "1 olive")
    assert [event.seat for event in happened(seen_by(events, 2), Awaits)] == [1]


# Unable and unwilling look the same


@pytest.mark.rule("MMR-8", "MM-19")
def test_who_cant_help_and_who_doesnt_want_to_look_the_same() -> None:
    told = []
    for yellow, refusals in (("1 salami", 1), ("1 olive", 2)):
        hands = each(GRANDE, "1 salami", yellow=yellow, purple="1 olive")
        state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, seat="green")
        events = story(state, "asks for help", *["doesn't help"] * refusals)
        told.append([seen_by(events, seat) for seat in (None, 1, 2, 3)])
    assert told[0] == told[1]


@pytest.mark.rule("MMR-8", "MM-19")
def test_who_was_passed_over_on_the_way_to_the_helper_looks_the_same() -> None:
    told = []
    for purple, refusals in (("1 salami", 0), ("1 olive", 1)):
        hands = each(GRANDE, "1 salami", yellow="1 olive", purple=purple)
        state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, seat="green")
        events = story(state, "asks for help", *["doesn't help"] * refusals, "helps")
        told.append([seen_by(events, seat) for seat in (None, 1, 2)])
    assert told[0] == told[1]


@pytest.mark.rule("MMR-8", "MM-19")
def test_the_helper_doesnt_learn_who_before_could_have_helped() -> None:
    told = []
    for purple, refusals in (("1 salami", 0), ("1 olive", 1)):
        hands = each(GRANDE, "1 salami", yellow="1 olive", purple=purple)
        state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, seat="green")
        events = story(state, "asks for help", *["doesn't help"] * refusals, "helps")
        told.append(seen_by(events, 0))
    assert told[0] == told[1]


@pytest.mark.rule("MMR-8", "MM-21")
def test_nobody_being_able_to_help_looks_like_nobody_being_willing() -> None:
    told = []
    for yellow in ("1 salami", "1 olive"):
        hands = each(GRANDE, "1 salami", yellow=yellow)
        state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, seat="green")
        events = story(state, "asks for help")
        if legal(state) == ["helps", "doesn't help"]:
            events += do(state, "doesn't help")
        told.append([seen_by(events, seat) for seat in (None, 1, 2, 3)])
    assert told[0] == told[1]


@pytest.mark.rule("MM-14")
def test_an_owner_who_cant_add_looks_like_one_who_doesnt_want_to() -> None:
    told = []
    for green in ("1 olive", "1 salami"):
        hands = each(CLASSIC, "1 mushroom", green=green)
        state = opened(CLASSIC, "green 4-salami", table="1 green pepper, 3 salami", hands=hands, seat="yellow")
        events = story(state)
        if "sends it back" in legal(state):
            events += do(state, "sends it back")
        assert happened(events, Returned) == [Returned(1, "4-salami", "incomplete", pile(CLASSIC, "1 salami"))]
        told.append([seen_by(events, seat) for seat in (None, 0, 2)])
    assert told[0] == told[1]


@pytest.mark.rule("MM-14", "MM-18")
def test_with_helping_an_owner_who_cant_add_looks_like_one_who_doesnt_want_to() -> None:
    told = []
    for brown in ("1 salami", "1 olive"):
        hands = each(GRANDE, "1 salami", brown=brown)
        state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, seat="green")
        events = story(state, "sends it back")
        told.append([seen_by(events, seat) for seat in (None, 0, 1, 3)])
    assert told[0] == told[1]


@pytest.mark.rule("MMR-8", "MM-18")
def test_a_request_with_a_choice_looks_like_one_without() -> None:
    told = []
    for brown, moves in (("1 salami", []), ("1 olive", ["asks for 2 olive"])):
        hands = each(GRANDE, "1 salami", brown=brown, yellow="2 olive")
        state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 2 olive", hands=hands, seat="green")
        events = story(state, "asks for help", *moves, "helps")
        told.append([seen_by(events, seat) for seat in (None, 0, 1, 3)])
    assert told[0] == told[1]


@pytest.mark.rule("MM-14", "MM-25")
def test_an_owner_with_a_choice_of_kinds_looks_like_one_without() -> None:
    told = []
    for green in ("1 olive", "1 salami"):
        hands = each(CLASSIC, "1 mushroom", green=green)
        state = opened(CLASSIC, "green monotoni", table="1 green pepper, 5 salami", hands=hands, seat="yellow")
        events = story(state)
        if "sends it back" in legal(state):
            events += do(state, "sends it back")
        assert happened(events, Returned) == [Returned(1, "monotoni", "incomplete", pile(CLASSIC, "1 salami"))]
        told.append([seen_by(events, seat) for seat in (None, 0, 2)])
    assert told[0] == told[1]


@pytest.mark.rule("MM-14", "MM-24")
def test_an_owner_who_cant_fill_up_a_bombastica_looks_like_one_who_doesnt_want_to() -> None:
    told = []
    for green in ("order minimale, order monotoni", "1 olive, 1 salami"):
        hands = each(CLASSIC, "1 mushroom", green=green)
        waiters = each(CLASSIC, "rest")
        table = "4 green pepper, 5 salami, 4 pineapple"
        state = opened(
            CLASSIC, "green bombastica", table=table, hands=hands, waiters=waiters, used="rest", seat="yellow"
        )
        events = story(state)
        if "sends it back" in legal(state):
            events += do(state, "sends it back")
        told.append([[e for e in seen_by(events, seat) if not isinstance(e, OvenEmptied)] for seat in (None, 0, 2)])
    assert told[0] == told[1]


@pytest.mark.rule("MMR-4", "MMR-14")
def test_an_owner_who_picks_the_rest_of_a_bombastica_looks_like_one_without_a_choice() -> None:
    told = []
    for brown, moves in (("2 shrimp", []), ("1 shrimp, 1 olive", ["adds 1 shrimp"])):
        hands = each(GRANDE, "1 pineapple", brown=brown, purple="1 salami")
        state = opened(GRANDE, "brown bombastica", table="7 green pepper, 6 mushroom", hands=hands, seat="green")
        events = story(state, "asks for help", "asks for 1 salami", "asks for no more", "helps", *moves)
        told.append([seen_by(events, seat) for seat in (None, 0, 1, 3)])
    assert told[0] == told[1]
