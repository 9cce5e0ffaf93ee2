"""The short way to the connection says what the long way says; who doesn't keep up waits, and then goes."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from forno.web import wire
from forno.web.app import create_app
from forno.web.live import Live
from forno.web.settings import Settings
from forno.web.streams import MOST_WAITING, Stream
from tests.loops import run
from tests.web.lines import a_move, answers, connected, in_the_loop, opened, request
from tests.web.servers import LIVELY, WAIT, Listener, Program, Running, running, until

PIECE = 20_000


def on_to_something_new(program: Program) -> str:
    """Play until everybody has seen more; returns the position then."""
    before = program.get()["position"]
    while (told := program.play_on(1))["position"] == before:
        assert told["phase"] == "playing"
    return str(told["position"])


@contextmanager
def reading(server: Running, live: Live) -> Iterator[tuple[HTTPResponse, Stream]]:
    """A spectator who reads no faster than told to, and the server's end of it."""
    with connected(server, buffer=4096) as connection:
        after = str(live.position)
        connection.sendall(request("GET", f"/t/{live.id}/stream?after={after}", {}))
        response = HTTPResponse(connection)
        response.begin()
        until(lambda: any(stream._idle for stream in live.talk.streams), "the stream doesn't open")
        (stream,) = live.talk.streams
        yield response, stream
        response.close()


def flood(server: Running, stream: Stream, until_waiting: int) -> int:
    """Push numbered comments until so many bytes wait, or the stream is closed; returns how many."""
    pushed = 0
    while stream.size < until_waiting and not stream.closed:
        in_the_loop(server, stream.push, b": %07d" % pushed + b"." * PIECE + b"\n\n")
        pushed += 1
        assert pushed * PIECE < 100 * MOST_WAITING, "nothing ever waits"
    return pushed


def test_uvicorn_is_as_the_short_way_knows_it(server: Running) -> None:
    assert wire.KNOWN
    _program, live = opened(server)
    with reading(server, live) as (_response, stream):
        assert stream.write is not None


def test_what_is_pushed_to_a_reader_who_keeps_up_waits_nowhere(server: Running) -> None:
    _program, live = opened(server)
    with reading(server, live) as (response, stream):
        assert response.readline() + response.readline() == b"retry: 1000\n\n"
        for number in range(50):
            in_the_loop(server, stream.push, b": %d\n\n" % number)
            assert (stream.size, stream._idle) == (0, True)
            assert response.readline() + response.readline() == b": %d\n\n" % number


