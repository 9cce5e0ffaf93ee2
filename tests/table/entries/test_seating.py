"""Entries of guests who come, go, are away or return."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forno.core.errors import FornoError
from forno.store.outbox import RELINKED, outbox_items
from forno.table import errors
from forno.table.entries import (
    BotSat,
    Entry,
    HandedOver,
    KeyReplaced,
    Left,
    Moved,
    Renamed,
    Sat,
    SeatCleared,
    StandInChosen,
    TakenBack,
)
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.table.helpers import absent, do, move, opened, over, refuse, seated, started, waiting_for


@pytest.mark.parametrize(
    ("make", "entry", "error", "reason"),
    [
        (lambda: Table("t"), Sat(0, 0, "Anna", "x"), errors.WrongPhase, "isn't open yet"),
        (opened, Sat(0, 4, "Anna", "x"), errors.NoSeat, "no such seat"),
        (opened, Sat(0, -1, "Anna", "x"), errors.NoSeat, "no such seat"),
        (opened, Sat(0, 0, "", "x"), errors.BadName, "Enter your name"),
        (opened, Sat(0, 0, "A" * 25, "x"), errors.BadName, "too long"),
        (opened, Sat(0, 0, "An\u202ena", "x"), errors.BadName, "can't be shown"),
        (opened, Sat(0, 0, " Anna", "x"), errors.BadName, "can't be shown"),
        (opened, Sat(0, 0, "\u200d", "x"), errors.BadName, "can't be shown"),
        (opened, Sat(0, 0, "Anna", ""), errors.NoSeat, "need a key"),
        (seated, Sat(0, 0, "Zoe", "x"), errors.SeatTaken, "choose another or watch"),
        (seated, BotSat(0, 0, "random"), errors.SeatTaken, "choose another or watch"),
        (opened, BotSat(0, 0, ""), errors.BadSetting, "choose one from the list"),
        (opened, Left(0, 0), errors.NoSeat, "Nobody sits there"),
        (opened, SeatCleared(0, 0), errors.NoSeat, "Nobody sits there"),
        (opened, Renamed(0, 0, "Zoë"), errors.NoSeat, "Nobody sits there"),
        (started, Renamed(0, 0, "Zoë"), errors.WrongPhase, "has started"),
        (started, Left(0, 0), errors.WrongPhase, "has started"),
        (started, SeatCleared(0, 0), errors.WrongPhase, "has started"),
        (started, Sat(0, 0, "Zoe", "x"), errors.WrongPhase, "has started"),
        (over, StandInChosen(0, 0, "nonna"), errors.WrongPhase, "over"),
        (started, StandInChosen(0, 9, "nonna"), errors.NoSeat, "no such seat"),
        (opened, StandInChosen(0, 0, "nonna"), errors.NoSeat, "Nobody sits there"),
        (started, StandInChosen(0, 0, ""), errors.BadSetting, "choose one"),
        (started, HandedOver(0, 0, "random", 0), errors.NotYourTurn, "Only the others"),
        (started, HandedOver(0, 0, "", 1), errors.BadSetting, "choose one"),
        (started, HandedOver(0, 9, "random", 1), errors.NoSeat, "no such seat"),
        (absent, HandedOver(0, 0, "random", 1), errors.SeatTaken, "already"),
        (seated, HandedOver(0, 0, "random", 1), errors.WrongPhase, "during the game"),
        (over, HandedOver(0, 0, "random", 1), errors.WrongPhase, "during the game"),
        (started, KeyReplaced(0, 1, 1, "new"), errors.NotHost, "Only the host"),
        (started, KeyReplaced(0, 0, 0, "new"), errors.NotHost, "Only the host"),
        (started, KeyReplaced(0, 1, 0, ""), errors.NoSeat, "new key of its own"),
        (started, KeyReplaced(0, 1, 0, key_hash("key0")), errors.NoSeat, "new key of its own"),
        (seated, KeyReplaced(0, 1, 0, "new"), errors.WrongPhase, "during the game"),
        (over, KeyReplaced(0, 1, 0, "new"), errors.WrongPhase, "during the game"),
        (started, TakenBack(0, 0), errors.SeatTaken, "play this seat yourself"),
    ],
)
def test_what_cant_be_is_refused_with_the_reason(
    make: Callable[[], Table], entry: Entry, error: type[FornoError], reason: str
) -> None:
    refuse(make(), entry, error, reason)


def test_the_others_hear_by_a_notice_of_a_replaced_key_over_days() -> None:
    table = seated(players=3, clock=86400)
    do(table, table.start(2.0, 7))
    replaced = KeyReplaced(3.0, 1, 0, "new")
    assert [(item.seat, item.topic) for item in outbox_items(table.check(replaced))] == [(2, RELINKED)]
    do(table, replaced)
    seat = table.seats[1]
    assert (seat.key_hash, seat.key_from, seat.first_key_hash) == ("new", 0, key_hash("key1"))
    do(table, KeyReplaced(4.0, 1, 0, "newer"))
    assert table.seats[1].first_key_hash == key_hash("key1")


def test_who_came_first_is_the_host_and_then_who_came_next() -> None:
    table = opened(players=3)
    hosts = [table.host]
    for seat in (2, 0, 1):
        do(table, Sat(1.0, seat, "Anna", "hash"))
        hosts.append(table.host)
    assert hosts == [None, 2, 2, 2]
    do(table, Left(2.0, 2))
    assert table.host == 0
    do(table, SeatCleared(2.0, 0))
    assert table.host == 1
    do(table, Sat(3.0, 2, "Carla", "hash"))
    assert table.host == 1


def test_a_bot_is_never_the_host() -> None:
    table = opened(players=2)
    do(table, BotSat(1.0, 0, "random"))
    assert (table.host, table.seats[0].invited_bot) == (None, True)
    do(table, Sat(1.0, 1, "Bruno", "hash"))
    assert table.host == 1


def test_a_bot_that_stands_in_moves_and_its_person_doesnt() -> None:
    table = waiting_for(0)
    do(table, HandedOver(3.0, 0, "random", 1))
    assert (table.seats[0].bot, table.seats[0].stand_in, table.seats[0].invited_bot) == ("random", True, False)
    with pytest.raises(errors.NotYourTurn, match="take your seat back first"):
        move(table, "no order")
    assert table.turn_tree()
    assert table.state is not None
    action = table.state.legal_actions()[0]
    table.check(Moved(4.0, 0, (action,), "bot"))
    do(table, TakenBack(5.0, 0))
    assert not table.seats[0].stand_in
    table.check(Moved(6.0, 0, (action,)))
