"""Real servers for tests: in a thread of this process, or in a process that can be killed."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from forno.bots import children
from forno.cli.serve import listen, serve
from forno.features.you.book_store import BOOK_COOKIE, read_book_key
from forno.live.streams import PING
from forno.server.settings import ServerSettings
from forno.store import open_store
from forno.web.app import Application, create_app
from tests.loops import run
from tools.servers import free_port
from tools.waiting import WAIT, until

TOKEN = re.compile(r'<meta name="csrf-token" content="([^"]+)"')
LIVELY: dict[str, Any] = {
    "bot_pause": (0.0, 0.0),
    "most_tables": 1e6,
    "most_moves": 1e6,
    "most_words": 1e6,
    "most_streams_per_address": 10**6,
    "most_replays": 1e6,
    "replay_seconds": WAIT,
    "most_reviews": 1e6,
    "evenings": 0,
}
"""Nobody takes their time, nobody is too much, and no bot plays daily tables in the background."""


SHORT: dict[str, Any] = {"players": 2, "mode": "tutorial", "max_days": 1}
"""Options of Pizza Master for the shortest game there is, where any game that ends will do."""


@dataclass
class Running:
    """A server that can be asked."""

    address: str
    app: Application


@contextmanager
def running(place: Path | str, **settings: Any) -> Iterator[Running]:
    """A server in a thread, with its own file in a folder, or on a database; `port`: any free one unless told."""
    port = settings.pop("port", 0)
    data = place if isinstance(place, str) else str(place / "tables.sqlite3")
    app = create_app(ServerSettings(data=data, **(LIVELY | settings)))
    listener = listen("127.0.0.1", port)
    port = listener.getsockname()[1]
    stop, ready = threading.Event(), threading.Event()
    how = {"stop": stop, "ready": ready.set, "drain_seconds": 0.0}
    thread = threading.Thread(target=serve, args=(app, listener), kwargs=how, daemon=True)
    thread.start()
    while not ready.wait(0.1):
        assert thread.is_alive(), "the server ends as soon as it starts"
    try:
        yield Running(f"http://127.0.0.1:{port}", app)
    finally:
        stop.set()
        thread.join(WAIT)
        assert not thread.is_alive(), "the server doesn't stop"


def client_of(address: str, **rest: Any) -> httpx.Client:
    """Nothing is encrypted here: certificates aren't read, which would take longer than most answers."""
    return httpx.Client(base_url=address, verify=False, **rest)


def await_answer(address: str, process: subprocess.Popen[bytes] | None = None) -> None:
    deadline = time.monotonic() + WAIT
    while True:
        try:
            if httpx.get(f"{address}/robots.txt", timeout=5, verify=False).status_code == 200:
                return
        except httpx.TransportError:
            pass
        assert process is None or process.poll() is None, "the server ends as soon as it starts"
        assert time.monotonic() < deadline, "the server doesn't start"
        time.sleep(0.05)


class ServerProcess:
    """`forno serve` as anybody starts it; killed and started again on the same file."""

    def __init__(self, data: Path | str, *arguments: str, base: str = "", **variables: str) -> None:
        """`data`: a folder for its file, or the address of a database. `base`: the path under which it lies.
        `variables` of its environment."""
        self.data = data if isinstance(data, str) else str(data / "tables.sqlite3")
        self.arguments = arguments
        self.environment = (
            os.environ | {"FORNO_SECRET": "tests", "FORNO_EVENINGS": "0", "FORNO_REPLAY_SECONDS": str(WAIT)} | variables
        )
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}{base}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "forno", "serve", "--port", str(self.port), "--quick"]
        command += ["--data", self.data, *self.arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment)
        children.watch(self.process.pid)
        await_answer(self.address, self.process)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill at once, without warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)
        children.forget(self.process.pid)

    def workers(self) -> list[int]:
        """Return the processes that serve, if it is the parent of several."""
        assert self.process is not None
        command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(self.process.pid)]
        found = subprocess.run(command, capture_output=True, text=True)
        lines = [line.split(None, 1) for line in found.stdout.splitlines()]
        return [int(pid) for pid, command in lines if "--listener" in command]

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(WAIT)
        children.forget(self.process.pid)
        return code


class Browser:
    """A visitor without a script: cookies, forms, redirects."""

    def __init__(self, address: str, **headers: str) -> None:
        self.client = client_of(address, follow_redirects=True, timeout=30, headers=headers)
        self._token = ""
        self._token_for: set[str | None] = set()
        weakref.finalize(self, self.client.close)

    @property
    def token(self) -> str:
        """Return a token for forms; one fits the form key as long as the cookie stays the same."""
        if not self._token or self._form_keys != self._token_for:
            found = TOKEN.search(self.client.get("/settings").text)
            assert found is not None
            self._token, self._token_for = found[1], self._form_keys
        return self._token

    @property
    def _form_keys(self) -> set[str | None]:
        return {cookie.value for cookie in self.client.cookies.jar if cookie.name.startswith("forno_form_")}

    def get(self, path: str, **rest: Any) -> httpx.Response:
        return self.client.get(path, **rest)

    def send(self, path: str, data: dict[str, Any] | None = None, **rest: Any) -> httpx.Response:
        """Send a form of one of our pages."""
        return self.client.post(path, data={"_csrf_token": self.token} | (data or {}), **rest)

    def play_now(self, game: str) -> str:
        """Start a game with one click; return the name of the table."""
        answer = self.send(f"/play/{game}")
        assert answer.status_code == 200, answer.text
        return answer.url.path.removeprefix("/t/")

    def move(self, table: str, move: dict[str, Any], **headers: str) -> httpx.Response:
        """Send a move as the script of a page does."""
        return self.client.post(f"/t/{table}/moves", json=move, headers={"X-CSRFToken": self.token} | headers)

    def key(self, table: str) -> str:
        """Return the key in the cookie of that table."""
        for cookie in self.client.cookies.jar:
            if cookie.name == "forno_seat" and cookie.path == f"/t/{table}":
                return cookie.value or ""
        return ""


