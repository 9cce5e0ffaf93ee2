"""The SQLite file: permissions, lock, and errors as sentences.

Only the owner reads it, and one server at a time serves it.
"""

from __future__ import annotations

import getpass
import logging
import os
import sqlite3
import sys
from pathlib import Path
from typing import Final

from forno.core.language import _
from forno.store.places import StoreError

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


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PRIVATE_MODE: Final = 0o600
"""File mode for the owner alone: the file holds the seeds of running games."""
OTHERS_BITS: Final = 0o007
SIDE_SUFFIXES: Final = ("-wal", "-shm")
"""Suffixes of the files that SQLite writes beside a database."""
LOCK_SUFFIX: Final = "-lock"
LOCK_OFFSET: Final = 1 << 20
"""Windows lets nobody read what is locked, so what is locked lies behind what is to be read."""

log = logging.getLogger("forno.store")


def keep_private(path: Path) -> None:
    """Make the file if there is none, for its owner alone.

    One that everybody could read, as earlier versions of Forno made them, is closed to everybody else. Where only a
    group can read it somebody wanted it so, and it stays.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))
        return
    except FileExistsError:
        pass
    except OSError:  # opening it reports the reason
        return
    if os.name != "posix":
        return
    files = [file for end in ("", *SIDE_SUFFIXES) if (file := Path(f"{path}{end}")).exists()]
    if not any(file.stat().st_mode & OTHERS_BITS for file in files):
        return
    try:
        for file in files:
            file.chmod(PRIVATE_MODE)
    except OSError as error:
        log.warning("%s can be read by everybody on this machine, and holds the seeds of games: %s", path, error)
    else:
        log.warning("%s could be read by everybody on this machine; now only by its owner", path)


def make_folder(path: Path) -> None:
    """Make the folder of a file. Raises `StoreError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise no_access(path, error) from error


class FileLock:
    """A server's claim to a file of tables: there is one at a time, and it ends with its process, however that ends."""

    def __init__(self, path: Path) -> None:
        """Lock the file. Raises `StoreError` if another server has it."""
        try:
            self._file = os.open(f"{path}{LOCK_SUFFIX}", os.O_RDWR | os.O_CREAT, PRIVATE_MODE)
        except OSError as error:
            raise no_access(path, error) from error
        try:
            _lock(self._file)
        except (BlockingIOError, PermissionError):
            holder = os.read(self._file, 100).decode("ascii", "replace").strip()
            os.close(self._file)
            raise StoreError(
                _(
                    "{path}: another server (process {holder}) serves these tables; stop it, or choose another file."
                ).format(path=path, holder=holder or "?")
            ) from None
        except OSError as error:
            os.close(self._file)
            raise not_usable(path, error.strerror) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, b"%d\n" % os.getpid())

    def close(self) -> None:
        os.close(self._file)


if sys.platform == "win32":

    def _lock(file: int) -> None:
        os.lseek(file, LOCK_OFFSET, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
else:

    def _lock(file: int) -> None:
        # Not a lock of `fcntl`: that would be gone as soon as this process closes the file anywhere.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
