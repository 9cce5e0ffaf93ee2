"""The register: what there is, and errors that say so."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import forno
from forno.core import registry
from forno.core.plugins import Register
from forno.core.registry import GAMES, GameInfo, Option, game_info, register
from forno.testing import check_game
from tests import toy


@pytest.fixture(autouse=True)
def register_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh: Register[GameInfo] = Register(GAMES.group)
    for name in ("mamma-mia", "pizza-master"):
        fresh.announce(name, f"forno.games.{name.replace('-', '_')}.meta:INFO")
    monkeypatch.setattr(registry, "GAMES", fresh)


def test_games_are_listed_by_name() -> None:
    names = [info.name for info in forno.catalogue()]
    assert names == sorted(names)
    assert "mamma-mia" in names


@pytest.mark.parametrize("info", forno.catalogue(), ids=lambda info: info.name)
def test_every_game_describes_itself(info: GameInfo) -> None:
    assert info.title
    assert info.summary
    assert info.designer
    assert info.publishers
    assert info.variants
    assert info.option("players").least >= 2
    assert all(option.help and option.kind in KINDS for option in info.options)
    assert forno.game(info.name).name == info.name


KINDS = {"choice", "number", "switch", "names", "file"}


def test_an_unknown_game_is_refused_with_what_there_is() -> None:
    with pytest.raises(forno.UnknownGame, match=r"did you mean 'mamma-mia'.*there are .*mamma-mia") as failure:
        forno.game("mama-mia")
    assert failure.value.code == "unknown-game"
    with pytest.raises(forno.UnknownGame) as failure:
        forno.game_info("chess")
    assert "did you mean" not in str(failure.value)


def test_an_unknown_option_is_refused_with_what_there_is() -> None:
    with pytest.raises(
        forno.OptionError, match=r"has no option 'player' .did you mean 'players'.*it has edition, "
    ) as failure:
        forno.game("mamma-mia", player=3)
    assert failure.value.code == "option"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edition": "grand"}, r"edition can't be 'grand' \(did you mean 'grande'\?\); it must be one of classic, "),
        ({"edition": 3}, "edition can't be 3; it must be one of"),
        ({"players": 9}, "players can't be 9; it must be a number from 2 to 6"),
        ({"players": 1}, "players can't be 1"),
        ({"players": "four"}, "players can't be 'four'"),
        ({"players": True}, "players can't be True"),
        ({"helping": "yes"}, "helping can't be 'yes'; it must be True or False"),
        ({"colours": ("yelow", "green")}, r"colours can't have 'yelow' \(did you mean 'yellow'\?\)"),
        ({"colours": "mauve"}, "colours can't have 'mauve'"),
    ],
)
def test_a_value_that_an_option_cannot_take_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(forno.OptionError, match=message):
        forno.game("mamma-mia", **options)


def test_an_option_that_is_none_takes_its_default() -> None:
    assert forno.game("mamma-mia", starter=None, helping=None).options == forno.game("mamma-mia").options


def test_a_name_can_be_taken_once() -> None:
    info = game_info("mamma-mia")
    register(info)
    with pytest.raises(forno.UnknownGame, match="'mamma-mia' is taken"):
        register(replace(info, title="Another"))
    assert game_info("mamma-mia") == info


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Installs a package with these entry points, under a name of its own."""

    def install(points: str) -> None:
        package = tmp_path / "toppings-1.0.dist-info"
        package.mkdir()
        (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toppings\nVersion: 1.0\n")
        (package / "entry_points.txt").write_text(f"[forno.games]\n{points}\n")
        monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])

    return install


def test_a_game_of_a_third_party_is_registered_through_its_entry_point(plugins: Callable[[str], None]) -> None:
    plugins("toppings = tests.toy:INFO")
    assert game_info("toppings") == toy.INFO
    game = forno.game("toppings", players=3)
    check_game(game, 1, stride=1)


def test_a_broken_plug_in_takes_nothing_else_with_it(
    plugins: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    plugins("broken = no.such.module:INFO\ntoppings = tests.toy:INFO\nmisnamed = tests.toy:INFO")
    assert [info.name for info in forno.catalogue()] == ["mamma-mia", "pizza-master", "toppings"]
    assert forno.catalogue()
    assert caplog.text.count("'broken' is left out: no.such.module:INFO: ModuleNotFoundError") == 1
    assert "'misnamed' is left out: tests.toy:INFO: LookupError: it calls itself 'toppings'" in caplog.text
    with pytest.raises(forno.UnknownGame, match="'broken' is installed but can't be loaded"):
        forno.game("broken")


def test_a_plug_in_can_not_take_the_name_of_one_of_our_games(plugins: Callable[[str], None]) -> None:
    plugins("mamma-mia = tests.toy:INFO")
    assert game_info("mamma-mia").title == "Mamma Mia!"


@pytest.mark.slow
def test_import_forno_loads_neither_plug_ins_nor_rules(tmp_path: Path) -> None:
    """A package that imports Forno first can be a plug-in: nothing of it is loaded while Forno is."""
    package = tmp_path / "early-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: early\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[forno.games]\nearly = early:INFO\n")
    (tmp_path / "early.py").write_text(
        "import forno\n"
        'INFO = forno.GameInfo("early", "Early", "", "", "", "", (), "early:Early")\n'
        "print(sorted(info.name for info in forno.catalogue()))\n"
    )
    program = (
        "import sys, forno\n"
        "assert 'early' not in sys.modules\n"
        "assert not [name for name in sys.modules if name.startswith('forno.games.')], sys.modules\n"
        "import early\n"
        "print(forno.game_info('early').title)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "Early"


def test_rules_are_loaded_when_a_game_is_made_and_not_before() -> None:
    broken = GameInfo("broken", "Broken", "", "", "", "mode", (Option("mode", "choice", ""),), "no.such.module:Game")
    register(broken)
    assert game_info("broken") in forno.catalogue()
    with pytest.raises(ModuleNotFoundError):
        forno.game("broken")
