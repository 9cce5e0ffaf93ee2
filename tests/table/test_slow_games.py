"""Games over days: banks of hours, what happens when they are empty, hours and vacations of each player."""

from __future__ import annotations

from typing import Any

import pytest

from forno.core.chance import Chance
from forno.table import errors
from forno.table.entries import HandedOver, Moved, Opened, Sat, TakenBack, VacationAnnounced, Voted, ZoneTold
from forno.table.keys import key_hash
from forno.table.settings import LATE, TableSettings
from forno.table.table import Table
from forno.table.timing import DAY_SECONDS, HOUR_SECONDS, counted_seconds, day_begins, deadline
from tests.table.helpers import NAMES, do, refuse, some_way

HOURS = HOUR_SECONDS
MONDAY = day_begins("2026-11-16", "Europe/Rome") + 12 * HOURS


def slow_game(players: int = 2, **settings: Any) -> Table:
    """A game that began on a Monday at noon, with a bank of a day, four hours more a move, up to three days."""
    table = Table("t")
    timed = TableSettings(**{"clock": 24 * HOURS, "increment": 4 * HOURS, "bank": 72 * HOURS} | settings)
    timed.check()
    do(table, Opened(MONDAY, "mamma-mia", {"players": players, "edition": "grande"}, None, timed))
    for seat in range(players):
        do(table, Sat(MONDAY, seat, NAMES[seat], key_hash(f"key{seat}")))
    do(table, table.start(MONDAY, 7))
    return table


def decide(table: Table, after: float, by: str = "player") -> int:
    """Let the awaited seat decide so long after it was asked. Returns the seat."""
    seat = table.awaited
    assert seat is not None
    actions = some_way(table.turn_tree(), Chance("slow", str(table.number)))
    do(table, table.decide(table.asked + after, seat, actions, by))
    return seat


def test_a_move_takes_from_the_bank_and_adds_to_it() -> None:
    table = slow_game()
    assert table.deadline == MONDAY + 24 * HOURS
    seat = decide(table, 10 * HOURS)
    assert table.banks == {seat: 18 * HOURS}
    assert table.deadline == table.due == table.asked + 24 * HOURS  # the other's bank is full
    while table.awaited != seat or table.unnamed:
        decide(table, HOURS)
    assert table.deadline == table.asked + 18 * HOURS


def test_a_bank_holds_no_more_than_was_settled() -> None:
    table = slow_game(bank=25 * HOURS)
    seat = decide(table, HOURS)
    assert table.banks == {seat: 25 * HOURS}


def test_whoever_ran_out_of_time_has_what_a_move_adds() -> None:
    table = slow_game()
    seat = decide(table, 30 * HOURS, "clock")
    assert table.banks == {seat: 4 * HOURS}


def test_bots_have_no_bank() -> None:
    table = slow_game()
    seat = table.awaited
    assert seat is not None
    do(table, HandedOver(table.asked + 30 * HOURS, seat, "random", 1 - seat))
    assert table.banks == {seat: 4 * HOURS}
    decide(table, HOURS, "bot")
    assert table.banks == {seat: 4 * HOURS}
    do(table, TakenBack(table.asked, seat))


def test_whoever_takes_a_seat_back_has_the_whole_bank_and_nobody_elses_clock_begins_anew() -> None:
    table = slow_game(players=3)
    seat = table.awaited
    assert seat is not None
    do(table, HandedOver(MONDAY + 30 * HOURS, seat, "random", (seat + 1) % 3))
    do(table, TakenBack(MONDAY + 40 * HOURS, seat))
    assert table.deadline == MONDAY + 44 * HOURS
    other = (seat + 2) % 3
    do(table, HandedOver(MONDAY + 41 * HOURS, other, "random", seat))
    do(table, TakenBack(MONDAY + 42 * HOURS, other))
    assert table.deadline == MONDAY + 44 * HOURS


