"""Records of tables whose rules aren't here any more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

import forno
from forno.core import registry
from forno.table.entries import Moved
from forno.table.table import Table
from tests import toy
from tests.table.test_closing import HERE, begun, played, registered

__all__ = ["registered"]


@pytest.mark.parametrize("moves", [0, 6])
def test_the_record_of_a_closed_table_replays_in_the_release_it_came_from(moves: int) -> None:
    entries = begun("backwards", moves=moves)
    text = Table.replay("t", entries).record_text()
    with pytest.raises(forno.RecordError, match="started under version 1 of its rules, and this is version 2"):
        forno.Record.parse(text)
    with the_release_it_came_from():
        assert forno.Record.parse(text).replay().history() == played(entries)


def test_a_closed_record_of_a_finished_game_replays_to_its_last_line() -> None:
    entries = begun("backwards", moves=1000)
    text = Table.replay("t", entries).record_text()
    with (
        the_release_it_came_from(),
        pytest.raises(forno.RecordError, match="the record says 'unfinished', the game says 'north") as failure,
    ):
        forno.Record.parse(text).replay()
    assert failure.value.line == len(text.splitlines())


@contextmanager
def the_release_it_came_from() -> Iterator[None]:
    """As if the rules had never changed."""
    registry.GAMES.remove("backwards")
    with toy.registered(replace(toy.INFO, name="backwards", factory=f"{HERE}:AsItWas")):
        yield


def test_a_closed_record_keeps_what_todays_words_cant_say() -> None:
    entries = [*begun("backwards", moves=0), Moved(3.0, 0, (2, 99))]
    text = Table.replay("t", entries).record_text()
    assert "# actions 2 99\n1 north: plays 3, ?\n" in text
