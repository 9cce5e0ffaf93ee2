"""HTTP requests of our own that carry a key."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from threading import Event, Timer
from typing import Any


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: they would take the key to another host."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


@contextmanager
def opener_for(seconds: float) -> Iterator[urllib.request.OpenerDirector]:
    """Yield an opener without redirects, whose connections end after that time.

    A socket's own timeout begins anew with every byte, so a server that sends one now and then would never be left.
    """
    opened: list[socket.socket] = []
    late = Event()

    def note(connected: socket.socket) -> None:
        opened.append(connected)
        if late.is_set():
            raise TimeoutError("timed out")

    def hang_up() -> None:
        late.set()
        for one in opened:
            with suppress(OSError):
                socket.socket.shutdown(one, socket.SHUT_RDWR)

    class Plain(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            note(self.sock)

    class Secure(HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            note(self.sock)

    class PlainHandler(urllib.request.HTTPHandler):
        def http_open(self, request: urllib.request.Request) -> Any:
            return self.do_open(Plain, request)

    class SecureHandler(urllib.request.HTTPSHandler):
        def https_open(self, request: urllib.request.Request) -> Any:
            return self.do_open(Secure, request)

    timer = Timer(seconds, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield urllib.request.build_opener(NoRedirects, PlainHandler, SecureHandler)
    finally:
        timer.cancel()