def test_votes_against_one_player_stay_when_another_is_back() -> None:
    table = slow_game(players=4, late="vote")
    seat = table.awaited
    assert seat is not None
    first, second, third = (place for place in range(4) if place != seat)
    for place in (second, third, seat):
        do(table, Voted(MONDAY + 20 * HOURS, first, "random", place))
        if table.seats[first].stand_in:
            break
    do(table, Voted(MONDAY + 30 * HOURS, seat, "random", second))
    do(table, TakenBack(MONDAY + 31 * HOURS, first))
    assert table.votes == {(seat, second)}


def test_a_table_that_waits_is_never_due() -> None:
    table = slow_game(late="wait")
    assert table.deadline == MONDAY + 24 * HOURS
    assert table.due is None


def test_the_own_clock_hands_a_seat_over_only_where_that_was_settled() -> None:
    for late, allowed in (("bot-plays", True), ("bot-decides", False), ("wait", False)):
        table = slow_game(late=late)
        seat = table.awaited
        assert seat is not None
        entry = HandedOver(MONDAY + 24 * HOURS, seat, "random", seat)
        if allowed:
            refuse(table, HandedOver(MONDAY, 1 - seat, "random", 1 - seat), errors.NotYourTurn, "Only the others")
            do(table, entry)
            assert table.seats[seat].stand_in
        else:
            refuse(table, entry, errors.NotYourTurn, "Only the others")


def test_most_of_the_others_vote_for_a_bot() -> None:
    table = slow_game(players=4, late="vote")
    seat = table.awaited
    assert seat is not None
    assert table.due is None
    first, second, _third = (place for place in range(4) if place != seat)
    refuse(table, Voted(MONDAY, seat, "random", seat), errors.NotYourTurn, "Only the others")
    do(table, Voted(MONDAY + 30 * HOURS, seat, "random", first))
    refuse(table, Voted(MONDAY, seat, "random", first), errors.NotYourTurn, "voted already")
    assert not table.seats[seat].stand_in
    do(table, Voted(MONDAY + 31 * HOURS, seat, "random", second))
    assert table.seats[seat].stand_in
    assert table.banks == {seat: 4 * HOURS}


def test_votes_are_forgotten_with_the_next_decision() -> None:
    table = slow_game(players=4, late="vote")
    seat = table.awaited
    assert seat is not None
    do(table, Voted(MONDAY, seat, "random", (seat + 1) % 4))
    decide(table, HOURS)
    assert table.votes == frozenset()


def test_nights_and_weekends_are_off_where_the_player_lives() -> None:
    table = slow_game(rest="nights-weekends")
    seat = table.awaited
    assert seat is not None
    assert table.deadline == MONDAY + (24 + 9) * HOURS  # nobody told where they live: UTC, 11:00 to 20:00
    do(table, ZoneTold(MONDAY + 1, seat, "Asia/Tokyo"))  # 20:00 there: three hours, a night, 15 hours, a night, 6 hours
    assert table.deadline == MONDAY + (24 + 18) * HOURS
    decide(table, 13 * HOURS)
    assert table.banks[seat] == (24 - 4 + 4) * HOURS


def test_a_time_zone_changes_once_a_day() -> None:
    table = slow_game()
    do(table, ZoneTold(MONDAY, 0, "Europe/Rome"))
    refuse(table, ZoneTold(MONDAY + DAY_SECONDS - 1, 0, "Asia/Tokyo"), errors.BadSetting, "once a day")
    refuse(table, ZoneTold(MONDAY, 1, "Europe/Atlantis"), errors.BadSetting, "no such time zone")
    do(table, ZoneTold(MONDAY + DAY_SECONDS, 0, "Asia/Tokyo"))


def test_a_vacation_is_announced_before_and_stops_the_clock() -> None:
    table = slow_game()
    seat = table.awaited
    assert seat is not None
    begins = MONDAY + DAY_SECONDS
    refuse(table, VacationAnnounced(MONDAY, seat, begins - 1, begins + 9), errors.BadSetting, "a day before")
    refuse(table, VacationAnnounced(MONDAY, seat, begins, begins), errors.BadSetting, "31 days")
    too_long = VacationAnnounced(MONDAY, seat, begins, begins + 31 * DAY_SECONDS + 1)
    refuse(table, too_long, errors.BadSetting, "31 days")
    do(table, VacationAnnounced(MONDAY - HOURS, seat, begins - HOURS, begins + 7 * DAY_SECONDS))
    assert table.deadline == MONDAY + 8 * DAY_SECONDS + HOURS
    refuse(table, VacationAnnounced(MONDAY, seat, begins, begins + 25 * DAY_SECONDS), errors.BadSetting, "31 days")


