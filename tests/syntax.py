"""Syntax trees of modules, parsed once for all tests that read them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def syntax_tree(path: Path) -> ast.Module:
    """Return the module's tree; nobody may change it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def syntax_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the module's tree."""
    return tuple(ast.walk(syntax_tree(path)))
