"""Results on disk: what goes in comes out, and a run that was cut off goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import forno
from forno.arena import Match, run_here
from forno.arena.results import Results, read_lines, read_results, write_parquet
from forno.arena.sessions import run
from forno.bots.lineup import read_lineup


@pytest.fixture
def match() -> Match:
    return Match.of("pizza-master", {"mode": "tutorial"}, read_lineup("random,random:"), 3)


def test_lines_hold_whole_games(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    games, complete = run(match, 6, processes=1, out=file)
    assert complete
    assert read_results(file) == games
    assert len(games) == 6
    line = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert {"game", "options", "seed", "seats", "scores", "winners", "reason", "decisions", "seconds", "slowest"} < set(
        line
    )


@pytest.mark.parametrize("cut", [1, 40])
def test_a_file_that_was_cut_off_goes_on_where_it_stopped(cut: int, match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole, _ = run(match, 8, processes=1, out=file)
    content = file.read_bytes()
    file.write_bytes(content[:-cut])
    kept = read_lines(file)
    assert len(kept) == 7
    again, complete = run(match, 8, processes=1, out=file, resume=True)
    assert complete
    assert [game.key for game in again] == [game.key for game in whole]
    assert [game.scores for game in again] == [game.scores for game in whole]
    assert again[:7] == kept
    assert len(file.read_text(encoding="utf-8").splitlines()) == 8


def test_nothing_is_played_or_kept_twice(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    games, _ = run(match, 4, processes=1, out=file)
    before = file.read_bytes()
    assert run(match, 4, processes=1, out=file, resume=True) == (games, True)
    assert file.read_bytes() == before
    with Results(match, file, resume=True) as results:
        assert not results.add(games[0])
    assert file.read_bytes() == before


def test_a_file_is_not_written_over(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("", encoding="utf-8")
    with pytest.raises(forno.OptionError, match="--resume continues it"):
        Results(match, file)
    with pytest.raises(forno.OptionError, match=r"\.jsonl or \.parquet"):
        Results(match, tmp_path / "games.csv")
    with pytest.raises(forno.OptionError, match="isn't a folder"):
        Results(match, tmp_path / "nowhere" / "games.jsonl")


def test_games_of_another_match_are_refused(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(match, 2, processes=1, out=file)
    for options, seed in (({"mode": "trainee"}, 3), ({"mode": "tutorial"}, 4)):
        other = Match.of("pizza-master", options, match.players, seed)
        with pytest.raises(forno.ResultsError, match="another match"):
            Results(other, file, resume=True)


@pytest.mark.parametrize("line", ["{}", "not json", '{"deal": 1}'])
def test_a_line_that_is_no_game_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(forno.ResultsError, match="line 1"):
        read_lines(file)


def test_parquet_gives_back_what_it_was_given(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    games, _ = run(match, 4, processes=1, out=file)
    assert read_results(file) == games
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
    more, _ = run(match, 6, processes=1, out=file, resume=True)
    assert more[:4] == games
    assert len(read_results(file)) == 6


def test_parquet_survives_a_process_that_was_killed(match: Match, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    games = list(run_here(match, list(match.tasks(2)), 1))
    write_parquet(file, games[:1])
    results = Results(match, file, resume=True).__enter__()
    results.add(games[1])
    assert results._stream is not None
    results._stream.close()
    again, _ = run(match, 4, processes=1, out=file, resume=True)
    assert again[:2] == games[:2]
    assert len(read_results(file)) == 4


def test_parquet_without_pyarrow_says_what_to_install(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(forno.MissingExtra, match=r"forno\[parquet\]"):
        Results(match, tmp_path / "games.parquet")
