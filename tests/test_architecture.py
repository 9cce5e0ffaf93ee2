"""docs/architecture.md is true: the modules, files and names on it exist, and every module is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "forno"
PACKAGES = (
    "core",
    "bots",
    "table",
    "background",
    "pages",
    "store",
    "arena",
    "adapters",
    "live",
    "features",
    "server",
    "web",
    "offline",
)
PLACES = re.findall(r"^\| ([^|]+) \| `([^`|]+)` \| `([^`|]+)` \|$", PAGE.partition("## Where is …?")[2], re.MULTILINE)
"""Question, file and name of each row of *Where is …?*."""


def test_every_package_is_in_the_layout() -> None:
    packages = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    listed = set(re.findall(r"^  (\w+)/", PAGE, flags=re.MULTILINE))
    assert packages | {"locales"} == listed


def test_every_module_of_a_package_is_named() -> None:
    named = set(re.findall(r"(\w+\.py)`", PAGE))
    modules = [path for package in PACKAGES for path in (SOURCE / package).glob("*.py") if path.name != "__init__.py"]
    assert [str(path.relative_to(SOURCE)) for path in modules if path.name not in named] == []


def test_every_module_that_is_named_exists() -> None:
    existing = {
        path.name for path in (*SOURCE.rglob("*.py"), *(ROOT / "tests").glob("*.py"), *(ROOT / "tools").glob("*.py"))
    }
    assert set(re.findall(r"(\w+\.py)`", PAGE)) - existing == set()
    for cell in re.findall(r"^\| (`\w+/[^|]*\.py`) \|", PAGE, flags=re.MULTILINE):
        folder = SOURCE
        for named in re.findall(r"`([\w/]+\.py)`", cell):
            folder = (SOURCE / named).parent if "/" in named else folder
            assert (folder / Path(named).name).exists(), f"{named} isn't in {folder.relative_to(SOURCE)}"


def test_every_folder_of_a_feature_is_named() -> None:
    folders = {path.name for path in (SOURCE / "features").iterdir() if (path / "__init__.py").exists()}
    assert set(re.findall(r"`features/(\w+)/`", PAGE)) == folders


def test_every_script_of_a_page_is_named() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    scripts = {path.name for path in (SOURCE / "web" / "static").glob("*.js")}
    assert scripts - set(re.findall(r"`(\w[\w-]*\.js)`", page)) == set()


def test_where_is_answers_enough_questions() -> None:
    rows = [line for line in PAGE.partition("## Where is …?")[2].splitlines() if line.startswith("| ")]
    assert len(PLACES) == len(rows) - 1, "a row has another form than question, `file`, `name`"
    assert len({question for question, _file, _name in PLACES}) == len(PLACES) >= 25


@pytest.mark.parametrize(("question", "file", "name"), PLACES, ids=[question for question, _file, _name in PLACES])
def test_where_is_names_an_existing_file_and_a_name_in_it(question: str, file: str, name: str) -> None:
    assert (ROOT / file).is_file(), f"{question}: there is no {file}"
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text), f"{question}: {name} isn't in {file}"
