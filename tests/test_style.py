"""Source files are easy to find and to read: short modules, narrow packages, one meaning for a class name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[1] / "src" / "forno"
MODULES: Final = sorted(SOURCE.rglob("*.py"))
MAX_LINES: Final = 450
MAX_MODULES: Final = 20
RIDDLES: Final = re.compile(r"…|(What|Who|Whom|Whose|Whoever|Whatever|How|So many|All that)\b")
"""Openings of a docstring that doesn't name its subject."""
GAMES: Final = "each game has its own, with the same meaning"
SAME_NAMES: Final = {
    "CardTexts": GAMES,
    "Connection": "the server's command line sets the limits of web's",
    "Deck": GAMES,
    "Drew": GAMES,
    "GameEnded": GAMES,
    "GameEnv": "the usual name in Gymnasium and in PettingZoo",
    "Insight": GAMES,
    "Lookups": GAMES,
    "OrderCard": GAMES,
    "Passed": GAMES,
    "Thinker": GAMES,
    "Trial": "of an entry at a table; and of a game in the shipped conformance suite",
}
"""Class names that several modules use, with the reason."""


def test_no_module_is_too_long_to_read_in_one_sitting() -> None:
    lengths = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


def test_no_package_has_too_many_modules_side_by_side() -> None:
    modules: defaultdict[str, int] = defaultdict(int)
    for path in MODULES:
        modules[str(path.parent.relative_to(SOURCE))] += path.name != "__init__.py"
    assert {name: number for name, number in modules.items() if number > MAX_MODULES} == {}


def test_a_class_name_means_one_thing() -> None:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(str(path.relative_to(SOURCE)))
    shared = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if name not in SAME_NAMES} == {}
    assert set(SAME_NAMES) <= set(shared), "an exception isn't needed any more"


def test_a_modules_docstring_names_its_subject() -> None:
    first = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) for path in MODULES}
    assert [str(path.relative_to(SOURCE)) for path, text in first.items() if not text or RIDDLES.match(text)] == []


def test_no_docstring_continues_its_neighbours() -> None:
    found = [path for path in MODULES if '"""…' in path.read_text(encoding="utf-8")]
    assert [str(path.relative_to(SOURCE)) for path in found] == []
