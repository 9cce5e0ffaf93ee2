"""The package that plays without a server, served from the folder that `make offline` wrote."""

from __future__ import annotations

import asyncio
import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from forno.core.errors import OptionError
from forno.core.language import _
from forno.web.answers import accepts_gzip
from forno.web.identity import header
from forno.web.security import HEADERS, POLICY

PACKAGE_PATH: Final = "/anywhere/"
"""Path of the package on a server."""
WORKER: Final = "service-worker.js"
FILE_LIST: Final = "files.json"
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
    "png": "image/png",
    "zip": "application/zip",
}
COMPRESSED_SUFFIXES: Final = ("html", "js", "mjs", "css", "json", "svg", "wasm", "webmanifest")
GZIP_LEVEL: Final = 6
SECURITY: Final = (
    (b"content-security-policy", f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'".encode()),
    *((name, value) for name, value in HEADERS if name != b"content-security-policy"),
)
"""Security headers of the package, which alone may compile WebAssembly."""


class OfflinePackage:
    """The files of a folder. What is compressed is kept: a visitor asks for all of them at once."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)
        try:
            listed = json.loads((self.folder / FILE_LIST).read_text(encoding="utf-8"))["files"]
        except (OSError, ValueError, KeyError) as error:
            raise OptionError(
                _("{path} can't be used: {reason}.").format(
                    path=folder, reason=_("'make offline' writes such a folder")
                )
            ) from error
        self.megabytes = round(sum(size for size, _hash in listed.values()) / 1_000_000)
        self._paths = {*listed, FILE_LIST, WORKER}
        self._read: dict[str, tuple[bytes, bytes | None, bytes]] = {}

    async def __call__(self, scope: Any, send: Any) -> None:
        path = scope["path"].removeprefix(PACKAGE_PATH) or "index.html"
        if path not in self._paths:
            await _answer(send, 404, [(b"content-type", b"text/plain")], b"There is no such file.\n")
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, [(b"allow", b"GET, HEAD")], b"")
            return
        if path not in self._read:
            self._read[path] = await asyncio.to_thread(self._prepare, path)
        content, packed, tag = self._read[path]
        headers = [(b"etag", tag), (b"cache-control", b"no-cache"), (b"vary", b"accept-encoding")]
        if header(scope, b"if-none-match") == tag.decode():
            await _answer(send, 304, headers, b"")
            return
        headers.append((b"content-type", TYPES.get(path.rpartition(".")[2], "application/octet-stream").encode()))
        if packed is not None and accepts_gzip(scope):
            headers.append((b"content-encoding", b"gzip"))
            content = packed
        headers.append((b"content-length", str(len(content)).encode()))
        await _answer(send, 200, headers, b"" if scope["method"] == "HEAD" else content)

    def _prepare(self, path: str) -> tuple[bytes, bytes | None, bytes]:
        content = (self.folder / path).read_bytes()
        packed = gzip.compress(content, GZIP_LEVEL, mtime=0) if path.rpartition(".")[2] in COMPRESSED_SUFFIXES else None
        return content, packed, f'"{sha256(content).hexdigest()[:20]}"'.encode()


async def _answer(send: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *SECURITY]})
    await send({"type": "http.response.body", "body": body})
