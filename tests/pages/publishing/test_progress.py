"""Public progress of a table: what was told, who is awaited, and the clock."""

from __future__ import annotations

import pytest

from forno.pages.publishing.progress import MAX_MESSAGES_TOLD, ROUND, Progress, chat_data, seeing
from forno.pages.publishing.readers import Viewer
from forno.table.entries import HandedOver, Said
from forno.table.table import Table
from tests.pages.publishing.helpers import Clock
from tests.table.helpers import do, offered, over, play_on, seated, started


def telling(table: Table, clock: Clock | None = None) -> Progress:
    """Return the progress of a table of which everything was told just now."""
    progress = Progress(table, clock or Clock())
    again = Table(table.id)
    progress.table = again
    for entry in table.log:
        parts = again.follow(entry)
        progress.note_entry(entry, 0.0)
        for part in parts:
            progress.note_part(part, 0.0)
    return progress


def test_parts_of_the_game_are_told_one_after_another() -> None:
    table = started(players=2)
    for _ in range(8):
        play_on(table)
    progress = telling(table)
    parts = progress.parts_after(0)
    assert progress.position.parts == len(parts) > 2
    assert [event for part in parts for event in part] == progress.events_before(len(parts))
    assert progress.parts_after(1) == parts[1:]
    assert progress.events_before(1) == parts[0]
    assert progress.events_before(0) == []
    assert progress.parts_after(len(parts)) == []


def test_a_position_counts_nothing_that_only_one_seat_noticed() -> None:
    table = started(players=2)
    before = telling(table).position
    while table.awaited is not None and telling(table).position == before:
        play_on(table)
    assert len(table.log) > 3
    assert telling(table).position.parts == before.parts + 1


def said(room: str, seat: int | None, text: str) -> Said:
    return Said(3.0, seat, "Anna", room, text)


def test_players_hear_spectators_only_after_the_game() -> None:
    progress = telling(started(players=2))
    table, gallery = said("table", 0, "Ciao"), said("spectators", None, "She has the olives")
    assert [progress.hears(seat, gallery) for seat in (0, None)] == [False, True]
    assert [progress.hears(seat, table) for seat in (0, None)] == [True, True]
    assert telling(over()).hears(0, gallery)


def test_a_page_begins_with_the_latest_words_that_it_may_hear() -> None:
    table = seated(players=2)
    for number in range(MAX_MESSAGES_TOLD + 5):
        do(table, said("table", 0, f"no. {number}"))
    do(table, said("spectators", None, "psst"))
    progress = telling(table)
    assert [told["text"] for told in progress.words(0)][-1] == f"no. {MAX_MESSAGES_TOLD + 4}"
    assert len(progress.words(0)) == len(progress.words(None)) == MAX_MESSAGES_TOLD
    assert progress.words(None)[-1] == chat_data(said("spectators", None, "psst"))
    assert progress.words(0, progress.position.others) == []


def test_a_bot_in_place_of_a_person_is_never_called_for() -> None:
    table = started(players=2, starter="yellow")
    progress = telling(table)
    assert [progress.awaited(seat) for seat in (0, 1, None)] == [True, False, False]
    both = frozenset({0, 1})
    assert progress.call(Viewer(1, both)) == 0
    assert progress.call(Viewer(0, both)) is None, "who is awaited has the device"
    assert progress.call(Viewer(1, frozenset({1}))) is None
    do(table, HandedOver(3.0, 0, "random", 1))
    progress = telling(table)
    assert progress.awaited(0) is False
    assert progress.call(Viewer(1, both)) is None


def test_where_nobody_may_know_who_is_asked_every_shared_device_is_called() -> None:
    progress = telling(started(players=2))
    both = frozenset({0, 1})

    class Unnamed:
        phase = "playing"
        unnamed = True

    progress.table = Unnamed()  # type: ignore[assignment]
    assert [progress.call(Viewer(seat, both)) for seat in both] == [ROUND, ROUND]


def test_the_clock_goes_from_the_question_and_stops_at_nothing() -> None:
    clock = Clock()
    table = started(players=2, clock=30, starter="yellow")
    progress = telling(table, clock)
    assert progress.clock_left(0) == 30
    clock.time = 12.4
    assert progress.clock_left(0) == 18
    assert not progress.is_late(0)
    clock.time = 99.0
    assert progress.clock_left(0) == 0
    assert progress.is_late(0)


@pytest.mark.parametrize("table", [started(players=2), over(), seated(players=2, clock=30)])
def test_without_a_clock_or_a_game_there_is_no_time(table: Table) -> None:
    assert telling(table).clock_left(table.awaited) is None


def test_events_are_seen_by_those_whom_they_tell_something() -> None:
    table = started(players=2)
    play_on(table, len(offered(table)) - 1)
    events = table.told_events()
    assert seeing(events, 2) == {0, 1}
    assert seeing([], 2) == set()
