"""The daily table: the same for everybody, and evenings that can be compared."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from forno.core.language import use
from forno.core.registry import game_info
from forno.core.seeds import daily_seed
from forno.features.daily.daily import (
    Evening,
    Rank,
    better_than,
    card,
    day_of,
    families,
    grid,
    play_evenings,
    rank,
    seconds_left,
)
from forno.live.bots import Bots, SeatedBot
from forno.pages.labels import about
from forno.pages.publishing.publisher import Publisher
from forno.table.entries import BotSat, Opened, Sat, read_entry
from forno.table.keys import key_hash
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.loops import run

FAMILIES = [info.name for info in families()]


def moment(*when: int) -> float:
    return datetime(*when, tzinfo=UTC).timestamp()  # type: ignore[arg-type,misc]


def test_a_day_begins_at_midnight_and_has_its_number_everywhere() -> None:
    assert day_of(moment(2026, 1, 1)) == 1
    assert day_of(moment(2026, 11, 16, 23, 59, 59)) == 320
    assert day_of(moment(2026, 11, 17)) == 321
    assert seconds_left(moment(2026, 11, 16, 23, 59, 30)) == 30
    assert seconds_left(moment(2026, 11, 17)) == 86_400


def daily_table(name: str, day: int) -> Table:
    info = game_info(name)
    table = Table("daily")
    for entry in (
        Opened(0.0, name, dict(info.daily), None, TableSettings(daily=day)),
        Sat(1.0, 0, "Anna", key_hash("key")),
        *(BotSat(2.0, seat, bot) for seat, bot in enumerate(info.daily_bots, 1)),
    ):
        table.check(entry)
        table.follow(entry)
    start = table.start(3.0, daily_seed(day or 1))
    table.check(start)
    table.follow(start)
    return table


async def play(table: Table, most: int, forgetful: bool) -> list[int]:
    """The visitor always takes the first answer; bots sit down anew for every turn, or not."""
    bots, kept = Bots(), dict[int, SeatedBot]()
    for _ in range(most):
        seat = table.awaited
        if table.phase == "over" or seat is None:
            break
        bot = table.seats[seat].bot
        if bot is None:
            actions: tuple[int, ...] = (next(iter(table.turn_tree(1))),)
        else:
            actions = await bots.turn(table, seat, bot, {} if forgetful else kept)
        entry = table.decide(4.0, seat, actions, "player" if bot is None else "bot")
        table.check(entry)
        table.follow(entry)
    assert table.state is not None
    return table.state.history()


@pytest.mark.parametrize("name", FAMILIES)
def test_bots_decide_the_same_after_a_restart(name: str) -> None:
    kept, anew = (run(play(daily_table(name, 7), 60, forgetful)) for forgetful in (False, True))
    assert kept == anew
    assert len(kept) > 60


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_an_evening_is_the_same_wherever_it_is_played(name: str) -> None:
    one, two, three = play_evenings(name, 7, [0, 1, 2])
    assert play_evenings(name, 7, [2, 0]) == [three, one]
    assert len({one, two, three, *play_evenings(name, 8, [0, 1, 2])}) > 1
    assert all(1 <= place <= len(game_info(name).daily_bots) + 1 for place, _score in (one, two, three))


def test_who_came_further_was_better_and_then_who_has_more() -> None:
    evenings = sorted([Evening(1, -5), Evening(1, -7), Evening(2, -9), Evening(2, -9), Evening(4, 0)])
    assert rank(Evening(1, -7), evenings) == Rank(1, 5, 4)
    assert rank(Evening(2, -9), evenings) == Rank(3, 5, 1)
    assert rank(Evening(3, -1), evenings) == Rank(5, 5, 1)
    assert rank(Evening(3, -1), []).percent == 0


def test_a_card_tells_how_it_went_and_nothing_of_the_cards() -> None:
    with use("en"):
        passed_on = card(game_info(FAMILIES[0]), 320, Evening(1, -6), Rank(2, 9, 7), Rank(130, 1000, 870))
    assert passed_on.splitlines() == [
        f"Forno, the daily table no. 320: {game_info(FAMILIES[0]).title}",
        "🥇 🍕🍕🍕🍕🍕🍕🍕🍕🍕⬜",
        "Better than 87% of 1000 bot games",
        "No. 2 of 9 here today",
    ]


@pytest.mark.parametrize(("place", "medal"), [(1, "🥇"), (3, "🥉"), (4, "🍽️")])
def test_a_server_without_bot_games_says_nothing_of_them_but_has_the_medal(place: int, medal: str) -> None:
    assert better_than(Rank(1, 0, 0), 0) == ""
    with use("en"):
        passed_on = card(game_info(FAMILIES[0]), 320, Evening(place, -6), Rank(1, 1, 0), Rank(1, 0, 0), [[2, 1]])
    assert passed_on.splitlines()[1:] == [medal, "🍕🍕🟥"]


def test_until_the_bots_have_played_it_is_said_so() -> None:
    assert better_than(Rank(1, 0, 0), 1000) == "The bots are still playing."


def test_a_log_says_which_day_it_is_and_others_say_nothing() -> None:
    opened = Opened(0.0, FAMILIES[0], {}, None, TableSettings(daily=320))
    assert read_entry(opened.to_json()) == opened
    assert "daily" not in Opened(0.0, FAMILIES[0], {}, None, TableSettings()).to_json()


def test_a_grid_has_a_row_for_each_baking_or_day_and_names_no_card() -> None:
    rows = [[2, 1], [0, 0]]
    assert grid(rows) == "🍕🍕🟥\n⬜"
    with use("en"):
        assert grid(rows) in card(game_info(FAMILIES[0]), 320, Evening(1, -6), Rank(1, 1, 0), Rank(1, 10, 9), rows)


def test_a_table_says_which_day_it_is_and_gives_no_hints() -> None:
    table = daily_table(FAMILIES[0], 321)
    with use("en"):
        assert "Daily, 17 November" in about(table)
        assert "no hints, no memory aid" in Publisher(table, Bots(), 60.0).contents.hint(0)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("day", [321, 0])
def test_turns_of_a_daily_table_alone_offer_no_hints(name: str, day: int) -> None:
    table = daily_table(name, day)
    while table.awaited != 0:
        assert table.awaited is not None
        table.follow(table.decide(4.0, table.awaited, (next(iter(table.turn_tree(1))),), "bot"))
    contents = Publisher(table, Bots(), 60.0).contents
    contents.begin_show().observe(table.told_events())
    shown, _log = contents.whole(0, "en")
    assert 'id="turn-form"' in shown["turn"]
    assert ('id="hint"' in shown["turn"]) is (day == 0)
