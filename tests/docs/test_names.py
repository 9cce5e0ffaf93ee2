"""Paths and Python names that the pages mention exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from tests.docs.pages import CONTRIBUTING, PAGES, ROOT

PATH = re.compile(r"`((?:src|tests|tools|docs|deploy|examples|bench)/[\w./-]+)`")
NAME = re.compile(r"`(forno(?:\.\w+)+)[`(]")
PLACEHOLDERS = ("LANGUAGE", "NAME")
FILE_NAMES = (".service", ".css")
READ = [*PAGES, CONTRIBUTING, ROOT / "README.md", ROOT / "bench" / "README.md"]


@pytest.mark.parametrize("page", READ, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_on_a_page_exists(page: Path) -> None:
    paths = [path for path in PATH.findall(page.read_text(encoding="utf-8")) if not any(map(path.count, PLACEHOLDERS))]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", READ, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_python_name_on_a_page_exists(page: Path) -> None:
    names = {name for name in NAME.findall(page.read_text(encoding="utf-8")) if not name.endswith(FILE_NAMES)}
    assert [name for name in sorted(names) if not exists(name)] == []


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or an attribute of one."""
    module, _dot, rest = name.rpartition(".")
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return bool(module) and hasattr(importlib.import_module(module), rest)
    return True
