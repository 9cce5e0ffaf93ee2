"""Commands: who may call each of them, what it answers, and which arguments it refuses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from forno.core.errors import FornoError, OptionError
from forno.live.commands import COMMANDS
from forno.live.commands.arguments import MAX_ACTIONS_PER_TURN, Arguments, BadRequest
from forno.live.commands.callers import KeyCaller, MissingKey, ProgramCaller
from forno.live.commands.gathering import NewTable, open_table
from forno.live.commands.registry import Result, Who
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.offline.browser_host import BrowserHost, BrowserPace, MemoryShelf, ShelfStore
from forno.pages.publishing.readers import Viewer
from forno.table.entries import KeyReplaced
from forno.table.errors import NoSeat, NotHost, SeatTaken, Stale, WrongPhase
from tests.loops import run

TICKET = "a ticket that only Bruno has"
BOT = 2
"""The seat that a bot has once the game has started."""
GUESTS = {"phase", "seats", "host"}
PROGRAM_ARGUMENTS: dict[str, dict[str, Any]] = {
    "sit": {"name": "Carla"},
    "bot": {"seat": 2},
    "clear": {"seat": 1},
    "configure": {"clock": 30},
    "deal": {"promise": "0" * 64},
    "moves": {"number": 0, "actions": [0]},
    "chat": {"text": "Ciao"},
    "stand-in": {"bot": "cuoco"},
    "hand-over": {"seat": 1},
    "replace-key": {"seat": 1},
    "zone": {"zone": "Europe/Rome"},
    "aid": {"seat": 1},
    "notes": {"text": "two olives"},
    "propose-time": {"clock": 86400},
    "answer-time": {"agrees": True},
    "vacation": {"first": "2100-08-01", "last": "2100-08-14"},
    "name": {"name": "Nina"},
    "options": {},
}
"""Arguments that can be read, for every command that takes any."""


class Evening:
    """A table with Anna, who is its host, and Bruno; the third seat is free."""

    def __init__(self) -> None:
        self.host = BrowserHost(ShelfStore(MemoryShelf()), BrowserPace(bot_pause=(0.0, 0.0), away_after=0.0))

    async def open(self) -> Evening:
        opened = await open_table(self.host, NewTable("mamma-mia", {"players": 3}, name="Anna"))
        self.live: LiveTable = opened.live
        self.anna = ProgramCaller(opened.keys)
        self.bruno = ProgramCaller((await self.does("sit", ProgramCaller([]), name="Bruno")).keys)
        return self

    async def does(self, name: str, caller: KeyCaller, /, **sent: Any) -> Result:
        """Call a command as a program does."""
        command = COMMANDS[name]
        arguments = command.arguments.read(sent) if command.has_body else command.takes()
        return await command.call(self.host, self.live, caller, arguments)

    async def told(self, name: str, caller: KeyCaller, /, **sent: Any) -> dict[str, Any]:
        """Return a program's answer, as it arrives."""
        answer = COMMANDS[name].answer(await self.does(name, caller, **sent))
        read: dict[str, Any] = json.loads(json.dumps(answer))
        return read

    async def submits(self, name: str, caller: KeyCaller, /, **fields: str) -> Result:
        """Call a command as a page does."""
        return await COMMANDS[name].submit(self.host, self.live, caller, fields)

    async def start(self) -> None:
        await self.does("bot", self.anna, seat=2, bot="random")
        await self.does("start", self.anna)

    async def awaited(self) -> KeyCaller:
        """Return the one of the two who has to decide, once the bot has."""
        while self.live.table.awaited == BOT:
            await asyncio.sleep(0)
        return next(who for who in (self.anna, self.bruno) if self.live.table.awaited in who.seats(self.live))

    def bots(self) -> dict[int, str]:
        return {place: seat.bot for place, seat in enumerate(self.live.table.seats) if seat.bot is not None}

    def names(self) -> list[str | None]:
        return [seat.name for seat in self.live.table.seats]


def evening(play: Callable[[Evening], Awaitable[None]]) -> None:
    async def whole() -> None:
        table = await Evening().open()
        await play(table)
        table.live.close()

    run(whole())


