"""Usual answering times: from a player's own finished games over days, in a few words, and only with a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from forno.features.answer_times.answer_times import MIN_ANSWERS, answer_seconds, usual_hours
from forno.table import errors
from forno.table.entries import AnswersTold, Forced, Moved, Started, TakenBack
from forno.table.entries.seating import ANSWER_HOURS
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS
from tests.loops import run
from tests.table.helpers import do, refuse, seated
from tests.table.test_slow_games import slow_game
from tests.web.servers import SHORT, Browser, Program, Running, running

HOURS = HOUR_SECONDS
SLOW = {"clock": 24 * HOURS}


def test_a_turn_counts_from_the_move_before_until_the_player_or_the_clock_decides() -> None:
    log = [
        Started(0.0, 7, 1, "deck"),
        Moved(3.0, 0, (1,)),
        Moved(4.0, 0, (1,)),  # the same turn
        Moved(9.0, 1, (1,)),
        Moved(29.0, 0, (1,), "clock"),
        Moved(39.0, 1, (1,), "bot"),
        Forced(59.0, 0, (1,)),  # an only answer tells nothing
        TakenBack(60.0, 1),
        Moved(70.0, 1, (1,)),
    ]
    assert answer_seconds(log, {0}) == [3.0, 20.0]
    assert answer_seconds(log, {1}) == [5.0, 10.0]


@pytest.mark.parametrize(("usual", "told"), [(0.5, 1), (2, 6), (6, 6), (20, 24), (60, 72), (100, 240), (999, 240)])
def test_times_are_told_in_a_few_sizes(usual: float, told: int) -> None:
    assert usual_hours([usual * HOURS] * MIN_ANSWERS) == told
    assert usual_hours([usual * HOURS] * (MIN_ANSWERS - 1)) == 0


def test_the_table_hears_a_known_size_before_a_game_over_days() -> None:
    refuse(seated(players=2), AnswersTold(1.0, 0, 6), errors.WrongPhase, "over several days")
    refuse(slow_game(), AnswersTold(1.0, 0, 6), errors.WrongPhase, "only possible before")
    table = Table.replay("t", slow_game().log[:-1])
    refuse(table, AnswersTold(1.0, 0, 7), errors.BadSetting, "Choose one")
    do(table, AnswersTold(1.0, 0, ANSWER_HOURS[0]))
    assert table.seats[0].answers == 1


def play_slowly(server: Running, browser: Browser) -> None:
    """A finished game over days of a browser's player, whose log is stored as if five hours lay between all moves."""
    program = Program.opens(server.address, "pizza-master", options=SHORT, **SLOW)
    program.start()
    program.play_on()
    browser.get(f"/t/{program.table}/me/{program.key}")

    async def stretch() -> None:
        store = server.app.host.store
        entries = await store.load(program.table)
        told = [type(entry)(**vars(entry) | {"time": 5.0 * HOURS * n}) for n, entry in enumerate(entries)]
        load = store.load

        async def loaded(table: str, start: int = 0) -> list[object]:
            return list(told[start:]) if table == program.table else list(await load(table, start))

        store.load = loaded  # type: ignore[method-assign,assignment]

    run(stretch())


def sat_down(server: Running, browser: Browser) -> str:
    """Return what a stranger reads of a player who has sat down at a new table over days."""
    table = Program(server.address)
    table.table = table.client.post("/tables", json={"game": "mamma-mia", **SLOW}).json()["table"]
    browser.send(f"/t/{table.table}/sit", {"name": "Zoë"})
    return Browser(server.address).get(f"/t/{table.table}").text


def test_whoever_comes_reads_how_long_a_player_with_a_key_usually_takes(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        browser = Browser(server.address)
        play_slowly(server, browser)
        assert "usually answers within a few hours" in sat_down(server, browser)
        assert "usually answers" not in sat_down(server, Browser(server.address))


def test_nothing_is_told_where_players_have_no_keys(tmp_path: Path) -> None:
    with running(tmp_path, player_keys="off") as server:
        browser = Browser(server.address)
        play_slowly(server, browser)
        assert "usually answers" not in sat_down(server, browser)
