"""Capacity of a server: however many watch or connect, seats and health checks find room."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.server.capacity import RESERVED_FILES, Capacity, raise_open_files_limit
from forno.server.settings import ServerSettings
from forno.web.app import MAX_PAGES_AT_ONCE, MAX_WAITING_PAGES, create_app
from tests.loops import run
from tests.web.lines import connected, opened, request
from tests.web.servers import Running, running
from tools.waiting import until

pytestmark = pytest.mark.slow

CONNECTIONS = 32
STREAMS_PER_ADDRESS = 8


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with little room."""
    folder = tmp_path_factory.mktemp("small")
    limits = {"most_connections": CONNECTIONS, "most_streams_per_address": STREAMS_PER_ADDRESS}
    with running(folder, **limits) as started:
        yield started


@pytest.fixture
def crowd(small: Running) -> Iterator[ExitStack]:
    """Connections that end with the test."""
    with ExitStack() as stack:
        yield stack
    until(lambda: small.app.host.capacity.connections.taken == 0, "connections stay counted")
    assert small.app.host.capacity.streams.taken == small.app.host.capacity.spectators.taken == 0


def status(connection: socket.socket) -> int:
    return int(connection.recv(65536).split(b" ", 2)[1])


def streamed(server: Running, stack: ExitStack, path: str, headers: dict[str, str]) -> int:
    """The status of a stream, which stays open."""
    connection = stack.enter_context(connected(server))
    connection.sendall(request("GET", path, headers))
    return status(connection)


def address(number: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"203.0.113.{number}"}


def test_one_address_has_so_many_streams_and_spectators_half_of_them(small: Running, crowd: ExitStack) -> None:
    program, live = opened(small)
    path = f"/api/tables/{program.table}/stream"
    half = STREAMS_PER_ADDRESS // 2
    assert [streamed(small, crowd, path, address(1)) for _ in range(half + 1)] == [*[200] * half, 429]
    mine = address(1) | program.headers
    assert [streamed(small, crowd, path, mine) for _ in range(half + 1)] == [*[200] * half, 429]
    assert streamed(small, crowd, path, address(2)) == 200
    assert len(live.streams) == STREAMS_PER_ADDRESS + 1
    program.client.close()


def test_a_seat_and_health_checks_find_room_when_spectators_have_used_up_theirs(
    small: Running, crowd: ExitStack
) -> None:
    program, _live = opened(small)
    path = f"/api/tables/{program.table}/stream"
    watching = [streamed(small, crowd, path, address(number // 4)) for number in range(CONNECTIONS // 2 + 2)]
    assert watching == [*[200] * (CONNECTIONS // 2), 503, 503]
    assert streamed(small, crowd, path, program.headers) == 200
    assert httpx.get(f"{small.address}/healthz").status_code == 200
    program.play_on(1)
    program.client.close()


def test_the_last_connections_end_with_their_answer_and_more_are_refused(small: Running, crowd: ExitStack) -> None:
    places = small.app.host.capacity.connections
    for _ in range(CONNECTIONS - 1):
        crowd.enter_context(connected(small))
    until(lambda: places.taken == CONNECTIONS - 1, "connections aren't counted")
    assert httpx.get(f"{small.address}/healthz").headers["connection"] == "close"
    crowd.enter_context(connected(small))
    until(lambda: places.taken == CONNECTIONS, "connections aren't counted")
    with connected(small) as refused:
        assert status(refused) == 503


def test_one_address_has_half_of_all_connections(tmp_path: Path) -> None:
    with running(tmp_path, most_connections=8, trusted_proxies=()) as server, ExitStack() as stack:
        places = server.app.host.capacity.connections
        until(lambda: places.taken == 0, "the first connection stays counted")
        for _ in range(4):
            stack.enter_context(connected(server))
        until(lambda: places.taken == 4, "connections aren't counted")
        with connected(server) as refused:
            assert status(refused) == 503


def test_pages_for_one_address_dont_keep_another_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a page takes milliseconds, in which nobody else is served: those that come at once take turns."""
    order: list[str] = []
    answered: list[int] = []

    async def page(scope: Any, _receive: Any, _send: Any) -> None:
        order.append(scope["client"][0])

    async def send(message: Any) -> None:
        answered.append(message.get("status", 0))

    async def use() -> None:
        app = create_app(ServerSettings(data=str(tmp_path / "tables.sqlite3"), evenings=0))
        monkeypatch.setattr(app, "litestar", page)
        scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "headers": []}
        many = MAX_PAGES_AT_ONCE + MAX_WAITING_PAGES + 2
        visitors = [*["192.0.2.7"] * many, "192.0.2.8"]
        await asyncio.gather(*(app({**scope, "client": (visitor, 0)}, None, send) for visitor in visitors))
        await app.host.close()

    run(use())
    assert order.index("192.0.2.8") <= MAX_PAGES_AT_ONCE
    assert answered.count(429) == 2


def test_a_stream_that_joins_during_a_drain_is_told_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as server, ExitStack() as stack:
        program, live = opened(server)
        server.app.host.draining = True
        connection = stack.enter_context(connected(server))
        connection.sendall(request("GET", f"/t/{program.table}/stream", {}))
        told = b""
        while piece := connection.recv(65536):
            told += piece
        assert told.startswith(b"HTTP/1.1 200 ")
        assert b"\r\nretry: " in told
        assert not live.streams


# --- open files ---------------------------------------------------------------------------


@pytest.mark.parametrize(("files", "most"), [(None, 4096), (20_000, 4096), (1024, 1024 - RESERVED_FILES), (64, 16)])
def test_connections_leave_open_files_for_the_server_itself(files: int | None, most: int) -> None:
    room = Capacity(ServerSettings(), files)
    assert room.connections.most == most
    assert room.connections.per_client <= most // 2
    assert room.spectators.most == most // 2 < room.streams.most < most


def test_the_soft_limit_is_raised_to_the_hard_one(monkeypatch: pytest.MonkeyPatch) -> None:
    resource: Any = pytest.importorskip("resource")
    raised: list[Any] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limits: raised.append(limits))
    for limits, wanted in [((1024, 4096), 4096), ((1024, resource.RLIM_INFINITY), 65_536), ((1024, 10**9), 65_536)]:
        monkeypatch.setattr(resource, "getrlimit", lambda _what, limits=limits: limits)
        assert raise_open_files_limit() == wanted
        assert raised.pop() == (wanted, limits[1])
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (4096, 4096))
    assert raise_open_files_limit() == 4096
    assert not raised


EXHAUSTED = """
import os, resource, sys
from forno.server.capacity import Capacity
from forno.server.settings import ServerSettings
room = Capacity(ServerSettings(), None)
room.check_open_files()
print("before", file=sys.stderr)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
opened = []
try:
    while True:
        opened.append(os.open(os.devnull, os.O_RDONLY))
except OSError:
    room.check_open_files()
    room.check_open_files()
print("after", file=sys.stderr)
"""


def test_too_many_open_files_are_logged_once_with_the_remedy() -> None:
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", EXHAUSTED], capture_output=True, text=True, check=True, timeout=60)
    first, logged, last = done.stderr.splitlines()
    assert (first, last) == ("before", "after")
    assert "LimitNOFILE" in logged
