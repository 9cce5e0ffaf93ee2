"""SQLite's errors as sentences."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from forno.core.language import _
from forno.store.errors import StoreError


def not_there(path: Path) -> StoreError:
    return StoreError(_("{path}: can't be opened; check that the folder is there.").format(path=path))


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


FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of SQLite; the last when it quotes from a damaged file."""


def failure(path: Path, error: Exception) -> StoreError:
    """Return SQLite's error as a sentence."""
    reason = _("it is damaged") if isinstance(error, UnicodeDecodeError) else str(error)
    if "not a database" in reason:
        return not_a_database(path)
    if "unable to open" in reason:
        return not_there(path)
    return not_usable(path, reason)
