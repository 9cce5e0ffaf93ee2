"""Bad input gets the right status and a sentence, and the table goes on."""

from __future__ import annotations

import json
import logging
import re
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.live.commands.arguments import MAX_ACTIONS_PER_TURN
from forno.server.settings import LIMITS, ServerSettings
from forno.table.entries import Moved
from forno.web.app import create_app
from tests.loops import run
from tests.web.servers import Browser, Program, Running, running

PARAMETER = re.compile(r"\{(\w+):\w+\}")
ODD_PARTS = ("%00", "%ff", "-1", "x" * 600, "9" * 400)
"""Parts of addresses that name nothing."""
ODD_FIELDS = ("seat", "name", "text", "mail", "webhook", "push", "game", "record", "clock", "zone", "bot", "day")


def started(server: Running, **new: Any) -> Program:
    program = Program.opens(server.address, "mamma-mia", **new)
    program.start()
    program.await_turn()
    return program


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told["error"] == code
    assert (told["message"][0].isupper() and told["message"].strip()[-1] in ".!:") or ":" in told["message"]
    assert "Traceback" not in answer.text


def test_a_repeated_move_is_answered_as_the_first_was(server: Running) -> None:
    program = started(server)
    told = program.await_turn()
    move: dict[str, Any] = {"number": told["number"], "actions": [told["actions"][0]["number"]]}
    first, again = program.post("/moves", move), program.post("/moves", move)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json() == {"number": told["number"] + 1}
    live = server.app.host.in_memory(program.table)
    assert live is not None
    moves = [entry for entry in live.table.log if isinstance(entry, Moved) and entry.seat == 0]
    assert [made.actions for made in moves] == [tuple(move["actions"])]


def test_a_stale_move_is_refused_and_changes_nothing(server: Running) -> None:
    program = started(server)
    told = program.await_turn()
    program.decide(told)
    told = program.await_turn()
    stale = {"number": told["number"] - 1, "actions": [told["actions"][-1]["number"]]}
    refused(program.post("/moves", stale), 409, "stale")
    refused(program.post("/moves", stale | {"number": 10**6}), 409, "stale")
    refused(program.post("/moves", stale | {"number": -1}), 409, "stale")
    assert program.get()["number"] == told["number"]
    program.decide(told)


def test_an_illegal_move_is_refused_and_the_seat_may_still_decide(server: Running) -> None:
    program = started(server)
    told = program.await_turn()
    legal = {action["number"] for action in told["actions"]}
    illegal = next(number for number in range(10_000) if number not in legal)
    for actions in ([illegal], [10**9], [-1], [], [told["actions"][0]["number"]] * 9, ["three anchovies"]):
        answer = program.post("/moves", {"number": told["number"], "actions": actions})
        assert answer.status_code == 422, (actions, answer.text)
    assert program.get()["actions"] == told["actions"]
    program.decide(told)


def test_a_move_can_be_said_in_words(server: Running) -> None:
    program = started(server)
    told = program.await_turn()
    answer = program.post("/moves", {"number": told["number"], "actions": [told["actions"][0]["notation"]]})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"number": "x", "actions": [1]}',
        b'{"number": 1}',
        b"\xff\xfe",
        b'{"a": 1}',
        b"[" * 9000,
        json.dumps({"number": 0, "actions": ["pass"] * (MAX_ACTIONS_PER_TURN + 1)}).encode(),
    ],
)
def test_what_is_no_move_is_refused(server: Running, body: bytes) -> None:
    program = started(server)
    address = f"{server.address}/api/tables/{program.table}/moves"
    answer = httpx.post(address, content=body, headers=program.headers | {"Content-Type": "application/json"})
    refused(answer, 400, "bad-request")


