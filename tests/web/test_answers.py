"""Headers of answers: who may keep them, what comes along, what is never told."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from forno.web.answers import compress
from tests.web.lines import answers, connected, request
from tests.web.servers import Browser, Program, Running, running

OVER_HTTPS = {"X-Forwarded-Proto": "https"}
"""Headers of a proxy on the same machine, which is trusted."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
KEPT = {"/favicon.ico", "/manifest.webmanifest", "/service-worker.js", "/preview.png", "/daily.png"}
"""Addresses of answers that hold nothing of anybody, and may be kept as long as they are asked for again."""


@pytest.fixture
def browser(server: Running) -> Browser:
    return Browser(server.address)


def everywhere(server: Running, table: str, key: str) -> dict[str, set[str]]:
    """All addresses of the server, with what each can be asked for."""
    put = {"table": table, "key": key, "game": "mamma-mia", "number": "MM-1", "variant": "classic", "path": "x"}
    found: dict[str, set[str]] = {}
    for route in server.app.litestar.routes:
        path = re.sub(r"\{(\w+)(:\w+)?\}", lambda field: put.get(field[1], "x"), route.path)
        found[path] = set(getattr(route, "methods", ())) - {"OPTIONS"}
    found[f"/t/{table}/moves"] = found[f"/api/tables/{table}/moves"] = {"POST"}
    found[f"/t/{table}/stream"] = found[f"/api/tables/{table}/stream"] = {"GET"}
    found["/static/page.js"] = {"GET"}
    return found


# --- who may keep it ------------------------------------------------------------------------


def test_what_shows_a_hand_or_opens_a_seat_is_kept_by_nobody(server: Running, browser: Browser) -> None:
    table = browser.play_now("mamma-mia")
    program = Program(server.address, table, browser.key(table))
    program.await_turn()
    for path in ("", "/view", "/actions", "/hint", "/chat"):
        answer = program.client.get(f"/tables/{table}{path}", headers=program.headers)
        assert answer.headers["cache-control"] == "no-store", path
    opened = program.client.post("/tables", json={"game": "mamma-mia", "name": "Anna"})
    assert opened.headers["cache-control"] == "no-store"
    hint = browser.client.post(f"/t/{table}/hint", json={"seat": 0}, headers={"X-CSRFToken": browser.token})
    assert hint.headers["cache-control"] == "no-store"
    assert "no-store" in browser.get(f"/t/{table}").headers["cache-control"]
    link = browser.client.get(f"/t/{table}/me/{browser.key(table)}", follow_redirects=False)
    assert link.headers["cache-control"] == "no-store"


def test_nothing_is_kept_that_doesnt_say_so(server: Running, browser: Browser) -> None:
    table = browser.play_now("mamma-mia")
    for path, methods in everywhere(server, table, browser.key(table)).items():
        if "GET" in methods and not path.startswith("/static/"):
            kept = browser.client.head(path, follow_redirects=False).headers["cache-control"]
            assert "no-store" in kept or path in KEPT or path.endswith(("/qr.svg", "/x")) or "rules" in path, path


# --- cookies and forms of other sites -------------------------------------------------------


@pytest.mark.parametrize("headers", [OVER_HTTPS, {}], ids=["HTTPS", "HTTP"])
def test_over_https_every_cookie_stays_there(server: Running, headers: dict[str, str]) -> None:
    def cookies(answer: httpx.Response) -> list[str]:
        set_now = answer.headers.get_list("set-cookie")
        assert set_now
        assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in set_now)
        return [cookie for cookie in set_now if "Secure" in cookie]

    with httpx.Client(base_url=server.address, headers=headers) as client:
        page = client.get("/")
        form_cookie = page.headers["set-cookie"].partition(";")[0]
        sent = {"_csrf_token": re.findall('name="csrf-token" content="([^"]*)"', page.text)[0], "name": "Anna"}
        opened = client.post("/play/mamma-mia", data=sent, headers={"Cookie": form_cookie})
        assert opened.status_code == 303
        secure = [len(cookies(answer)) for answer in (page, opened)]
    assert secure == ([1, 4] if headers else [0, 0])


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_another_sites_page_can_send_opens_no_table_and_says_nothing(server: Running, kind: str) -> None:
    table = Program.opens(server.address, "mamma-mia").table
    headers = {"Content-Type": kind} if kind else {}
    with httpx.Client(base_url=f"{server.address}/api", headers=headers) as client:
        for path, body in (
            ("/tables", b'{"game": "mamma-mia", "public": true}'),
            (f"/tables/{table}/chat", b'{"text": "Ciao"}'),
            (f"/tables/{table}/sit", b'{"name": "Carla"}'),
        ):
            for content in (body, iter([body])):
                answer = client.post(path, content=content)
                assert (answer.status_code, answer.json()["error"]) == (415, "not-json")
        assert client.get(f"/tables/{table}/chat").json() == []


def test_who_shows_a_key_may_forget_to_say_that_it_is_json(server: Running) -> None:
    program = Program.opens(server.address, "mamma-mia")
    path, headers = f"/tables/{program.table}/chat", program.headers | {"Content-Type": "text/plain"}
    assert program.client.post(path, content=b'{"text": "Ciao"}', headers=headers).status_code == 200


# --- compressed or not ------------------------------------------------------------------------


