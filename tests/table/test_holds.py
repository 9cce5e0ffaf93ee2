"""What follows from a forced answer is held back, so that nobody can tell it from a chosen one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from forno.core.chance import Chance
from forno.core.errors import IllegalAction
from forno.core.events import Answered, Awaits, Event
from forno.core.game import State
from forno.games.mamma_mia.rules.events import HelpAsked, HelpRefused, Placed, Returned, Revealed, TurnEnded
from forno.games.mamma_mia.rules.game import MammaMia
from forno.table import Moved, Part, Table
from forno.table.composing import is_shown
from forno.table.errors import NotYourTurn, WrongPhase
from forno.table.holds import affected, cut
from tests.games.helpers import each, seen
from tests.games.mamma_mia.helpers import opened
from tests.table.helpers import move, some_way, started

AWAITED = Awaits(1, None)
ASKED = Awaits(1, (3, 4), shown=False)
MINE = Answered(0, 5)
PLACED = Placed(0, 1, 2)
BACK = Returned(1, "4-olive", "incomplete", None)


def at(state: State, **options: object) -> Table:
    """A table of people whose game has come to this position."""
    table = started("mamma-mia", **{**state.game.options, **options})
    table.state = state
    table.events.clear()
    table.released = 0
    return table


# Cutting


def test_events_without_a_forced_answer_are_one_part() -> None:
    assert cut([MINE, PLACED, AWAITED]) == [Part((MINE, PLACED, AWAITED))]


def test_what_follows_an_answer_that_was_awaited_is_held() -> None:
    assert cut([MINE, AWAITED, BACK, AWAITED]) == [Part((MINE, AWAITED)), Part((BACK, AWAITED), hold=True)]


def test_every_forced_answer_is_waited_for() -> None:
    parts = cut([AWAITED, BACK, AWAITED, BACK, PLACED])
    assert parts == [Part((AWAITED,)), Part((BACK, AWAITED), hold=True), Part((BACK, PLACED), hold=True)]


def test_a_question_to_the_awaited_seat_itself_isnt_held() -> None:
    assert cut([MINE, AWAITED, ASKED]) == [Part((MINE, AWAITED, ASKED))]


def test_when_nobody_in_particular_is_awaited_all_that_others_see_is_held() -> None:
    assert cut([MINE, BACK, AWAITED], unnamed=True) == [Part((MINE,), shown=False), Part((BACK, AWAITED), hold=True)]
    assert cut([MINE, ASKED], unnamed=True) == [Part((MINE, ASKED), shown=False)]


# In play


def games_with_holds(seeds: int) -> Iterator[tuple[Table, Chance]]:
    """Tables at the moment at which something is held back."""
    families: tuple[tuple[str, dict[str, Any]], ...] = (
        ("mamma-mia", {"edition": "classic", "players": 3}),
        ("mamma-mia", {"edition": "grande", "players": 5}),
        ("pizza-master", {"mode": "master", "players": 3, "max_days": 5}),
    )
    for game, options in families:
        for seed in range(seeds):
            chance = Chance(seed, "holds")
            table = started(game, seed, **options)
            while table.phase != "over":
                if table.held:
                    yield table, chance
                    table.release_all()
                else:
                    assert table.awaited is not None
                    table.apply(Moved(3.0, table.awaited, some_way(table.turn_tree(60), chance)))


def test_while_something_is_held_everyone_sees_what_was_released_and_no_more() -> None:
    held = 0
    for table, _ in games_with_holds(3):
        while table.held:
            held += 1
            for seat in (None, *range(table.game.players)):
                memory = table.game.memory(seat)
                for event in seen(table.released_events(), seat):
                    memory.observe(event)
                assert table.view(seat) == memory.view()
                assert table.view(seat).actions == ()
            assert table.events[: table.released] == table.released_events()
            assert table.released + sum(len(part.events) for part in table.held) == len(table.events)
            table.release()
        assert table.state is not None
        for seat in (None, *range(table.game.players)):
            assert table.view(seat) == table.state.view(seat)
    assert held > 50


def test_a_part_ends_where_the_game_went_on_without_asking() -> None:
    for table, _ in games_with_holds(2):
        while table.held:
            last = [event for event in table.released_events() if is_shown(event)][-1]
            unnamed = isinstance(last, Awaits) and last.seat is None
            assert isinstance(last, Awaits)
            part = table.release()
            assert is_shown(part.events[0]) or unnamed
            assert not isinstance(part.events[0], Awaits)
            assert part.shown == any(map(is_shown, part.events))


def test_nobody_can_move_while_something_is_held() -> None:
    table, _ = next(games_with_holds(1))
    assert table.state is not None
    before = table.number
    for seat in range(table.game.players):
        with pytest.raises(NotYourTurn, match="It isn't your turn to decide; wait until you are asked"):
            table.check(Moved(4.0, seat, (table.state.legal_actions()[0],)))
    assert table.awaited is None
    assert table.turn_tree() == {}
    assert table.number == before


def test_nothing_is_released_that_isnt_held() -> None:
    with pytest.raises(WrongPhase, match="Nothing is held back"):
        started().release()


# What the others can tell


def told(table: Table, *besides: int) -> dict[int | None, tuple[int, list[Event]]]:
    """What everyone but these has been told, and in how many steps."""
    others = [seat for seat in (None, *range(table.game.players)) if seat not in besides]
    return {seat: (table.steps(seat), seen(table.released_events(), seat)) for seat in others}


def green_is_asked(hand: str) -> Table:
    """Yellow sends an order back, and the next out of the oven is green's, who holds this."""
    game = started("mamma-mia", edition="grande", players=3, helping=False).game
    assert isinstance(game, MammaMia)
    hands = each(game, "2 mushroom", yellow="1 olive", green=hand)
    table = at(opened(game, "yellow 4-olive", "green 4-salami", table="1 pineapple, 3 olive", hands=hands))
    move(table, "sends it back")
    return table


