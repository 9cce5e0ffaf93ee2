"""SQLite's errors as sentences."""

from __future__ import annotations

import getpass
import os
import sqlite3
import sys
from pathlib import Path
from typing import Final

from forno.core.language import _
from forno.store.errors import StoreError

if sys.platform != "win32":
    import pwd


def not_there(path: Path) -> StoreError:
    return StoreError(
        _("{path}: there is no folder {folder}. Check the path, or make the folder first.").format(
            path=path, folder=path.parent
        )
    )


def no_tables(path: Path) -> StoreError:
    return StoreError(
        _("{path}: there are no tables here. Name the right place with --data, or start 'forno serve' first.").format(
            path=path
        )
    )


def not_a_database(path: Path) -> StoreError:
    return StoreError(_("{path}: isn't a database; choose another file.").format(path=path))


def not_usable(path: Path | str, reason: object) -> StoreError:
    return StoreError(_("{path} can't be used: {reason}; check the path.").format(path=path, reason=reason))


def no_rights(path: Path, reason: object) -> StoreError:
    """Return which user lacks which right, to the file or to its folder; the system's reason if neither is lacking."""
    if os.path.exists(path) and not os.access(path, os.R_OK | os.W_OK):
        return StoreError(
            _(
                "the user {user} may not read and write {path}. Make {user} its owner, or run forno as its owner."
            ).format(user=user_name(), path=path)
        )
    folder = next(folder for folder in path.absolute().parents if os.path.exists(folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        return StoreError(
            _("the user {user} may not make files in {folder}. Make {user} its owner, or choose another place.").format(
                user=user_name(), folder=folder
            )
        )
    return not_usable(path, reason)


def user_name() -> str:
    """Return the name of the user whose rights this process has, or the number of one who has no name."""
    if sys.platform == "win32":
        return getpass.getuser()
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def no_access(path: Path, error: OSError) -> StoreError:
    """Return the system's error about a file of tables, or one beside it, as a sentence."""
    if isinstance(error, PermissionError):
        return no_rights(path if error.filename is None else Path(error.filename), error.strerror)
    if isinstance(error, FileNotFoundError):
        return not_there(path)
    return not_usable(path, error.strerror)


FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of SQLite; the last when it quotes from a damaged file."""


def failure(path: Path, error: Exception) -> StoreError:
    """Return SQLite's error as a sentence."""
    reason = _("it is damaged") if isinstance(error, UnicodeDecodeError) else str(error)
    if "not a database" in reason:
        return not_a_database(path)
    if "unable to open" in reason:
        return no_rights(path, reason) if os.path.exists(path.parent) else not_there(path)
    if "readonly database" in reason:
        return no_rights(path, reason)
    return not_usable(path, reason)
