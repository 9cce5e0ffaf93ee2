"""Static files as they are served: a game's own beside the house's, a sheet's parts in their place, minified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from forno.core import registry
from forno.core.plugins import Register
from forno.core.registry import GAMES, GameInfo, catalogue, register
from forno.pages.static_files import asset, game_folder, shared_folder
from forno.web.assets import Assets


@pytest.fixture(autouse=True)
def register_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh: Register[GameInfo] = Register(GAMES.group)
    for info in catalogue():
        fresh.add(info)
    monkeypatch.setattr(registry, "GAMES", fresh)


@pytest.fixture
def assets() -> Assets:
    return Assets()


@pytest.fixture(params=["package", "module"])
def third_party(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameInfo]:
    """A game that somebody else has installed: its face is a package, or a module of one."""
    package = tmp_path / f"calzone_{request.param}"
    face = package / "face" if request.param == "package" else package
    (face / "static").mkdir(parents=True)
    for folder in {package, face}:
        (folder / "__init__.py").write_text("", encoding="utf-8")
    (face / "static" / "style.css").write_text('@import "table.css";\n.calzone { color: red; }', encoding="utf-8")
    (face / "static" / "table.css").write_text("/* A part. */ .calzone { margin: 0; }", encoding="utf-8")
    (face / "static" / "art.svg").write_text('<svg><symbol id="calzone"/></svg>', encoding="utf-8")
    if request.param == "module":
        (package / "looks.py").write_text("raise AssertionError('not asked for yet')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    where = f"{package.name}.face:FACE" if request.param == "package" else f"{package.name}.looks:FACE"
    info = GameInfo("calzone", "Calzone", "", "", "", "", (), "calzone:Calzone", face=where)
    register(info)
    yield info
    asset.cache_clear()


def test_the_files_of_a_third_partys_face_are_served_like_ours(assets: Assets, third_party: GameInfo) -> None:
    sheet = assets.find("calzone/style.css")
    assert sheet is not None
    assert sheet.content == b".calzone{color:red;margin:0}"
    assert assets.sheets_of("calzone") == ["calzone/style.css"]
    assert assets.find("calzone/../__init__.py") is None
    assert assets.find("calzone/table.css") is None, "a part is no file of its own"
    picture = assets.find("calzone/art.svg")
    assert picture is not None
    assert (
        asset("calzone/art.svg")
        == assets.address("calzone/art.svg")
        == f"/static/{picture.fingerprint}/calzone/art.svg"
    )


def test_a_game_without_looks_of_its_own_brings_no_files(assets: Assets) -> None:
    register(GameInfo("plain", "Plain", "", "", "", "", (), "plain:Plain"))
    assert game_folder("plain") is game_folder("no-such-game") is None
    assert assets.sheets_of("plain") == []
    assert assets.find("plain/style.css") is None


@pytest.mark.parametrize("game", [info.name for info in catalogue()])
def test_our_games_bring_a_sheet_and_pictures(assets: Assets, game: str) -> None:
    assert assets.sheets_of(game) == [f"{game}/style.css"]
    assert assets.address(f"{game}/art.svg") == asset(f"{game}/art.svg")


def test_the_address_of_a_sheet_changes_with_its_parts(assets: Assets) -> None:
    entry = shared_folder().joinpath("forno.css").read_text(encoding="utf-8")
    assert "@import" in entry
    found = assets.find("forno.css")
    assert found is not None
    assert b"@import" not in found.content
    assert assets.address("forno.css") == f"/static/{found.fingerprint}/forno.css" != asset("forno.css")
