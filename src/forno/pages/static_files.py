"""Static files and their addresses: shared ones in `forno.web`, a game's own beside its face."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec

from forno.core.errors import UnknownGame
from forno.core.registry import game_info

FOLDER = "static"

_served_from = ""


def serve_from(place: str) -> None:
    """Set the folder from which pages load static files; by default the server's root."""
    global _served_from
    _served_from = place
    asset.cache_clear()


def shared_folder() -> Traversable:
    """Return the folder of shared files."""
    return files("forno.web").joinpath(FOLDER)


def game_folder(game: str) -> Traversable | None:
    """Return a game's folder `static` in the package of its face, or `None`."""
    try:
        module, _colon, _name = game_info(game).face.partition(":")
    except UnknownGame:
        return None
    spec = find_spec(module) if module else None
    package = "" if spec is None else module if spec.submodule_search_locations else spec.parent
    folder = files(package).joinpath(FOLDER) if package else None
    return folder if folder is not None and folder.is_dir() else None


def static_file(path: str) -> Traversable:
    """Return the path of a file. A game's own begins with its name: `mamma-mia/art.svg`."""
    game, _slash, rest = path.partition("/")
    folder = game_folder(game) if rest else None
    return shared_folder().joinpath(path) if folder is None else folder.joinpath(rest)


@cache
def asset(path: str) -> str:
    """Return a file's address with a fingerprint, so that browsers may cache it for good."""
    return f"{_served_from}/{FOLDER}/{fingerprint(static_file(path).read_bytes())}/{path}"


def fingerprint(content: bytes) -> str:
    return sha256(content).hexdigest()[:6]
