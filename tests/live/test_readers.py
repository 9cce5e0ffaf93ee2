"""Readers of a table's streams: players come first, nobody waits for a slow reader, and who doesn't read has to go."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path

import httpx
import pytest

from forno.live.live_table import LiveTable
from forno.live.streams import MAX_QUEUED_BYTES, Stream
from forno.pages.publishing.readers import Viewer
from tests.web.lines import connected, in_the_loop, opened, request
from tests.web.servers import Listener, Program, Running, running
from tools.waiting import until

pytestmark = pytest.mark.slow

CHUNK_BYTES = 20_000


def on_to_something_new(program: Program) -> str:
    """Play until everybody has seen more; returns the position then."""
    before = program.get()["position"]
    while (told := program.play_on(1))["position"] == before:
        assert told["phase"] == "playing"
    return str(told["position"])


@contextmanager
def reading(server: Running, live: LiveTable) -> Iterator[tuple[socket.socket, HTTPResponse, Stream]]:
    """A spectator who reads no faster than told to, and the server's end of it."""
    others = set(live.streams)
    with connected(server, buffer=4096) as connection:
        connection.sendall(request("GET", f"/t/{live.id}/stream?after={live.publisher.position}", {}))
        response = HTTPResponse(connection)
        response.begin()
        assert response.readline() + response.readline() == b"retry: 1000\n\n"
        (stream,) = set(live.streams) - others
        yield connection, response, stream
        response.close()


def flood(server: Running, stream: Stream, until_waiting: int) -> int:
    """Push numbered comments until so many bytes wait, or the stream is closed; returns how many."""
    pushed = 0
    while stream.size < until_waiting and not stream.closed:
        in_the_loop(server, stream.push, b": %07d" % pushed + b"." * CHUNK_BYTES + b"\n\n")
        pushed += 1
        assert pushed * CHUNK_BYTES < 100 * MAX_QUEUED_BYTES, "nothing ever waits"
    return pushed


def test_a_reader_who_stops_for_a_while_gets_everything_in_order(server: Running) -> None:
    _program, live = opened(server)
    with reading(server, live) as (_connection, response, stream):
        for _round in range(3):
            pushed = flood(server, stream, MAX_QUEUED_BYTES // 2)
            for number in range(pushed):
                line = response.readline()
                while not line.startswith(b": 0"):
                    line = response.readline()
                assert int(line[2:9]) == number
            until(lambda: not stream.size, "it never catches up")
        assert not stream.closed


def test_a_reader_too_far_behind_keeps_nobody_waiting_and_resumes_where_it_was(server: Running) -> None:
    program, live = opened(server)
    steady = Listener(server.address, f"/t/{program.table}/stream?after={live.publisher.position}")
    with reading(server, live) as (connection, response, slow):
        before = on_to_something_new(program)
        flood(server, slow, 10 * MAX_QUEUED_BYTES)
        assert slow.closed
        assert slow.size <= MAX_QUEUED_BYTES + CHUNK_BYTES + 100
        position = on_to_something_new(program)
        steady.wait_until(position)
        # A window as small as this one was is read through in tiny steps, which takes minutes on some machines.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024 * 1024)
        heard = response.read()
        until(lambda: slow not in live.streams, "it is never let go")
    last = re.findall(rb"^id: (.*)$", heard, re.MULTILINE)[-1].decode()
    assert last == before != position
    again = Listener(server.address, f"/t/{program.table}/stream", headers={"Last-Event-ID": last})
    again.wait_until(position)
    told = [event.position for event in steady.heard if event.event == "public"]
    assert [event.position for event in again.heard if event.event == "public"] == told[told.index(last) + 1 :]
    steady.close()
    again.close()


def test_an_open_stream_ends_properly_when_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        _program, live = opened(server)
        with reading(server, live) as (_connection, response, _stream):
            in_the_loop(server, live.close_streams)
            assert re.fullmatch(rb"retry: \d+\n\n", response.read())


# --- who goes -----------------------------------------------------------------------------


def test_the_place_of_a_reader_who_was_cut_off_is_free_at_once(tmp_path: Path) -> None:
    with running(tmp_path, most_streams=1) as server:
        program, live = opened(server)
        with reading(server, live) as (_connection, _response, slow):
            assert httpx.get(f"{server.address}/t/{program.table}/stream").status_code == 429
            flood(server, slow, 10 * MAX_QUEUED_BYTES)
            other = Listener(server.address, f"/t/{program.table}/stream?after={live.publisher.position}")
            other.wait_until(on_to_something_new(program))
            other.close()


def test_a_reader_who_missed_more_than_may_wait_comes_back_to_the_table_as_it_is(server: Running) -> None:
    program, live = opened(server)
    before = live.publisher.position
    on_to_something_new(program)
    patient, hasty = Stream(Viewer()), Stream(Viewer(), most_waiting=100)
    for stream in (patient, hasty):
        in_the_loop(server, live.join, stream, before)
    in_the_loop(server, live.leave, patient)
    in_the_loop(server, live.leave, hasty)
    assert all(b"event: public" in told for told in patient.waiting)
    assert [b"event: snapshot" in told for told in hasty.waiting] == [True]
    assert not hasty.closed


# --- who comes first ----------------------------------------------------------------------


def test_players_are_let_in_however_many_watch(tmp_path: Path) -> None:
    with running(tmp_path, most_streams=2) as server:
        program, live = opened(server)
        path = f"/api/tables/{program.table}/stream"
        crowd = [Listener(server.address, path) for _ in range(2)]
        assert httpx.get(server.address + path).status_code == 429
        own = [Listener(server.address, path, program.headers) for _ in range(2)]
        own.append(Listener(server.address, f"/t/{program.table}/stream", cookies={"forno_seat": program.key}))
        assert [listener.wait_for("snapshot").data.get("seat", 0) for listener in own] == [0, 0, 0]
        assert [stream.seat for stream in live.streams] == [0, 0, 0, None, None]
        for listener in (*crowd, *own):
            listener.close()
