"""Assistants at tables: whole games with the MCP SDK's own client, in process, over standard input and over HTTP."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

import forno
from forno.cli.mcp import request_hosts
from forno.core.errors import FornoError, OptionError
from forno.core.events import seen_by
from forno.core.plain import plain
from forno.features.assistants import Toolbox
from forno.features.review import Review, Reviewer
from forno.features.review.sources import Source
from forno.live.commands import COMMANDS
from forno.server.host import ServerHost
from forno.server.settings import ServerSettings
from tests.loops import run
from tests.variants import SHORTER
from tools.waiting import WAIT

SHORTEST = {"mode": "tutorial", "max_days": 1}
"""Options of Pizza Master for the shortest game, where others have played every game to its end."""


@asynccontextmanager
async def toolbox() -> AsyncIterator[Toolbox]:
    with TemporaryDirectory() as folder:
        data = f"{folder}/tables.sqlite3"
        host = ServerHost(ServerSettings(data=data, evenings=0, bot_pause=(0.0, 0.0), most_moves=10**6))
        await host.open()
        try:
            yield Toolbox(host, host.store.listing, host.reviewers)
        finally:
            await host.close()


@asynccontextmanager
async def connected(server: Any) -> AsyncIterator[Any]:
    """The SDK's client of a toolbox, a command or an address; it takes a second to import."""
    from mcp import Client

    from forno.features.assistants.protocol import mcp_server

    async with Client(mcp_server(server) if isinstance(server, Toolbox) else server) as client:
        yield client


class Assistant:
    """A client that plays the first legal move."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.keys: list[str] = []

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content[0].text
        return json.loads(answer.content[0].text)

    async def refused(self, tool: str, **arguments: Any) -> str:
        answer = await self.client.call_tool(tool, arguments)
        assert answer.is_error
        return str(answer.content[0].text)

    async def play(self, game: str, **more: Any) -> Any:
        """A whole game at a table where both seats are this assistant's; the last look of the first seat."""
        options = {"players": 2} | SHORTER.get(game, {}) | more
        opened = await self("open_table", game=game, options=options, name="Ada", public=True)
        table = opened["table"]
        keys = self.keys = [opened["key"], (await self("sit", table=table, name="Bo"))["key"]]
        await self("start", table=table, key=keys[0])
        told = await self("see", table=table, key=keys[0])
        while told["phase"] != "over":
            for key in keys:
                told = await self("wait", table=table, key=key, seconds=0)
                if told["phase"] != "over" and told["awaited"]:
                    move = told["actions"][0]["notation"]
                    await self("moves", table=table, key=key, number=told["number"], actions=[move])
        return await self("see", table=table, key=keys[0])


@pytest.mark.parametrize("game", [info.name for info in forno.catalogue()])
def test_a_whole_game_in_process(game: str) -> None:
    async def play() -> None:
        async with toolbox() as tools, connected(tools) as client:
            assistant = Assistant(client)
            over = await assistant.play(game)
            assert over["view"]["outcome"]["winners"]
            assert over["happened"]
            assert "review" in {tool.name for tool in (await client.list_tools()).tools}

    run(play())


@pytest.mark.parametrize("game", [info.name for info in forno.catalogue()])
def test_a_game_goes_on_without_assistants_that_answer_badly_or_never(game: str) -> None:
    """When their time is up, bots play on; what they answer is refused, and nobody waits for them."""

    async def play() -> None:
        async with toolbox() as tools, connected(tools) as client:
            assistant = Assistant(client)
            options = {"players": 3} | SHORTER.get(game, {})
            opened = await assistant("open_table", game=game, options=options, name="Ada", clock=1, late="bot-plays")
            table, bad = opened["table"], opened["key"]
            silent = (await assistant("sit", table=table, name="Bo"))["key"]
            await assistant("bot", table=table, key=bad, seat=2, bot="random")
            await assistant("start", table=table, key=bad)
            refused = 0
            while (told := await assistant("wait", table=table, key=bad, seconds=1))["phase"] != "over":
                for number, actions in ((told["number"], ["castle"]), (told["number"], []), (10**6, [0]), (-1, [0])):
                    assert await assistant.refused("moves", table=table, key=bad, number=number, actions=actions)
                    refused += 1
            assert refused
            over = await assistant("wait", table=table, key=silent)
            assert over["phase"] == "over"
            assert over["view"]["outcome"]["winners"]

    run(play())


def test_bots_play_while_an_assistant_waits() -> None:
    async def play() -> None:
        async with toolbox() as tools:
            opened = await tools.call("open_table", {"game": "mamma-mia", "options": {"players": 2}, "name": "Ada"})
            own = {"table": opened["table"], "key": opened["key"]}
            await tools.call("bot", own | {"seat": 1, "bot": "random"})
            await tools.call("start", own)
            for _ in range(3):
                told = await tools.call("wait", own)
                assert told["awaited"]
                assert told["question"]
                await tools.call("moves", own | {"number": told["number"], "actions": [told["actions"][0]["number"]]})
            later = await tools.call("see", own | {"since": told["seen"]})
            assert later["seen"] >= told["seen"]

    run(play())


