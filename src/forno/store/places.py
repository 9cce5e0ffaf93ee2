"""Addresses of stores, a file or a database, and the errors of stores."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from forno.core.errors import FornoError
from forno.core.language import _

MEMORY: Final = ":memory:"
SECRET_ENDING: Final = ".secret"
"""Ending of the file beside the tables that holds the server's secret."""


class StoreError(FornoError, RuntimeError):
    """The store can't be opened, or can't keep what it was given."""

    code = "store"


class Conflict(StoreError):
    """Another entry of this number was stored first."""

    code = "conflict"


def other_data(place: object) -> StoreError:
    return StoreError(_("{path}: holds other data. Choose another place for the tables.").format(path=place))


def newer_version(place: object) -> StoreError:
    told = _("{path}: was written by a newer version of Forno. Use that version, or choose another place.")
    return StoreError(told.format(path=place))


def is_database(url: str | Path) -> bool:
    """Return whether an address names a PostgreSQL database."""
    return str(url).startswith(("postgresql://", "postgres://"))


def shown_place(url: str | Path) -> str:
    """Return the address of a store without user name and password."""
    if not is_database(url):
        return str(url)
    parts = urlsplit(str(url))
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


def file_of(url: str | Path) -> Path:
    """Return the file at an address. Raises `StoreError` if the address names none."""
    text = str(url)
    scheme, found, rest = text.partition("://")
    if found and scheme != "sqlite":
        raise StoreError(
            _("tables can't be kept in {url!r}. Use a file, sqlite:///file or postgresql://….").format(url=text)
        )
    path = rest.removeprefix("/") if found else text
    if not path or path == MEMORY:
        raise StoreError(_("Name the file for the tables: a path, or sqlite:///path."))
    if path.endswith(SECRET_ENDING):
        raise StoreError(
            _("{path}: names ending in {ending} are for the secret beside a file; choose another.").format(
                path=path, ending=SECRET_ENDING
            )
        )
    return Path(path)


def secret_file(place: str) -> Path:
    """Return the path of the secret beside a file of tables."""
    return file_of(place).with_suffix(SECRET_ENDING)


def write_secret(path: Path, secret: str) -> None:
    """Write the secret atomically, readable by its owner only."""
    new = path.with_suffix(f"{SECRET_ENDING}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secret + "\n")
    new.replace(path)