def test_hours_matter_at_slow_tables_only() -> None:
    table = slow_game(clock=60, increment=5, bank=60)
    refuse(table, ZoneTold(MONDAY, 0, "Europe/Rome"), errors.WrongPhase, "over several days")
    refuse(table, VacationAnnounced(MONDAY, 0, 2e9, 2e9 + 1), errors.WrongPhase, "over several days")


def test_time_tells_nothing_of_whoever_is_asked_in_secret() -> None:
    """The deadline shows neither bank nor zone of a seat, where the others don't know that it is asked."""
    table = slow_game(players=4, rest="nights")
    for seat, zone in enumerate(("Europe/Rome", "Asia/Tokyo", "America/New_York", "UTC")):
        do(table, ZoneTold(MONDAY, seat, zone))
    secret = 0
    chance = Chance("secret")
    while table.phase == "playing" and secret < 3:
        before, unnamed = table.banks, table.unnamed
        if unnamed:
            secret += 1
            anybodys = [deadline(table.asked, 24 * HOURS, table.rest_of(seat)) for seat in range(4)]
            assert table.deadline == max(anybodys) > min(anybodys)
        actions = some_way(table.turn_tree(), chance)
        assert table.awaited is not None
        do(table, table.decide(table.asked + 5 * HOURS, table.awaited, actions))
        if unnamed:
            assert table.banks == before
    assert secret


def test_a_log_makes_the_same_banks_again() -> None:
    table = slow_game(rest="nights")
    do(table, ZoneTold(MONDAY, 0, "Europe/Rome"))
    for _turn in range(12):
        decide(table, 9 * HOURS)
    again = Table.replay("t", table.log)
    assert (again.banks, again.deadline) == (table.banks, table.deadline)
    assert any(isinstance(entry, Moved) for entry in again.log)


@pytest.mark.parametrize("late", LATE)
def test_a_simulated_month_of_players_in_four_zones_ends_every_game(late: str) -> None:
    """Time jumps from decision to decision: people answer, are asleep, on vacation or gone; nobody loses time early."""
    chance = Chance("month", late)
    table = slow_game(players=4, rest="nights-weekends", late=late)
    for place, zone in enumerate(("Europe/Rome", "Asia/Tokyo", "America/New_York", "Pacific/Auckland")):
        do(table, ZoneTold(MONDAY, place, zone))
    begins = MONDAY + 9 * DAY_SECONDS
    do(table, VacationAnnounced(MONDAY, 1, begins, begins + 7 * DAY_SECONDS))
    ran_out = 0
    while table.phase == "playing":
        seat, due = table.awaited, table.deadline
        assert seat is not None
        if due is None:
            decide(table, 1, "bot")
            continue
        given = table.settings.clock if table.unnamed else table.banks.get(seat, table.settings.clock)
        assert counted_seconds(table.asked, due, table.rest_of(seat)) >= given - 1
        answered = table.asked + chance.random() ** 8 * 200 * HOURS
        if answered < due:
            decide(table, answered - table.asked)
            continue
        ran_out += 1
        if late == "bot-decides" or (late == "bot-plays" and table.unnamed):
            decide(table, due - table.asked, "clock")
        else:
            for other in (seat,) if late == "bot-plays" else ((seat + 1) % 4, (seat + 2) % 4):
                if not table.seats[seat].stand_in:
                    do(table, (Voted if late == "vote" else HandedOver)(due, seat, "random", other))
        assert all(0 < left <= table.settings.bank for left in table.banks.values())
        if table.seats[seat].stand_in and chance.below(2):
            do(table, TakenBack(due + HOURS, seat))
        if ran_out % 3 == 1:  # a restart reads the log
            again = Table.replay("t", table.log)
            assert (again.banks, again.deadline, again.due) == (table.banks, table.deadline, table.due)
    assert ran_out
    assert table.asked > MONDAY + DAY_SECONDS
