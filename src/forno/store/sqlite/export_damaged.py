"""Raw access to a file of tables: to check it, and to export damaged tables.

Nothing is written, so a server may serve the file meanwhile.
"""

from __future__ import annotations

import json
import sqlite3
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from forno.core.language import _
from forno.store.rows import LOG, SUMMARY, any_text, read_log, read_summary
from forno.store.sqlite.failures import FAILURES, failure
from forno.store.sqlite.schema import check_file
from forno.table.errors import Damaged, NotFound
from forno.table.table import Table

ALL = "SELECT table_id FROM tables UNION SELECT table_id FROM entries ORDER BY table_id"
"""Also tables of which only the log is left, or only the summary."""
ROW = f"SELECT {SUMMARY} FROM tables WHERE table_id = ?"
OLDER_ROW = ROW.replace("places", "'[]'")
"""In a file that no server of this version has opened yet, nobody wrote down who came in which place."""


def table_ids(path: Path) -> list[str]:
    """Return all tables in a file. Raises `StoreError` if it can't be read."""
    with _reading(path) as file:
        return [str(table_id) for (table_id,) in file.execute(ALL)]


def damage(path: Path, table_id: str) -> str | None:
    """Return what is wrong with a table; `None` if it can be opened and listed. Raises `NotFound`."""
    with _reading(path) as file:
        columns = {name for _number, name, *_rest in file.execute("PRAGMA table_info(tables)")}
        log = file.execute(LOG, (table_id, 0)).fetchall()
        row = file.execute(ROW if "places" in columns else OLDER_ROW, (table_id,)).fetchone()
    if not log and row is None:
        raise _not_found(path, table_id)
    try:
        Table.replay(table_id, read_log(table_id, log))
    except Damaged as error:
        return error.reason if error.__cause__ is None else f"{error.reason} {error.__cause__}"
    if not log:
        return _("its log is gone.")
    try:
        read_summary(row or ())
    except Exception:
        return _("it can't be listed in the lobby.")
    return None


def exported(path: Path, table_id: str) -> Iterator[str]:
    """A table's log as it lies in the file: for each entry a line of JSON with its number and its text.

    What is no text comes as `base64`. Raises `NotFound`.
    """
    found = False
    with _reading(path) as file:
        for number, stored in file.execute(LOG, (table_id, 0)):
            found = True
            yield json.dumps({"number": number, **_as_it_is(stored)})
    if not found:
        raise _not_found(path, table_id)


def _as_it_is(stored: Any) -> dict[str, Any]:
    raw = stored if isinstance(stored, bytes) else str(stored).encode("utf-8", "surrogateescape")
    try:
        return {"entry": raw.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(raw).decode()}


def _not_found(path: Path, table_id: str) -> NotFound:
    return NotFound(_("There is no table {table!r} in {path}.").format(table=table_id, path=path))


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    check_file(path, may_be_new=False)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
            file.text_factory = any_text
            yield file
    except FAILURES as error:
        raise failure(path, error) from error
