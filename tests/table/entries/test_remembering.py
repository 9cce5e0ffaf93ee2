"""Entries about what players remember: notebooks of their own, and the memory aid of one seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from forno.core.game import instance
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.table import errors
from forno.table.entries import AidGiven, Configured, Noted, SeatCleared
from forno.table.entries.talking import MAX_NOTES_CHARACTERS, clean_notes
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import do, refuse, seated, started

NOTES = TableSettings(notes=True)


def with_notes() -> Table:
    table = seated(players=2)
    do(table, Configured(1.0, {"players": 2}, NOTES))
    do(table, table.start(2.0, 7))
    return table


def test_a_seat_writes_in_its_notebook_and_writes_it_anew() -> None:
    table = with_notes()
    do(table, Noted(3.0, 0, "two olives"))
    do(table, Noted(4.0, 1, "salami"))
    do(table, Noted(5.0, 0, "three olives\nand a pepper"))
    assert table.notes == {0: "three olives\nand a pepper", 1: "salami"}
    assert Table.replay("t", table.log).notes == table.notes


def test_notes_need_a_table_that_has_chosen_them_a_game_and_a_person() -> None:
    refuse(started(players=2), Noted(3.0, 0, "olives"), errors.WrongPhase, "yours to remember")
    waiting = seated(players=2)
    do(waiting, Configured(1.0, {"players": 2}, NOTES))
    refuse(waiting, Noted(3.0, 0, "olives"), errors.WrongPhase, "during the game")
    refuse(with_notes(), Noted(3.0, 2, "olives"), errors.NoSeat, "no such seat")


def test_a_notebook_has_room_for_so_much_and_for_what_can_be_shown() -> None:
    table = with_notes()
    refuse(table, Noted(3.0, 0, "x" * (MAX_NOTES_CHARACTERS + 1)), errors.BadText, "too long")
    refuse(table, Noted(3.0, 0, "bell \a"), errors.BadText, "can't be shown")
    do(table, Noted(3.0, 0, "x" * MAX_NOTES_CHARACTERS))
    assert clean_notes("one \r\ntwo\tthree\n\n") == "one\ntwo three"
    with pytest.raises(errors.BadText):
        clean_notes("\x00")


def test_one_seat_has_the_memory_aid_and_sees_with_it_what_the_others_have_to_remember() -> None:
    table = seated(players=2)
    do(table, AidGiven(1.0, 1, aided=True))
    do(table, table.start(2.0, 7))
    aided, other = (instance(table.view(seat), MammaMiaView) for seat in (1, 0))
    assert aided.oven_tally is not None
    assert other.oven_tally is None
    alike = replace(aided, game=other.game, oven_tally=None, past_turns=None)
    assert alike == started(players=2).view(1)
    assert type(table.own_place(1)) is MammaMiaView


def test_a_memory_aid_is_given_to_a_person_before_the_start_where_there_is_one() -> None:
    table = seated(players=2)
    do(table, AidGiven(1.0, 1, aided=True))
    do(table, AidGiven(1.0, 1, aided=False))
    assert not table.seats[1].aided
    do(table, AidGiven(1.0, 1, aided=True))
    do(table, SeatCleared(1.0, 1))
    assert not table.seats[1].aided
    refuse(table, AidGiven(1.0, 1, aided=True), errors.NoSeat, "Nobody sits there")
    refuse(started(players=2), AidGiven(1.0, 1, aided=True), errors.WrongPhase, "only possible before")
    for game, options in (("pizza-master", {}), ("mamma-mia", {"memory_aid": True})):
        refuse(seated(game, players=2, **options), AidGiven(1.0, 1, aided=True), errors.BadSetting, "Nobody can have")