def kept_in(server: Running, browser: Browser, what: str = "namespace") -> dict[str, str]:
    """Return what the store keeps in the book of a visitor, or as the current exercise (`exercise_namespace`)."""
    key = read_book_key(browser.client.cookies[BOOK_COOKIE])
    assert key is not None

    async def read() -> dict[str, str]:
        store = open_store(server.app.host.store.place)
        found = await store.key_values.read(getattr(key, what))
        await store.close()
        return found

    return run(read())


class Program:
    """A program at a table: a key, and the API."""

    def __init__(self, address: str, table: str = "", key: str = "", patience: float = 30) -> None:
        self.address = address
        self.client = client_of(f"{address}/api", timeout=patience)
        weakref.finalize(self, self.client.close)
        self.table = table
        self.key = key

    @classmethod
    def opens(cls, address: str, game: str, bots: int | None = None, **new: Any) -> Program:
        """Open a table with this program as host, and bots in that many of the other seats (all, unless said)."""
        program = cls(address)
        answer = program.client.post("/tables", json={"game": game, "name": "Anna"} | new)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        program.table, program.key = told["table"], told["key"]
        for seat in range(1, len(told["seats"]))[:bots]:
            assert program.post("/bot", {"seat": seat, "bot": "cuoco"}).status_code == 200
        return program

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def get(self, path: str = "", **query: Any) -> Any:
        answer = self.client.get(f"/tables/{self.table}{path}", headers=self.headers, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, data: Any = None) -> httpx.Response:
        return self.client.post(f"/tables/{self.table}{path}", json=data, headers=self.headers)

    def start(self) -> None:
        answer = self.post("/start")
        assert answer.status_code == 200, answer.text

    def await_turn(self) -> dict[str, Any]:
        """Wait until this seat has to decide, or the game is over."""
        told: dict[str, Any] = {}

        def is_awaited() -> bool:
            nonlocal told
            told = self.get()
            return told["phase"] == "over" or bool(told.get("awaited"))

        until(is_awaited, "nobody decides")
        return told

    def play_on(self, most: int = 10_000) -> dict[str, Any]:
        """Take the first action every time, until the game is over or that many moves are made."""
        for _ in range(most):
            told = self.await_turn()
            if told["phase"] == "over":
                return told
            self.decide(told)
        return self.await_turn()

    def decide(self, told: dict[str, Any], place: int = 0) -> httpx.Response:
        action = told["actions"][place]["number"]
        answer = self.post("/moves", {"number": told["number"], "actions": [action]})
        assert answer.status_code == 200, answer.text
        return answer


@dataclass(frozen=True)
class Told:
    """Event of a stream."""

    event: str
    data: Any
    position: str


class Listener:
    """Reader of a stream in a thread of its own."""

    def __init__(self, address: str, path: str, headers: dict[str, str] | None = None, cookies: Any = None) -> None:
        self.heard: list[Told] = []
        self.raw = b""
        self._client = client_of(address, timeout=httpx.Timeout(10, read=60), cookies=cookies)
        self._path, self._headers = path, headers or {}
        self._ready = threading.Event()
        self.open = True
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        assert self._ready.wait(WAIT), "the stream doesn't open"

    def _listen(self) -> None:
        try:
            with self._client.stream("GET", self._path, headers=self._headers) as answer:
                self.status = answer.status_code
                self._response = answer
                waiting = b""
                for piece in answer.iter_raw():
                    self.raw += piece
                    waiting += piece
                    *blocks, waiting = waiting.split(b"\n\n")
                    self.heard += [told for block in blocks if (told := read_block(block.decode())) is not None]
                    self._ready.set()
        except (httpx.HTTPError, httpx.StreamError, OSError):
            pass
        finally:
            self.open = False
            self._ready.set()

    @property
    def told(self) -> bytes:
        """Return what was told, to the byte, without the pings in between, which come by the clock."""
        return self.raw.replace(PING, b"")

    def wait_for(self, event: str, after: int = 0) -> Told:
        """Return the first event of that name among those heard from a place on."""
        deadline = time.monotonic() + WAIT
        while True:
            for told in self.heard[after:]:
                if told.event == event:
                    return told
            assert time.monotonic() < deadline, f"{event} isn't told; heard {[told.event for told in self.heard]}"
            time.sleep(0.01)

    def wait_until(self, position: str) -> None:
        deadline = time.monotonic() + WAIT
        while not any(told.position == position for told in self.heard):
            assert time.monotonic() < deadline, f"{position} isn't reached; at {[told.position for told in self.heard]}"
            time.sleep(0.01)

    def close(self) -> None:
        connection = self._response.extensions["network_stream"].get_extra_info("socket")
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        self._thread.join(WAIT)
        self._client.close()


def read_block(block: str) -> Told | None:
    fields = dict(line.partition(": ")[::2] for line in block.splitlines() if not line.startswith(":"))
    if "event" not in fields:
        return None
    return Told(fields["event"], json.loads(fields.get("data", "null")), fields.get("id", ""))
