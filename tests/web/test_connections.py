"""Limits of a connection, over real sockets: heads, bodies, trailers, time; and what is usual still works."""

from __future__ import annotations

import asyncio
import itertools
import socket
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httptools
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.cli.serve import ACKNOWLEDGE_MILLISECONDS, listen
from forno.web.connections import JoinedWrites, RequestProgress
from tests.loops import run
from tests.web.lines import answers, connected, opened, request
from tests.web.servers import Running, running
from tools.waiting import WAIT, until

MUCH = 150_000_000
"""Number of bytes that an attacker would send."""
FEW = 20_000_000
"""More than buffers on the way may hold, and far less than that."""
HEAD = b"POST /api/tables/abc/moves HTTP/1.1\r\nHost: forno\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits for nobody."""
    folder = tmp_path_factory.mktemp("hasty")
    with running(folder, head_seconds=0.3, body_seconds=0.3, stall_seconds=0.3) as started:
        yield started


def heard(connection: socket.socket) -> bytes:
    """Return all that is said until the connection is closed."""
    told = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            told += piece
    return told


def send_all(connection: socket.socket, pieces: Iterable[bytes]) -> int:
    """Send until somebody doesn't want any more; returns how many bytes were taken."""
    sent = 0
    with suppress(ConnectionError):
        for piece in pieces:
            connection.sendall(piece)
            sent += len(piece)
    return sent


def endless(piece: bytes) -> Iterator[bytes]:
    return itertools.repeat(piece * 1000, MUCH // (len(piece) * 1000))


# --- too much -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"GET / HTTP/1.1\r\n", b"x-name: value\r\n"),
        (b"GET / HTTP/1.1\r\nx-name: ", b"value, "),
        (b"GET / HTTP/1.1\r\n", b"x-name"),
        (b"GET /", b"elsewhere/"),
    ],
    ids=["many headers", "a long value", "a long name", "a long address"],
)
def test_a_head_without_end_is_refused_at_once(server: Running, start: bytes, piece: bytes) -> None:
    with connected(server) as connection:
        assert send_all(connection, itertools.chain([start], endless(piece))) < FEW
        assert heard(connection).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(("headers", "status"), [(99, b"200"), (100, b"431"), (1000, b"431")])
def test_a_head_has_at_most_100_headers(server: Running, headers: int, status: bytes) -> None:
    with connected(server) as connection:
        lines = b"".join(b"x-%d: y\r\n" % number for number in range(headers))
        connection.sendall(b"GET /robots.txt HTTP/1.1\r\nhost: forno\r\n" + lines + b"\r\n")
        assert connection.recv(12) == b"HTTP/1.1 " + status


def test_after_other_requests_nothing_is_said_that_could_be_taken_for_their_answer(server: Running) -> None:
    asking = request("GET", "/api/tables?phase=playing", {})
    with connected(server) as connection:
        connection.sendall(asking + b"GET / HTTP/1.1\r\nx: " + b"y" * 100_000)
        assert heard(connection).count(b"HTTP/1.1 ") <= 1
    with connected(server) as connection:
        connection.sendall(asking)
        assert answers(connection)[0][0] == 200
        connection.sendall(b"GET / HTTP/1.1\r\nx: " + b"y" * 100_000)
        assert heard(connection) == b""


@pytest.mark.parametrize("piece", [b"x-name: value\r\n", b"x-name"], ids=["many trailers", "one without end"])
def test_trailers_without_end_are_refused(server: Running, piece: bytes) -> None:
    with connected(server) as connection:
        start = CHUNKED + b"2\r\n{}\r\n0\r\n"
        assert send_all(connection, itertools.chain([start], endless(piece))) < FEW
        heard(connection)