def test_a_reader_who_stops_for_a_while_gets_everything_in_order(server: Running) -> None:
    _program, live = opened(server)
    with reading(server, live) as (response, stream):
        for _round in range(3):
            pushed = flood(server, stream, MOST_WAITING // 2)
            for number in range(pushed):
                line = response.readline()
                while not line.startswith(b": 0"):
                    line = response.readline()
                assert int(line[2:9]) == number
            until(lambda: stream._idle, "it never catches up")
        assert not stream.closed


def test_a_reader_too_far_behind_is_dropped_and_resumes_where_it_was(server: Running) -> None:
    program, live = opened(server)
    steady = Listener(server.address, f"/t/{program.table}/stream?after={live.position}")
    until(lambda: len(live.talk.streams) == 1)
    (first,) = live.talk.streams
    with connected(server, buffer=4096) as connection:
        connection.sendall(request("GET", f"/t/{live.id}/stream?after={live.position}", {}))
        response = HTTPResponse(connection)
        response.begin()
        until(lambda: len(live.talk.streams) == 2)
        (slow,) = live.talk.streams - {first}
        before = on_to_something_new(program)
        flood(server, slow, 10 * MOST_WAITING)
        assert slow.closed
        assert slow.size <= MOST_WAITING + PIECE + 100
        position = on_to_something_new(program)
        heard = response.read()
        until(lambda: slow not in live.talk.streams, "it is never let go")
    last = re.findall(rb"^id: (.*)$", heard, re.MULTILINE)[-1].decode()
    assert last == before != position
    again = Listener(server.address, f"/t/{program.table}/stream", headers={"Last-Event-ID": last})
    for listener in (steady, again):
        listener.wait_until(position)
    told = [event.position for event in steady.heard if event.event == "public"]
    assert [event.position for event in again.heard if event.event == "public"] == told[told.index(last) + 1 :]
    steady.close()
    again.close()


def test_a_connection_is_kept_after_an_answer_and_requests_may_come_at_once(server: Running) -> None:
    program, _live = opened(server)
    with connected(server) as connection:
        for _ in range(3):
            move = a_move(program)
            connection.sendall(move)
            ((status, _headers, data),) = answers(connection)
            assert (status, list(data)) == (200, ["number"])
        broken = request("POST", f"/api/tables/{program.table}/moves", program.headers, {"number": "x"})
        # The same move again is answered as the first time; what is wrong is told in between.
        connection.sendall(move + broken + move)
        told = answers(connection, 3)
        assert [status for status, _headers, _data in told] == [200, 422, 200]
        assert told[0][2] == told[2][2] == data
        assert told[1][2]["error"] == "bad-request"


def test_a_body_may_come_after_its_headers(server: Running) -> None:
    program, _live = opened(server)
    with connected(server) as connection:
        head, gap, body = a_move(program).partition(b"\r\n\r\n")
        connection.sendall(head + gap)
        time.sleep(0.05)
        connection.sendall(body[:5])
        time.sleep(0.05)
        connection.sendall(body[5:])
        assert answers(connection)[0][0] == 200


@pytest.mark.parametrize("way", ["old", "closing", "unknown"])
def test_the_long_way_says_the_same(server: Running, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    program, live = opened(server)
    move = a_move(program)
    with connected(server) as connection:
        connection.sendall(move)
        ((_status, short, data),) = answers(connection)
    if way == "old":
        move = move.replace(b"HTTP/1.1", b"HTTP/1.0", 1)
    elif way == "closing":
        move = move.replace(b"Host: forno", b"Host: forno\r\nConnection: close", 1)
    else:
        monkeypatch.setattr(wire, "KNOWN", False)
        with reading(server, live) as (_response, stream):
            assert stream.write is None
    with connected(server) as connection:
        connection.sendall(move)
        ((_status, long, again),) = answers(connection)
        if way != "unknown":
            assert long.pop("connection") == "close"
            assert connection.recv(1) == b""
    assert again == data
    assert list(long) == list(short)
    assert {**long, "date": ""} == {**short, "date": ""}


def test_an_open_stream_ends_properly_when_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        _program, live = opened(server)
        after = str(live.position)
        with connected(server) as connection:
            connection.sendall(request("GET", f"/t/{live.id}/stream?after={after}", {}))
            until(lambda: any(stream.write is not None for stream in live.talk.streams))
            in_the_loop(server, server.app.house.close_streams)
            heard = b""
            while not heard.endswith(b"0\r\n\r\n"):
                heard += connection.recv(4096)


def test_any_other_server_is_spoken_to_in_plain_asgi(tmp_path: Path) -> None:
    """Without uvicorn there is no short way, and nobody misses it."""

    async def play() -> None:
        app = create_app(Settings(data=str(tmp_path / "tables.sqlite3"), **LIVELY))
        house = app.house
        await house.open()
        live = await house.create("mamma-mia", {"edition": "classic", "players": 3})
        keys = [(await house.sit(live, name))[1] for name in ("Anna", "Bruno", "Carla")]
        await house.start(live)
        told: list[Any] = []
        gone = asyncio.Event()

        async def ask(
            method: str, what: str, body: bytes, headers: list[tuple[bytes, bytes]], heard: list[Any]
        ) -> None:
            parts = [{"type": "http.request", "body": body[:4], "more_body": True}]
            parts += [{"type": "http.request", "body": body[4:], "more_body": False}]

            async def receive() -> Any:
                if parts:
                    return parts.pop(0)
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                heard.append(message)

            scope = {"type": "http", "path": f"/api/tables/{live.id}/{what}", "method": method, "query_string": b""}
            await app(scope | {"headers": headers}, receive, send)

        seat = live.table.awaited
        assert seat is not None
        key = [(b"authorization", b"Bearer " + keys[seat].encode())]
        stream = asyncio.create_task(ask("GET", "stream", b"", key, told))
        while len(told) < 3:
            await asyncio.sleep(0.01)
        action = live.table.view(seat).actions[0]
        body = json.dumps({"number": live.number(seat), "actions": [action]}).encode()
        answer: list[Any] = []
        await ask("POST", "moves", body, key, answer)
        assert [part["type"] for part in answer] == ["http.response.start", "http.response.body"]
        assert json.loads(answer[1]["body"]) == {"number": live.number(seat)}
        while b"event: events" not in told[-1]["body"]:
            await asyncio.sleep(0.01)
        gone.set()
        await stream
        assert told[-1] == {"type": "http.response.body", "body": b""}
        await house.close()

    run(asyncio.wait_for(play(), WAIT))
