"""A live game becomes one over days, and back, once all people at the table agree."""

from __future__ import annotations

from dataclasses import replace

from forno.store.outbox import PROPOSED, REMINDER, TURN, outbox_items
from forno.table import errors
from forno.table.entries import BotSat, HandedOver, Moved, Sat, TimeAnswered, TimeProposed
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS
from tests.table.helpers import NAMES, do, offered, opened, refuse, started

DAYS = TableSettings(clock=24 * HOUR_SECONDS, increment=4 * HOUR_SECONDS, bank=72 * HOUR_SECONDS, late="wait")
LIVE = TableSettings(clock=60)


def playing(players: int = 3) -> Table:
    return started(players=players, clock=60)


def agreed(table: Table, settings: TableSettings, time: float = 100.0) -> None:
    do(table, TimeProposed(time, 0, settings))
    for seat in range(1, len(table.seats)):
        do(table, TimeAnswered(time, seat, agrees=True))


def test_a_proposal_counts_once_everybody_has_agreed_and_all_clocks_begin_anew() -> None:
    table = playing()
    do(table, TimeProposed(100.0, 0, DAYS))
    do(table, TimeAnswered(101.0, 1, agrees=True))
    assert table.settings == LIVE
    do(table, TimeAnswered(150.0, 2, agrees=True))
    assert table.settings == DAYS
    assert table.proposal is None
    assert table.deadline == 150.0 + DAYS.clock
    mover = table.awaited
    assert mover is not None
    do(table, Moved(160.0, mover, (offered(table)[0],)))
    agreed(table, LIVE, 200.0)
    assert (table.settings, table.banks, table.deadline) == (LIVE, {}, 260.0)
    assert vars(Table.replay("t", table.log)).keys() == vars(table).keys()
    assert Table.replay("t", table.log).settings == LIVE


def test_whoever_doesnt_agree_ends_the_proposal_and_its_author_can_withdraw_it() -> None:
    table = playing()
    for seat in (2, 0):
        do(table, TimeProposed(100.0, 0, DAYS))
        refuse(table, TimeProposed(100.0, 1, DAYS), errors.WrongPhase, "already")
        refuse(table, TimeAnswered(100.0, 0, agrees=True), errors.NotYourTurn, "agreed already")
        do(table, TimeAnswered(101.0, seat, agrees=False))
        assert (table.proposal, table.settings) == (None, LIVE)
    refuse(table, TimeAnswered(101.0, 1, agrees=True), errors.WrongPhase, "There is no suggestion")


def test_only_the_time_can_be_proposed_and_only_another_one_during_the_game() -> None:
    table = playing()
    for settings, why in (
        (LIVE, "other than the current one"),
        (replace(DAYS, public=True), "nothing else"),
        (replace(DAYS, notes=True), "nothing else"),
        (replace(LIVE, late="vote"), "an hour or more"),
    ):
        refuse(table, TimeProposed(100.0, 0, settings), errors.BadSetting, why)
    refuse(opened(players=2), TimeProposed(1.0, 0, DAYS), errors.WrongPhase, "during the game")
    refuse(table, TimeProposed(100.0, 3, DAYS), errors.NoSeat, "no such seat")
    daily = playing()
    daily.settings = replace(LIVE, daily=3)
    refuse(daily, TimeProposed(1.0, 0, replace(DAYS, daily=3)), errors.WrongPhase, "the same for everyone")


def test_bots_arent_asked_and_neither_is_whoever_a_bot_plays_for() -> None:
    alone = opened(players=2)
    do(alone, Sat(1.0, 0, NAMES[0], "hash"))
    do(alone, BotSat(1.0, 1, "random"))
    do(alone, alone.start(2.0, 7))
    do(alone, TimeProposed(100.0, 0, DAYS))
    assert alone.settings == DAYS
    table = playing()
    do(table, TimeProposed(100.0, 0, DAYS))
    do(table, TimeAnswered(101.0, 1, agrees=True))
    do(table, HandedOver(102.0, 2, "random", 0))
    assert table.settings == DAYS


def test_over_days_people_hear_of_a_proposal_and_whoever_is_awaited_when_it_counts() -> None:
    table = playing(2)
    assert outbox_items(table.check(TimeProposed(100.0, 0, DAYS))) == ()
    do(table, TimeProposed(100.0, 0, DAYS))
    told = outbox_items(table.check(TimeAnswered(101.0, 1, agrees=True)))
    assert [(item.seat, item.topic, item.turn) for item in told] == [
        (table.awaited, TURN, 101.0),
        (table.awaited, REMINDER, 101.0),
    ]
    do(table, TimeAnswered(101.0, 1, agrees=True))
    told = outbox_items(table.check(TimeProposed(200.0, 0, LIVE)))
    assert [(item.seat, item.topic) for item in told] == [(1, PROPOSED)]
    do(table, TimeProposed(200.0, 0, LIVE))
    assert outbox_items(table.check(TimeAnswered(201.0, 1, agrees=False))) == ()
