"""Bare connections to a server, for tests of the bytes that go over them."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from forno.live.live_table import LiveTable
from tests.web.servers import Program, Running
from tools.waiting import WAIT


def opened(server: Running) -> tuple[Program, LiveTable]:
    """Return a running game, and its table in the server."""
    program = Program.opens(server.address, "mamma-mia")
    program.start()
    program.await_turn()
    live = server.app.host.in_memory(program.table)
    assert live is not None
    return program, live


def in_the_loop(server: Running, call: Any, *what: Any) -> None:
    """Call something in the server's own loop."""

    async def doing() -> None:
        call(*what)

    loop = server.app.host._chores[0].get_loop()
    asyncio.run_coroutine_threadsafe(doing(), loop).result(WAIT)


@contextmanager
def connected(server: Running, buffer: int | None = None) -> Iterator[socket.socket]:
    host, port = server.address.removeprefix("http://").split(":")
    with socket.socket() as connection:
        if buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.settimeout(WAIT)
        connection.connect((host, int(port)))
        yield connection


def request(method: str, path: str, headers: dict[str, str], data: Any = None, version: str = "1.1") -> bytes:
    body = b"" if data is None else json.dumps(data).encode()
    lines = [f"{method} {path} HTTP/{version}", "Host: forno", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def answers(connection: socket.socket, count: int = 1) -> list[tuple[int, dict[str, str], Any]]:
    """Return status, headers and data of that many answers."""
    found = []
    file = connection.makefile("rb")
    for _ in range(count):
        status = int(file.readline().split()[1])
        headers = {}
        while line := file.readline().strip():
            name, _colon, value = line.decode().partition(": ")
            headers[name] = value
        found.append((status, headers, json.loads(file.read(int(headers["content-length"])))))
    return found


def a_move(program: Program, version: str = "1.1") -> bytes:
    told = program.await_turn()
    move = {"number": told["number"], "actions": [told["actions"][0]["number"]]}
    return request("POST", f"/api/tables/{program.table}/moves", program.headers, move, version)