def test_pages_are_compressed_but_for_those_with_a_personal_link(server: Running, browser: Browser) -> None:
    table = browser.play_now("mamma-mia")
    mine = browser.get(f"/t/{table}")
    assert f"/me/{browser.key(table)}" in mine.text
    assert "content-encoding" not in mine.headers
    assert "no-transform" in mine.headers["cache-control"]
    others = Browser(server.address).get(f"/t/{table}")
    assert "/me/" not in others.text
    assert others.headers["content-encoding"] == "gzip"
    for path in ("/", "/rules/mamma-mia", "/api/games"):
        answer = browser.get(path)
        assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "accept-encoding")
        assert browser.get(path, headers={"Accept-Encoding": "br, gzip;q=0"}).headers.get("content-encoding") is None


def test_what_is_small_or_a_picture_isnt_compressed() -> None:
    html = [(b"content-type", b"text/html"), (b"cache-control", b"no-store"), (b"content-length", b"9000")]
    assert compress(html, b"x" * 599) == (html, b"x" * 599)
    picture = [(b"content-type", b"image/png"), (b"cache-control", b"no-cache")]
    assert compress(picture, b"x" * 9000) == (picture, b"x" * 9000)
    headers, body = compress([*html, (b"vary", b"cookie")], b"x" * 9000)
    assert dict(headers)[b"content-length"] == str(len(body)).encode()
    assert dict(headers)[b"vary"] == b"cookie, accept-encoding"


# --- methods ------------------------------------------------------------------------------------


def test_head_is_answered_as_get_without_the_body(server: Running, browser: Browser) -> None:
    table = browser.play_now("mamma-mia")
    for path, methods in everywhere(server, table, browser.key(table)).items():
        if "GET" not in methods:
            continue
        with browser.client.stream("GET", path, follow_redirects=False) as got:
            head = browser.client.head(path, follow_redirects=False)
            assert head.status_code == got.status_code, path
            # What came with the first answer isn't set again.
            ours = {"date", "content-length", "transfer-encoding", "set-cookie"}
            assert set(head.headers) - ours == set(got.headers) - ours, path
        assert head.content == b""


def test_a_head_says_how_long_the_body_would_be_and_leaves_the_connection_usable(server: Running) -> None:
    with connected(server) as connection:
        connection.sendall(request("HEAD", "/lobby", {}) + request("GET", "/api/games", {}))
        told = b""
        while b"\r\n\r\n" not in told:
            told += connection.recv(1)
        assert int(re.findall(rb"content-length: (\d+)", told)[0]) > 1000
        assert answers(connection)[0][0] == 200


def test_whatever_is_asked_wrongly_is_told_what_can_be_asked(server: Running, browser: Browser) -> None:
    table = browser.play_now("mamma-mia")
    token = {"X-CSRFToken": browser.token}
    for path, methods in everywhere(server, table, browser.key(table)).items():
        allowed = methods | ({"HEAD"} if "GET" in methods else set())
        for method in set(METHODS) - allowed:
            answer = browser.client.request(method, path, headers=token)
            assert answer.status_code == 405, (method, path)
            told = {word.strip() for word in answer.headers["allow"].split(",")}
            assert told == allowed, (method, path)


# --- what can't be read ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/settings", "/play/mamma-mia", "/new/mamma-mia", "/replay"])
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"name=%ff%fe"),
        ("application/x-www-form-urlencoded", b"name=\xff\xfe"),
        ("application/x-www-form-urlencoded", b"&&=%&;\x00"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xff\r\n--x--\r\n',
        ),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nx\r\n--x--\r\n',
        ),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense\r\n\r\nx\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n"),
        ("multipart/form-data", b"--x\r\n"),
        ("multipart/form-data; boundary=" + "x" * 5000, b"--x\r\n"),
        ("text/plain; charset=nonsense", b"\xff"),
        ("application/json", b"\xff"),
    ],
)
def test_a_form_that_cant_be_read_is_no_accident(browser: Browser, path: str, kind: str, body: bytes) -> None:
    headers = {"X-CSRFToken": browser.token, "Content-Type": kind}
    answer = browser.client.post(path, content=body, headers=headers, follow_redirects=False)
    assert answer.status_code < 500, answer.text


@pytest.mark.parametrize("host", ["x" * 3000, "a b", "<script>", "forno/evil?", "ü"])
@pytest.mark.parametrize("path", ["/", "/t/{}", "/t/{}/qr.svg", "/api/games"])
def test_a_host_that_is_none_is_refused(server: Running, path: str, host: str) -> None:
    table = Program.opens(server.address, "mamma-mia").table
    with connected(server) as connection:
        asked = request("GET", path.format(table), {"Connection": "close"}).replace(b"forno", host.encode(), 1)
        connection.sendall(asked)
        assert connection.recv(12) == b"HTTP/1.1 400"


@pytest.mark.parametrize("host", ["forno", "forno.example:8000", "192.0.2.7", "[2001:db8::7]:80", "my_host"])
def test_a_host_that_is_one_isnt(server: Running, host: str) -> None:
    assert httpx.get(f"{server.address}/lobby", headers={"Host": host}).status_code == 200


# --- what is wrong with the store --------------------------------------------------------------


def test_a_failing_store_is_told_without_where_it_lies_and_written_to_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_whatever: Any) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with running(tmp_path) as server:
        program = Program.opens(server.address, "mamma-mia")
        browser = Browser(server.address)
        token = browser.token
        monkeypatch.setattr("forno.store.sqlite.store._write_together", failing)
        told = program.post("/chat", {"text": "Ciao"})
        page = browser.client.post("/play/mamma-mia", headers={"X-CSRFToken": token})
        monkeypatch.undo()
    assert (told.status_code, told.json()["error"], page.status_code) == (503, "store", 503)
    for text in (told.text, page.text):
        assert "disk" not in text
        assert str(tmp_path) not in text
        assert "sqlite" not in text
    assert str(tmp_path / "tables.sqlite3") in caplog.text
    assert "disk I/O error" in caplog.text
