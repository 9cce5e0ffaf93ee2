"""Static files: read, minified and compressed once, with a fingerprint in their address.

A style sheet may be written in parts: what it imports is put in its place, so that pages ask for one file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, Final

from lightningcss import process_stylesheet
from rjsmin import jsmin

from forno.pages.static_files import fingerprint, game_folder, shared_folder
from forno.web.answers import ServedFile, send_file
from forno.web.security import PART_HEADERS, PICTURE_HEADERS

FOREVER: Final = b"public, max-age=31536000, immutable"
ASK_AGAIN: Final = b"no-cache"
IMPORT: Final = re.compile(r'@import "([^":]+)";')
ADDRESS: Final = re.compile(r'url\("([^":]+)"\)')
"""A file that a sheet names from where all of them lie; pages get it with its fingerprint."""
MODULE: Final = re.compile(r'(?:\bimport|\bfrom) ?"\./([\w.-]+)"')
STYLE: Final = "style.css"
"""File name of a game's style sheet."""
DISPLAYED: Final = (b"image/svg+xml", b"text/html")
"""Files that browsers display by themselves. Thirty others are loaded with a table, and headers can't be packed."""


@dataclass(frozen=True)
class Asset(ServedFile):
    fingerprint: str = ""
    """Fingerprint of the source file, like that of `forno.pages.static_files.asset`."""


class Assets:
    """Static files, shared and of games, by path: `forno.css`, `mamma-mia/style.css`."""

    def __init__(self) -> None:
        self.files = _read_folder(shared_folder())
        self._games: dict[str, dict[str, Asset]] = {}
        together = sha256()
        for path, found in sorted(self.files.items()):
            together.update(path.encode() + found.tag)
        self.version = together.hexdigest()[:6]
        """Fingerprint of all shared files, part of the scripts' addresses: modules import each other relatively."""

    def find(self, path: str) -> Asset | None:
        """Return the file of that path. A game's are read when the first of them is asked for."""
        game, _slash, rest = path.partition("/")
        if path in self.files or not rest:
            return self.files.get(path)
        if game not in self._games:
            folder = game_folder(game)
            if folder is None:
                return None
            self._games[game] = _read_folder(folder)
        return self._games[game].get(rest)

    def address(self, path: str) -> str:
        """Return a file's address with its fingerprint."""
        found = self.find(path)
        if found is None:
            return f"/static/{path}"
        version = self.version if path.endswith(".js") else found.fingerprint
        return f"/static/{version}/{path}"

    def sheets_of(self, game: str) -> list[str]:
        """Return the extra files of pages that show a game."""
        own = f"{game}/{STYLE}"
        return [own] if self.find(own) is not None else []

    def modules_of(self, script: str) -> list[str]:
        """Return the modules that a shared script imports, directly or not, to be preloaded."""
        found: dict[str, None] = {}
        asked = [script]
        while asked:
            for module in MODULE.findall(self.files[asked.pop()].content.decode()):
                if module not in found:
                    found[module] = None
                    asked.append(module)
        return list(found)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"].removeprefix("/static/")
        version, slash, rest = path.partition("/")
        # A page that was open while the server changed asks for files of its time: the new ones will do.
        found = self.find(path) or (self.find(rest) if slash and len(version) == len(self.version) else None)
        lasting = found is not None and version in (self.version, found.fingerprint)
        displayed = found is not None and found.media.startswith(DISPLAYED)
        caching, security = FOREVER if lasting else ASK_AGAIN, PICTURE_HEADERS if displayed else PART_HEADERS
        await send_file(scope, send, found, caching, security)


def _read_folder(folder: Traversable) -> dict[str, Asset]:
    """Return all files below a folder, without those imported by another."""
    written: dict[str, bytes] = {}
    _read(folder, "", written)
    parts: set[str] = set()
    sheets = {path: text.decode() for path, text in written.items() if path.endswith(".css")}
    whole = {path: join_sheet(path, text, sheets, parts) for path, text in sheets.items()}

    def addressed(found: re.Match[str]) -> str:
        return f'url("../{fingerprint(written[found[1]])}/{found[1]}")'

    written |= {path: ADDRESS.sub(addressed, text).encode() for path, text in whole.items() if path not in parts}
    return {path: _asset(path, content) for path, content in written.items() if path not in parts}


def join_sheet(path: str, text: str, written: Mapping[str, str], parts: set[str]) -> str:
    """Return a sheet with what it imports in its place. Notes which parts there are."""

    def part(found: re.Match[str]) -> str:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[1]))
        parts.add(name)
        return join_sheet(name, written[name], written, parts)

    return IMPORT.sub(part, text)


def _read(folder: Traversable, below: str, found: dict[str, bytes]) -> None:
    for path in folder.iterdir():
        name = f"{below}{path.name}"
        if path.is_dir():
            _read(path, f"{name}/", found)
        elif not path.name.startswith("."):
            found[name] = path.read_bytes()


def _asset(name: str, written: bytes) -> Asset:
    content = written
    if name.endswith(".css"):
        content = process_stylesheet(written.decode(), filename=name, error_recovery=True).encode()
    elif name.endswith(".js"):
        content = jsmin(written.decode()).encode()
    return Asset.of(content, name, 9, fingerprint=fingerprint(written))
