"""Entries of the game: what a move may hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.core.errors import FornoError, IllegalAction
from forno.table import errors
from forno.table.entries import Entry, Moved, read_entry
from forno.table.entries.playing import MOVERS
from forno.table.table import Table
from tests.table.helpers import do, move, over, refuse, seated, started, waiting_for


@pytest.mark.parametrize(
    ("make", "entry", "error", "reason"),
    [
        (seated, Moved(0, 0, (1,)), errors.WrongPhase, "hasn't started yet"),
        (over, Moved(0, 0, (1,)), errors.WrongPhase, "is over"),
        (lambda: waiting_for(0), Moved(0, 1, (1,)), errors.NotYourTurn, "isn't your turn yet"),
        (lambda: waiting_for(0), Moved(0, 7, (1,)), errors.NoSeat, "no such seat"),
        (lambda: waiting_for(0), Moved(0, 0, ()), IllegalAction, "choose something"),
        (lambda: waiting_for(0), Moved(0, 0, (99999,)), IllegalAction, "an action of this game"),
        (lambda: waiting_for(0), Moved(0, 0, (True,)), IllegalAction, "allowed now"),
        (lambda: waiting_for(0), Moved(0, 0, (-1, 4)), IllegalAction, "an action of this game"),
        (lambda: waiting_for(0), Moved(0, 0, (1,), "cheat"), errors.BadSetting, "player, bot, clock"),
        (lambda: waiting_for(0), Moved(0, 0, (1,), "bot"), errors.NotYourTurn, "No bot plays"),
        (lambda: waiting_for(0), Moved(0, 0, (1,), "clock"), errors.NotYourTurn, "without a clock"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(
    make: Callable[[], Table], entry: Entry, error: type[FornoError], reason: str
) -> None:
    refuse(make(), entry, error, reason)


def test_the_rest_of_a_turn_cant_be_sent_after_its_end() -> None:
    table = waiting_for(0)
    assert table.state is not None
    whole: list[int] = []
    tree = table.turn_tree()
    while tree:
        whole.append(next(iter(tree)))
        tree = tree[whole[-1]]
    table.check(Moved(3.0, 0, tuple(whole)))
    with pytest.raises(IllegalAction, match="ends the turn"):
        table.check(Moved(3.0, 0, (*whole, 0)))
    with pytest.raises(IllegalAction, match="isn't allowed now"):
        table.check(Moved(3.0, 0, (whole[0], whole[0])))


def test_what_the_others_see_is_sent_step_by_step() -> None:
    table = started("pizza-master", mode="tutorial", players=2)
    game = table.game
    table.state = game.position(
        phase="making",
        seat=game.colours[0],
        passed=[game.colours[0]],
        refrigerator="5 seafood",
        hands=["butchers-bites, big-grill", ""],
        trays=["4 cheese, 6 meat", ""],
    )
    first, last = table.turn_tree(), table.state.legal_actions()[-1]
    assert len(first) > 1
    with pytest.raises(IllegalAction, match="ends the turn"):
        table.check(Moved(3.0, 0, (next(iter(first)), last)))


def test_a_turn_may_be_sent_in_pieces() -> None:
    table, other = waiting_for(0), waiting_for(0)
    tree = table.turn_tree()
    first = next(iter(tree))
    second = next(iter(tree[first]))
    do(table, Moved(3.0, 0, (first,)))
    assert table.awaited == 0
    assert list(table.turn_tree()) == list(tree[first])
    do(table, Moved(3.0, 0, (second,)))
    do(other, Moved(3.0, 0, (first, second)))
    assert table.state is not None
    assert other.state is not None
    assert table.state.history() == other.state.history()
    assert [table.steps(1), table.steps(None)] == [other.steps(1), other.steps(None)]
    assert table.steps(0) == other.steps(0) + 1


def test_moves_read_as_they_are_written() -> None:
    table = started(players=2, starter="yellow")
    assert table.state is not None
    notation = str(table.game.actions[table.state.legal_actions()[0]])
    action = table.game.parse(notation)
    move(table, notation)
    assert table.log[-1] == Moved(3.0, 0, (action,))


@given(
    time=st.floats(min_value=0, max_value=1e12),
    seat=st.integers(min_value=0, max_value=5),
    actions=st.lists(st.integers(min_value=0, max_value=500), max_size=5),
    by=st.sampled_from(MOVERS),
)
def test_a_move_is_written_as_any_other_entry(time: float, seat: int, actions: list[int], by: str) -> None:
    move = Moved(time, seat, tuple(actions), by)
    assert move.to_json() == Entry.to_json(move)
    assert read_entry(move.to_json()) == move
