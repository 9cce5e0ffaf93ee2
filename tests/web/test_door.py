"""The short way in for moves: it says what the long way says, and only what is beyond doubt takes it."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from forno.web import door
from forno.web.door import Door, read_head
from forno.web.hot import Asked, Hot
from tests.web.lines import a_move, answers, connected, opened, request
from tests.web.servers import WAIT, Browser, Program, Running, running, until

DATE = re.compile(rb"\r\ndate: [^\r]+")


class Watch:
    """Which way moves come in, and a latch that keeps them waiting."""

    def __init__(self) -> None:
        self.ways: list[str] = []
        self.doors: list[Door] = []
        self.open = threading.Event()
        self.open.set()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    watching = Watch()
    told, run = Hot.told, Door.run

    async def watched(
        self: Hot, asked: Asked, client: str, body: bytes | None, receive: Any = None
    ) -> tuple[int, bytes]:
        watching.ways.append("short" if receive is None else "long")
        while not watching.open.is_set():
            await asyncio.sleep(0.01)
        return await told(self, asked, client, body, receive)

    async def seen(self: Door, *rest: Any) -> None:
        watching.doors.append(self)
        await run(self, *rest)

    monkeypatch.setattr(Hot, "told", watched)
    monkeypatch.setattr(Door, "run", seen)
    yield watching
    watching.open.set()


def heard(connection: socket.socket) -> bytes:
    """One whole answer, with any date."""
    data = b""
    while True:
        head, end, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        if end and length and len(body) == int(length[1]):
            return DATE.sub(b"\r\ndate: then", data)
        more = connection.recv(65536)
        assert more, data
        data += more


def silent(connection: socket.socket) -> bool:
    """Whether nothing is said for a moment."""
    connection.settimeout(0.2)
    try:
        connection.recv(1)
    except TimeoutError:
        return True
    finally:
        connection.settimeout(WAIT)
    return False


def asked_twice(server: Running, asking: bytes, watch: Watch) -> bytes:
    """Ask the short way and the long way on one connection. The answers must be the same to the letter."""
    watch.ways.clear()
    with connected(server) as connection:
        connection.sendall(asking)
        short = heard(connection)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Door, "started", lambda *_: False)
            connection.sendall(asking)
            assert heard(connection) == short
        connection.sendall(asking)
        assert heard(connection) == short
    assert watch.ways == ["short", "long", "short"]
    return short


def by_page(server: Running, program: Program, **headers: str) -> dict[str, str]:
    """The headers of a page's script, in the same seat as that program."""
    browser = Browser(server.address)
    token = browser.token
    jar = {cookie.name: cookie.value for cookie in browser.client.cookies.jar} | {"forno_seat": program.key}
    written = "; ".join(f"{name}={value}" for name, value in jar.items())
    return {"Cookie": written, "X-CSRFToken": token, "Content-Type": "application/json"} | headers


@pytest.mark.parametrize(
    ("case", "status"),
    [
        ("good", 200),
        ("stale", 409),
        ("illegal", 422),
        ("no key", 401),
        ("wrong key", 403),
        ("unknown table", 404),
        ("broken", 422),
        ("no JSON", 422),
        ("italian", 409),
    ],
)
@pytest.mark.parametrize("way", ["program", "page"])
def test_both_ways_give_the_same_answer(server: Running, watch: Watch, way: str, case: str, status: int) -> None:
    program, _live = opened(server)
    told = program.await_turn()
    move: Any = {"number": told["number"], "actions": [told["actions"][0]["number"]]}
    table, key = program.table, program.key
    if case in ("stale", "italian"):
        move["number"] -= 1
    elif case == "illegal":
        move["actions"] = [999_999]
    elif case == "broken":
        move = ["no", "move"]
    elif case == "unknown table":
        table = "zzzzzz"
    elif case in ("no key", "wrong key"):
        program.key = "" if case == "no key" else "nonsense"
    if way == "program":
        path, headers = f"/api/tables/{table}/moves", program.headers
    else:
        path, headers = f"/t/{table}/moves", by_page(server, program)
    if case == "italian":
        headers["Accept-Language"] = "it-IT,it;q=0.9,en;q=0.5"
    program.key = key
    asking = request("POST", path, headers, move)
    if case == "no JSON":
        asking = asking[:-1] + b"\xff"
    answer = asked_twice(server, asking, watch)
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer
    if case == "italian":
        assert "Il tavolo è andato avanti" in answer.decode()


