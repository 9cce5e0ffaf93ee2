"""A plain file server, as a web host that knows nothing of Forno."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

TYPES: Final = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}


class Host(http.server.ThreadingHTTPServer):
    """Server of a folder's files."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Files, directory=str(folder)))
        self.asked: list[str] = []
        self.broken: set[str] = set()
        """Names of files that can't be had right now."""


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def do_GET(self) -> None:
        assert isinstance(self.server, Host)
        name = self.path.rpartition("/")[2]
        self.server.asked.append(name)
        if name in self.server.broken:
            self.send_error(503)
        else:
            super().do_GET()

    def log_message(self, *_told: object) -> None:
        """Log nothing."""


@contextmanager
def hosting(folder: Path, path: str = "") -> Iterator[tuple[str, Host]]:
    """Serve a folder; return the address of a path in it, and the server."""
    server = Host(folder)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{path}", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
