"""Moves and streams over real connections: one handler for pages and programs, and nobody waits for a slow reader."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forno.live.live_table import LiveTable
from forno.pages.documents.forms import TableWish
from forno.server.settings import ServerSettings
from forno.web.app import create_app
from tests.loops import run
from tests.web.lines import a_move, answers, connected, opened, request
from tests.web.servers import LIVELY, Browser, Program, Running, running
from tools.waiting import WAIT, until


@pytest.fixture
def latch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Latch]:
    latch = Latch()
    move = LiveTable.move

    async def waiting(self: LiveTable, number: int, seat: int, actions: tuple[int, ...]) -> int:
        latch.waiting += 1
        while not latch.open.is_set():
            await asyncio.sleep(0.01)
        return await move(self, number, seat, actions)

    monkeypatch.setattr(LiveTable, "move", waiting)
    yield latch
    latch.open.set()


class Latch:
    """Keeps moves waiting while it is closed."""

    def __init__(self) -> None:
        self.waiting = 0
        self.open = threading.Event()
        self.open.set()


def by_page(server: Running, program: Program) -> dict[str, str]:
    """The headers of a page's script, in the same seat as that program."""
    browser = Browser(server.address)
    token = browser.token
    jar = {cookie.name: cookie.value for cookie in browser.client.cookies.jar} | {"forno_seat": program.key}
    written = "; ".join(f"{name}={value}" for name, value in jar.items())
    return {"Cookie": written, "X-CSRFToken": token, "Content-Type": "application/json"}


def asked(server: Running, asking: bytes) -> tuple[int, dict[str, str], Any]:
    with connected(server) as connection:
        connection.sendall(asking)
        (told,) = answers(connection)
    return told


# --- moves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "status"),
    [
        ("good", 200),
        ("stale", 409),
        ("illegal", 422),
        ("no key", 401),
        ("wrong key", 403),
        ("unknown table", 404),
        ("broken", 400),
        ("no JSON", 400),
        ("italian", 409),
    ],
)
@pytest.mark.parametrize("way", ["program", "page"])
def test_pages_and_programs_get_the_same_answer(server: Running, way: str, case: str, status: int) -> None:
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
    answered, said, data = asked(server, asking)
    assert answered == status, data
    assert said["cache-control"] == "no-store"
    assert list(data) == (["number"] if status == 200 else ["error", "message"])
    if case == "italian":
        assert "La partita è andata avanti" in data["message"]


@pytest.mark.parametrize("token", ["another", "none"])
def test_a_page_without_its_token_moves_nothing(server: Running, token: str) -> None:
    program, _live = opened(server)
    headers = by_page(server, program)
    if token == "none":
        del headers["X-CSRFToken"]
    else:
        headers["X-CSRFToken"] = headers["X-CSRFToken"][::-1]
    status, _headers, data = asked(server, request("POST", f"/t/{program.table}/moves", headers, {"number": 0}))
    assert (status, data["error"]) == (403, "form")


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
        assert [status for status, _headers, _data in told] == [200, 400, 200]
        assert told[0][2] == told[2][2] == data
        assert told[1][2]["error"] == "bad-request"


def test_a_move_may_come_in_pieces(server: Running) -> None:
    program, _live = opened(server)
    move = a_move(program)
    with connected(server) as connection:
        for cut in (1, 6, 40, move.index(b"\r\n\r\n") + 2, len(move) - 1):
            connection.sendall(move[:cut])
            unanswered(connection)
            connection.sendall(move[cut:])
            assert answers(connection)[0][0] == 200


def unanswered(connection: socket.socket) -> None:
    """Nothing is said yet."""
    connection.settimeout(0.1)
    with pytest.raises(TimeoutError):
        connection.recv(1)
    connection.settimeout(WAIT)


@pytest.mark.parametrize("way", ["old", "closing"])
def test_who_wants_no_more_is_answered_and_let_go(server: Running, way: str) -> None:
    program, _live = opened(server)
    move = a_move(program, "1.0" if way == "old" else "1.1")
    if way == "closing":
        move = move.replace(b"Host: forno", b"Host: forno\r\nConnection: close", 1)
    with connected(server) as connection:
        connection.sendall(move)
        ((status, headers, _data),) = answers(connection)
        assert (status, headers["connection"]) == (200, "close")
        assert connection.recv(1) == b""


def test_a_move_is_made_though_whoever_made_it_is_gone(server: Running, latch: Latch) -> None:
    program, live = opened(server)
    before = live.table.steps(0)
    move = a_move(program)
    latch.open.clear()
    with connected(server) as connection:
        connection.sendall(move)
        until(lambda: latch.waiting)
    latch.open.set()
    until(lambda: live.table.steps(0) > before, "the move isn't made")


def test_a_server_that_stops_finishes_a_move_first(tmp_path: Path, latch: Latch) -> None:
    with running(tmp_path) as server:
        program, _live = opened(server)
        move = a_move(program)
        with connected(server) as connection:
            kept = connection.dup()
            latch.open.clear()
            connection.sendall(move)
            until(lambda: latch.waiting)
        threading.Timer(0.5, latch.open.set).start()
    kept.settimeout(WAIT)
    ((status, headers, data),) = answers(kept)
    assert (status, headers["connection"], list(data)) == (200, "close", ["number"])
    assert kept.recv(1) == b""
    kept.close()


# --- other servers ------------------------------------------------------------------------


def test_any_server_that_speaks_asgi_will_do(tmp_path: Path) -> None:
    async def play() -> None:
        app = create_app(ServerSettings(data=str(tmp_path / "tables.sqlite3"), **LIVELY))
        house = app.host
        await house.open()
        live = await house.create("mamma-mia", TableWish({"edition": "classic", "players": 3}))
        keys = [(await house.sit(live, name))[1] for name in ("Anna", "Bruno", "Carla")]
        await house.start(live)
        told: asyncio.Queue[Any] = asyncio.Queue()
        gone = asyncio.Event()

        async def ask(
            method: str, what: str, body: bytes, headers: list[tuple[bytes, bytes]], heard: asyncio.Queue[Any]
        ) -> None:
            parts = [{"type": "http.request", "body": body[:4], "more_body": True}]
            parts += [{"type": "http.request", "body": body[4:], "more_body": False}]

            async def receive() -> Any:
                if parts:
                    return parts.pop(0)
                await gone.wait()
                return {"type": "http.disconnect"}

            scope = {"type": "http", "path": f"/api/tables/{live.id}/{what}", "method": method, "query_string": b""}
            await app(scope | {"headers": headers}, receive, heard.put)

        seat = live.table.awaited
        assert seat is not None
        key = [(b"authorization", b"Bearer " + keys[seat].encode())]
        stream = asyncio.create_task(ask("GET", "stream", b"", key, told))
        assert (await told.get())["status"] == 200
        assert (await told.get())["body"] == b"retry: 1000\n\n"
        assert b"event: snapshot" in (await told.get())["body"]
        action = live.table.view(seat).actions[0]
        body = json.dumps({"number": live.table.steps(seat), "actions": [action]}).encode()
        answer: asyncio.Queue[Any] = asyncio.Queue()
        await ask("POST", "moves", body, key, answer)
        assert (await answer.get())["status"] == 200
        assert json.loads((await answer.get())["body"]) == {"number": live.table.steps(seat)}
        while b"event: events" not in (await told.get())["body"]:
            pass
        gone.set()
        await stream
        assert await told.get() == {"type": "http.response.body", "body": b""}
        await house.close()

    run(asyncio.wait_for(play(), WAIT))
