"""Commands of a game under way: moves, hints, words, stand-ins, keys, time and rematches."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from forno.live.commands import COMMANDS
from forno.live.commands.callers import KeyCaller, ProgramCaller
from forno.live.streams import Stream
from forno.pages.publishing.readers import Viewer
from forno.table.entries import KeyReplaced
from forno.table.errors import NoSeat, NotHost, SeatTaken, Stale, WrongPhase
from tests.live.commands.evening import BOT, GUESTS, PROGRAM_ARGUMENTS, Evening, evening


def test_a_move_is_answered_with_the_next_number_and_the_same_again() -> None:
    async def play(at: Evening) -> None:
        await at.start()
        caller = await at.awaited()
        seat = caller.seat(at.live)
        number = at.live.table.steps(seat)
        move: dict[str, Any] = {"number": number, "actions": [at.live.table.view(seat).actions[0]]}
        for _again in range(2):
            assert await at.told("moves", caller, **move) == {"number": number + 1}
        with pytest.raises(Stale):
            await at.does("moves", caller, **move | {"number": 10**6})
        with pytest.raises(NoSeat):
            await at.does("moves", caller, **move | {"seat": 1 - seat})

    evening(play)


def test_a_hint_is_html_for_the_seat_that_asks() -> None:
    async def play(at: Evening) -> None:
        with pytest.raises(WrongPhase):
            await at.does("hint", at.anna)
        await at.start()
        assert (await at.told("hint", at.anna)).keys() == {"html"}

    evening(play)


def test_words_are_a_seats_or_a_spectators() -> None:
    async def play(at: Evening) -> None:
        assert await at.told("chat", at.bruno, text="Ciao") == {}
        assert await at.told("chat", ProgramCaller([]), text="Buona sera", name="Zoe") == {}
        await at.submits("chat", KeyCaller([], name="Nina"), text="Eccomi")
        with pytest.raises(NoSeat):
            await at.does("chat", ProgramCaller(["forged"]), text="Ciao")
        with pytest.raises(NoSeat):
            await at.submits("chat", KeyCaller(at.bruno.keys), text="Ciao", seat="0")
        said = [(word["name"], word["seat"]) for word in at.live.publisher.progress.words(None)]
        assert said == [("Bruno", 1), ("Zoe", None), ("Nina", None)]

    evening(play)


def test_a_bot_plays_for_somebody_who_is_away_until_they_are_back() -> None:
    async def play(at: Evening) -> None:
        await at.start()
        assert (await at.told("stand-in", at.bruno, bot="random")).keys() >= GUESTS
        await at.told("hand-over", at.anna, seat=1)
        assert at.bots() == {1: "random", 2: "random"}
        await at.told("take-back", at.bruno)
        assert at.bots() == {2: "random"}

    evening(play)


def test_the_host_replaces_a_lost_key_and_the_old_one_opens_nothing_any_more() -> None:
    async def play(at: Evening) -> None:
        with pytest.raises(WrongPhase, match="during the game"):
            await at.does("replace-key", at.anna, seat=1)
        await at.start()
        for caller, seat in ((at.bruno, 1), (at.anna, 0), (at.bruno, BOT), (at.anna, BOT)):
            with pytest.raises((NotHost, NoSeat)):
                await at.does("replace-key", caller, seat=seat)
        told = await at.told("replace-key", at.anna, seat=1)
        with pytest.raises(NoSeat):
            await at.does("hint", at.bruno)
        assert ProgramCaller([told["key"]]).seats(at.live) == [told["seat"]] == [1]
        assert (await at.told("stand-in", at.anna, bot="random"))["seats"][1]["key_from"] == 0
        again = await at.told("replace-key", ProgramCaller([told["key"]]), seat=0)
        assert at.anna.seats(at.live) == []
        assert ProgramCaller([again["key"]]).seats(at.live) == [0]

    evening(play)


def test_streams_of_a_seat_end_when_its_key_is_replaced() -> None:
    async def play(at: Evening) -> None:
        await at.start()
        streams = [Stream(Viewer(seat, frozenset({seat}))) for seat in (0, 1)]
        for stream in streams:
            at.live.join(stream, None)
        await at.live.enter(lambda: KeyReplaced(at.live.now(), 1, 0, "new"))
        assert [stream.closed for stream in streams] == [False, True]

    evening(play)


def test_a_key_isnt_lost_while_its_player_is_here() -> None:
    async def play(at: Evening) -> None:
        await at.start()
        at.live.publisher.attendance.away_after = 60.0
        at.live.here(1)
        with pytest.raises(SeatTaken, match="Bruno is here"):
            await at.does("replace-key", at.anna, seat=1)
        assert at.bruno.seats(at.live) == [1]

    evening(play)


def test_hours_and_vacations_are_told_at_a_table_over_days() -> None:
    async def play(at: Evening) -> None:
        with pytest.raises(WrongPhase, match="over several days"):
            await at.does("zone", at.bruno, **PROGRAM_ARGUMENTS["zone"])
        slow = {"clock": 86400, "increment": 14400, "bank": 259200, "late": "wait", "rest": "nights"}
        told = await at.told("configure", at.anna, **slow)
        assert told["settings"] == slow | {"public": False, "notes": False}
        for _again in range(2):
            await at.told("zone", at.bruno, **PROGRAM_ARGUMENTS["zone"])
        await at.told("vacation", at.bruno, **PROGRAM_ARGUMENTS["vacation"])
        bruno = at.live.table.seats[1]
        assert bruno.zone == "Europe/Rome"
        ((begins, ends),) = bruno.vacations
        assert ends - begins == 14 * 86400
        told = await at.told("configure", at.anna, clock=30, late="bot-decides", rest="")
        assert told["settings"]["bank"] == 0

    evening(play)


def test_a_rematch_gives_the_old_seat_and_the_same_key_however_often_one_asks() -> None:
    async def play(at: Evening) -> None:
        with pytest.raises(WrongPhase):
            await at.does("rematch", at.anna)
        await at.does("aid", at.anna, seat=1)
        await at.start()
        while at.live.table.phase == "playing":
            seat = at.live.table.awaited
            assert seat is not None
            if seat == BOT:
                await asyncio.sleep(0)  # the bot decides
                continue
            caller = await at.awaited()
            actions = await at.host.bots.turn(at.live.table, seat, "random", {})
            await at.does("moves", caller, number=at.live.table.steps(seat), actions=list(actions))
        told = await at.told("rematch", at.bruno)
        assert told == await at.told("rematch", at.bruno)
        assert (told["seat"], told["table"]) == (1, at.live.table.rematch)
        device = await at.submits("rematch", KeyCaller([*at.anna.keys, *at.bruno.keys]))
        assert [seat.name for seat in device.live.table.seats][:2] == ["Anna", "Bruno"]
        assert told["key"] in device.keys
        assert [seat.aided for seat in device.live.table.seats] == [False, True, False]
        device.live.close()

    evening(play)


def test_a_notebook_is_written_over_the_api_and_read_by_its_seat_alone() -> None:
    async def play(at: Evening) -> None:
        await at.does("configure", at.anna, notes=True)
        await at.start()
        assert await at.told("notes", at.anna, text="two olives \r\n below") == {"text": "two olives\n below"}
        number = at.live.table.number
        await at.submits("notes", at.anna, text="two olives\n below")
        assert at.live.table.number == number, "what is there already isn't written again"
        seats = [at.live.contents.table_data(seat) for seat in (0, 1, None)]
        assert [told.get("notes") for told in seats] == ["two olives\n below", "", None]
        assert all(told["settings"]["notes"] for told in seats)

    evening(play)


def test_people_agree_on_another_time_and_every_page_is_loaded_anew() -> None:
    async def play(at: Evening) -> None:
        await at.start()
        page = Stream(Viewer(1, frozenset({1}), origin="https://forno.example.org"))
        at.live.join(page, None)
        told = await at.told("propose-time", at.anna, clock=86400, late="wait")
        wish = {"clock": 86400, "increment": 0, "bank": 0, "late": "wait", "rest": ""}
        assert told["proposal"] == {"seat": 0, "agreed": [0]} | wish
        regions = at.live.contents.guest_regions(page.viewer)
        assert "Anna suggests continuing over several days: 24 hours." in regions["proposal"]
        assert "Not yet agreed: Bruno" in regions["proposal"]
        page.waiting.clear()
        told = COMMANDS["answer-time"].answer(await at.submits("answer-time", at.bruno, agrees="yes"))
        assert (told["proposal"], told["settings"]["clock"]) == (None, 86400)
        assert any(b"event: started" in message for message in page.waiting)
        assert at.live.publisher.progress.clock_left(at.live.table.awaited) in (None, *range(86390, 86401))
        await at.submits("propose-time", at.bruno, clock="60", notes="yes")
        await at.submits("answer-time", at.anna, agrees="no")
        assert at.live.table.settings.clock == 86400

    evening(play)
