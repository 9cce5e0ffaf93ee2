"""Records: text that reads back, replays, and is refused at the line where it breaks."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import forno
from forno.core.records import result_text
from forno.testing import at_random, fingerprint
from tests import toy
from tests.toy import Toppings


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with toy.registered(toy.INFO):
        yield


def played(seed: int | str = 3, steps: int = 10**6, players: int = 2) -> forno.State:
    state = Toppings(players=players).deal(seed)
    choose = at_random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state.apply(choose(state.legal_actions()))
    return state


TEXT = """\
forno record 1
game: toppings
rules: 1
mode: plain
players: 2
deck: toppings
seed: 3

1 north: plays 4, draws
2 east: plays 2, stays
3 north: plays 3, stays
4 east: plays 1, draws
5 north: plays 2, draws
6 east: plays 1, draws
7 north: plays 3
8 east: plays 4

result: north 12, east 8; north wins (most)
"""


def lines() -> list[str]:
    return TEXT.splitlines()


def test_a_record_is_text_that_can_be_read() -> None:
    assert str(forno.Record.of(played())) == TEXT


def test_a_record_replays_to_the_same_end() -> None:
    state = played()
    again = forno.Record.parse(TEXT).replay()
    assert (again.history(), again.outcome) == (state.history(), state.outcome)
    assert TEXT.endswith(f"result: {result_text(state)}\n")


def test_an_unfinished_game_has_a_record_too() -> None:
    record = forno.Record.of(played(steps=5))
    assert str(record).endswith("\nresult: unfinished\n")
    assert forno.Record.parse(str(record)).result is None
    assert forno.Record.parse(str(record)).replay().history() == played(steps=5).history()


def test_a_game_just_dealt_has_a_record_without_moves() -> None:
    record = forno.Record.of(played(steps=0))
    assert record.lines == ()
    assert forno.Record.parse(str(record)).replay().history() == []


def test_records_are_equal_if_they_are_written_alike() -> None:
    record = forno.Record.of(played())
    assert record == forno.Record.parse(TEXT)
    assert hash(record) == hash(forno.Record.parse(TEXT))
    assert record != forno.Record.of(played(steps=5))
    assert record != forno.Record.of(played("3 "))
    assert record != TEXT


def test_records_of_games_with_other_options_differ() -> None:
    assert forno.Record.of(played(steps=0)) != forno.Record.of(played(steps=0, players=3))


@pytest.mark.parametrize("seed", [0, -4, "007", "pizza time", "٣", "7", "²", "--5", " 3 ", '"', '"7"', "#"])
def test_a_seed_reads_back_as_what_it_was(seed: int | str) -> None:
    record = forno.Record.parse(str(forno.Record.of(played(seed))))
    assert record.seed == seed
    assert record.replay().seed == seed


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        ("²", "'²' isn't a number; if that is the seed, put it in quotes"),
        ("--5", "'--5' isn't a number"),
        ("", "'' isn't a seed; a text must be one line that can be read"),
        ('"pizza', "its quotes don't match"),
        ('"pizza" time', "its quotes don't match"),
        ('"pizza\\ntime"', "a text must be one line that can be read"),
        ("9" * 5000, "this is too long; use at most 200 characters"),
    ],
)
def test_a_seed_that_is_none_is_refused_at_its_line(seed: str, reason: str) -> None:
    with pytest.raises(forno.RecordError) as failure:
        forno.Record.parse(TEXT.replace("seed: 3", f"seed: {seed}"))
    assert failure.value.line == 7
    assert reason in str(failure.value)


@pytest.mark.parametrize("text", [None, b"forno record 1", 3, ["forno record 1"]])
def test_what_isnt_even_text_is_no_record(text: Any) -> None:
    with pytest.raises(forno.RecordError, match="a record is a text, not a value of the type"):
        forno.Record.parse(text)


def test_empty_lines_comments_and_indentation_do_not_count() -> None:
    text = "# a game\n\n" + "\n\n  # and\n  ".join(lines()) + "\n# the end"
    assert forno.Record.parse(text) == forno.Record.parse(TEXT)


def test_steps_show_the_game_move_by_move() -> None:
    record = forno.Record.parse(TEXT)
    seen = [(line.number if line else None, len(state.history())) for line, state in record.steps()]
    assert seen[0] == (None, 0)
    assert [moves for _, moves in seen] == list(range(len(seen)))
    assert seen[1][0] == 9


def test_a_sampled_game_has_no_record() -> None:
    game = Toppings()
    world = game.deal(1).view(0).sample(game.memory(0), forno.Chance(1))
    with pytest.raises(forno.RecordError, match="a sampled state has neither a deal nor a position"):
        forno.Record.of(world)


# --- positions built by hand ----------------------------------------------------

PUZZLE = """\
forno record 1
game: mamma-mia
rules: 1
edition: classic
players: 2
helping: no
memory_aid: no
colours: yellow green
deck: 2c1dfdeac20c8711
position seat: "green"
position hands: ["3 olive", "2 salami, order 4-olive"]
position oven: ["1 salami"]
position seed: "a puzzle"

