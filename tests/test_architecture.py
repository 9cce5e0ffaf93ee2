"""docs/architecture.md is true: every module that it names is there, and every module is named."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLAN = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "forno"
ROOMS = (
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


def test_every_room_is_in_the_plan() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    drawn = set(re.findall(r"^  (\w+)/", PLAN, flags=re.MULTILINE))
    assert rooms | {"locales"} == drawn


def test_every_module_of_a_room_is_named() -> None:
    named = set(re.findall(r"(\w+\.py)`", PLAN))
    modules = [path for room in ROOMS for path in (SOURCE / room).glob("*.py") if path.name != "__init__.py"]
    assert [str(path.relative_to(SOURCE)) for path in modules if path.name not in named] == []


def test_every_module_that_is_named_is_there() -> None:
    there = {path.name for path in (*SOURCE.rglob("*.py"), *(ROOT / "tests").glob("*.py"))}
    assert set(re.findall(r"(\w+\.py)`", PLAN)) - there == set()
    for room, name in re.findall(r"`(\w+)/(\w+\.py)`", PLAN):
        if (SOURCE / room).is_dir():
            assert (SOURCE / room / name).exists(), f"{room}/{name}"
