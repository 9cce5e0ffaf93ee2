"""Commands before the start: guests, bots, configuration, the start and the deal."""

from __future__ import annotations

import pytest

from forno.core.errors import FornoError, OptionError
from forno.live.commands.callers import KeyCaller
from forno.table.errors import NotHost, WrongPhase
from tests.live.commands.evening import GUESTS, Evening, evening


def test_a_guest_is_renamed_and_leaves() -> None:
    async def play(at: Evening) -> None:
        assert (await at.submits("name", KeyCaller(at.bruno.keys), name="Bruna")).name == "Bruna"
        assert at.names() == ["Anna", "Bruna", None]
        told = await at.told("leave", at.bruno)
        assert told.keys() >= GUESTS
        assert at.names() == ["Anna", None, None]

    evening(play)


def test_the_host_seats_a_bot_and_clears_a_seat() -> None:
    async def play(at: Evening) -> None:
        told = await at.told("bot", at.anna, seat=2, bot="random")
        assert told.keys() >= GUESTS
        assert at.bots() == {2: "random"}
        await at.told("clear", at.anna, seat=2)
        assert at.bots() == {}
        with pytest.raises(OptionError):
            await at.does("bot", at.anna, seat=2, bot="hal")

    evening(play)


def test_a_configuration_changes_what_it_names_and_keeps_the_rest() -> None:
    async def play(at: Evening) -> None:
        told = await at.told("configure", at.anna, options={"edition": "grande"}, clock=30)
        assert told["seat"] == 0
        await at.does("configure", at.anna, public=True)
        table = at.live.table
        assert (table.game.options["edition"], table.game.players) == ("grande", 3)
        assert (table.settings.clock, table.settings.public) == (30, True)
        await at.does("configure", at.anna, options={"edition": None})
        assert at.live.table.game.options["edition"] != "grande"

    evening(play)


def test_the_forms_of_a_table_read_as_configurations() -> None:
    async def play(at: Evening) -> None:
        host = KeyCaller(at.anna.keys)
        await at.submits("configure", host, public="yes", clock="60")
        assert (at.live.table.settings.public, at.live.table.settings.clock) == (True, 60)
        await at.submits("options", host, option_players="4")
        assert at.live.table.game.players == 4
        assert at.live.table.settings.clock == 60
        with pytest.raises(FornoError):
            await at.submits("options", host, option_players="99")

    evening(play)


def test_a_start_needs_all_seats_and_a_page_may_name_a_bot_for_the_empty_ones() -> None:
    async def play(at: Evening) -> None:
        with pytest.raises(WrongPhase):
            await at.does("start", at.anna)
        await at.submits("start", KeyCaller(at.anna.keys), bot="random")
        assert at.live.table.phase == "playing"
        assert at.live.table.seats[2].bot == "random"

    evening(play)


def test_a_deal_takes_either_a_promise_or_a_number() -> None:
    async def play(at: Evening) -> None:
        for sent in ({}, {"promise": "0" * 64, "number": "1" * 64}):
            with pytest.raises(OptionError):
                await at.does("deal", at.anna, **sent)
        with pytest.raises(WrongPhase):  # nothing is sealed here
            await at.does("deal", at.anna, promise="0" * 64)
        # A page that comes too late is left out, without an error.
        assert (await at.submits("deal", KeyCaller(at.anna.keys), promise="0" * 64)).data == {}

    evening(play)


def test_a_handicap_is_the_hosts_to_give() -> None:
    async def play(at: Evening) -> None:
        told = await at.told("aid", at.anna, seat=1)
        assert [seat["aided"] for seat in told["seats"]] == [False, True, False]
        with pytest.raises(NotHost):
            await at.does("aid", at.bruno, seat=1)
        await at.submits("aid", at.anna, seat="1", aided="no")
        assert not at.live.table.seats[1].aided
        await at.submits("aid", at.anna, seat="1", aided="yes")
        assert at.live.table.seats[1].aided

    evening(play)