# --- who may --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_is_for_those_whom_its_entry_names(name: str) -> None:
    async def play(at: Evening) -> None:
        sent = PROGRAM_ARGUMENTS.get(name, {})
        who = COMMANDS[name].who
        for caller, refused in (
            (ProgramCaller([]), MissingKey),
            (KeyCaller([]), MissingKey),
            (ProgramCaller(["forged"]), NoSeat),
            (at.bruno, NotHost),
        ):
            if who is Who.ANYBODY or (refused is NotHost and who is Who.SEAT):
                continue
            with pytest.raises(refused):
                await at.does(name, caller, **sent)
        assert at.names() == ["Anna", "Bruno", None]

    evening(play)


def test_every_command_has_a_description_and_an_address_of_its_own() -> None:
    assert len({command.run for command in COMMANDS.values() if command.programs}) == sum(
        command.programs for command in COMMANDS.values()
    )
    for name, command in COMMANDS.items():
        assert command.name == name
        assert command.run.__doc__, name
        assert command.takes.__doc__, name


# --- what each does, and answers --------------------------------------------------------------------


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


# --- arguments -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(name for name, command in COMMANDS.items() if command.has_body))
def test_arguments_of_a_program_are_all_that_are_required_and_no_others(name: str) -> None:
    arguments = COMMANDS[name].arguments
    sent = PROGRAM_ARGUMENTS[name]
    arguments.read(sent)
    for missing in arguments.required:
        with pytest.raises(BadRequest, match=missing):
            arguments.read({field: value for field, value in sent.items() if field != missing})
    not_arguments: tuple[Any, ...] = (sent | {"pineapple": 1}, [], None, "text", 1)
    for wrong in not_arguments:
        with pytest.raises(BadRequest):
            arguments.read(wrong)
    for field in arguments.all:
        with pytest.raises(BadRequest, match=field.name):
            arguments.read(sent | {field.name: object()})
        if not field.optional:
            with pytest.raises(BadRequest, match=field.name):
                arguments.read(sent | {field.name: None})


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("bot", {"seat": "1"}),
        ("bot", {"seat": True}),
        ("bot", {"seat": 1.0}),
        ("sit", {"name": "Anna", "ticket": "short"}),
        ("sit", {"name": "Anna", "ticket": "x" * 201}),
        ("deal", {"promise": "0" * 63}),
        ("deal", {"promise": "0" * 64 + "\n"}),
        ("deal", {"number": "G" * 64}),
        ("configure", {"public": 1}),
        ("configure", {"options": []}),
        ("moves", {"number": 1, "actions": 1}),
        ("moves", {"number": 1, "actions": [None]}),
        ("moves", {"number": 1, "actions": [True]}),
        ("moves", {"number": 1, "actions": ["pass"] * (MAX_ACTIONS_PER_TURN + 1)}),
    ],
)
def test_a_value_of_another_type_or_beyond_its_limits_is_refused(name: str, sent: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        COMMANDS[name].arguments.read(sent)


def test_fields_of_a_form_are_text_and_may_be_left_empty() -> None:
    read = COMMANDS["bot"].arguments.read_fields
    assert vars(read({"seat": " 2 ", "bot": "random", "_csrf_token": "x"})) == {"seat": 2, "bot": "random"}
    assert vars(read({"seat": "2", "bot": ""})) == {"seat": 2, "bot": "cuoco"}
    assert vars(COMMANDS["sit"].arguments.read_fields({})) == {"name": "", "seat": None, "ticket": None}
    for seat in ("", "two", "-1", None):
        with pytest.raises(NoSeat):
            read({"seat": seat, "bot": "random"})
    with pytest.raises(BadRequest, match="number"):
        COMMANDS["moves"].arguments.read_fields({"actions": [1]})


def test_options_of_a_new_table_are_read_with_tuples_for_lists() -> None:
    sent = Arguments(NewTable).read({"game": "mamma-mia", "options": {"colours": ["red", "blue"]}})
    assert sent.options == {"colours": ("red", "blue")}


def test_arguments_are_described_with_their_limits_and_defaults() -> None:
    described = COMMANDS["sit"].arguments.schema()
    assert described["required"] == ["name"]
    assert described["additionalProperties"] is False
    assert described["properties"]["ticket"] == {
        "oneOf": [{"type": "string"}, {"type": "null"}],
        "minLength": 16,
        "maxLength": 200,
    }
    assert COMMANDS["bot"].arguments.schema()["properties"]["bot"] == {"type": "string", "default": "cuoco"}
    assert COMMANDS["moves"].arguments.schema()["properties"]["actions"]["maxItems"] == MAX_ACTIONS_PER_TURN


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
