"""The examples work as their readers would use them: installed beside Forno, checked, and played in the browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.servers import ServerProcess
from tools.people import Person, play, play_now

EXAMPLE = Path(__file__).parents[1] / "examples" / "last-slice"
MOST_LINES = 490
CHECKS = """
import forno
from forno.testing import check_bot, check_face, check_game, check_game_in_processes, check_many
from last_slice.bots import Careful

assert "last-slice" in [info.name for info in forno.catalogue()]
for players in (2, 3, 4):
    game = forno.game("last-slice", players=players)
    check_many(game, seeds=range(5))
    check_game(game, 3, stride=1)
    check_face(game)
    check_game_in_processes(game)
    check_bot(Careful, game, seed=7)
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The example installed as its README says, in a place of its own."""
    place = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-build-isolation", "--target", str(place), str(EXAMPLE)]
    subprocess.run(command, check=True)
    paths = [str(place), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def test_the_example_is_small() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md", ".toml", ".css")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST_LINES


def test_a_game_from_outside_keeps_the_contract(environment: Mapping[str, str]) -> None:
    subprocess.run([sys.executable, "-c", CHECKS], env=environment, check=True)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["games", "last-slice"], "Last Slice"),
        (["play", "last-slice", "--watch", "--seed", "7"], "--- Last Slice -"),
        (["rules", "LS-2"], "take one slice or two"),
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