@pytest.mark.rule("MMR-11")
def test_what_has_to_be_remembered_isnt_told_again_to_whoever_asks_from_the_start() -> None:
    async def play() -> None:
        async with toolbox() as tools, connected(tools) as client:
            assistant = Assistant(client)
            opened = await assistant("open_table", game="mamma-mia", options={"players": 2}, name="Ada")
            table = opened["table"]
            keys = [opened["key"], (await assistant("sit", table=table, name="Bo"))["key"]]
            await assistant("start", table=table, key=keys[0])
            live = await tools.host.find(table)
            for _turn in range(12):
                seat = live.table.awaited
                assert seat is not None
                told = await assistant("see", table=table, key=keys[seat])
                move = told["actions"][0]["notation"]
                await assistant("moves", table=table, key=keys[seat], number=told["number"], actions=[move])
            for reader, own in ((0, {"key": keys[0]}), (1, {"key": keys[1]}), (None, {})):
                page = [line.tell for line in live.contents.whole(reader, "en")[1] if line.tell]
                heard = seen_by(live.table.told_events(), reader)
                assert len(page) < len(live.table.game.tell_all(heard, ("Ada", "Bo"), reader))
                for since in ({}, {"since": 0}, {"since": 1}):
                    assert (await assistant("see", table=table, **own, **since))["happened"] == page

    run(play())


def test_every_command_for_programs_is_a_tool_and_says_what_it_does() -> None:
    async def look() -> None:
        async with toolbox() as tools:
            assert {name.replace("-", "_") for name, one in COMMANDS.items() if one.programs} <= set(tools.tools)
            assert all(tool.about and tool.schema["type"] == "object" for tool in tools.tools.values())
            assert (await tools.call("games", {}))["games"][0]["name"] == "mamma-mia"
            assert "MM-14" in (await tools.call("rules", {"number": "mm14"}))["rules"][0]
            assert len((await tools.call("rules", {"game": "pizza-master"}))["rules"]) > 20

    run(look())


def test_what_is_wrong_is_refused_with_the_reason() -> None:
    async def try_it() -> None:
        async with toolbox() as tools, connected(tools) as client:
            assistant = Assistant(client)
            opened = await assistant("open_table", game="mamma-mia", options={"players": 2}, name="Ada")
            own = {"table": opened["table"], "key": opened["key"]}
            assert "key is missing" in await assistant.refused("start", table=own["table"])
            assert "there is no tool" in await assistant.refused("peek")
            assert "table can't be 7" in await assistant.refused("see", table=7)
            assert "isn't known here" in await assistant.refused("see", table=own["table"], everything=1)
            assert "there is no game" in await assistant.refused("open_table", game="chess")
            odds: tuple[Any, ...] = (10**400, "\ud800", [], None, "everything")
            for odd in odds:
                with pytest.raises(FornoError, match="phase can't be"):
                    await tools.call("tables", {"phase": odd})
            for long in (("rules", {"number": "x" * 5000}), ("bot", own | {"seat": 1, "bot": "x" * 5000})):
                with pytest.raises(FornoError) as error:
                    await tools.call(*long)
                assert len(str(error.value)) < 500
            assert "seat" in await assistant.refused("start", table=own["table"], key="guessed")
            assert await assistant.refused("review", **own)
            await assistant("sit", table=own["table"], name="Bo")
            await assistant("start", **own)
            number = (await assistant("see", **own))["number"]
            assert "isn't an action" in await assistant.refused("moves", **own, number=number, actions=["castle"])

    run(try_it())


@pytest.mark.parametrize("game", [info.name for info in forno.catalogue()])
def test_tools_tell_nothing_that_a_seat_cant_know(game: str) -> None:
    """Hidden cards are dealt anew; every answer of every reading tool stays the same to the byte."""

    async def compare() -> None:
        async with toolbox() as tools:
            options = {"players": 2} | SHORTER.get(game, {})
            opened = await tools.call("open_table", {"game": game, "options": options, "name": "Ada"})
            table = opened["table"]
            keys = [opened["key"], (await tools.call("sit", {"table": table, "name": "Bo"}))["key"]]
            await tools.call("start", {"table": table, "key": keys[0]})
            live = await tools.host.find(table)
            chance, differed = forno.Chance(7), 0
            for _ in range(40):
                if live.table.phase == "over":
                    break
                seat = live.table.awaited
                assert seat is not None
                for reader in (0, 1, None):
                    own = {"table": table} | ({} if reader is None else {"key": keys[reader]})
                    seen = json.dumps(await tools.call("see", own))
                    hidden = json.dumps(live.contents.table_data(reader))
                    told = json.loads(seen)
                    assert all(json.loads(hidden)[name] == told[name] for name in json.loads(hidden))
                    memory = live.table.game.memory(reader)
                    heard = seen_by(live.table.told_events(), reader)
                    for event in heard:
                        memory.observe(event)
                    sentences = live.table.game.tell_all(heard, ("Ada", "Bo"), reader)
                    assert set(told["happened"]) <= {text for _seat, text in sentences}
                    view = live.table.view(reader)
                    other = view.sample(memory, chance)
                    differed += any(str(other.view(one)) != str(live.table.view(one)) for one in (0, 1))
                    question = live.table.game.ask(other.view(reader)) if told["awaited"] else None
                    assert told.get("question") == question
                    assert told["shown"] == live.table.game.show(other.view(reader))
                    assert told["view"] == json.loads(json.dumps(plain(other.view(reader))))
                told = await tools.call("see", {"table": table, "key": keys[seat]})
                action = chance.choice([one["number"] for one in told["actions"]])
                sent = {"table": table, "key": keys[seat], "number": told["number"], "actions": [action]}
                await tools.call("moves", sent)
            assert differed

    run(compare())


