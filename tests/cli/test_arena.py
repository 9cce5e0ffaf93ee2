"""`forno arena`, `forno lab` and `forno bots` as people call them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from forno.arena.results import read_lines
from forno.cli import main
from tests.cli.helpers import OWN_DECK, Captured

pytestmark = pytest.mark.slow
ARENA = ["arena", "mamma-mia", "--edition", "grande", "--bots", "random,random:", "--seed", "7", "--processes", "1"]


def test_the_table_names_everyone(capsys: Captured) -> None:
    assert main([*ARENA, "--games", "6"]) == 0
    printed = capsys.readouterr()
    assert "3 deals, each in 2 seatings" in printed.out
    assert "random:" in printed.out
    assert "Fair share: 50.0%" in printed.out
    assert printed.err == "", "no bar where there is no terminal"


def test_json_is_one_object_with_what_was_promised(capsys: Captured) -> None:
    assert main([*ARENA, "--games", "6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["options"]["edition"], found["games"]) == ("mamma-mia", "grande", 6)
    assert found["complete"] is True
    assert len(found["bots"]) == 2
    for bot in found["bots"]:
        assert {"name", "games", "win_share", "ci95", "mean_score", "seconds_per_decision"} < set(bot)
        assert isinstance(bot["name"], str)
        assert bot["games"] == 6
        low, high = bot["ci95"]
        assert 0 <= low <= bot["win_share"] <= high <= 1
        assert bot["mean_score"] >= 0
        assert bot["seconds_per_decision"] > 0
    assert sum(bot["win_share"] for bot in found["bots"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("arena", "--bots"),
        ("arena --bots ghost,random", "no bot 'ghost'"),
        ("arena --bots random,,random", "write --bots cuoco,random"),
        ("arena --bots random", "2 to 6"),
        ("arena --bots random,random --players 3", "leave --players out"),
        ("arena --bots random,random --games 0", "--games must be at least 1"),
        ("arena --bots random,random --processes 0", "--processes must be at least 1"),
        ("arena --bots random,random --budget nonna:milliseconds=3", "doesn't play in this match"),
        ("arena --bots random,random --budget random", "write nonna:milliseconds=200"),
        ("arena --bots random,random:speed=3", "can't be made like that"),
        ("arena --bots random,exec:", "write exec:python my_bot.py"),
        ("arena --bots random,random --resume", "--resume needs --out FILE"),
        ("arena --bots random,random --out games.csv", ".jsonl or .parquet"),
        ("lab --bots random", "say what is compared"),
        ("lab --bots random --a helping", "write helping=yes"),
        ("lab --bots random --a helping=perhaps", "neither yes nor no"),
        ("lab --bots random --a oven=hot", "has no option 'oven'"),
    ],
)
def test_wrong_usage_is_said_in_a_sentence(words: str, said: str, capsys: Captured) -> None:
    assert main(words.split()) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("forno: ")
    assert said in printed.err


def test_resuming_plays_only_the_rest(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "games.jsonl"
    assert main([*ARENA, "--games", "4", "--out", str(file)]) == 0
    first = file.read_text(encoding="utf-8")
    assert main([*ARENA, "--games", "8", "--out", str(file)]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*ARENA, "--games", "8", "--out", str(file), "--resume"]) == 0
    assert file.read_text(encoding="utf-8").startswith(first)
    assert len({game.key for game in read_lines(file)}) == 8
    without_seed = [word for word in ARENA if word not in ("--seed", "7")]
    assert main([*without_seed, "--games", "10", "--out", str(file), "--resume"]) == 0
    assert {game.seed.partition(".")[0] for game in read_lines(file)} == {"7"}
    assert len(read_lines(file)) == 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_control_c_keeps_what_was_played(processes: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = [*ARENA[:-1], processes, "--games", "100000", "--out", str(file), "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "forno", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = monotonic() + 60
        while not (file.exists() and file.read_bytes().count(b"\n") > 5) and monotonic() < deadline:
            sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everyone
        printed, errors = process.communicate(timeout=60)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert process.returncode == 130, errors
    assert errors == ""
    found = json.loads(printed)
    games = read_lines(file)
    assert found["complete"] is False
    assert found["games"] == len(games) == len({game.key for game in games}) > 5
    deadline = monotonic() + 60
    while (left := living(process.pid)) and monotonic() < deadline:
        sleep(0.05)
    assert left == []


def living(group: int) -> list[str]:
    """The processes of a group that do anything."""
    listed = subprocess.run(["ps", "-eo", "pgid,stat,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()[1:]]
    return [row[-1] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


def test_the_lab_marks_what_a_rule_changes(capsys: Captured) -> None:
    words = "lab mamma-mia --edition grande --players 3 --bots random --games 24 --seed 3 --processes 1"
    assert main([*words.split(), "--a", "helping=yes", "--b", "helping=no"]) == 0
    printed = capsys.readouterr().out
    assert "A: helping=yes" in printed
    assert any(line.strip().startswith("ghiottona") and line.endswith("*") for line in printed.splitlines())
    for row in (
        "turns",
        "mean score",
        "shared wins",
        "wins of number 1 in turn order",
        "wins of seat 3 (brown)",
        "minipizza",
    ):
        assert f"  {row} " in printed


def test_the_lab_compares_decks_and_prints_json(tmp_path: Path, capsys: Captured) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(OWN_DECK, encoding="utf-8")
    words = "lab --players 2 --bots random --games 8 --seed 3 --processes 1 --json"
    assert main([*words.split(), "--a", f"deck={deck}"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["a"]["deck"] != found["b"]["deck"]
    assert found["deals"] == 8
    assert {row["group"] for row in found["rows"]} == {"length", "scores", "wins", "orders a game"}


def test_bots_are_listed(capsys: Captured) -> None:
    assert main(["bots"]) == 0
    printed = capsys.readouterr().out
    assert "random: any legal action (every game)" in printed
    assert "exec:COMMAND" in printed


def test_a_pool_stops_when_it_is_clear_and_its_games_are_reported_again(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "games.jsonl"
    words = ["arena", "mamma-mia", "--bots", "cuoco,random,tests.arena.helpers:First", "--players", "2", "--seed", "7"]
    words += ["--processes", "1", "--games", "600", "--sprt", "cuoco=0.5,0.7", "--out", str(file)]
    assert main([*words, "--column", "actions=tests.arena.helpers:length"]) == 0
    printed = capsys.readouterr().out
    assert "cuoco wins about 70%, not 50%" in printed
    assert "Elo" in printed
    assert 0 < len(kept := read_lines(file)) < 200
    assert all(game.columns["actions"] == sum(game.decisions) for game in kept)
    assert main(["arena", "--results", str(file), "--json", "--report", str(tmp_path / "report")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"] == 2
    assert {pair["bot"] for pair in found["paired"]} < {bot["name"] for bot in found["bots"]}
    assert found["bots"][0]["elo"] > found["bots"][-1]["elo"]
    assert (tmp_path / "report" / "index.html").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["arena"], "say who plays with --bots"),
        (["arena", "--bots", "random,random", "--sprt", "half"], "isn't understood"),
        (["arena", "--bots", "random,random", "--column", "x=nowhere:f"], "there is no function at"),
        (["arena", "--bots", "nowhere:Bot,random"], "there is no bot at"),
    ],
)
def test_what_cant_be_asked_is_said_in_a_sentence(words: list[str], said: str, capsys: Captured) -> None:
    assert main(words) != 0
    assert said in capsys.readouterr().err


def test_a_leaderboard_has_one_line_for_every_command(tmp_path: Path, capsys: Captured) -> None:
    page = tmp_path / "leaderboard.md"
    words = [*ARENA, "--games", "4", "--leaderboard", str(page)]
    assert main([*words, "--out", str(tmp_path / "games.jsonl")]) == 0
    assert main(words) == 0
    assert main([*words, "--players", "2"]) == 0
    lines = [line for line in page.read_text().splitlines() if line.startswith("| Mamma Mia! grande")]
    assert len(lines) == 2
    command = "forno arena mamma-mia --edition grande --bots random,random: --games 4 --seed 7"
    assert lines[0].endswith(f"| 4 | `{command}` |")