def test_a_missing_key_is_401_and_a_forged_one_403(server: Running) -> None:
    program = started(server)
    told = program.await_turn()
    move = {"number": told["number"], "actions": [told["actions"][0]["number"]]}
    refused(Program(server.address, program.table).post("/moves", move), 401, "missing-key")
    forged = Program(server.address, program.table, "f" * 32)
    refused(forged.post("/moves", move), 403, "no-seat")
    refused(program.post("/moves", move | {"seat": 1}), 403, "no-seat")
    for path in ("/start", "/leave", "/take-back", "/rematch"):
        refused(forged.post(path), 403, "no-seat")
        refused(Program(server.address, program.table).post(path), 401, "missing-key")
    answer = forged.client.get(f"/tables/{program.table}", headers=forged.headers)
    refused(answer, 403, "no-seat")
    stream = forged.client.get(f"/tables/{program.table}/stream", headers=forged.headers)
    refused(stream, 403, "no-seat")
    program.decide(told)


def test_a_forged_cookie_shows_a_spectators_page_and_moves_nothing(server: Running) -> None:
    program = started(server)
    told = program.await_turn()
    browser = Browser(server.address)
    browser.client.cookies.set("forno_seat", "f" * 32)
    assert 'data-seat=""' in browser.get(f"/t/{program.table}").text
    assert browser.get(f"/t/{program.table}?seat=0").status_code == 403
    move = {"number": told["number"], "seat": 0, "actions": [told["actions"][0]["number"]]}
    refused(browser.move(program.table, move), 403, "no-seat")
    refused(browser.client.get(f"/t/{program.table}/stream?seat=0"), 403, "no-seat")
    assert browser.get(f"/t/{program.table}/me/{'f' * 32}").status_code == 403


def test_a_cookie_is_no_key_for_the_api_and_a_move_of_a_page_needs_its_token(server: Running) -> None:
    browser = Browser(server.address)
    table = browser.play_now("mamma-mia")
    program = Program(server.address, table, browser.key(table))
    told = program.await_turn()
    move = {"number": told["number"], "seat": 0, "actions": [told["actions"][0]["number"]]}
    cookie = {"Cookie": f"forno_seat={browser.key(table)}"}
    refused(httpx.post(f"{server.address}/api/tables/{table}/moves", json=move, headers=cookie), 401, "missing-key")
    refused(browser.client.post(f"/t/{table}/moves", json=move), 403, "form")
    refused(browser.move(table, move, **{"X-CSRFToken": "0" * 86 + "=="}), 403, "form")
    assert browser.move(table, move).status_code == 200


def test_unknown_tables_are_404_everywhere(server: Running) -> None:
    browser = Browser(server.address)
    for table in ("abcdefgh2345", "../etc", "x" * 5000, "ABC", "%00"):
        for path in (f"/t/{table}", f"/t/{table}/stream", f"/api/tables/{table}", f"/t/{table}/qr.svg"):
            assert browser.get(path).status_code == 404, path
    refused(browser.move("abcdefgh2345", {"number": 1, "actions": [1]}), 404, "not-found")


def test_bodies_that_are_too_large_are_refused(server: Running) -> None:
    program = started(server)
    much = "x" * (17 * 1024)
    refused(program.post("/moves", {"number": 1, "actions": [much]}), 413, "too-large")
    answer = program.post("/chat", {"text": "x" * 300 * 1024})
    assert answer.status_code == 413
    browser = Browser(server.address)
    assert browser.send("/replay", {"record": "x" * 300 * 1024}).status_code == 413

    def pieces() -> Any:
        for _ in range(400):
            yield b"x" * 1024

    answer = httpx.post(f"{server.address}/api/tables/{program.table}/chat", content=pieces(), headers=program.headers)
    assert answer.status_code == 413
    program.decide(program.await_turn())