1 green: 2 salami, no order

result: unfinished
"""


def puzzle() -> forno.State:
    game = forno.game("mamma-mia", players=2)
    hands = ["3 olive", "2 salami, order 4-olive"]
    return game.position(seat="green", hands=hands, oven=["1 salami"], seed="a puzzle")


def test_a_position_built_by_hand_is_saved_in_its_record() -> None:
    state = puzzle()
    for move in ("2 salami", "no order"):
        state.apply(state.game.parse(move))
    assert str(forno.Record.of(state)) == PUZZLE
    record = forno.Record.parse(PUZZLE)
    assert record == forno.Record.of(state)
    assert record.seed is None
    again = record.replay()
    assert again.built_from == state.built_from
    assert fingerprint(again) == fingerprint(state)
    assert fingerprint(pickle.loads(pickle.dumps(record)).replay()) == fingerprint(state)


@pytest.mark.parametrize(
    ("line", "now", "reason"),
    [
        (10, "position seat: green", "line 10: 'green' can't be read: "),
        (10, 'position seat: "brown"', "line 10: seat: nobody plays 'brown'"),
        (10, "position seat: 1", "line 10: 'seat' must be a text, not 1"),
        (11, 'position hands: ["3 olive"]', "line 10: hand: give one text for each of the 2 players"),
        (11, "position hands: " + "[" * 100_000, "can't be read: "),
        (11, 'position hans: ["", ""]', "line 10: there is no 'hans' .did you mean 'hands'"),
        (11, "seed: 7", "line 11: a game begins with a seed or with a position, not with both"),
        (13, "position seat: 1", "line 13: 'position seat' is given twice"),
    ],
)
def test_a_position_that_cant_be_is_refused_at_its_line(line: int, now: str, reason: str) -> None:
    lines = PUZZLE.splitlines()
    lines[line - 1] = now
    with pytest.raises(forno.RecordError, match=reason):
        forno.Record.parse("\n".join(lines)).replay()


def test_a_deck_of_ones_own_is_asked_for() -> None:
    text = TEXT.replace("deck: toppings", "deck: 0123456789abcdef")
    with pytest.raises(forno.RecordError, match=r"line 6: it was played with a deck of its own, 0123.*--deck"):
        forno.Record.parse(text)


Edit = Callable[[list[str]], list[str]]


def put(line: int, text: str) -> Edit:
    return lambda lines: [*lines[: line - 1], text, *lines[line:]]


def drop(line: int) -> Edit:
    return lambda lines: [*lines[: line - 1], *lines[line:]]


LAST = 0  # counted from the end


@pytest.mark.parametrize(
    ("edit", "line", "message"),
    [
        (lambda lines: [], 1, "this isn't a record"),
        (put(1, "forno record 9"), 1, "this isn't a record: it doesn't begin with 'forno record 1'"),
        (lambda lines: ["", "# hello", "a letter", *lines], 3, "this isn't a record"),
        (put(2, "game toppings"), 2, "'game toppings' has no colon"),
        (put(2, "game: topings"), 2, "there is no game 'topings' .did you mean 'toppings'"),
        (drop(2), 1, "the header lacks 'game'"),
        (drop(3), 1, "the header lacks 'rules'"),
        (drop(6), 1, "the header lacks 'deck'"),
        (drop(7), 1, "the header lacks 'seed'"),
        (put(3, "rules: 2"), 3, "the game was started under version 2 of its rules, and this is version 1"),
        (put(4, "mode: fancy"), 4, "mode can't be 'fancy'"),
        (put(4, "mood: plain"), 4, "has no option 'mood'"),
        (put(5, "players: many"), 5, "players: 'many' isn't a number"),
        (put(5, "players: ²"), 5, "players: '²' isn't a number"),
        (put(5, "players: --5"), 5, "players: '--5' isn't a number"),
        (put(5, "players: " + "9" * 5000), 5, "isn't a number"),
        (put(9, "² north: plays 1"), 9, "this should be turn 1, not ²"),
        (put(5, "players: 7"), 5, "players can't be 7"),
        (put(5, "mode: plain"), 5, "'mode' is given twice"),
        (put(9, "2 north: plays 1"), 9, "this should be turn 1, not 2"),
        (put(9, "1 north: plays 9"), 9, "'plays 9' isn't an action here"),
        (put(9, "1 north: pl"), 9, "'pl' can mean"),
        (put(9, "1 north: draws"), 9, "'draws' isn't allowed now"),
        (put(9, "1 north: , draws"), 9, "there is an empty move here"),
        (put(9, "1 east: plays 1"), 9, "'plays 1' is east's, but north is to decide"),
        (lambda lines: lines[:-1], -1, "the record has no result"),
        (lambda lines: [*lines[:-2], "players: 2", *lines[-2:]], -2, "'players' belongs above the moves"),
        (lambda lines: [*lines, "1 north: plays 1"], LAST, "nothing may follow the result"),
        (lambda lines: [*lines[:-1], "result: unfinished"], LAST, "the record says 'unfinished', the game says 'north"),
        (lambda lines: [*lines[:9], "", lines[-1]], LAST, "the record says 'north .*, the game says 'unfinished'"),
    ],
)
def test_a_record_is_refused_at_the_line_where_it_breaks(edit: Edit, line: int, message: str) -> None:
    text = edit(lines())
    with pytest.raises(forno.RecordError, match=message) as failure:
        forno.Record.parse("\n".join(text)).replay()
    assert failure.value.line == (line if line > 0 else len(text) + line)
    assert failure.value.code == "record"


def finished_grande() -> forno.State:
    state = forno.game("mamma-mia", edition="grande", players=3).deal(4)
    choose = at_random(4)
    while not state.is_over:
        state.apply(choose(state.legal_actions()))
    return state


@pytest.mark.rule("MM-23")
def test_a_record_says_what_lies_open_before_everyone_at_the_end() -> None:
    state = finished_grande()
    text = str(forno.Record.of(state))
    said = [line for line in text.splitlines() if line.startswith("revealed ")]
    lies = [", ".join(orders) or "nothing" for orders in state.outcome.revealed]
    assert said == [f"revealed {state.game.seat_name(seat)}: {orders}" for seat, orders in enumerate(lies)]
    assert forno.Record.parse(text).replay().outcome == state.outcome


def test_a_record_that_says_nothing_of_what_lies_open_replays() -> None:
    text = str(forno.Record.of(finished_grande()))
    older = "\n".join(line for line in text.splitlines() if not line.startswith("revealed "))
    assert forno.Record.parse(older).replay().is_over


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda revealed: [revealed[0] + "-x", *revealed[1:]], -4),
        (lambda revealed: [revealed[0], "revealed pink: nothing", revealed[2]], -3),
        (lambda revealed: revealed[:2], -1),
        (lambda revealed: [*revealed, "revealed pink: nothing"], -2),
    ],
    ids=["other cards", "another seat", "a seat too few", "a seat too many"],
)
def test_what_is_said_to_lie_open_must_be_so(edit: Edit, line: int) -> None:
    *above, one, two, three, result = str(forno.Record.of(finished_grande())).splitlines()
    text = [*above, *edit([one, two, three]), result]
    with pytest.raises(forno.RecordError, match=r"the record says .*, the game says ") as failure:
        forno.Record.parse("\n".join(text)).replay()
    assert failure.value.line == len(text) + 1 + line


def test_in_a_game_that_counts_no_cards_none_can_lie_open() -> None:
    text = TEXT.replace("result:", "revealed north: 4\nresult:")
    with pytest.raises(forno.RecordError, match="the record says 'north: 4', the game says ''"):
        forno.Record.parse(text).replay()


def test_a_move_after_the_end_is_refused() -> None:
    text = lines()
    count = len(forno.Record.parse(TEXT).lines)
    with pytest.raises(forno.RecordError, match="comes after the end of the game"):
        forno.Record.parse("\n".join([*text[:-2], f"{count + 1} north: plays 1", *text[-2:]])).replay()


def test_a_move_of_the_next_turn_needs_a_line_of_its_own() -> None:
    record = forno.Record.of(forno.game("mamma-mia", players=2).deal(1))
    state = record.replay()
    moves: list[str] = []
    seat = state.seat
    while len(moves) < 9 and (not moves or state.seat == seat):
        action = state.legal_actions()[0]
        moves.append(str(state.game.actions[action]))
        state.apply(action)
    text = str(record).replace("result:", f"1 {state.game.seat_name(seat)}: {', '.join([*moves, '1 olive'])}\nresult:")
    with pytest.raises(forno.RecordError, match=r"is to decide|belongs to the next turn"):
        forno.Record.parse(text).replay()


def test_a_switch_is_yes_or_no() -> None:
    text = str(forno.Record.of(forno.game("mamma-mia", players=2).deal(1)))
    assert "helping: no" in text
    with pytest.raises(forno.RecordError, match="helping: 'perhaps' is neither yes nor no") as failure:
        forno.Record.parse(text.replace("helping: no", "helping: perhaps"))
    assert failure.value.line == text.splitlines().index("helping: no") + 1
