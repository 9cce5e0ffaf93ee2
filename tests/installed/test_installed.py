"""The release works where no checkout is: built, installed in a fresh environment, used from another folder."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest
from packaging.metadata import Metadata

import forno
from tests.installed.environments import ROOT, Environment
from tests.installed.serving import serving

pytestmark = pytest.mark.slow


def test_the_core_installs_without_any_dependency(bare: Environment) -> None:
    there = bare.run(
        str(bare.python), "-c", "import importlib.metadata as m; print(*(d.name for d in m.distributions()))"
    )
    assert there.split() == ["forno"]
    assert str(bare.folder) in bare.run(str(bare.python), "-c", "import forno; print(forno.__file__)")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--version", f"forno {forno.__version__} (interpreted"),
        ("games", "Pizza Master by Perus Saranurak"),
        ("rules MM-14", "MM-14"),
        ("rules PMR-3 --language it", "obiettivo"),
        ("deck show --toml --edition grande-it", "[[orders]]"),
        ("deck show --game pizza-master", "74 orders"),
        ("play --watch --seed 7", "--- Final score"),
        ("play pizza-master --players 2 --seed 7 --language it", "frigorifero"),
        ("new-game pesto-panic", "Your game is in pesto-panic."),
        ("arena --bots pizzaiolo,random --games 2 --processes 1 --seed 7", "pizzaiolo"),
    ],
)
def test_the_terminal_needs_nothing_else(bare: Environment, line: str, said: str) -> None:
    assert said in bare.run("forno", *line.split())


def test_the_server_without_its_extra_says_what_to_install(bare: Environment) -> None:
    said = bare.run("bash", "-c", "! forno serve 2>&1")
    assert said.strip().endswith("pip install 'forno[web]'.")


def test_the_server_shows_everything_that_it_shows_in_a_checkout(web: Environment, tmp_path: Path) -> None:
    with serving("exec forno serve", tmp_path, web.variables) as address, httpx.Client(base_url=address) as client:
        home = client.get("/").text
        assert "Mamma Mia!" in home
        for path in {part.split('"')[0] for part in home.split('="/static/')[1:]}:
            assert client.get(f"/static/{path.partition('#')[0]}").status_code == 200, path
        for language, words in (("en", "oven"), ("de", "Ofen"), ("fr", "four"), ("it", "forno")):
            rules = client.get("/rules/mamma-mia", headers={"Accept-Language": language}).text
            assert 'id="MM-14"' in rules
            assert words in rules
        games = client.get("/api/games").json()
        assert {info.name for info in forno.catalogue()} <= {game["name"] for game in games}
        table = client.post("/api/tables", json={"game": "mamma-mia", "options": {"players": 2}, "name": "Anna"}).json()
        key = {"Authorization": f"Bearer {table['key']}"}
        here = f"/api/tables/{table['table']}"
        assert client.post(f"{here}/bot", json={"seat": 1, "bot": "cuoco"}, headers=key).is_success
        assert client.post(f"{here}/start", json={}, headers=key).is_success
        assert client.get(here, headers=key).json()["phase"] == "playing"
        assert 'id="table"' in client.get(f"/t/{table['table']}").text


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as parts:
        (name,) = [name for name in parts.namelist() if name.endswith(".dist-info/METADATA")]
        told = Metadata.from_email(parts.read(name), validate=True)
    assert str(told.version) == forno.__version__
    assert told.license_expression == "MIT"
    assert [need for need in told.requires_dist or [] if need.marker is None] == []
    assert "web" in (told.provides_extra or [])
    versions = {part.rpartition(" :: ")[2] for part in told.classifiers or [] if "Python :: 3." in part}
    assert versions == {"3.11", "3.12", "3.13", "3.14"}


def test_the_source_archive_holds_what_the_checkout_holds(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as parts:
        names = {name.partition("/")[2] for name in parts.getnames()}
    for name in (
        ".editorconfig",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "CITATION.cff",
        "Makefile",
        "constraints.txt",
    ):
        assert name in names
    for folder in ("src", "tests", "docs", "examples", "tools"):
        missing = {
            str(path.relative_to(ROOT))
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        } - names
        assert missing == set()
