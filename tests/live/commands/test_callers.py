"""Callers: whose seats they have, whose name they go by, and what a repeated request gets."""

from __future__ import annotations

import pytest

from forno.live.commands.callers import KeyCaller, ProgramCaller
from forno.table.errors import NotHost, SeatTaken
from tests.live.commands.evening import Evening, evening

TICKET = "a ticket that only Bruno has"


def test_sitting_down_is_answered_with_a_key_and_a_ticket_gets_the_same_again() -> None:
    async def play(at: Evening) -> None:
        told = await at.told("sit", ProgramCaller([]), name="Carla", ticket=TICKET)
        assert told == await at.told("sit", ProgramCaller([]), name="Carla", ticket=TICKET)
        assert told.keys() == {"table", "seat", "key", "number"}
        assert (told["table"], told["seat"]) == (at.live.id, 2)
        assert ProgramCaller([told["key"]]).seat(at.live) == 2
        with pytest.raises(SeatTaken):
            await at.does("sit", ProgramCaller([]), name="Dora")

    evening(play)


def test_a_device_with_a_seat_seats_others_only_if_it_is_the_hosts() -> None:
    async def play(at: Evening) -> None:
        with pytest.raises(NotHost):
            await at.submits("sit", KeyCaller(at.bruno.keys), seat="2", name="Carla")
        again = await at.submits("sit", KeyCaller(at.bruno.keys), seat="1", name="Carla")
        assert (again.seat, again.keys) == (1, ())
        seated = await at.submits("sit", KeyCaller(at.anna.keys), seat="2", name="Carla")
        assert (seated.seat, seated.name) == (2, "")
        assert at.names() == ["Anna", "Bruno", "Carla"]

    evening(play)


@pytest.mark.parametrize(
    ("given", "known", "called"), [("Zoe", "Nina", "Zoe"), ("", "Nina", "Nina"), ("", "", "Guest")]
)
def test_a_visitor_goes_by_the_name_given_or_known(given: str, known: str, called: str) -> None:
    async def play(at: Evening) -> None:
        seated = await at.submits("sit", KeyCaller([], name=known), name=given)
        assert (at.names()[2], seated.name) == (called, given)

    evening(play)
