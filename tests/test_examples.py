"""The examples work as their readers would use them: installed beside Forno, checked, and played in the browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from forno.cli import main
from forno.cli.new_game import write_game
from tests.web.servers import ServerProcess
from tools.people import Person, play, play_now

EXAMPLE = Path(__file__).parents[1] / "examples" / "last-slice"
MAX_LINES = 510
NEW = "pesto-panic"
"""Name of a game that `forno new-game` writes."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game as `forno new-game` writes it."""
    folder = tmp_path_factory.mktemp("games")
    assert main(["new-game", NEW, "--folder", str(folder)]) == 0
    return folder / NEW


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, new_game: Path) -> Mapping[str, str]:
    """The example and a new game installed as their README says, in a place of their own."""
    place = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-build-isolation", "--target", str(place), str(EXAMPLE), str(new_game)]
    subprocess.run(command, check=True)
    paths = [str(place), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def test_the_example_is_small() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md", ".toml", ".css")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MAX_LINES


def test_games_from_outside_keep_the_contract(environment: Mapping[str, str], new_game: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    done = subprocess.run(
        [*command, str(EXAMPLE), str(new_game)], env=environment, check=False, capture_output=True, text=True
    )
    assert "8 passed" in done.stdout, done.stdout + done.stderr


def test_a_new_game_has_no_other_name(new_game: Path) -> None:
    for path in new_game.rglob("*"):
        assert not re.search("last.?slice", str(path), re.IGNORECASE)
        if path.suffix == ".pyc":  # a neighbouring test has imported it
            continue
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert not re.search("last[-_]slice|LastSlice|Last Slice|LS-", text), path


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Pesto", "can't be a game's name"),
        ("a--b", "can't be a game's name"),
        ("../pesto", "can't be a game's name"),
        ("class", "can't be a game's name"),
        ("mamma-mia", "is taken"),
        ("json", "is taken"),
        (NEW, "is there already"),
    ],
)
def test_a_name_that_a_new_game_cant_have(
    new_game: Path, name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--folder", str(new_game.parent)]) == 2
    assert reason in capsys.readouterr().err


def test_rules_of_a_new_game_have_letters_of_their_own(tmp_path: Path) -> None:
    write_game("my-magic", tmp_path / "two")
    assert "**MYMA-1**" in (tmp_path / "two" / "src" / "my_magic" / "rulebook" / "rules.md").read_text("utf-8")
    write_game("pesto", tmp_path / "one")
    assert "**PE-1**" in (tmp_path / "one" / "src" / "pesto" / "rulebook" / "rules.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["games", "last-slice"], "Last Slice"),
        (["play", "last-slice", "--watch", "--seed", "7"], "--- Last Slice -"),
        (["rules", "LS-2"], "take one slice or two"),
        (["games"], "Pesto Panic"),
        (["play", NEW, "--watch", "--seed", "7"], "--- Pesto Panic -"),
        (["rules", "PP-2"], "take one slice or two"),
    ],
)
def test_the_terminal_knows_a_game_from_outside(environment: Mapping[str, str], words: list[str], shown: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "forno", *words], env=environment, check=True, capture_output=True, text=True
    )
    assert shown in done.stdout
    assert "()" not in done.stdout


def test_a_game_from_outside_is_played_in_the_browser(
    environment: Mapping[str, str], browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    server = ServerProcess(tmp_path)
    server.start()
    try:
        page = browser.new_page()
        page.goto(f"{server.address}/rules/last-slice")
        expect(page.locator("#LS-3")).to_contain_text("pays the bill")
        play_now(page, server.address, "last-slice")
        play([Person(page)])
        expect(page.locator(".ending")).to_contain_text("The pile is empty.")
    finally:
        server.stop()
