"""Floods of requests, tables, chat messages, connections, headers and bodies."""

from __future__ import annotations

import secrets
import select
import socket
import time
from contextlib import ExitStack, suppress
from functools import partial
from typing import Final

import httpx

from tools.attacks.ground import SECONDS, Attack, Ground, Guest, hold

HEAD: Final = b"GET /lobby HTTP/1.1\r\nHost: forno\r\n"
PAGE: Final = b"GET /lobby HTTP/1.1\r\nHost: forno\r\nConnection: close\r\n\r\n"
CHUNKED: Final = b"POST /api/tables HTTP/1.1\r\nHost: forno\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNK_BYTES: Final = 64 * 1024
MAX_SENT_BYTES: Final = 32 * 1024 * 1024
"""Limit of bytes that one connection tries to send."""
MINUTES_WORTH: Final = 2
"""Allowance of one minute as a multiple of a limit per minute: another minute's worth may be saved up."""
MAX_TABLES: Final = 30 * MINUTES_WORTH
MAX_MESSAGES: Final = 30 * MINUTES_WORTH


def moves(ground: Ground, times: int) -> str:
    """Send moves with made-up keys as fast as possible."""
    table = Guest.opens(ground.client(), "mamma-mia").table

    def move(client: httpx.Client) -> httpx.Response:
        key = {"Authorization": f"Bearer {secrets.token_urlsafe(24)}"}
        return client.post(f"/api/tables/{table}/moves", json={"number": 1, "actions": [0]}, headers=key)

    ground.at_once([move] * times)
    hold(set(ground.seen) <= {403, 429}, f"some were answered otherwise: {ground.told()}")
    return ground.told()


def tables(ground: Ground, times: int) -> str:
    """Open tables one after the other."""
    ground.at_once([lambda client: client.post("/api/tables", json={"game": "mamma-mia"})] * times)
    hold(ground.seen[201] <= MAX_TABLES, f"one client opened {ground.seen[201]} tables")
    return ground.told()


def words(ground: Ground, times: int) -> str:
    """Send chat messages without a pause."""
    table = Guest.opens(ground.client(), "mamma-mia").table
    say = {"text": "x" * 400}
    ground.at_once([lambda client: client.post(f"/api/tables/{table}/chat", json=say)] * times)
    hold(ground.seen[200] <= MAX_MESSAGES, f"{ground.seen[200]} words were heard")
    return ground.told()


def pages(ground: Ground, times: int) -> str:
    """Ask for pages over many connections at once."""
    with ExitStack() as stack:
        asking = [stack.enter_context(ground.connect()) for _ in range(times)]
        for connection in asking:
            connection.sendall(PAGE)
        for connection in asking:
            ground.seen[int(connection.recv(CHUNK_BYTES).split()[1])] += 1
    hold(set(ground.seen) <= {200, 429}, f"some were answered otherwise: {ground.told()}")
    return ground.told()


def slow_heads(ground: Ground, times: int) -> str:
    """Open connections that never finish their headers."""
    with ExitStack() as stack:
        waiting = []
        for number in range(times):
            connection = stack.enter_context(ground.connect())
            if number % 2:
                connection.sendall(HEAD)
            connection.setblocking(False)
            waiting.append(connection)
        start = time.monotonic()
        while waiting:
            hold(time.monotonic() - start < SECONDS, f"{len(waiting)} of {times} connections stay open")
            waiting = [connection for connection in waiting if not _closed(connection)]
            for connection in waiting[1::2]:
                with suppress(OSError):
                    connection.send(b"x")
            time.sleep(0.2)
        return f"all closed after {time.monotonic() - start:.0f} s"


def _closed(connection: socket.socket) -> bool:
    try:
        while select.select([connection], [], [], 0)[0]:
            if not connection.recv(CHUNK_BYTES):
                return True
    except OSError:
        return True
    return False


def endless(ground: Ground, times: int) -> str:
    """Send headers, trailers and bodies without end."""
    kinds = (
        (HEAD, b"X-Filler: " + b"x" * 1000 + b"\r\n"),
        (b"GET /", b"a" * 1000),
        (HEAD + b"X-One: ", b"x" * 1000),
        (CHUNKED + b"2\r\n{}\r\n0\r\n", b"X-Trailer: " + b"x" * 1000 + b"\r\n"),
        (CHUNKED, b"3e8\r\n" + b" " * 1000 + b"\r\n"),
        (CHUNKED, b"1" * 1000),
    )
    taken = [_pour(ground, *kinds[number % len(kinds)]) for number in range(times)]
    return f"hung up on after {max(taken) / 1e6:.1f} MB at most, buffers of the machine among them"


def _pour(ground: Ground, start: bytes, piece: bytes) -> int:
    """Send without end; return the number of bytes sent before the server closed the connection."""
    pieces = piece * (CHUNK_BYTES // len(piece))
    sent = 0
    with ground.connect() as connection, suppress(ConnectionError):
        connection.sendall(start)
        while not select.select([connection], [], [], 0)[0]:
            connection.sendall(pieces)
            sent += len(pieces)
            hold(sent < MAX_SENT_BYTES, f"{sent / 1e6:.0f} MB after {start[:20]!r} are taken, and no end")
    return sent


def large(ground: Ground, times: int) -> str:
    """Send bodies that are too large, with and without saying so."""
    many = b"x" * (2 * 1024 * 1024)
    table = Guest.opens(ground.client(), "mamma-mia").table
    paths = ("/api/tables", f"/api/tables/{table}/moves", "/new/mamma-mia", "/replay")

    def post(path: str, client: httpx.Client) -> httpx.Response:
        try:
            return client.post(path, content=many)
        except httpx.TransportError:  # hung up on before all was sent
            return httpx.Response(413, request=client.build_request("POST", path))

    ground.at_once(partial(post, paths[number % len(paths)]) for number in range(times))
    hold(set(ground.seen) <= {403, 413, 429}, f"some were answered otherwise: {ground.told()}")
    return ground.told()


ATTACKS: Final = (
    Attack("a flood of moves with made-up keys", moves, 3000, 100),
    Attack("a flood of tables", tables, 300, 70),
    Attack("a flood of words", words, 300, 70),
    Attack("a flood of pages", pages, 500, 40),
    Attack("slow heads, and connections that say nothing", slow_heads, 300, 20),
    Attack("heads, trailers and bodies without end", endless, 36, 6),
    Attack("bodies that are too large", large, 80, 8),
)
