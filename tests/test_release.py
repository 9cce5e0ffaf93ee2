"""The parts of a release agree with each other."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import forno
from tools.addresses import absolute, with_address, with_repository, with_urls

ROOT = Path(__file__).parents[1]


def test_the_newest_version_of_the_changelog_is_this_one() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[([0-9.]+)\] - (\d{4}-\d{2}-\d{2})$", changelog, flags=re.MULTILINE)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert versions[0] == (forno.__version__, cited["date-released"])
    assert cited["version"] == forno.__version__


def test_a_citation_has_what_the_format_asks_for() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(cited)
    assert cited["license"] == "MIT"


def test_every_python_that_is_named_is_tested_and_compiled_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [part.rpartition(" ")[2] for part in project["project"]["classifiers"] if "Python :: 3." in part]
    tested = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    assert tested["jobs"]["test"]["strategy"]["matrix"]["python"] == named
    assert project["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in named]


def test_workflows_call_targets_that_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        assert set(re.findall(r"\bmake ([a-z-]+)$", workflow.read_text(encoding="utf-8"), re.MULTILINE)) <= targets


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["asyncpg", "fcntl", "playwright"])
def test_a_test_run_starts_without_unix_a_browser_and_a_database(missing: str) -> None:
    """On macOS and Windows the workflow installs less, and Windows itself has less."""
    program = f"""
import sys, importlib
sys.modules[{missing!r}] = None
for name in importlib.import_module("tests.conftest").pytest_plugins:
    importlib.import_module(name)
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_links_of_the_package_page_lead_to_the_repository() -> None:
    text = '[a](docs/a.md#b) ![b](docs/b.webp) <img srcset="docs/c.jpg"> [d](#here) [e](https://elsewhere.example/)'
    there = "https://forge.example/us/forno"
    assert absolute(text, there, "v1") == (
        f"[a]({there}/blob/v1/docs/a.md#b) ![b]({there}/raw/v1/docs/b.webp) "
        f'<img srcset="{there}/raw/v1/docs/c.jpg"> [d](#here) [e](https://elsewhere.example/)'
    )


def test_a_release_names_its_repository() -> None:
    there = "https://forge.example/us/forno"
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(project)["project"]["urls"] == {}
    urls = tomllib.loads(with_urls(project, there, "v1"))["project"]["urls"]
    assert urls["Repository"] == there
    assert urls["Changelog"] == f"{there}/blob/v1/CHANGELOG.md"
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert yaml.safe_load(with_repository(citation, there))["repository-code"] == there
    citing = with_address((ROOT / "docs" / "citing.md").read_text(encoding="utf-8"), there)
    assert f"url     = {{{there}}}" in citing
    assert "with its address:" in citing


def test_every_extra_has_lower_bounds_that_the_pinned_versions_meet() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if "==" in line)
    versions = {canonicalize_name(name): version for name, version in pinned.items()}
    for extra, requirements in project["project"]["optional-dependencies"].items():
        for requirement in map(Requirement, requirements):
            if requirement.name != "forno":
                assert ">=" in str(requirement.specifier), f"{extra}: {requirement}"
                assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement
