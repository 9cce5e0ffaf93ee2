"""Bots at a server's tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from forno.cli.sit import Guest
from forno.server.bots import ServerBots
from forno.table.entries import BotSat, Opened
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.loops import run
from tests.table.helpers import dealt


@pytest.fixture(scope="module")
def house() -> Iterator[ServerBots]:
    made = ServerBots({}, thinkers=1)
    yield made
    made.close()


def table(id: str, secret: str, lesson: str = "") -> Table:
    """A table of two bots that play at random."""
    settings = TableSettings(lesson=lesson)
    opened = Opened(0.0, "mamma-mia", {"players": 2}, None, settings)
    return Table.replay(id, [opened, BotSat(0.0, 0, "random"), BotSat(0.0, 1, "random"), dealt(opened, secret)])


def luck(house: ServerBots, *at: Table) -> set[str]:
    """Return the seeds of the bots of the first seat there."""
    return {house.sit_down(one, 0, "random").seed for one in at}


def first_turn(house: ServerBots, at: Table) -> tuple[int, ...]:
    assert at.awaited is not None
    return run(house.turn(at, at.awaited, "random", {}))


def test_bots_take_their_luck_from_the_tables_secret_and_not_from_its_id(house: ServerBots) -> None:
    assert len(luck(house, table("here", "one"), table("there", "one"))) == 1
    assert len(luck(house, table("here", "one"), table("here", "two"))) == 2
    assert first_turn(house, table("here", "one")) == first_turn(house, table("there", "one"))


def test_every_seats_bot_has_luck_of_its_own(house: ServerBots) -> None:
    here = table("here", "one")
    assert house.sit_down(here, 0, "random").seed != house.sit_down(here, 1, "random").seed


def test_in_a_lesson_the_bots_have_the_same_luck_every_time(house: ServerBots) -> None:
    assert len(luck(house, table("here", "one", "mamma-mia"), table("there", "two", "mamma-mia"))) == 1


def test_a_bot_that_sits_down_from_elsewhere_takes_its_luck_from_the_seats_key() -> None:
    def luck_with(table: str, key: str) -> str:
        return Guest("http://127.0.0.1:1", table, key, "random", None).luck

    assert luck_with("here", "key") == luck_with("there", "key")
    assert luck_with("here", "key") != luck_with("here", "other")
