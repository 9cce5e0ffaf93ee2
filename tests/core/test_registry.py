"""The register: what there is, and errors that say so."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import forno
from forno.core import registry
from forno.core.registry import GameInfo, Option, game_info, register, register_plugins
from forno.testing import check_game
from tests import toy


@pytest.fixture(autouse=True)
def register_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_register", dict(registry._register))


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
    assert info.option(info.variant).choices
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
        ({"edition": "grand"}, r"edition can't be 'grand' \(did you mean 'grande'\?\); it is one of classic, "),
        ({"edition": 3}, "edition can't be 3; it is one of"),
        ({"players": 9}, "players can't be 9; it is a number from 2 to 6"),
        ({"players": 1}, "players can't be 1"),
        ({"players": "four"}, "players can't be 'four'"),
        ({"players": True}, "players can't be True"),
        ({"helping": "yes"}, "helping can't be 'yes'; it is True or False"),
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
    with pytest.raises(forno.UnknownGame, match="'mamma-mia' is taken by Mamma Mia!"):
        register(replace(info, title="Another"))
    assert game_info("mamma-mia") == info


def test_a_game_of_a_third_party_is_registered_through_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "toppings-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toppings\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[forno.games]\ntoppings = tests.toy:INFO\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    register_plugins()
    assert game_info("toppings") == toy.INFO
    game = forno.game("toppings", players=3)
    check_game(game, 1, stride=1)


def test_rules_are_loaded_when_a_game_is_made_and_not_before() -> None:
    broken = GameInfo("broken", "Broken", "", "", "", "mode", (Option("mode", "choice", ""),), "no.such.module:Game")
    register(broken)
    assert game_info("broken") in forno.catalogue()
    with pytest.raises(ModuleNotFoundError):
        forno.game("broken")
