"""Receivers of notices on this machine: a mail server, and webhooks that answer, fail or stall."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from forno.features.notices.messages import Message
from tools.servers import free_port


class Mailbox:
    """Takes mails for everybody but `nobody@…`."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if address.startswith("nobody@"):
            return "550 nobody lives here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        mail = BytesParser(EmailMessage, policy=default).parsebytes(envelope.content)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"


@contextmanager
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    """Start a mail server; return it with its address."""
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{controller.port}"
    finally:
        controller.stop()


class Receiver(ThreadingHTTPServer):
    """A web server that answers by path: `/500`, `/302` and so on, `/stall` never, anything else 200."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.ended = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.received.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
        if self.path == "/stall":
            self.server.ended.wait()
            return
        if self.path == "/endless":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"x: " + b"y" * 100_000)
            return
        code = self.path.strip("/")
        self.send_response(int(code) if code.isdecimal() else 200)
        if code.startswith("3"):
            self.send_header("location", f"{self.server.address}/elsewhere")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


@contextmanager
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


MESSAGE = Message(
    id="abc",
    title="It's your turn",
    text="Mamma Mia! with <!channel> & Zoë: It's your turn.",
    link="https://forno.example.org/t/one",
    stop_link="https://forno.example.org/notices/stop/one/0/abc",
)