def test_a_trailer_never_becomes_a_header(server: Running) -> None:
    program, _live = opened(server)
    told = program.await_turn()
    move = b'{"number": %d, "actions": [%d]}' % (told["number"], told["actions"][0]["number"])
    start = CHUNKED.replace(b"/abc/", f"/{program.table}/".encode())
    with connected(server) as connection:
        connection.sendall(start + b"%x\r\n%b\r\n0\r\n" % (len(move), move))
        connection.sendall(f"Authorization: Bearer {program.key}\r\n\r\n".encode())
        assert b"HTTP/1.1 200" not in heard(connection)
    assert program.get()["number"] == told["number"]


@pytest.mark.parametrize("path", [b"/api/tables/abc/moves", b"/api/tables", b"/t/abc/chat", b"/nowhere"])
def test_a_body_without_end_is_refused(server: Running, path: bytes) -> None:
    chunk = b"400\r\n" + b"x" * 1024 + b"\r\n"
    with connected(server) as connection:
        start = CHUNKED.replace(b"/api/tables/abc/moves", path)
        assert send_all(connection, itertools.chain([start], endless(chunk))) < FEW
        assert heard(connection).startswith(b"HTTP/1.1 4")


def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(server: Running) -> None:
    with connected(server) as connection:
        connection.sendall(HEAD.replace(b"/abc/moves", b"") + b"Content-Length: %d\r\n\r\n" % MUCH)
        assert answers(connection)[0][0] == 413
        assert send_all(connection, endless(b"x" * 100)) < FEW


def test_a_frame_without_end_is_refused(server: Running) -> None:
    """Extensions beside the size of a chunk are read by nobody."""
    with connected(server) as connection:
        assert send_all(connection, itertools.chain([CHUNKED + b"2;"], endless(b"extension"))) < FEW


# --- too slow -------------------------------------------------------------------------------


def dripping(connection: socket.socket, drop: bytes) -> None:
    """Send a little again and again, until nobody wants any more."""
    deadline = time.monotonic() + WAIT
    with suppress(ConnectionError):
        while time.monotonic() < deadline:
            connection.sendall(drop)
            connection.settimeout(0.05)
            with suppress(TimeoutError):
                if not connection.recv(1, socket.MSG_PEEK):
                    return
                connection.settimeout(WAIT)
                return
    connection.settimeout(WAIT)
    assert time.monotonic() < deadline, "it is never refused"


@pytest.mark.parametrize("start", [b"G", b"GET / HTTP/1.1\r\nHost: forno\r\n", b"GET / HTTP/1.1\r\nx-name: "])
def test_a_head_that_never_ends_is_told_that_it_is_late(hasty: Running, start: bytes) -> None:
    with connected(hasty) as connection:
        connection.sendall(start)
        assert heard(connection).startswith(b"HTTP/1.1 408 ")
    with connected(hasty) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nx-name: ")
        dripping(connection, b"x")
        assert heard(connection).startswith(b"HTTP/1.1 408 ")


def test_a_connection_on_which_nobody_speaks_is_closed(hasty: Running) -> None:
    with connected(hasty) as connection:
        assert heard(connection) == b""
    with connected(hasty) as connection:
        dripping(connection, b"\r\n")
        assert heard(connection).startswith(b"HTTP/1.1 408 ")


def test_so_is_one_that_has_been_used(hasty: Running) -> None:
    with connected(hasty) as connection:
        connection.sendall(request("GET", "/api/games", {}))
        assert answers(connection)[0][0] == 200
        dripping(connection, b"\r\n")
        assert heard(connection) == b""


@pytest.mark.parametrize(
    "body", [b"Content-Length: 100\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"]
)
def test_a_body_that_never_ends_is_not_waited_for(hasty: Running, body: bytes) -> None:
    with connected(hasty) as connection:
        connection.sendall(HEAD + body)
        heard(connection)


