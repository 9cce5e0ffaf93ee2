"""`forno sit` at a hostile server: no control characters in the terminal, no key elsewhere, no endless reading."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import forno
from forno.cli import main
from forno.cli.sit import Guest

KEY = "the-key-of-the-seat"
SEATED = {"key": KEY, "seat": 0, "phase": "gathering", "position": "1.1", "game": "mamma-mia", "options": {}}

Answer = Callable[[BaseHTTPRequestHandler], None]


def says(status: int, body: bytes, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(body)

    return answer


def tells(data: Any, status: int = 200) -> Answer:
    return says(status, json.dumps(data).encode())


def endless(status: int, piece: bytes) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        request.end_headers()
        while True:  # until the other side hangs up
            request.wfile.write(piece * 1000)

    return answer


def breaks_off(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.0 maybe later\r\n\r\n")


@contextmanager
def hostile(answer: Answer, stream: Answer | None = None) -> Iterator[str]:
    """A server that answers every request like that, and streams like the other one. Yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            with suppress(ConnectionError):
                super().handle_one_request()

        def do_GET(self) -> None:
            asked.append(self.path)
            (stream if stream is not None and "/stream" in self.path else answer)(self)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def log_message(self, *_arguments: object) -> None:
            pass

    asked: list[str] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses between attempts, and notes of one's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("forno.cli.sit.time.sleep", lambda _seconds: None)


def sit(address: str) -> int:
    return main(["--language", "en", "sit", f"{address}/t/abcdefgh2345", "cuoco"])


NOT_FORNO: dict[str, tuple[Answer, Answer | None]] = {
    "no object": (tells([1, 2]), None),
    "nothing": (tells(None), None),
    "no JSON": (says(200, b"<html>"), None),
    "too deep": (says(200, b"[" * 200_000), None),
    "cut off": (says(200, b"{}", Content_Length="999"), None),
    "no status": (breaks_off, None),
    "an error that is cut off": (says(500, b"{", Content_Length="999"), None),
    "endless": (endless(200, b"a"), None),
    "an endless error": (endless(400, b"a"), None),
    "no key": (tells({"key": 7}), None),
    "a key that is a header": (tells({"key": "a\r\nHost: other"}), None),
    "no seat": (tells(SEATED | {"seat": "first"}), None),
    "another game": (tells(SEATED | {"phase": "playing", "awaited": True, "number": 1, "game": "chess"}), None),
    "no options": (tells(SEATED | {"phase": "playing", "awaited": True, "number": 1, "options": 7}), None),
    "an endless line": (tells(SEATED), endless(200, b"a")),
    "an endless stream": (tells(SEATED), endless(200, b"event: ping\n")),
    "events that are none": (tells(SEATED), says(200, b'event: events\ndata: {"events": 7}\n\n')),
    "a message that is none": (tells(SEATED), says(200, b"event: events\ndata: 7\n\n")),
}


@pytest.mark.parametrize("what", NOT_FORNO)
def test_whatever_a_server_answers_there_is_a_sentence_and_an_end(
    what: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forno.cli.sit.MAX_GAME_BYTES", 1 << 20)
    with hostile(*NOT_FORNO[what]) as address:
        assert sit(address) in (1, 2)
    said = capsys.readouterr().err
    assert said.splitlines()[-1].startswith("forno: ")
    assert "Traceback" not in said
    assert len(said) < 20_000


def test_no_control_character_of_a_server_reaches_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    message = "\x1b[2J\x1b]0;owned\x07Come\u202e in\r\n\x9b31m"
    with hostile(tells({"message": message}, 400)) as address:
        assert sit(address) == 1
    said = capsys.readouterr().err
    assert "Come" in said
    assert said.replace("\n", "").isprintable()
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_isnt_followed(status: int, capsys: pytest.CaptureFixture[str]) -> None:
    visited: list[str] = []

    def visit(request: BaseHTTPRequestHandler) -> None:
        visited.append(request.path)
        tells(SEATED)(request)

    with hostile(visit) as elsewhere, hostile(says(status, b"", Location=f"{elsewhere}/api")) as address:
        assert sit(address) == 1
    assert visited == []
    assert (
        "redirects to another address, and redirects aren't followed. Use the link of the table itself"
        in capsys.readouterr().err
    )


def test_a_server_names_no_file_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = forno.game("mamma-mia", players=2)
    told = {
        "game": game.name,
        "options": {"players": 2, "deck": str(tmp_path / "secret.toml")},
        "rules": game.rules_version,
        "deck": game.deck_hash,
    }
    guest = Guest("http://127.0.0.1:1", "abc", KEY, "cuoco", None)
    guest.seat = 0
    monkeypatch.setattr(guest, "ask", lambda _path: told)
    assert guest.begin()[0] == game
    guest.close()
