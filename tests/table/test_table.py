"""What a table knows: guests, host, clock, answers, records, decks of your own."""

from __future__ import annotations

from importlib.resources import files

import pytest

import forno
from forno.core.errors import DeckError, OptionError
from forno.table import (
    BotSat,
    Configured,
    HandedOver,
    Left,
    Moved,
    Opened,
    Rematch,
    Said,
    Sat,
    SeatCleared,
    Table,
    TableSettings,
    TakenBack,
    new_key,
    new_table_id,
)
from forno.table.errors import BadName, BadText, Stale
from forno.table.guests import clean_name, clean_text
from tests.table.helpers import do, learnt, move, opened, play_on, seated, started

PINEAPPLES = """
title = "All pineapple"
kinds = 5

[[orders]]
name = "some-{P}"
needs = { P = 2 }
"""
FEW_ORDERS = """
title = "Two pizzas"

[[orders]]
name = "plain"
type = "cheese"
dish = "pizza"
needs = { cheese = 1 }
points = 1
count = 20
"""


# Guests


def test_who_came_first_is_the_host_and_then_who_came_next() -> None:
    table = opened(players=3)
    hosts = [table.host]
    for seat in (2, 0, 1):
        do(table, Sat(1.0, seat, "Anna", "hash"))
        hosts.append(table.host)
    assert hosts == [None, 2, 2, 2]
    do(table, Left(2.0, 2))
    assert table.host == 0
    do(table, SeatCleared(2.0, 0))
    assert table.host == 1
    do(table, Sat(3.0, 2, "Carla", "hash"))
    assert table.host == 1


def test_a_bot_is_never_the_host() -> None:
    table = opened(players=2)
    do(table, BotSat(1.0, 0, "random"))
    assert (table.host, table.seats[0].invited_bot) == (None, True)
    do(table, Sat(1.0, 1, "Bruno", "hash"))
    assert table.host == 1


def test_the_host_may_change_everything_before_the_start() -> None:
    table = opened(players=2)
    do(table, Sat(1.0, 1, "Bruno", "hash"))
    options = {"players": 4, "colours": ["brown", "red", "green", "yellow"], "starter": "red"}
    do(table, Configured(2.0, options, TableSettings(public=True, clock=30)))
    assert [seat.name for seat in table.seats] == [None, "Bruno", None, None]
    assert table.game.colours == ("brown", "red", "green", "yellow")
    assert table.settings == TableSettings(public=True, clock=30)
    do(table, Configured(2.0, {"players": 2}, TableSettings()))
    assert [seat.name for seat in table.seats] == [None, "Bruno"]


