"""Imports go one way through the house, as docs/architecture.md draws it."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.syntax import syntax_tree

SOURCE = Path(__file__).parents[1] / "src"
FLOORS = {
    "core": 0,
    "games": 1,
    "bots": 2,
    "table": 2,
    "games' bots": 3,
    "background": 3,
    "pages": 3,
    "store": 3,
    "arena": 3,
    "adapters": 3,
    "games' face": 4,
    "games' lesson": 4,
    "testing": 4,
    "live": 4,
    "features": 5,
    "server": 6,
    "web": 7,
    "offline": 7,
    "cli": 8,
}
"""A room may import from itself and from the floors below. What lies outside the rooms may import them all."""
ONLY_STANDARD_LIBRARY = {
    room for room in FLOORS if room not in ("store", "arena", "adapters", "features", "web", "cli")
}

pytestmark = pytest.mark.skipif("MUTANT_UNDER_TEST" in os.environ, reason="mutants have imports of their own")

FILES = sorted(SOURCE.rglob("*.py"))


def test_the_floors_are_those_of_the_plan() -> None:
    plan = (SOURCE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    line = re.search(r"^Imports go one way: `(.*)`\.$", plan, re.MULTILINE)
    assert line is not None
    drawn = [sorted(re.split(", | and ", floor)) for floor in line[1].split(" ← ")]
    called = {"games": "games' rules", "games' face": "games' faces", "games' lesson": "lessons"}
    heights = range(max(FLOORS.values()) + 1)
    assert [sorted(called.get(room, room) for room in FLOORS if FLOORS[room] == height) for height in heights] == drawn


def module_of(path: Path) -> list[str]:
    parts = list(path.relative_to(SOURCE).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


@cache
def imports(path: Path, types: bool = True) -> list[tuple[int, list[str]]]:
    """Every import in a file, wherever it stands, with its line: in functions too, for types if asked for."""
    found: list[tuple[int, list[str]]] = []
    ahead: list[ast.AST] = [syntax_tree(path)]
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not types:
            continue
        ahead += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.append((node.lineno, alias.name.split(".")))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} is a relative import; say it in full"
            for alias in node.names:
                found.append((node.lineno, [*(node.module or "").split("."), alias.name]))
    return found


def room_of(module: list[str]) -> str:
    """The room that a module lies in. A game's bots, face and lesson know more than its rules; a feature's routes are
    part of the web room."""
    if module[1:2] == ["features"] and module[3:4] == ["routes"]:
        return "web"
    if module[1:2] == ["games"] and len(module) > 3 and f"games' {module[3]}" in FLOORS:
        return f"games' {module[3]}"
    return module[1] if len(module) > 1 and module[1] in FLOORS else ""


def wrong_imports(path: Path) -> Iterator[str]:
    module = module_of(path)
    room = room_of(module)
    for line, imported in imports(path):
        where = f"{path.relative_to(SOURCE)}:{line} imports {'.'.join(imported)}"
        if imported[0] != "forno":
            allowed = sys.stdlib_module_names | ({"prometheus_client"} if room == "server" else set())
            if room in ONLY_STANDARD_LIBRARY and imported[0] not in allowed:
                yield f"{where}, which isn't in the standard library"
            continue
        target = room_of(imported)
        if not room:
            continue
        if imported[1:2] == ["games"] and module[:2] == ["forno", "games"] and len(module) > 2:
            if module[2] != imported[2]:
                yield f"{where}, but a game knows itself alone"
            elif FLOORS[target] > FLOORS[room]:
                yield f"{where}, but {room} may not know {target}"
            continue
        if not target:
            if FLOORS[room] < 2:
                yield f"{where}, which lies above all rooms"
        elif target != room and FLOORS[target] >= FLOORS[room]:
            yield f"{where}, but {room} may not know {target}"


def test_imports_go_one_way() -> None:
    assert FILES
    assert [wrong for path in FILES for wrong in wrong_imports(path)] == []


WITHOUT_CYCLES = (
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
    "cli",
    "games' face",
    "games' lesson",
    "games' bots",
)
"""Here no module leads back to itself, not by type either."""


def leading_back(paths: list[Path], types: bool) -> list[str]:
    """The modules that import something that imports them."""
    modules = {".".join(module_of(path)): path for path in paths}
    leads: dict[str, set[str]] = {}
    for name, path in modules.items():
        named = [(".".join(imported), ".".join(imported[:-1])) for _line, imported in imports(path, types)]
        leads[name] = {whole if whole in modules else part for whole, part in named} & modules.keys()

    def reached(name: str) -> set[str]:
        found: set[str] = set()
        ahead = leads[name]
        while ahead:
            found |= ahead
            ahead = {other for step in ahead for other in leads[step]} - found
        return found

    assert any(leads.values())
    return [name for name in modules if name in reached(name)]


def test_no_module_leads_back_to_itself() -> None:
    assert leading_back([path for path in FILES if room_of(module_of(path)) in WITHOUT_CYCLES], types=True) == []


def test_no_module_leads_back_to_itself_when_it_runs() -> None:
    assert leading_back([path for path in FILES if path.name != "__init__.py"], types=False) == []


def test_rules_import_nothing_of_what_seats_know_when_they_run() -> None:
    inner = re.compile(r"forno\.games\.\w+\.rules\.")
    outside = [
        f"{path.relative_to(SOURCE)}:{line} imports {'.'.join(imported)}"
        for path in FILES
        if inner.match(".".join(module_of(path)))
        for line, imported in imports(path, types=False)
        if imported[:2] == ["forno", "games"] and not inner.match(".".join(imported))
    ]
    assert outside == []


def test_only_the_register_names_the_games() -> None:
    games = {path.name for path in (SOURCE / "forno" / "games").iterdir() if (path / "__init__.py").exists()}
    named = [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in FILES
        if module_of(path)[:2] != ["forno", "games"]
        for line, imported in imports(path)
        if imported[:2] == ["forno", "games"] and games & set(imported[2:])
    ]
    assert named == []


@pytest.mark.parametrize(
    ("place", "code", "expected"),
    [
        ("core/a.py", "import numpy", "isn't in the standard library"),
        ("core/a.py", "from forno.games import mamma_mia", "may not know"),
        ("core/a.py", "import forno", "lies above all rooms"),
        ("core/a.py", "if TYPE_CHECKING:\n    from forno.games.mamma_mia.game import MammaMia", "may not know"),
        ("games/one/rules/a.py", "from forno.games.two import rules", "itself alone"),
        ("games/one/rules/a.py", "from forno.games.one.bots import players", "may not know"),
        ("games/one/rules/a.py", "from forno.pages.face import Face", "may not know"),
        ("games/one/bots/a.py", "from forno.pages.face import Face", "may not know"),
        ("games/one/bots/a.py", "from forno.games.one.rules import state", None),
        ("games/one/bots/a.py", "from forno.bots import memory", None),
        ("games/one/face/a.py", "from forno.pages.face import Face", None),
        ("games/one/face/a.py", "from forno.web import app", "may not know"),
        ("games/one/face/a.py", "import msgspec", "isn't in the standard library"),
        ("pages/a.py", "import markupsafe", "isn't in the standard library"),
        ("games/one/lesson/a.py", "from forno.games.one.face import words", None),
        ("games/one/a.py", "def f():\n    import forno.bots.random", "may not know"),
        ("bots/a.py", "from forno.table import seats", "may not know"),
        ("testing/a.py", "from forno.web import app", "may not know"),
        ("web/a.py", "from forno.table import seats", None),
        ("web/a.py", "from forno.store import open_store", None),
        ("store/a.py", "from forno.web import app", "may not know"),
        ("games/one/a.py", "from forno.games.one import rules", None),
        ("adapters/a.py", "from forno.web import app", "may not know"),
        ("adapters/a.py", "import numpy", None),
        ("cli/a.py", "from forno.web import app", None),
        ("web/a.py", "from forno.cli import main", "may not know"),
        ("live/a.py", "from forno.web import app", "may not know"),
        ("offline/a.py", "from forno.web import app", "may not know"),
        ("features/one/page.py", "from forno.web import app", "may not know"),
        ("features/one/routes.py", "from forno.web import page_requests", None),
        ("web/app.py", "from forno.features.one import routes", None),
        ("server/a.py", "from forno.features.one import routes", "may not know"),
        ("offline/a.py", "from forno.features.one import routes", "may not know"),
        ("offline/a.py", "import msgspec", "isn't in the standard library"),
        ("live/a.py", "import msgspec", "isn't in the standard library"),
        ("live/a.py", "from forno.store import Store", None),
    ],
)
def test_a_wrong_import_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, code: str, expected: str | None
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    path = tmp_path / "forno" / place
    path.parent.mkdir(parents=True)
    path.write_text(code)
    found = list(wrong_imports(path))
    assert found == [] if expected is None else len(found) == 1 and expected in found[0]
