"""Response headers for security, compression, and files."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Self

from forno.web.identity import header
from forno.web.security import HEADERS

Header = tuple[bytes, bytes]
Headers = list[Header]

NO_STORE: Final = b"no-store"
NEVER_COMPRESSED: Final = "no-store, no-transform"
"""Header of pages with secrets beside text that others may have written: compressed, their size would tell (BREACH).
Proxies that compress heed it, too."""
MIN_COMPRESSED_BYTES: Final = 600
COMPRESSED_TYPES: Final = re.compile(rb"text/|image/svg|application/(json|manifest|javascript)")
GZIP_LEVEL: Final = 5
ACCEPTS_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def accepts_gzip(scope: Any) -> bool:
    return ACCEPTS_GZIP.search(header(scope, b"accept-encoding")) is not None


class Finisher:
    """Sender of a handler's response, with the usual headers and compression."""

    def __init__(self, scope: Any, send: Any) -> None:
        self._send = send
        self._head_alone = scope["method"] == "HEAD"
        self._may_pack = accepts_gzip(scope)
        self._start: Any = None

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        if self._start is not None:
            start, self._start = self._start, None
            headers = self._finished(start.get("headers", ()))
            if self._may_pack and not message.get("more_body"):
                headers, message["body"] = compress(headers, message.get("body", b""))
            await self._send({**start, "headers": headers})
        await self._send({**message, "body": b""} if self._head_alone else message)

    def _finished(self, given: Any) -> Headers:
        said = {name.lower() for name, _value in given}
        headers = [*given, *(kept for kept in HEADERS if kept[0] not in said)]
        # Nothing is kept anywhere unless it says that it may be.
        if not any(name == b"cache-control" for name, _value in headers):
            headers.append((b"cache-control", NO_STORE))
        return headers


def compress(headers: Headers, body: bytes) -> tuple[Headers, bytes]:
    """Return headers and body, compressed if that is worth it and allowed."""
    told = dict(headers)
    if len(body) < MIN_COMPRESSED_BYTES or b"no-transform" in told[b"cache-control"] or b"content-encoding" in told:
        return headers, body
    if COMPRESSED_TYPES.match(told.get(b"content-type", b"")) is None:
        return headers, body
    body = gzip.compress(body, GZIP_LEVEL, mtime=0)
    kept = [(name, value) for name, value in headers if name not in (b"content-length", b"vary")]
    vary = b", ".join(filter(None, (told.get(b"vary"), b"accept-encoding")))
    size = str(len(body)).encode()
    return [*kept, (b"content-length", size), (b"content-encoding", b"gzip"), (b"vary", vary)], body


# --- files --------------------------------------------------------------------------------


PACKED_SUFFIXES: Final = frozenset(
    (".css", ".js", ".mjs", ".svg", ".json", ".webmanifest", ".html", ".txt", ".map", ".wasm")
)
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Types of files by suffix, where machines differ in them."""


@dataclass(frozen=True)
class ServedFile:
    """A file as it is sent: compressed, where that makes it smaller, and with a tag by which browsers ask for it."""

    content: bytes
    packed: bytes | None
    media: bytes
    tag: bytes

    @classmethod
    def of(cls, content: bytes, name: str, gzip_level: int, **more: str) -> Self:
        """Return the file of that name. Pictures and fonts are compressed already."""
        suffix = name[name.rfind(".") :]
        media = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        if media.startswith("text/"):
            media += "; charset=utf-8"
        packed = gzip.compress(content, gzip_level, mtime=0) if suffix in PACKED_SUFFIXES else content
        tag = f'"{sha256(content).hexdigest()[:10]}"'.encode()
        return cls(content, packed if len(packed) < len(content) else None, media.encode(), tag, **more)


async def send_file(scope: Any, send: Any, file: ServedFile | None, caching: bytes, security: Iterable[Header]) -> None:
    """Answer a request for a file: with the file, that the browser has it already, or that there is none."""
    status, body, headers = 200, b"", [(b"content-type", b"text/plain; charset=utf-8")]
    if file is None:
        status, body = 404, b"There is no such file.\n"
    elif scope["method"] not in ("GET", "HEAD"):
        status, body = 405, b"This is a file.\n"
        headers.append((b"allow", b"GET, HEAD"))
    else:
        headers = [(b"etag", file.tag), (b"cache-control", caching), (b"vary", b"accept-encoding")]
        if header(scope, b"if-none-match") == file.tag.decode():
            status = 304
        else:
            body = file.content
            headers.append((b"content-type", file.media))
            if file.packed is not None and accepts_gzip(scope):
                headers.append((b"content-encoding", b"gzip"))
                body = file.packed
    if status != 304:
        headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *security]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
