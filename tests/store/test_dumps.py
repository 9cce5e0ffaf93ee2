"""Dumps: a backup is read as it was written, and what is damaged says so."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from forno.store.dumps import VERSION, Dumped, KeyValue, header, read_lines
from forno.store.places import StoreError
from forno.store.rows import summary_of, summary_row
from tests.table.helpers import over

TABLE = over()
ENTRIES = [(entry.to_json(), None) for entry in TABLE.log]
FINE = Dumped("t", ENTRIES, summary_row(summary_of(TABLE, 9.0)))
NOTE = KeyValue("tables", "t", '{"won": "Zoë"}')


def read(*lines: object) -> list[Dumped | KeyValue]:
    return list(read_lines(map(str, lines), "backup.jsonl"))


def test_a_backup_is_read_as_it_was_written() -> None:
    table, note = read(header(), FINE, NOTE)
    assert isinstance(table, Dumped)
    assert (str(table), note) == (str(FINE), NOTE)
    assert table.damage() is None


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("notes",),
        ("{}",),
        (FINE,),
        (json.dumps({"kind": "something else", "version": 1}),),
        (json.dumps({"kind": "forno tables", "version": 0}),),
        (header(), '{"table": 7'),
        (header(), '{"table": "t"}'),
        (header(), "[]"),
    ],
)
def test_what_is_no_backup_is_refused(lines: Sequence[object]) -> None:
    with pytest.raises(StoreError, match=r"backup\.jsonl isn't a complete backup"):
        read(*lines)


def test_a_backup_of_a_newer_version_says_so() -> None:
    with pytest.raises(StoreError, match="was written by a newer version"):
        read(json.dumps({"kind": "forno tables", "version": VERSION + 1}))


def test_phase_and_time_come_from_the_summary() -> None:
    assert (FINE.phase, FINE.changed) == ("over", 9.0)
    assert (Dumped("t", ENTRIES, None).phase, Dumped("t", ENTRIES, None).changed) == ("", 0.0)


def test_what_is_damaged_is_named() -> None:
    torn = [*ENTRIES[:2], ("torn", None), *ENTRIES[3:]]
    assert "entry 2 " in str(Dumped("t", torn, FINE.summary).damage())
    assert "log is gone" in str(Dumped("t", [], FINE.summary).damage())
    assert "can't be listed" in str(Dumped("t", ENTRIES, None).damage())
    gap = [number for number in range(len(ENTRIES) + 1) if number != 1]
    assert "entry 1 is missing" in str(Dumped("t", ENTRIES, FINE.summary, gap).damage())


def test_only_what_is_whole_can_be_copied() -> None:
    FINE.check()
    for damaged in (
        Dumped("t", [*ENTRIES, ("caf\udce9", None)], FINE.summary),
        Dumped("t", [*ENTRIES, ("olives\0", None)], FINE.summary),
        Dumped("t", ENTRIES, ["t", "caf\udce9"]),
        Dumped("t", ENTRIES[:2], None, [0, 2]),
    ):
        with pytest.raises(StoreError, match="table t is damaged and can't be copied"):
            damaged.check()


def test_a_log_is_exported_as_it_lies_there() -> None:
    dumped = Dumped("t", [("{}", None), ("caf\udce9", None)], None, [0, 7])
    first, other = map(json.loads, dumped.export_lines())
    assert first == {"number": 0, "entry": "{}"}
    assert other == {"number": 7, "base64": "Y2Fm6Q=="}
