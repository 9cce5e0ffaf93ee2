"""Entries as text: the log of a table is read as it was written."""

from __future__ import annotations

import json

import pytest

from forno.table.entries import (
    AidGiven,
    AnswersTold,
    BotSat,
    Closed,
    Configured,
    Continued,
    Entry,
    Forced,
    HandedOver,
    KeyReplaced,
    Left,
    Moved,
    Noted,
    NumberPromised,
    NumbersCalled,
    NumberShown,
    Opened,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    StandInChosen,
    Started,
    TakenBack,
    TimeAnswered,
    TimeProposed,
    VacationAnnounced,
    Voted,
    ZoneTold,
    read_entry,
)
from forno.table.entries.reading import KINDS
from forno.table.errors import BadEntry
from forno.table.settings import TableSettings

ENTRIES: list[Entry] = [
    Opened(
        1.5, "mamma-mia", {"edition": "grande", "colours": ("red", "brown"), "helping": False}, None, TableSettings()
    ),
    Opened(1.5, "pizza-master", {}, 'title = "Ours"\n', TableSettings(public=True, clock=30)),
    Opened(1.5, "mamma-mia", {}, None, TableSettings(lesson="mamma-mia")),
    Opened(1.5, "mamma-mia", {}, None, TableSettings(), "ab" * 32),
    Opened(1.5, "mamma-mia", {}, None, TableSettings(False, 86400, "", 0, 14400, 259200, "wait", "nights")),
    Opened(1.5, "mamma-mia", {}, None, TableSettings(notes=True)),
    Sat(2.0, 0, "Zoë <b>", "ab12"),
    AidGiven(2.0, 0, aided=True),
    AnswersTold(2.0, 0, 6),
    Noted(4.0, 0, "two\nlines"),
    TimeProposed(4.0, 0, TableSettings(clock=86400, late="wait")),
    TimeAnswered(4.0, 1, agrees=False),
    Renamed(2.0, 0, "Zoë <i>"),
    Left(2.0, 0),
    BotSat(2.0, 1, "kitchen"),
    BotSat(2.0, 1, "kitchen", "Pina"),
    SeatCleared(2.0, 1),
    Configured(2.0, {"players": 3}, TableSettings(clock=60)),
    Continued(2.5, "abcdefghjk", "a word", (3, 40)),
    NumberPromised(2.5, 0, "cd" * 32),
    NumbersCalled(2.5, 4.0),
    NumberShown(2.5, 0, "ef" * 32),
    Started(3.0, 7, 1, "0123456789abcdef"),
    Started(3.0, "a word", None, None),
    Moved(4.25, 1, (3, 40, 55)),
    Moved(4.25, 1, (3,), "clock"),
    Forced(4.5, 2, (157,), "bot"),
    StandInChosen(5.0, 1, "nonna"),
    HandedOver(5.0, 1, "kitchen", 0),
    Voted(5.0, 1, "kitchen", 0),
    TakenBack(6.0, 1),
    KeyReplaced(6.0, 1, 0, "ab13"),
    ZoneTold(6.0, 1, "Europe/Rome"),
    VacationAnnounced(6.0, 1, 86500.0, 172900.0),
    Said(7.0, None, "Dario", "spectators", "who's “first”?\u2028"),
    Said(7.0, 0, "Zoë", "table", "three salami!"),
    Rematch(8.0, "abcdefghjk"),
    Rematch(8.0, "abcdefghjk", 2),
    Closed(9.0),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.kind)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    text = entry.to_json()
    assert read_entry(text) == entry
    assert "\n" not in text
    assert json.loads(text)["kind"] == entry.kind


def test_every_kind_of_entry_is_among_them() -> None:
    assert {entry.kind for entry in ENTRIES} == set(KINDS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "[1]",
        "{}",
        '{"kind": "cheated", "time": 1}',
        '{"kind": ["moved"], "time": 1}',
        '{"kind": "left", "time": 1}',
        '{"kind": "left", "time": 1, "seat": 0, "name": "x"}',
        '{"kind": "left", "time": "noon", "seat": 0}',
        '{"kind": "left", "time": 1, "seat": "0"}',
        '{"kind": "left", "time": 1, "seat": true}',
        '{"kind": "left", "time": 1, "seat": null}',
        '{"kind": "moved", "time": 1, "seat": 0, "actions": 3, "by": "player"}',
        '{"kind": "moved", "time": 1, "seat": 0, "actions": ["3"], "by": "player"}',
        '{"kind": "started", "time": 1, "seed": 1.5}',
        '{"kind": "configured", "time": 1, "options": {}, "settings": {"public": true}}',
        '{"kind": "configured", "time": 1, "options": {}, "settings": {"public": 1, "clock": 0, "pace": "slow"}}',
        '{"kind": "configured", "time": 1, "options": [], "settings": {"public": true, "clock": 0, "pace": "slow"}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(BadEntry, match="this isn't an entry of a table"):
        read_entry(text)
