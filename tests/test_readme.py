"""The README and the page of commands show what really happens."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from forno.cli import main

MAX_BYTES = 600_000
README = Path(__file__).parents[1] / "README.md"
COMMAND_LINE = README.parent / "docs" / "command-line.md"


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = blocks(README, "python")
    assert len(code) > 1
    assert len(code[0].split("\n")) <= 11, "the first game takes ten lines"
    names: dict[str, object] = {}
    for block in code:
        exec(compile(block, str(README), "exec"), names)
    assert "Outcome(scores=" in capsys.readouterr().out


def test_the_first_screen_is_the_one_that_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (screen,) = blocks(COMMAND_LINE, "text")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", "--starter", "yellow", "--seed", "7"]) == 0
    assert capsys.readouterr().out.startswith(screen.rstrip())


def test_pictures_are_there_and_the_moving_one_is_small() -> None:
    pictures = re.findall(r'\bsrc(?:set)?="([^"]+)"|!\[[^]]*\]\(([^)]+)\)', README.read_text(encoding="utf-8"))
    files = [README.parent / (tagged or linked) for tagged, linked in pictures]
    assert all(file.exists() for file in files)
    moving = [file.stat().st_size for file in files if file.suffix == ".webp"]
    assert len(moving) == 1
    assert moving[0] <= MAX_BYTES


def test_every_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    text = COMMAND_LINE.read_text(encoding="utf-8")
    assert main(["--language", "en", "--help"]) == 0
    commands = re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, flags=re.MULTILINE)
    assert len(commands) > 10
    for command in commands:
        assert f"`forno {command} " in text or f"`forno {command}`" in text


def test_every_target_is_explained_to_contributors() -> None:
    text = (README.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z-]+):.*##", makefile, flags=re.MULTILINE):
        assert target == "help" or f"`make {target}`" in text


PAGES = [
    README,
    README.parent / "CONTRIBUTING.md",
    README.parent / "CHANGELOG.md",
    README.parent / "SECURITY.md",
    README.parent / "CODE_OF_CONDUCT.md",
    *(README.parent / "docs").glob("*.md"),
    *(README.parent / "src").rglob("*.md"),
    README.parent / "bench" / "README.md",
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(README.parent)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _hash, place = link.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), f"{link} is not there"
        if place:
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert place in [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings], link
