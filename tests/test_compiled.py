"""When the compiled package is under test, it is really the compiled one."""

from __future__ import annotations

import os
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def compiled_modules() -> list[str]:
    """The modules that `make compile` compiles, as pyproject.toml lists them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)
    paths = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
    return [path.removeprefix("src/").removesuffix(".py").replace("/", ".") for path in paths]


@pytest.mark.parametrize("name", compiled_modules())
def test_a_listed_module_exists(name: str) -> None:
    assert import_module(name).__file__


@pytest.mark.skipif(os.environ.get("FORNO_EXPECT_COMPILED") != "1", reason="the package isn't expected to be compiled")
@pytest.mark.parametrize("name", compiled_modules())
def test_a_listed_module_is_compiled(name: str) -> None:
    file = import_module(name).__file__
    assert file is not None
    assert file.endswith(tuple(EXTENSION_SUFFIXES))