def test_wrong_options_of_a_new_table_are_refused_with_a_reason(server: Running) -> None:
    client = httpx.Client(base_url=f"{server.address}/api")
    with client:
        for new, status in (
            ({"game": "chess"}, 404),
            ({"game": "mamma-mia", "options": {"edition": "huge"}}, 422),
            ({"game": "mamma-mia", "options": {"players": 99}}, 422),
            ({"game": "mamma-mia", "options": {"pineapple": True}}, 422),
            ({"game": "mamma-mia", "options": {"helping": True}}, 422),
            ({"game": "mamma-mia", "options": {"deck": "/etc/passwd"}}, 422),
            ({"game": "mamma-mia", "deck": "this is no deck"}, 422),
            ({"game": "mamma-mia", "clock": -1}, 422),
            ({"game": "mamma-mia", "name": "x" * 99}, 422),
            ({"game": "mamma-mia", "unknown": 1}, 400),
            ({"options": {}}, 400),
        ):
            answer = client.post("/tables", json=new)
            assert answer.status_code == status, (new, answer.text)
            assert answer.json()["message"]
        assert client.post("/tables", content=b"{", headers={"Content-Type": "application/json"}).status_code == 400


def test_what_only_the_host_may_do_is_refused_to_others(server: Running) -> None:
    host = Program.opens(server.address, "mamma-mia", bots=0)
    guest = Program(server.address, host.table)
    guest.key = guest.post("/sit", {"name": "Bruno"}).json()["key"]
    for path, data in (("/start", None), ("/bot", {"seat": 2}), ("/clear", {"seat": 0}), ("/configure", {"clock": 5})):
        refused(guest.post(path, data), 403, "not-host")
    refused(host.post("/start"), 409, "wrong-phase")
    refused(guest.post("/sit", {"name": "Carla", "seat": 0}), 409, "seat-taken")
    refused(guest.post("/sit", {"name": "Carla", "seat": 77}), 403, "no-seat")
    refused(guest.post("/sit", {"name": " "}), 422, "bad-name")
    refused(host.post("/bot", {"seat": 2, "bot": "hal"}), 422, "option")
    refused(host.post("/moves", {"number": 0, "actions": [1]}), 409, "wrong-phase")


def test_errors_are_pages_for_people(server: Running) -> None:
    browser = Browser(server.address)
    missing = browser.get("/t/abcdefgh2345")
    assert missing.status_code == 404
    assert "find that table" in missing.text
    assert "<h1>" in missing.text
    table = Program.opens(server.address, "mamma-mia").table
    nobody = browser.send(f"/t/{table}/start")
    assert nobody.status_code == 401
    assert f'href="/t/{table}"' in nobody.text
    assert browser.client.post("/lobby", data={"_csrf_token": browser.token}).status_code == 405


def test_too_many_moves_and_words_are_refused_but_never_a_stream(tmp_path: Path) -> None:
    with running(tmp_path, most_moves=3, most_words=2) as server:
        program = Program.opens(server.address, "mamma-mia", options={"players": 2}, bots=1)
        assert program.post("/start").status_code == 200
        statuses = [program.post("/moves", {"number": 0, "actions": [0]}).status_code for _ in range(6)]
        assert statuses[-1] == 429
        words = [program.post("/chat", {"text": "ciao"}).status_code for _ in range(4)]
        assert words == [200, 200, 429, 429]
        for _ in range(12):
            address = f"{server.address}/t/{program.table}/stream?after=0.0"
            with httpx.stream("GET", address) as stream:
                assert stream.status_code == 200


def test_the_smallest_limits_that_a_host_may_set_leave_room_to_play(tmp_path: Path) -> None:
    rates = ("most_tables", "most_moves", "most_words", "most_replays", "most_reviews")
    smallest = {name: limit.least for name, limit in LIMITS.items() if name not in rates}
    with running(tmp_path, **smallest) as server:
        visitor = Browser(server.address)
        assert visitor.client.get(f"/t/{visitor.play_now('mamma-mia')}").status_code == 200
        program = Program.opens(server.address, "mamma-mia", options={"players": 2})
        program.start()
        program.play_on(3)
        longest = program.post(
            "/moves", {"number": 0, "actions": ["a notation that is as long as they get" * 2] * MAX_ACTIONS_PER_TURN}
        )
        assert longest.status_code != 413


