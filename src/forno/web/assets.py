"""Static files: read once, compressed once, told apart by a fingerprint."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from forno.publishing.html import asset, fingerprint
from forno.web.answers import accepts_gzip
from forno.web.security import HEADERS
from forno.web.visitors import header

FOREVER: Final = b"public, max-age=31536000, immutable"
PLAIN: Final = (b"content-type", b"text/plain; charset=utf-8")
ASK_AGAIN: Final = b"no-cache"
TEXT: Final = (".css", ".js", ".svg", ".json", ".webmanifest", ".html", ".txt", ".map")
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Asset:
    content: bytes
    packed: bytes | None
    media: bytes
    tag: bytes
    fingerprint: str


class Assets:
    """All files below `static`, by path."""

    def __init__(self) -> None:
        self.files: dict[str, Asset] = {}
        _read(files("forno.web").joinpath("static"), "", self.files)
        together = sha256()
        for path, file in sorted(self.files.items()):
            together.update(path.encode() + file.tag)
        self.version = together.hexdigest()[:10]
        """Of all files together, and part of the scripts' addresses: modules import each other by relative paths."""

    def address(self, path: str) -> str:
        """Where a file is to be fetched, once and for all as long as it stays as it is."""
        if path not in self.files:
            return f"/static/{path}"
        return f"/static/{self.version}/{path}" if path.endswith(".js") else asset(path)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"].removeprefix("/static/")
        version, slash, rest = path.partition("/")
        # A page that was open while the server changed asks for files of its time: the new ones will do.
        found = self.files.get(path) or (self.files.get(rest) if slash and len(version) == len(self.version) else None)
        lasting = found is not None and version in (self.version, found.fingerprint)
        if found is None:
            await _answer(send, 404, [PLAIN], b"There is no such file.\n")
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, [(b"allow", b"GET, HEAD"), PLAIN], b"This is a file.\n")
            return
        headers = [
            (b"etag", found.tag),
            (b"cache-control", FOREVER if lasting else ASK_AGAIN),
            (b"vary", b"accept-encoding"),
        ]
        if header(scope, b"if-none-match") == found.tag.decode():
            await _answer(send, 304, headers, b"")
            return
        headers.append((b"content-type", found.media))
        body = found.content
        if found.packed is not None and accepts_gzip(scope):
            headers.append((b"content-encoding", b"gzip"))
            body = found.packed
        await _answer(send, 200, headers, body, head=scope["method"] == "HEAD")


async def _answer(send: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes, head: bool = False) -> None:
    if status != 304:
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    headers = [*headers, *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else body})


def _read(folder: Traversable, below: str, found: dict[str, Asset]) -> None:
    for path in folder.iterdir():
        name = f"{below}{path.name}"
        if path.is_dir():
            _read(path, f"{name}/", found)
        elif not path.name.startswith("."):
            found[name] = _asset(path.name, path.read_bytes())


def _asset(name: str, content: bytes) -> Asset:
    ending = name[name.rfind(".") :]
    media = TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if media.startswith("text/"):
        media += "; charset=utf-8"
    packed = gzip.compress(content, 9, mtime=0) if ending in TEXT else None
    if packed is not None and len(packed) >= len(content):
        packed = None
    tag = f'"{sha256(content).hexdigest()[:20]}"'.encode()
    return Asset(content, packed, media.encode(), tag, fingerprint(content))