def test_an_owner_without_a_choice_looks_like_one_with_a_choice() -> None:
    able, forced = green_is_asked("1 green pepper, 4 salami"), green_is_asked("1 green pepper, 3 salami, 1 shrimp")
    assert (able.awaited, forced.awaited) == (1, None)
    assert not able.held
    assert told(able, 1) == told(forced, 1)
    move(able, "sends it back")
    forced.release_all()
    assert told(able, 1)[None][1][-3:] == told(forced, 1)[None][1][-3:]


def yellow_asks(*helpers: str) -> Table:
    """Yellow asks for two olives; these have them."""
    game = started("mamma-mia", edition="grande", players=4).game
    assert isinstance(game, MammaMia)
    hands = each(game, "2 shrimp", yellow="1 salami", **dict.fromkeys(helpers, "2 olive"))
    table = at(opened(game, "yellow 4-olive", "yellow 4-salami", table="1 pineapple, 2 olive", hands=hands))
    move(table, "asks for help")
    return table


@pytest.mark.parametrize("helper", ["green", "brown", "purple"])
def test_nobody_can_tell_whether_somebody_could_have_helped(helper: str) -> None:
    nobody, somebody = yellow_asks(), yellow_asks(helper)
    seat = somebody.game.colours.index(helper)
    assert (nobody.awaited, somebody.awaited) == (None, seat)
    assert told(nobody, seat) == told(somebody, seat)
    assert isinstance(nobody.released_events()[-2], HelpAsked)
    move(somebody, "doesn't help")
    assert told(nobody, seat) == told(somebody, seat)
    nobody.release_all()
    somebody.release_all()
    assert told(nobody, seat) == told(somebody, seat)
    assert len([event for event in nobody.events if isinstance(event, HelpRefused)]) == 3
    assert nobody.number != somebody.number


def test_who_refuses_cant_tell_whether_the_next_could_have_helped() -> None:
    last, more = yellow_asks("green"), yellow_asks("green", "purple")
    move(last, "doesn't help")
    move(more, "doesn't help")
    assert (last.awaited, more.awaited) == (None, 3)
    assert told(last, 3) == told(more, 3)


def test_a_try_to_answer_twice_doesnt_tell_who_comes_next() -> None:
    reasons = set()
    for table in (yellow_asks("green"), yellow_asks("green", "purple")):
        with pytest.raises(IllegalAction) as refused:
            move(table, "doesn't help", "helps")
        reasons.add(str(refused.value))
    assert len(reasons) == 1


def test_what_was_held_is_no_answer_of_its_own() -> None:
    table = green_is_asked("1 green pepper, 3 salami, 1 shrimp")
    table.release_all()
    moved = table.log[-1]
    assert isinstance(moved, Moved)
    assert [table.answered(step, 0, moved.actions) for step in range(4)] == [None, 2, None, None]


# Whom it concerns


def test_events_concern_the_seats_that_they_name() -> None:
    assert affected([MINE, PLACED, TurnEnded(0), Awaits(2, None)], 4) == {0, 2}


def test_events_that_name_nobody_concern_everybody() -> None:
    assert affected([PLACED, Revealed(0, 3)], 4) == {0, 1, 2, 3}


def test_nobody_in_particular_is_nobody() -> None:
    assert affected([Awaits(None, None)], 4) == set()


def test_what_changes_concerns_whoever_is_awaited_now() -> None:
    table = started(players=3)
    seat = table.awaited
    assert table.affected([]) == {seat}