def test_who_never_reads_is_cut_off(hasty: Running) -> None:
    _program, live = opened(hasty)
    with connected(hasty, buffer=4096) as connection:
        connection.sendall(request("GET", f"/t/{live.id}/stream?after={live.publisher.position}", {}))
        until(lambda: live.streams, "the stream doesn't open")
        (stream,) = live.streams
        loop = hasty.app.host._chores[0].get_loop()
        while not stream.closed:
            loop.call_soon_threadsafe(stream.push, b": " + b"." * 100_000 + b"\n\n")
            time.sleep(0.01)
        until(lambda: not live.streams, "it keeps its place")


def test_who_reads_no_answers_is_cut_off(hasty: Running) -> None:
    with connected(hasty, buffer=4096) as connection:
        connection.settimeout(0.1)
        asking = request("GET", "/static/icon-512.png", {}) * 1000
        with suppress(TimeoutError):
            while True:
                connection.sendall(asking)
        connection.settimeout(WAIT)
        with suppress(ConnectionError):
            while connection.send(asking):
                pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives up a single connection in its own time")
def test_who_vanishes_without_a_word_is_given_up() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _address = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == ACKNOWLEDGE_MILLISECONDS


# --- what is usual ----------------------------------------------------------------------------


def test_many_requests_at_once_are_all_answered(server: Running) -> None:
    asking = request("GET", "/api/tables?phase=playing", {"Cookie": "a=" + "b" * 500}) * 50
    with connected(server) as connection:
        connection.sendall(asking)
        assert [status for status, _headers, _data in answers(connection, 50)] == [200] * 50


@contextmanager
def read(pieces: Iterable[bytes]) -> Iterator[RequestProgress]:
    progress = RequestProgress(100)
    parser = httptools.HttpRequestParser(progress)
    for piece in pieces:
        progress.take(len(piece))
        parser.feed_data(piece)
    yield progress


USUAL: list[Any] = [
    request("GET", "/", {"Cookie": "a=b"}),
    request("POST", "/api/tables", {}, {"game": "mamma-mia"}),
    CHUNKED + b"2\r\n{}\r\n3;x=y\r\n{ }\r\n0\r\n\r\n",
    b"\r\n" + request("HEAD", "/", {}),
]


@given(st.lists(st.sampled_from(USUAL), min_size=1, max_size=6), st.data())
def test_however_requests_are_cut_their_ends_are_seen(requests: list[bytes], data: st.DataObject) -> None:
    sent = b"".join(requests)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=8)))
    pieces = [sent[start:end] for start, end in itertools.pairwise([0, *cuts, len(sent)]) if start < end]
    with read(pieces) as progress:
        assert (progress.heads, progress.taken, progress.in_body) == (len(requests), 0, False)
        assert not progress.trailers
        assert not progress.too_many_headers
    with read([*pieces, b"GET / HT"]) as progress:
        assert (progress.heads, progress.taken, progress.in_body) == (len(requests), 8, False)


# One write for an answer


class Written(asyncio.Transport):
    """A transport that notes what is written at once."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []

    def write(self, data: Any) -> None:
        self.writes.append(bytes(data))

    def close(self) -> None:
        self.writes.append(b"closed")


def test_the_head_of_an_answer_is_written_with_its_body() -> None:
    async def play() -> list[bytes]:
        written = Written()
        joined = JoinedWrites(written, asyncio.get_running_loop())
        for piece in (b"HTTP/1.1 200 OK\r\n\r\n", b"first", b"second"):
            joined.write(piece)
        await asyncio.sleep(0)
        return written.writes

    assert run(play()) == [b"HTTP/1.1 200 OK\r\n\r\nfirst", b"second"]


def test_a_head_without_a_body_waits_for_nothing_else() -> None:
    async def play() -> list[bytes]:
        written = Written()
        joined = JoinedWrites(written, asyncio.get_running_loop())
        joined.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await asyncio.sleep(0)
        joined.write(b"HTTP/1.1 304 Not Modified\r\n\r\n")
        joined.close()
        await asyncio.sleep(0)
        return written.writes

    assert run(play()) == [
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 304 Not Modified\r\n\r\n",
        b"closed",
    ]
