"""Dumps: everything in a store as lines of text, for backups and transfers. The first line is a header. Each of the
others is a table (its log as stored, and its summary) or a key–value. All are read in one transaction, so they are
consistent. They contain every seed and every hand.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from forno.core.language import _
from forno.store.places import StoreError, newer_version
from forno.store.rows import COLUMNS, read_log, read_summary
from forno.table.errors import Damaged
from forno.table.table import Table

KIND: Final = "forno tables"
VERSION: Final = 2
READABLE_VERSIONS: Final = (1, 2)
"""Versions of a backup that can be read; the first had no key–values."""
WAKES_COLUMN: Final = COLUMNS.split(", ").index("wakes")
TABLES_NAMESPACE: Final = "tables"
"""Namespace of digests of finished tables, by table; deleted with the table."""
REVIEWS_PREFIX: Final = "review "
"""Namespace prefix of a table's reviews, before the table's name."""
NOTICES_PREFIX: Final = "notices "
"""Namespace prefix of a table's subscriptions to notices, before the table's name."""
TABLE_PREFIXES: Final = (REVIEWS_PREFIX, NOTICES_PREFIX)
"""Namespace prefixes of what is deleted with a table."""


@dataclass(frozen=True)
class Dumped:
    """One table."""

    table: str
    entries: Sequence[tuple[str, float | None]]
    """The text of each, and what was due after it."""
    summary: Sequence[Any] | None
    """The columns of its row, if there is one."""
    numbers: Sequence[Any] | None = None
    """The entries' numbers where they are stored; without, they count from 0."""

    @property
    def phase(self) -> str:
        return "" if self.summary is None else str(self.summary[3])

    @property
    def changed(self) -> float:
        return 0.0 if self.summary is None else float(self.summary[10])

    def __str__(self) -> str:
        return json.dumps({"table": self.table, "entries": self.entries, "summary": self.summary})

    @property
    def log(self) -> list[tuple[Any, str]]:
        """The text of each entry with its number."""
        texts = [text for text, _due in self.entries]
        return list(enumerate(texts) if self.numbers is None else zip(self.numbers, texts, strict=True))

    def export_lines(self) -> Iterator[str]:
        """Yield its log as it is stored: for each entry a line of JSON with its number and its text, in `base64` if it
        isn't valid text."""
        for number, text in self.log:
            raw = text.encode("utf-8", "surrogateescape")
            try:
                yield json.dumps({"number": number, "entry": raw.decode()})
            except UnicodeDecodeError:
                yield json.dumps({"number": number, "base64": b64encode(raw).decode()})

    def damage(self) -> str | None:
        """Return what is wrong with it; `None` if it replays and can be listed."""
        try:
            Table.replay(self.table, read_log(self.table, self.log))
        except Damaged as error:
            return error.reason if error.__cause__ is None else f"{error.reason} {error.__cause__}"
        if not self.entries:
            return _("its log is gone.")
        try:
            read_summary([value for place, value in enumerate(self.summary or ()) if place != WAKES_COLUMN])
        except Exception:
            return _("it can't be listed in the lobby.")
        return None

    def check(self) -> None:
        """Raise `StoreError` if it can't be copied: it isn't valid text, or entries are missing."""
        texts = [text for text, _due in self.entries] + [
            value for value in self.summary or () if isinstance(value, str)
        ]
        try:
            if "\0" in "".join(texts).encode().decode() or [number for number, _text in self.log] != list(
                range(len(self.entries))
            ):
                raise ValueError
        except ValueError:
            raise StoreError(
                _(
                    "table {table} is damaged and can't be copied. Delete it first, or leave the tables where they are."
                ).format(table=self.table)
            ) from None


@dataclass(frozen=True)
class KeyValue:
    """A text of the key–values. In backups the namespace is called `binder`."""

    namespace: str
    key: str
    text: str

    def __str__(self) -> str:
        return json.dumps({"binder": self.namespace, "name": self.key, "text": self.text})


def header() -> str:
    return json.dumps({"kind": KIND, "version": VERSION})


def read_lines(lines: Iterable[str], name: str) -> Iterable[Dumped | KeyValue]:
    """Yield the tables and key–values of a backup. Raises `StoreError` if it isn't one."""
    wrong = StoreError(_("{path} isn't a complete backup. 'forno admin backup' writes one.").format(path=name))
    first = True
    for line in lines:
        try:
            told = json.loads(line)
            if first and told["kind"] == KIND and told["version"] > VERSION:
                raise newer_version(name)
            if first and (told["kind"] != KIND or told["version"] not in READABLE_VERSIONS):
                raise wrong
            if not first and "binder" in told:
                yield KeyValue(str(told["binder"]), str(told["name"]), str(told["text"]))
            elif not first:
                entries = [(str(text), None if due is None else float(due)) for text, due in told["entries"]]
                yield Dumped(str(told["table"]), entries, told["summary"])
        except (ValueError, KeyError, TypeError):
            raise wrong from None
        first = False
    if first:
        raise wrong


def not_empty(place: str) -> StoreError:
    return StoreError(_("{path}: already holds tables. Choose an empty place.").format(path=place))


class Archive(Protocol):
    """A whole store, from outside a server. Every method raises `StoreError` with the reason if it can't."""

    def dump_tables(self, tables: Sequence[str] = ()) -> AsyncIterator[Dumped]:
        """Yield all tables, or some, as one snapshot; a server may run meanwhile."""

    async def dump_key_values(self) -> list[KeyValue]:
        """Return all key–values."""

    async def import_dump(self, tables: Iterable[Dumped | KeyValue]) -> int:
        """Import tables and key–values into an empty store, all or nothing. Return the number of tables."""

    async def delete_tables(self, tables: Sequence[str]) -> int:
        """Delete tables; return how many there were. Servers of a database that have one in memory notice it within
        seconds; a file that a server uses is refused."""

    async def is_served(self) -> bool:
        """Return whether a server is running on these tables."""

    async def change_secret(self) -> None:
        """Replace the secret, from the next start on."""