def test_a_page_without_its_token_is_refused_both_ways(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    headers = by_page(server, program)
    for token in (headers["X-CSRFToken"][::-1], "x"):
        asking = request("POST", f"/t/{program.table}/moves", headers | {"X-CSRFToken": token}, {"number": 0})
        assert asked_twice(server, asking, watch).startswith(b"HTTP/1.1 403 ")
    del headers["X-CSRFToken"]
    asking = request("POST", f"/t/{program.table}/moves", headers, {"number": 0})
    assert asked_twice(server, asking, watch).startswith(b"HTTP/1.1 403 ")


def test_too_many_are_too_many_both_ways(tmp_path: Path, watch: Watch) -> None:
    with running(tmp_path, most_moves=0.5) as server:
        asking = request("POST", "/api/tables/abc/moves", {}, {"number": 1})
        assert asked_twice(server, asking, watch).startswith(b"HTTP/1.1 429 ")


def test_too_much_goes_the_long_way(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    move = {"number": 1, "actions": ["x" * server.app.settings.most_body]}
    with connected(server) as connection:
        connection.sendall(request("POST", f"/api/tables/{program.table}/moves", program.headers, move))
        assert heard(connection).startswith(b"HTTP/1.1 413 ")
    assert watch.ways == ["long"]


USUAL = (
    b"POST /t/abc/moves HTTP/1.1\r\nHost: forno\r\nConnection: keep-alive\r\nContent-Length: 5\r\n"
    b'sec-ch-ua: "Chromium";v="1"\r\nCookie: a=b; c=d\r\n'
)


def test_what_browsers_and_programs_send_is_read() -> None:
    read = read_head(USUAL)
    assert read is not None
    asked, length = read
    assert (asked.table, asked.plain, length, asked.jar) == ("abc", False, 5, {"a": "b", "c": "d"})
    # The same again, but for its length.
    again = read_head(USUAL.replace(b"Content-Length: 5", b"Content-Length: 123"))
    assert again == (asked, 123)
    other = read_head(USUAL.replace(b"/t/", b"/api/tables/").replace(b"Connection: keep-alive\r\n", b""))
    assert other is not None
    assert other[0].plain
    assert other[1] == 5


@pytest.mark.parametrize(
    ("instead", "of"),
    [
        (b"Content-Length: 5\r\nContent-Length: 5", b"Content-Length: 5"),
        (b"Content-Length: 5\r\ncontent-length: 6", b"Content-Length: 5"),
        (b"content-length: 5\r\nContent-Length: 0", b"Content-Length: 5"),
        (b"Content-Length: 0\r\ncontent-length: 5", b"Content-Length: 5"),
        (b"X-Content-Length: 5\r\nCONTENT-LENGTH: 0", b"Content-Length: 5"),
        (b"X-Content-Length: 5\r\nContent-Length: 0", b"Content-Length: 5"),
        (b"X-Content-Length: 5", b"Content-Length: 5"),
        (b"X: Content-Length: 5", b"Content-Length: 5"),
        (b"Content-Length: 0", b"Content-Length: 5"),
        (b"Content-Length: 12345678", b"Content-Length: 5"),
        (b"Content-Length: 5\n", b"Content-Length: 5"),
        (b"Content-Length: +5", b"Content-Length: 5"),
        (b"Content-Length: -5", b"Content-Length: 5"),
        (b"Content-Length: 5_0", b"Content-Length: 5"),
        (b"Content-Length: 0x5", b"Content-Length: 5"),
        (b"Content-Length: 05", b"Content-Length: 5"),
        (b"Content-Length: 5, 5", b"Content-Length: 5"),
        (b"Content-Length: \xb2", b"Content-Length: 5"),
        (b"Content-Length: 5 ", b"Content-Length: 5"),
        (b"Content-Length:5", b"Content-Length: 5"),
        (b"Content-Length:  5", b"Content-Length: 5"),
        (b"Content-Length:\t5", b"Content-Length: 5"),
        (b"Content-Length : 5", b"Content-Length: 5"),
        (b"Content_Length: 5", b"Content-Length: 5"),
        (b"Content-Length: ", b"Content-Length: 5"),
        (b"X: y", b"Content-Length: 5"),
        (b"Content-Length: 5\r\nTransfer-Encoding: chunked", b"Content-Length: 5"),
        (b"Content-Length: 5\r\ntransfer-encoding: identity", b"Content-Length: 5"),
        (b"Expect: 100-continue", b"Connection: keep-alive"),
        (b"Connection: close", b"Connection: keep-alive"),
        (b"Connection: keep-alive, Upgrade\r\nUpgrade: h2c", b"Connection: keep-alive"),
        (b"Upgrade: websocket", b"Connection: keep-alive"),
        (b"Proxy-Connection: close", b"Connection: keep-alive"),
        (b"X-Forwarded-For: 1.2.3.4", b"Connection: keep-alive"),
        (b"X-Forwarded-Proto: https", b"Connection: keep-alive"),
        (b"Forwarded: for=1.2.3.4", b"Connection: keep-alive"),
        (b"Cookie: a=b\r\nCookie: c=d", b"Cookie: a=b; c=d"),
        (b"Cookie: a=b;\r\n c=d", b"Cookie: a=b; c=d"),
        (b"Cookie: a=b;\r\n\tc=d", b"Cookie: a=b; c=d"),
        (b"Cookie: a=b;\nc: d", b"Cookie: a=b; c=d"),
        (b"Cookie: a=b;\rc: d", b"Cookie: a=b; c=d"),
        (b"Cookie: a=\x00", b"Cookie: a=b; c=d"),
        (b"Cookie: a=\x7f", b"Cookie: a=b; c=d"),
        (b"Cookie: a=\xe8", b"Cookie: a=b; c=d"),
        (b"Coo kie: a=b", b"Cookie: a=b; c=d"),
        (b" Cookie: a=b", b"Cookie: a=b; c=d"),
        (b": a=b", b"Cookie: a=b; c=d"),
        (b"Cookie", b"Cookie: a=b; c=d"),
        (b"X: y", b"Host: forno"),
        (b"HTTP/1.0", b"HTTP/1.1"),
        (b"HTTP/1.1 ", b"HTTP/1.1"),
        (b"HTTP/1.10", b"HTTP/1.1"),
        (b"post /t", b"POST /t"),
        (b"POST  /t", b"POST /t"),
        (b"POST http://forno/t", b"POST /t"),
        (b"POST //t", b"POST /t"),
        (b"/t/a%62c/moves", b"/t/abc/moves"),
        (b"/t/../moves", b"/t/abc/moves"),
        (b"/t/abc/moves/", b"/t/abc/moves"),
        (b"/t/abc/moves?", b"/t/abc/moves"),
        (b"/t/abc/moves#x", b"/t/abc/moves"),
        (b"/t/ABC/moves", b"/t/abc/moves"),
        (b"/t//moves", b"/t/abc/moves"),
        (b"/x/abc/moves", b"/t/abc/moves"),
    ],
)
def test_whatever_is_unusual_is_not_read(instead: bytes, of: bytes) -> None:
    assert of in USUAL
    assert read_head(USUAL.replace(of, instead, 1)) is None


@pytest.mark.parametrize(
    "extra", [b"Content-Length: 7", b"Transfer-Encoding: chunked", b"A : b", b"A: \x00", b"B\x00: c", b"A:\n b"]
)
def test_what_is_refused_the_long_way_is_refused(server: Running, watch: Watch, extra: bytes) -> None:
    program, _live = opened(server)
    before = program.get()["number"]
    with connected(server) as connection:
        connection.sendall(a_move(program).replace(b"Host: forno", b"Host: forno\r\n" + extra, 1))
        assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")
        assert connection.recv(1) == b""
    assert "short" not in watch.ways
    assert program.get()["number"] == before


def test_a_move_in_pieces_goes_the_long_way(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    move = a_move(program)
    with connected(server) as connection:
        for cut in (1, 6, 40, move.index(b"\r\n\r\n") + 2, len(move) - 1):
            connection.sendall(move[:cut])
            assert silent(connection)
            connection.sendall(move[cut:])
            assert heard(connection).startswith(b"HTTP/1.1 200 ")
    assert watch.ways == ["long"] * 5


def test_what_looks_like_a_move_in_the_middle_of_a_body_is_none(server: Running, watch: Watch) -> None:
    """An answer may come before the body that it refuses."""
    program, _live = opened(server)
    move = a_move(program)
    length = server.app.settings.most_upload + len(move)
    with connected(server) as connection:
        connection.sendall(b"POST /api/tables HTTP/1.1\r\nHost: forno\r\nContent-Length: %d\r\n\r\n" % length)
        assert heard(connection).startswith(b"HTTP/1.1 413 ")
        connection.sendall(move)
        assert silent(connection)
    assert watch.ways == []


def test_a_head_without_its_end_is_gone_on_with_by_what_looks_like_a_move(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    move = a_move(program)
    with connected(server) as connection:
        connection.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: forno\r\nX: ")
        assert silent(connection)
        connection.sendall(move)
        assert heard(connection).startswith(b"HTTP/1.1 ")
    assert watch.ways == []


@contextmanager
def waiting(server: Running, watch: Watch, move: bytes) -> Iterator[socket.socket]:
    """A connection with a move in progress."""
    with connected(server) as connection:
        watch.open.clear()
        connection.sendall(move)
        until(lambda: watch.ways == ["short"], "it doesn't take the short way")
        yield connection


def test_what_comes_while_a_move_is_made_is_answered_after_it(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    move = a_move(program)
    broken = request("POST", f"/api/tables/{program.table}/moves", program.headers, {"number": "x"})
    with waiting(server, watch, move) as connection:
        connection.sendall(broken + move[:30])
        assert silent(connection)
        connection.sendall(move[30:])
        watch.open.set()
        told = answers(connection, 3)
        assert [status for status, _headers, _data in told] == [200, 422, 200]
        assert told[0][2] == told[2][2]
        connection.sendall(move)
        assert heard(connection).startswith(b"HTTP/1.1 200 ")
    assert watch.ways == ["short", "long", "long", "short"]


def test_a_whole_move_waits_for_the_one_before_it(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    move = a_move(program)
    with waiting(server, watch, move) as connection:
        connection.sendall(move)
        assert silent(connection)
        assert watch.ways == ["short"]
        watch.open.set()
        assert [status for status, _headers, _data in answers(connection, 2)] == [200, 200]


def test_a_move_is_made_though_whoever_made_it_is_gone(server: Running, watch: Watch) -> None:
    program, live = opened(server)
    before = live.number(0)
    with waiting(server, watch, a_move(program)) as connection:
        connection.close()
        (gone,) = watch.doors
        until(lambda: gone not in gone.connections)
    watch.open.set()
    until(lambda: live.number(0) > before, "the move isn't made")
    until(lambda: not gone.tasks, "it never ends")


def test_a_server_that_stops_finishes_a_move_first(tmp_path: Path, watch: Watch) -> None:
    with running(tmp_path) as server:
        program, _live = opened(server)
        with connected(server) as connection:
            connection.sendall(a_move(program))
            assert b"connection: close" not in heard(connection)
            watch.ways.clear()
            kept = connection.dup()
            watch.open.clear()
            connection.sendall(a_move(program))
            until(lambda: watch.ways == ["short"])
        threading.Timer(0.5, watch.open.set).start()
    kept.settimeout(WAIT)
    answer = heard(kept)
    assert answer.startswith(b"HTTP/1.1 200 ")
    head, _end, body = answer.partition(b"\r\n\r\n")
    assert head.endswith(b"\r\nconnection: close")
    assert list(json.loads(body)) == ["number"]
    assert kept.recv(1) == b""
    kept.close()


def test_a_server_that_waits_no_longer_hangs_up(tmp_path: Path, watch: Watch) -> None:
    with running(tmp_path) as server:
        program, _live = opened(server)
        with waiting(server, watch, a_move(program)) as connection:
            kept = connection.dup()
            (stopped,) = watch.doors
            assert len(stopped.tasks) == 1
    kept.settimeout(WAIT)
    assert kept.recv(1) == b""
    kept.close()
    assert not stopped.tasks


def test_a_connection_that_is_not_used_is_closed_in_time(server: Running, watch: Watch) -> None:
    program, _live = opened(server)
    with waiting(server, watch, a_move(program)) as connection:
        (kept,) = watch.doors
        assert kept.timeout_keep_alive_task is None
        watch.open.set()
        heard(connection)
        until(lambda: kept.timeout_keep_alive_task is not None)
        move = a_move(program)
        watch.open.clear()
        connection.sendall(move)
        until(lambda: watch.ways == ["short", "short"])
        # The clock of the first goes on, and closes nothing while the second is made.
        kept.loop.call_soon_threadsafe(kept.timeout_keep_alive_handler)
        until(lambda: kept.timeout_keep_alive_task is None)
        watch.open.set()
        heard(connection)
        until(lambda: kept.timeout_keep_alive_task is not None)
        # It closes nothing that was used a moment ago, …
        kept.loop.call_soon_threadsafe(kept.timeout_keep_alive_handler)
        connection.sendall(a_move(program))
        assert heard(connection).startswith(b"HTTP/1.1 200 ")
        # … but what has been left alone.
        kept.timeout_keep_alive = 0
        kept.loop.call_soon_threadsafe(kept.timeout_keep_alive_handler)
        assert connection.recv(1) == b""


@pytest.mark.parametrize("why", ["proxy", "unknown"])
def test_the_long_way_is_always_there(server: Running, watch: Watch, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    program, _live = opened(server)
    move = a_move(program)
    if why == "proxy":
        move = move.replace(b"Host: forno", b"Host: forno\r\nX-Forwarded-For: 192.0.2.7", 1)
    else:
        assert door.KNOWN
        monkeypatch.setattr(door, "KNOWN", False)
    with connected(server) as connection:
        connection.sendall(move)
        assert heard(connection).startswith(b"HTTP/1.1 200 ")
    assert watch.ways == ["long"]
    if why == "proxy":
        assert "192.0.2.7" in server.app.house.moves._clients
