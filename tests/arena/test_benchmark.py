"""The benchmark and the data set: fixed, repeatable, and complete in what they tell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import forno
from forno.arena import benchmark
from forno.arena.benchmark import benchmark_rows, games_per_row, overall, run_benchmark
from forno.bots.lineup import read_player
from forno.cli import main
from tests.cli.helpers import Captured

pytestmark = pytest.mark.slow
RANDOM = read_player("random")


def test_protocol_1_is_fixed() -> None:
    """Settings of protocol 1; a change of one raises `PROTOCOL`."""
    assert benchmark.PROTOCOL == 1
    assert [row.name for row in benchmark_rows()] == [
        f"{table}-{opponent}"
        for table in ("mamma-mia-classic-2", "mamma-mia-grande-4", "pizza-master-trainee-2", "pizza-master-master-4")
        for opponent in ("random", "cuoco", "pizzaiolo")
    ]
    row = benchmark_rows()[4]
    match = row.match(RANDOM)
    assert (match.seed, match.table, len(match.seatings())) == ("benchmark-1-mamma-mia-grande-4-cuoco", 4, 4)
    assert [games_per_row(read_player(bot)) for bot in ("cuoco", "nonna", "my_module:Bot")] == [2000, 100, 2000]
    assert games_per_row(read_player("bisnonna:iterations=0")) == 2000, "a network alone decides within milliseconds"
    for text in benchmark.BASELINES:
        bot = read_player(text)
        assert games_per_row(bot) == 2000 or "iterations" in dict(bot.options), "no baseline depends on the clock"


def test_a_bot_plays_every_row_once(tmp_path: Path) -> None:
    rows = [row for row in benchmark_rows() if row.opponent == "random"]
    results = list(run_benchmark(RANDOM, rows, 4, tmp_path, processes=1))
    assert [(found.row, found.standing.games) for found in results] == [(row, 4) for row in rows]
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(files) == len(rows)
    again = list(run_benchmark(RANDOM, rows, 4, tmp_path, processes=1))
    assert again == results
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files
    total = overall(results)
    assert total.low <= total.mean <= total.high
    assert total.mean == pytest.approx(sum(found.standing.wins.mean for found in results) / len(rows))
    widest = max(found.standing.wins.high - found.standing.wins.low for found in results)
    assert total.high - total.low < widest, "many rows say more than one"


def test_the_command_prints_a_table_and_writes_data(tmp_path: Path, capsys: Captured) -> None:
    words = ["benchmark", "random", "--game", "pizza-master", "--games", "2", "--processes", "1", "--out"]
    assert main([*words, str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert re.search(r"\| Pizza Master \(master\) \| 4 \| pizzaiolo \| 4 \| [\d.]+% \[", told)
    assert "a part of protocol 1" in told
    data = json.loads((tmp_path / "out" / "random.json").read_text(encoding="utf-8"))
    assert (data["protocol"], data["forno"], data["bot"]) == (1, forno.__version__, "random")
    assert [row["row"] for row in data["rows"]] == [row.name for row in benchmark_rows(["pizza-master"])]
    assert {"rules", "deck", "games", "win_share", "ci95", "fair_share", "mean_score"} < set(data["rows"][0])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["benchmark", "nobody"], "there is no bot 'nobody'"),
        (["benchmark", "random", "--games", "0"], "--games must be at least 1"),
        (["benchmark", "random", "--game", "chess"], "chess"),
        (["dataset", "games.csv"], "written as .parquet"),
        (["dataset", "games.parquet", "--processes", "0"], "--processes must be at least 1"),
        (["dataset", "no/such/games.parquet"], "no/such isn't a folder"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(words: list[str], reason: str, capsys: Captured) -> None:
    assert main(words) == 2
    assert reason in capsys.readouterr().err