@pytest.mark.parametrize("what", ["hint", "chat"])
def test_what_a_script_sends_that_cant_be_read_is_refused_with_the_reason(server: Running, what: str) -> None:
    visitor = Browser(server.address)
    path = f"/t/{visitor.play_now('mamma-mia')}/{what}"
    headers = {"X-CSRFToken": visitor.token, "content-type": "application/json"}
    refused(visitor.client.post(path, content=b'{"seat": ', headers=headers), 400, "bad-request")
    right = {"text": "Ciao"} if what == "chat" else {"seat": 0}
    assert visitor.client.post(path, json=right, headers=headers).status_code == 200


def test_hints_dont_use_up_what_may_be_said(tmp_path: Path) -> None:
    with running(tmp_path, most_words=1) as server:
        visitor = Browser(server.address)
        path = f"/t/{visitor.play_now('mamma-mia')}"
        headers = {"X-CSRFToken": visitor.token}
        told = [visitor.client.post(f"{path}/hint", json={"seat": 0}, headers=headers) for _ in range(4)]
        assert [answer.status_code for answer in told] == [200] * 4
        assert visitor.client.post(f"{path}/chat", json={"text": "Ciao"}, headers=headers).status_code == 200


@pytest.mark.parametrize(("body", "word"), [(b"[" * 60_000, "nested"), (b'{"game\xa8": 1}', "isn't text")])
def test_what_is_too_deeply_nested_or_no_text_is_refused(server: Running, body: bytes, word: str) -> None:
    answer = httpx.post(f"{server.address}/api/tables", content=body, headers={"Content-Type": "application/json"})
    refused(answer, 400, "bad-request")
    assert word in answer.json()["message"]


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_who_hangs_up_in_the_middle_of_a_request_is_no_fault_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    async def hang_up() -> None:
        app = create_app(ServerSettings(data=str(tmp_path / "tables.sqlite3")))
        parts: list[dict[str, Any]] = [{"type": "http.request", "body": b'{"game": ', "more_body": True}]

        async def receive() -> dict[str, Any]:
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(_message: Any) -> None:
            pass

        path = "/api/tables" if kind == "application/json" else "/settings"
        scope: dict[str, Any] = {"type": "http", "path": path, "method": "POST", "query_string": b"", "root_path": ""}
        headers = [(b"host", b"forno"), (b"content-type", kind.encode())]
        await app(scope | {"headers": headers, "raw_path": path.encode()}, receive, send)
        await app.host.close()

    run(hang_up())
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


@pytest.mark.slow
def test_no_address_fails_whatever_it_and_its_form_hold(database: str) -> None:
    """On PostgreSQL, which refuses more texts than SQLite does. Every route is asked, those of features among them."""
    with running(database, statistics="on", webhooks="on", address="https://forno.example.org") as server:
        anna = Browser(server.address)
        table = anna.play_now("mamma-mia")
        plausible = {"table": table, "seat": "0", "action": "stop", "game": "mamma-mia", "signature": "0" * 40}
        asked = 0
        for route in server.app.litestar.routes:
            methods = {"GET", "POST", "PUT", "DELETE"} & set(getattr(route, "methods", ()))
            if route.path.endswith("/stream") or "/static" in route.path:
                continue
            names = PARAMETER.findall(route.path) or [""]
            for method, odd, wrong in product(sorted(methods), ODD_PARTS, names):
                parts = {name: odd if name == wrong else plausible.get(name, "1") for name in names}
                path = PARAMETER.sub(lambda found: parts[found[1]], route.path)  # noqa: B023
                if method == "GET":
                    answer = anna.client.get(path, params=dict.fromkeys(("seat", "at", "day"), odd[:50]))
                else:
                    form = dict.fromkeys(ODD_FIELDS, f"\0{odd[:100]}") | {"_csrf_token": anna.token}
                    answer = anna.client.request(method, path, data=form)
                assert answer.status_code < 500, (method, path)
                asked += 1
        assert asked > 500
