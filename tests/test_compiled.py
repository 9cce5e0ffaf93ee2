"""The tests run on the package that they are meant to run on: compiled or interpreted."""

from __future__ import annotations

import ast
import os
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

from tests.syntax import syntax_tree

ROOT = Path(__file__).parents[1]


def compiled_modules() -> list[str]:
    """The modules that `make compile` compiles, as pyproject.toml lists them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)
    patterns = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
    found = {pattern: sorted(ROOT.glob(pattern)) for pattern in patterns}
    assert all(found.values()), (
        f"nothing is there to compile for {[pattern for pattern in found if not found[pattern]]}"
    )
    files = [path.relative_to(ROOT / "src").with_suffix("") for paths in found.values() for path in paths]
    return [".".join(path.parts) for path in files]


@pytest.mark.parametrize("name", compiled_modules())
def test_a_listed_module_is_compiled_just_when_the_compiled_package_is_under_test(name: str) -> None:
    file = import_module(name).__file__
    assert file is not None
    assert file.endswith(tuple(EXTENSION_SUFFIXES)) == (os.environ.get("FORNO_EXPECT_COMPILED") == "1")


def test_a_compiled_class_declares_no_attribute_of_its_base_again() -> None:
    """Mypyc would let the garbage collector count it twice, and so clear what is still in use."""
    classes: list[ast.ClassDef] = []
    for name in compiled_modules():
        tree = syntax_tree((ROOT / "src" / Path(*name.split("."))).with_suffix(".py"))
        classes += [node for node in tree.body if isinstance(node, ast.ClassDef)]

    def declared(node: ast.ClassDef) -> set[str]:
        targets = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
        return {target.id for target in targets if isinstance(target, ast.Name)}

    def inherited(node: ast.ClassDef) -> set[str]:
        names = {base.id for base in node.bases if isinstance(base, ast.Name)}
        return {name for base in classes if base.name in names for name in declared(base) | inherited(base)}

    assert [(node.name, twice) for node in classes if (twice := declared(node) & inherited(node))] == []
