"""State of a table: keys, the host, absent players and the clock."""

from __future__ import annotations

import pytest

from forno.table import errors
from forno.table.entries import HandedOver, Moved, Said, TakenBack
from forno.table.guests import Seat
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from tests.table.helpers import do, learnt, play_on, seated, started


def test_a_key_opens_its_seat_and_no_other() -> None:
    table = seated()
    assert [table.seat_of(f"key{seat}") for seat in range(4)] == [0, 1, 2, 3]
    for key in ("forged", "", key_hash("key0")):
        assert table.seat_of(key) is None


def test_only_the_host_is_the_host() -> None:
    table = seated()
    table.check_host(0)
    for seat in (1, None):
        with pytest.raises(errors.NotHost, match="Only the host"):
            table.check_host(seat)


def test_an_absent_player_is_handed_over_by_the_others_only() -> None:
    table = started(players=3)
    assert table.may_hand_over(0, 1)
    assert not table.may_hand_over(0, 0)
    assert not table.may_hand_over(5, 0)
    do(table, HandedOver(3.0, 0, "random", 1))
    assert not table.may_hand_over(0, 1)
    assert not seated(players=3).may_hand_over(0, 1)


def test_the_clock_runs_for_whoever_is_awaited_and_no_chat_stops_it() -> None:
    table = started(players=2, clock=30, starter="yellow")
    assert table.deadline == 32.0
    do(table, Said(20.0, 1, "Bruno", "table", "well?"))
    assert table.deadline == 32.0
    assert table.state is not None
    do(table, Moved(25.0, 0, (table.state.legal_actions()[0],)))
    assert table.deadline == 55.0


def test_a_bot_has_no_clock_and_who_comes_back_gets_the_whole_time() -> None:
    table = started(players=2, clock=30, starter="yellow")
    do(table, HandedOver(3.0, 0, "random", 1))
    deadlines = [table.deadline]
    do(table, TakenBack(10.0, 0))
    deadlines.append(table.deadline)
    assert deadlines == [None, 40.0]
    assert started(players=2).deadline is None
    assert seated(players=2, clock=30).deadline is None


def test_the_clock_runs_for_whoever_has_one_answer_as_for_everybody() -> None:
    for seed in range(50):
        table = started(players=2, clock=30, seed=seed)
        while table.phase != "over":
            play_on(table, -1)
            if table.question is not None:
                assert table.deadline == table.due == 33.0
                play_on(table, time=7.0)
                assert table.phase == "over" or table.deadline == 37.0
                return
    pytest.fail("nobody ever had only one answer")


def test_a_copy_for_the_next_entry_leaves_the_table_as_it_is() -> None:
    table = seated(players=2)
    before = learnt(table)
    after = table.next()
    after.put(0, Seat())
    after.arrivals = ()
    after.settings = TableSettings(clock=9)
    assert after.number == table.number + 1
    assert learnt(table) == before
