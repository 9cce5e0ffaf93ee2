"""Base of attacks: the server under attack, its clients, and what they ask."""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from tools.servers import Running

HOST: Final = "127.0.0.1"
SECONDS: Final = 60.0
"""Timeout of requests and of waiting."""
CROWD: Final = 8
"""Number of threads that attack at the same time."""
TOKEN: Final = re.compile(r'<meta name="csrf-token" content="([^"]+)"')


class Broken(Exception):
    """Something didn't hold. The message says what."""


def hold(holds: object, reason: str) -> None:
    if not holds:
        raise Broken(reason)


@dataclass(frozen=True)
class Attack:
    """An attack. `run` returns a short result, or raises `Broken`."""

    name: str
    run: Callable[[Ground, int], str]
    times: int
    few: int
    """As often in a small run."""


class Ground:
    """Client of one attack, with an address of its own so that attacks don't share rate limits."""

    def __init__(self, server: Running, number: int, folder: Path) -> None:
        self.server = server
        self.folder = folder
        """For whoever needs files, or a server besides."""
        self.source = own_address(number)
        self.seen: Counter[int] = Counter()
        """The statuses of all answers."""
        self._clients: list[httpx.Client] = []

    def client(self) -> httpx.Client:
        way = httpx.HTTPTransport(local_address=self.source, verify=False)  # nothing is encrypted here
        client = httpx.Client(base_url=self.server.address, transport=way, timeout=SECONDS, follow_redirects=False)
        self._clients.append(client)
        return client

    def page(self) -> tuple[httpx.Client, str]:
        """Return a browser and the token for its forms."""
        client = self.client()
        found = TOKEN.search(client.get("/settings").text)
        hold(found, "a page has no token for its forms")
        assert found is not None
        return client, found[1]

    def connect(self, buffer: int | None = None) -> socket.socket:
        """Open a bare connection; with a small buffer, the server soon notices that nobody reads."""
        connection = socket.socket()
        connection.settimeout(SECONDS)
        if buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.bind((self.source, 0))
        connection.connect((HOST, self.server.port))
        return connection

    def note(self, answer: httpx.Response) -> httpx.Response:
        """Count an answer. Raises `Broken` for an internal error."""
        self.seen[answer.status_code] += 1
        sent = f"{answer.request.method} {answer.request.url.path}"
        hold(answer.status_code < 500, f"{sent} is answered with {answer.status_code}")
        return answer

    def at_once(self, work: Iterable[Callable[[httpx.Client], httpx.Response]]) -> list[httpx.Response]:
        """Send many requests, several at the same time."""
        free = [self.client() for _ in range(CROWD)]

        def one(ask: Callable[[httpx.Client], httpx.Response]) -> httpx.Response:
            client = free.pop()
            try:
                return ask(client)
            finally:
                free.append(client)

        with ThreadPoolExecutor(CROWD) as crowd:
            return [self.note(answer) for answer in crowd.map(one, work)]

    def told(self, since: Counter[int] | None = None) -> str:
        """Format the statuses: `403 ×20, 429 ×180`."""
        counted = self.seen - (since or Counter())
        return ", ".join(f"{status} ×{number}" for status, number in sorted(counted.items()))

    def close(self) -> None:
        for client in self._clients:
            client.close()


class Guest:
    """Player at a table, over the API."""

    def __init__(self, client: httpx.Client, table: str, key: str) -> None:
        self.client = client
        self.table = table
        self.key = key

    @classmethod
    def opens(cls, client: httpx.Client, game: str, bots: bool = True, **options: Any) -> Guest:
        """Open a table with this guest as its host; with bots in the other seats it starts at once."""
        answer = client.post("/api/tables", json={"game": game, "options": options, "name": "Anna"})
        hold(answer.status_code == 201, f"no table can be opened: {answer.text}")
        told = answer.json()
        guest = cls(client, told["table"], told["key"])
        if bots:
            for seat in range(1, len(told["seats"])):
                guest.post("/bot", {"seat": seat, "bot": "garzone"})
            guest.post("/start")
        return guest

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def get(self, path: str = "") -> dict[str, Any]:
        answer = self.client.get(f"/api/tables/{self.table}{path}", headers=self.headers)
        hold(answer.status_code == 200, f"{path or 'the table'} is answered with {answer.status_code}")
        told: dict[str, Any] = answer.json()
        return told

    def post(self, path: str, data: Any = None) -> httpx.Response:
        return self.client.post(f"/api/tables/{self.table}{path}", json=data, headers=self.headers)

    def move(self, told: dict[str, Any]) -> dict[str, Any]:
        """Make the first legal move; return the request."""
        move = {"number": told["number"], "actions": [told["actions"][0]["number"]]}
        answer = self.post("/moves", move)
        hold(answer.status_code == 200, f"a move is answered with {answer.status_code}")
        return move

    def play(self, moves: int) -> dict[str, Any]:
        """Make that many moves, fewer if the game ends; return the last."""
        sent: dict[str, Any] = {}
        deadline = time.monotonic() + SECONDS
        while (told := self.get())["phase"] == "playing" and moves:
            hold(time.monotonic() < deadline, "the game stands still")
            if told["awaited"]:
                sent = self.move(told)
                moves -= 1
            else:
                time.sleep(0.01)
        return sent


def own_address(number: int) -> str:
    """Return an address of this machine for one attack; the same one where there is only one."""
    address = f"127.0.1.{number + 1}"
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return HOST
    return address


def until(happens: Callable[[], object], reason: str, seconds: float = SECONDS) -> None:
    """Wait for a condition. Raises `Broken` if it doesn't become true."""
    deadline = time.monotonic() + seconds
    while not happens():
        hold(time.monotonic() < deadline, reason)
        time.sleep(0.05)
