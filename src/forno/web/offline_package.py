"""The package that plays without a server, served from the folder that `make offline` wrote."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

from forno.core.errors import OptionError
from forno.core.language import _
from forno.web.answers import ServedFile, send_file
from forno.web.security import HEADERS, POLICY

PACKAGE_PATH: Final = "/anywhere/"
"""Path of the package on a server."""
WORKER: Final = "service-worker.js"
FILE_LIST: Final = "files.json"
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
            told = json.loads((self.folder / FILE_LIST).read_text(encoding="utf-8"))
            listed, later = told["files"], told["later"]
        except (OSError, ValueError, KeyError) as error:
            raise OptionError(
                _("{path} can't be used: {reason}.").format(
                    path=folder, reason=_("'make offline' writes such a folder")
                )
            ) from error
        self.megabytes = round(sum(size for size, _hash in listed.values()) / 1_000_000)
        self._paths = {*listed, *later, FILE_LIST, WORKER}
        self._read: dict[str, ServedFile] = {}

    async def __call__(self, scope: Any, send: Any) -> None:
        path = scope["path"].removeprefix(PACKAGE_PATH) or "index.html"
        if path in self._paths and path not in self._read:
            self._read[path] = await asyncio.to_thread(self._prepare, path)
        await send_file(scope, send, self._read.get(path), b"no-cache", SECURITY)

    def _prepare(self, path: str) -> ServedFile:
        return ServedFile.of((self.folder / path).read_bytes(), path, GZIP_LEVEL)
