"""Attendance: who reads here or elsewhere is present, and for a while after."""

from __future__ import annotations

from forno.pages.publishing.attendance import Attendance
from forno.table.entries import BotSat, HandedOver
from tests.pages.publishing.helpers import Clock, Page
from tests.table.helpers import do, opened, seated

AWAY_AFTER = 30.0


def attending(clock: Clock) -> Attendance:
    return Attendance(seated(players=3), AWAY_AFTER, clock)


def test_whoever_reads_is_present_and_a_while_after_isnt() -> None:
    clock = Clock()
    attendance, page = attending(clock), Page(1)
    attendance.add(page)
    clock.time = 1000.0
    assert [attendance.present(seat) for seat in range(3)] == [False, True, False]
    assert attendance.remove(page) == [1]
    clock.time += AWAY_AFTER - 1
    assert attendance.present(1)
    clock.time += 1
    assert not attendance.present(1)


def test_nobody_is_away_just_after_a_server_has_begun() -> None:
    clock = Clock()
    attendance = attending(clock)
    assert attendance.all_present(range(3))
    clock.time = AWAY_AFTER
    assert not attendance.present(0)


def test_a_seat_with_another_page_is_still_read() -> None:
    attendance, pages = attending(Clock()), [Page(1), Page(1)]
    for page in pages:
        attendance.add(page)
    assert attendance.remove(pages[0]) == []
    assert attendance.remove(pages[0]) == [], "a page that has gone is gone"
    assert attendance.remove(pages[1]) == [1]


def test_seats_are_notified_before_spectators_and_the_oldest_first() -> None:
    attendance = attending(Clock())
    pages = [Page(None), Page(2), Page(None), Page(0)]
    for page in pages:
        attendance.add(page)
    assert list(attendance.readers) == [pages[1], pages[3], pages[0], pages[2]]


def test_who_reads_at_another_server_is_present_until_that_is_over() -> None:
    clock = Clock()
    attendance = attending(clock)
    clock.time = 1000.0
    assert not attendance.attend_elsewhere(frozenset({0, 2}))
    assert [attendance.present(seat) for seat in range(3)] == [True, False, True]
    assert attendance.attend_elsewhere(frozenset({2}))
    assert attendance.present(0), "a moment ago it was"
    clock.time += AWAY_AFTER
    assert [attendance.present(seat) for seat in range(3)] == [False, False, True]


def test_invited_bots_are_always_present_and_people_with_a_stand_in_arent() -> None:
    clock, table = Clock(), opened(players=2)
    do(table, BotSat(1.0, 1, "random"))
    attendance = Attendance(table, AWAY_AFTER, clock)
    clock.time = 1000.0
    assert [attendance.present(seat) for seat in (0, 1)] == [False, True]
    people = seated(players=2)
    do(people, people.start(2.0, 7))
    do(people, HandedOver(3.0, 0, "random", 1))
    absent = Attendance(people, AWAY_AFTER, Clock())
    absent.clock = lambda: 1000.0
    assert not absent.present(0)
