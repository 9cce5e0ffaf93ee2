"""Results as columns, for pandas and Polars."""

from __future__ import annotations

from pathlib import Path

import pytest

import forno.arena
from forno.arena.frames import columns
from forno.arena.matches import Match, Task
from forno.arena.playing import play
from forno.arena.results import kept_match, read_results, to_line, write_parquet
from forno.arena.standings import standings
from forno.bots.lineup import read_lineup
from tests.arena.helpers import played


def test_every_seat_of_every_game_is_a_row() -> None:
    found = columns([played(0, 0, "A,B", [5, 3], [0]), played(0, 1, "B,A", [4, 4], [0, 1], columns={"rounds": 3})])
    assert found["bot"] == ["A", "B", "B", "A"]
    assert found["won"] == [1, 0, 0.5, 0.5]
    assert found["place"] == [1, 2, 1, 1]
    assert found["rounds"] == [None, None, 3, 3]
    assert len({len(column) for column in found.values()}) == 1


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_files_of_both_kinds_are_loaded(tmp_path: Path, suffix: str) -> None:
    import pyarrow

    match = Match.of("mamma-mia", {"players": 2}, read_lineup("random,garzone"), 7)
    games = [play(match, task) for task in match.tasks(2)]
    path = tmp_path / f"games.{suffix}"
    if suffix == "parquet":
        write_parquet(path, games)
    else:
        path.write_text("".join(to_line(game) + "\n" for game in games))
    found = forno.arena.load(path)
    assert found == columns(games)
    assert found["rounds"] == [3] * 8
    assert found["option_edition"] == ["classic"] * 8
    assert pyarrow.table(found).num_rows == 8


def test_pandas_and_polars_take_them_as_they_are(tmp_path: Path) -> None:
    import pandas
    import polars

    one = played(0, 0, "A,B", [5, 3], [0], options={"edition": "classic", "colours": ["red", "green"]})
    two = played(0, 1, "B,A", [4, 4], [0, 1], columns={"rounds": 3})
    path = tmp_path / "games.jsonl"
    path.write_text("".join(to_line(game) + "\n" for game in (one, two)))
    found = forno.arena.load(path)
    frame = pandas.DataFrame(found)
    assert dict(frame.groupby("bot")["won"].mean()) == {"A": 0.75, "B": 0.25}
    table = polars.DataFrame(found)
    assert table.group_by("bot").agg(polars.col("won").mean()).sort("bot").rows() == [("A", 0.75), ("B", 0.25)]
    assert table["rounds"].to_list() == found["rounds"] == [None, None, 3, 3]
    assert table["option_colours"].to_list()[:2] == ["red+green", "red+green"]


def test_days_are_recorded_and_whatever_a_function_makes_of_the_end() -> None:
    options = {"players": 2, "max_days": 2, "mode": "tutorial"}
    recorded = {"supply": f"{__name__}:supply_left"}
    match = Match.of("pizza-master", options, read_lineup("random,random"), 7, columns=recorded)
    assert play(match, Task(0, 0)).columns == {"days": 2, "supply": 65}


def supply_left(state: object) -> int:
    board = state.board  # type: ignore[attr-defined]
    everywhere = board.supply + board.refrigerator + sum(board.trays) + sum(board.beside)
    return sum(state.lookups.tallies.unpack(everywhere))  # type: ignore[attr-defined]


def test_a_file_from_before_there_were_columns_is_read(tmp_path: Path) -> None:
    line = to_line(played(0, 0, "A,B", [5, 3], [0])).replace(',"columns":{}', "")
    assert "columns" not in line
    (tmp_path / "old.jsonl").write_text(line + "\n")
    assert read_results(tmp_path / "old.jsonl")[0].columns == {}


def test_kept_games_say_where_everybody_stands() -> None:
    match = Match.of("mamma-mia", {"players": 2}, read_lineup("random,garzone,cuoco"), 7)
    games = [play(match, task) for task in match.tasks(2)]
    again = kept_match(games)
    assert [player.label for player in again.players] == ["random", "garzone", "cuoco"]
    assert standings(again, games).as_dict() == standings(match, games).as_dict()