@pytest.mark.slow
def test_a_whole_game_over_standard_input() -> None:
    async def play() -> None:
        from mcp import StdioServerParameters, stdio_client

        command = StdioServerParameters(command=sys.executable, args=["-m", "forno", "mcp"])
        # By default its errors go to what pytest had put in place of `sys.stderr` when the SDK was imported.
        async with connected(stdio_client(command, errlog=sys.__stderr__)) as client:
            assert (await Assistant(client).play("pizza-master", **SHORTEST))["phase"] == "over"

    run(play())


@pytest.mark.slow
def test_an_assistant_that_leaves_while_it_is_answered_ends_the_program_without_a_word() -> None:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "assistant", "version": "1"},
    }
    command = [sys.executable, "-m", "forno", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
        program.stdin.write(json.dumps(asked).encode() + b"\n")
        program.stdin.close()
        assert program.stderr.read().strip() == b""
        assert program.wait() == 0


@pytest.mark.slow
def test_a_whole_game_over_http() -> None:
    everywhere = ["--host", "0.0.0.0", "--allow-host", "Forno.example"]
    command = [sys.executable, "-m", "forno", "mcp", "--http", *everywhere, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said, _to, address = server.stdout.readline().strip().rpartition(" ")
        assert said == "Assistants connect to"
        port = address.removeprefix("http://127.0.0.1:").removesuffix("/mcp")

        def asked(host: str, origin: str) -> int:
            return httpx.post(address, json={}, headers={"host": host, "origin": origin}).status_code

        async def play() -> None:
            async with connected(address) as client:
                assert (await Assistant(client).play("pizza-master", **SHORTEST))["phase"] == "over"

        try:
            named = asked("forno.example", "https://forno.example")
            assert named == asked("forno.example:8765", "http://forno.example:8765") == asked(f"127.0.0.1:{port}", "")
            assert named not in (403, 421)
            assert asked("evil.example", "http://evil.example") == 421, "its name leads here"
            assert asked("forno.example", "https://evil.example") == 403
            with socket.create_connection(("127.0.0.1", int(port)), timeout=WAIT) as connection:
                connection.sendall(b"GET /mcp HTTP/1.1\r\n" + b"x-name: x\r\n" * 200)
                assert connection.recv(1000).startswith(b"HTTP/1.1 431"), "connections have the limits of a server"
            assert subprocess.run([*command[:-1], port], capture_output=True, text=True).stderr.startswith(
                f"forno: port {port} is taken"
            )
            run(play())
        finally:
            server.send_signal(signal.SIGTERM)
    assert server.returncode in (0, -signal.SIGTERM), "it ends by itself"


def test_requests_may_name_the_host_that_is_listened_on_and_those_that_are_allowed() -> None:
    assert request_hosts("127.0.0.1", "127.0.0.1", ()) == ["127.0.0.1", "127.0.0.1"]
    assert request_hosts("Tomato", "192.0.2.7", ["forno.example"]) == ["tomato", "192.0.2.7", "forno.example"]
    assert request_hosts("::", "::", ["2001:db8::7", "forno.example"]) == ["[2001:db8::7]", "forno.example"]


def test_assistants_from_anywhere_need_a_name() -> None:
    with pytest.raises(OptionError, match="say by which name others reach it"):
        request_hosts("0.0.0.0", "0.0.0.0", ())


@pytest.mark.parametrize("name", ["https://forno.example", "forno.example:80", "forno.example/mcp", "*", ""])
def test_an_allowed_host_is_a_name_alone(name: str) -> None:
    with pytest.raises(OptionError, match="without https:// and port"):
        request_hosts("0.0.0.0", "0.0.0.0", [name])


class Reviews:
    """Reviews that have just begun at the second look."""

    looked = 0

    async def review(self, client: str, source: Source, seat: int) -> Review | None:
        self.looked += 1
        return Reviewer(source.states(), seat).review() if self.looked > 1 else None


def test_a_finished_game_is_reviewed_for_ones_own_seat() -> None:
    async def play() -> None:
        async with toolbox() as tools, connected(tools) as client:
            tools.reviews = Reviews()
            assistant = Assistant(client)
            over = await assistant.play("mamma-mia")
            own = {"table": over["table"], "key": assistant.keys[0]}
            assert await assistant("review", **own) == {"done": False, "text": ""}
            told = await assistant("review", **own)
            assert not told["done"]
            assert told["text"]
            assert "seat" in await assistant.refused("review", table=over["table"], key="guessed")

    run(play())
