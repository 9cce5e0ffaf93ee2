"""The package that plays without a server, built once for all tests that need it."""

from __future__ import annotations

import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.sharing import once
from tools import offline

ROOT: Final = Path(__file__).parents[2]
WHERE: Final = "some/where"
TYPES: Final = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert offline.PYODIDE.exists(), "there is no Pyodide: 'make build/pyodide/.done' gets it"
    return once(tmp_path_factory, "host", write) / WHERE


def write(place: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.offline", str(place / WHERE)], check=True, cwd=ROOT)


class Host(http.server.ThreadingHTTPServer):
    """A web host that knows nothing of Forno."""

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
        """Nobody reads it."""


@contextmanager
def hosting(package: Path) -> Iterator[tuple[str, Host]]:
    """The address of the package, under a path that isn't the root; and its host."""
    server = Host(package.parents[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{WHERE}/", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def host(package: Path) -> Iterator[str]:
    with hosting(package) as (address, _server):
        yield address