@pytest.mark.parametrize(
    ("text", "name"), [(" Anna  B. ", "Anna B."), ("Zoë", "Zoë"), ("👩‍🍳", "👩‍🍳"), ("<b>", "<b>")]
)
def test_a_name_is_text_without_what_cant_be_seen(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_names_and_words_are_cleaned_or_refused() -> None:
    assert clean_text(" three\n salami! ") == "three salami!"
    with pytest.raises(BadName):
        clean_name(" \t ")
    with pytest.raises(BadText):
        clean_text("")


def test_keys_and_names_of_tables_are_long_enough_not_to_be_guessed() -> None:
    assert len({new_key() for _ in range(100)}) == 100
    assert all(len(new_key()) >= 32 for _ in range(10))
    assert all(len(new_table_id()) >= 10 and new_table_id().isalnum() for _ in range(10))


def test_an_absent_player_is_handed_over_by_the_others_only() -> None:
    table = started(players=3)
    assert table.may_hand_over(0, 1)
    assert not table.may_hand_over(0, 0)
    assert not table.may_hand_over(5, 0)
    do(table, HandedOver(3.0, 0, "random", 1))
    assert not table.may_hand_over(0, 1)
    assert not seated(players=3).may_hand_over(0, 1)


# Clock


def test_the_clock_runs_for_whoever_is_awaited_and_no_chat_stops_it() -> None:
    table = started(players=2, clock=30, starter="yellow")
    assert table.deadline == 32.0
    do(table, Said(20.0, 1, "Bruno", "table", "well?"))
    assert table.deadline == 32.0
    assert table.state is not None
    do(table, Moved(25.0, 0, (table.state.legal_actions()[0],)))
    assert table.deadline == 55.0


def test_a_bot_has_no_clock_and_who_comes_back_gets_the_whole_time() -> None:
    table = started(players=2, clock=30, starter="yellow")
    do(table, HandedOver(3.0, 0, "random", 1))
    deadlines = [table.deadline]
    do(table, TakenBack(10.0, 0))
    deadlines.append(table.deadline)
    assert deadlines == [None, 40.0]
    assert started(players=2).deadline is None
    assert seated(players=2, clock=30).deadline is None


def test_the_clock_runs_for_whoever_has_one_answer_as_for_everybody() -> None:
    for seed in range(50):
        table = started(players=2, clock=30, seed=seed)
        while table.phase != "over":
            play_on(table, -1)
            if table.question is not None:
                assert table.deadline == table.due == 33.0
                play_on(table, time=7.0)
                assert table.phase == "over" or table.deadline == 37.0
                return
    pytest.fail("nobody ever had only one answer")


# Answers


def test_a_move_sent_again_is_answered_as_before_and_another_is_stale() -> None:
    table = started(players=2, starter="yellow")
    assert table.state is not None
    step = table.steps(0)
    first, second = table.state.legal_actions()[:2]
    table.check_step(step, 0)
    do(table, Moved(3.0, 0, (first,)))
    assert table.has_answered(step, 0, [first])
    for wrong in ((step, 0, [second]), (step, 1, [first]), (99, 0, [first]), (-1, 0, [first])):
        assert not table.has_answered(*wrong)
    with pytest.raises(Stale, match="decide anew"):
        table.check_step(step, 0)


def test_chat_makes_no_answer_stale() -> None:
    table = started(players=2, starter="yellow")
    step = table.steps(0)
    do(table, Said(3.0, 1, "Bruno", "table", "well?"))
    table.check_step(step, 0)


# The end


def test_a_finished_table_has_the_record_of_its_game() -> None:
    table = started(players=2, seed="one evening")
    while table.phase != "over":
        play_on(table)
    assert table.ended == 3.0
    assert table.awaited is None
    record = forno.Record.parse(str(table.record()))
    assert record.seed == "one evening"
    assert table.state is not None
    assert record.replay().outcome == table.state.outcome
    do(table, Rematch(9.0, "next"))
    do(table, Said(9.0, 0, "Anna", "table", "again!"))


# Decks of your own


@pytest.mark.parametrize(("game", "deck"), [("mamma-mia", PINEAPPLES), ("pizza-master", FEW_ORDERS)])
def test_a_table_plays_and_replays_with_its_own_deck(game: str, deck: str) -> None:
    table = Table("t")
    do(table, Opened(0.0, game, {"players": 2}, deck))
    do(table, Configured(0.0, {"players": 3}, TableSettings()))
    for seat in range(3):
        do(table, BotSat(1.0, seat, "random"))
    do(table, table.start(2.0, 7))
    for _ in range(20):
        play_on(table, by="bot")
    assert table.game.deck_hash != forno.game(game).deck_hash
    assert learnt(Table.replay("t", table.log)) == learnt(table)


def test_the_text_of_an_editions_deck_is_a_deck_of_ones_own() -> None:
    text = files("forno.games.mamma_mia").joinpath("decks", "grande.toml").read_text(encoding="utf-8")
    table = opened("mamma-mia", text, edition="grande", players=4)
    assert table.game.deck_hash == forno.game("mamma-mia", edition="grande").deck_hash


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not a deck", "deck: isn't TOML"),
        ("kinds = 5", "must be \\[\\[orders\\]\\] entries"),
        (PINEAPPLES.replace("P = 2", "P = 99"), "order 1 \\(some-{P}\\): the need for P must be a number"),
        (PINEAPPLES.replace("needs", "neds"), "order 1 \\(some-{P}\\): 'neds' is unknown"),
    ],
)
def test_what_is_wrong_with_a_deck_names_the_card(text: str, reason: str) -> None:
    with pytest.raises(DeckError, match=reason):
        Table("t").check(Opened(0.0, "mamma-mia", {}, text))


def test_a_deck_for_other_rules_is_refused() -> None:
    with pytest.raises(OptionError, match="is for 5 kinds"):
        Table("t").check(Opened(0.0, "mamma-mia", {"edition": "grande"}, PINEAPPLES))


def test_moves_read_as_they_are_written() -> None:
    table = started(players=2, starter="yellow")
    assert table.state is not None
    notation = str(table.game.actions[table.state.legal_actions()[0]])
    action = table.game.parse(notation)
    move(table, notation)
    assert table.log[-1] == Moved(3.0, 0, (action,))
