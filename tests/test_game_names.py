"""A game is one folder: nothing outside it names it, so that one more changes no other room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import forno
from tests.syntax import syntax_nodes

SOURCE = Path(forno.__file__).parent
OURS = SOURCE / "games"
TEXTS = {".html", ".js", ".css", ".svg", ".webmanifest", ".toml", ".json"}


def names() -> re.Pattern[str]:
    """Return the names of the games that lie in `games/`: of their folders, in the register, in their titles."""
    found: set[str] = set()
    for info in forno.catalogue():
        if (OURS / info.name.replace("-", "_")).is_dir():
            found |= {info.name, info.name.replace("-", "_"), info.title, info.title.rstrip("!")}
            found |= {choice for choice in info.variants if "-" in choice}
    return re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(found)))


def code_texts(path: Path) -> Iterator[tuple[int, str]]:
    """All names and texts in a Python file, but for docstrings, which may give an example."""
    nodes = syntax_nodes(path)
    docstrings = {
        id(node.value)
        for parent in nodes
        if isinstance(body := getattr(parent, "body", None), list)
        for node in body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text):
                yield node.lineno, text
            case ast.ImportFrom(module=str(text)):
                yield node.lineno, text
            case ast.alias(name=text):
                yield node.lineno, text


def test_nothing_outside_a_game_names_it() -> None:
    pattern = names()
    found = []
    for path in sorted(SOURCE.rglob("*")):
        inside = path.relative_to(SOURCE)
        if inside.parts[0] in ("games", "locales", "_docs"):
            continue
        if pattern.search(path.name):
            found.append(f"{inside}: its own name")
        if path.suffix == ".py":
            found += [f"{inside}:{line}: {text}" for line, text in code_texts(path) if pattern.search(text)]
        elif path.suffix in TEXTS:
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{inside}:{place}: {line}" for place, line in enumerate(lines, 1) if pattern.search(line)]
    assert found == []
