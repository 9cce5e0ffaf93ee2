"""Files are easy to find and to read: short modules, narrow packages, clear first lines, one meaning for a name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Final

from tests.syntax import syntax_nodes, syntax_tree

SOURCE: Final = Path(__file__).parents[1] / "src" / "forno"
MODULES: Final = sorted(SOURCE.rglob("*.py"))
ROOT: Final = SOURCE.parents[1]
READ_BY_PEOPLE: Final = [
    *MODULES,
    *(path for folder in ("tools", "bench", "training", "tests") for path in sorted((ROOT / folder).rglob("*.py"))),
]
MAX_LINES: Final = 450
MAX_MODULES: Final = 20
RIDDLES: Final = re.compile(r"…|(What|Who|Whom|Whose|Whoever|Whatever|How|So many|All that)\b")
"""Openings of a docstring that doesn't name its subject."""
VAGUE_NAMES: Final = re.compile(r"(MOST|LEAST|LONGEST|FEWEST|PATIENCE|PIECE|LONG|SOON|ENOUGH)(_[A-Z]+)?$")
"""Names of limits without their subject; a limit is `MAX_…`, `MIN_…` or `…_SECONDS`."""
GAMES: Final = "each game has its own, with the same meaning"
SAME_NAMES: Final = {
    "CardTexts": GAMES,
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

TESTED_AS_A_WHOLE: Final = {
    "adapters": "by the suites of the libraries for which they are made",
    "cli": "command by command, as people call them",
    "games": "rule by rule, decision by decision and sentence by sentence",
    "pages/documents": "as pages that a browser asks for, in `tests/web` and `tests/features`",
    "store/postgres": "by the promises of a store",
    "store/sqlite": "by the promises of a store",
    "web": "over HTTP, as browsers and programs ask",
}
"""Packages in which a module needs no test of its own name, with the way in which they are tested."""
PAGE: Final = "HTML alone, asked for over HTTP in `test_routes.py` beside it"
TESTED_ELSEWHERE: Final = {
    "__main__": "calls the command line",
    "background/http_client": "needs a server: `tests/features/model_bench`",
    "bots/bisnonna": "`test_learned.py` lets her play",
    "features/assistants/protocol": "the transport of the tools: `test_tools.py`",
    "features/daily/page": PAGE,
    "features/groups/cup_page": PAGE,
    "features/groups/page": PAGE,
    "features/identity/page": PAGE,
    "features/notices/notices": "what a server has of notices: `test_routes.py`",
    "features/notices/page": PAGE,
    "features/rules/page": PAGE,
    "features/you/routes": "two files: `test_book_routes.py` and `test_exercise_routes.py`",
    "features/your_tables/page": PAGE,
    "live/surroundings": "protocols alone",
    "offline/worker": "runs in a browser: `test_browser.py`",
    "pages/publishing/readers": "data and a protocol alone",
    "store/base": "protocols alone: `forno.testing.check_store` tests what they promise",
    "testing/playthroughs": "writes the golden files: `tests/test_golden.py`",
    "testing/words": "one of the promises: `test_promises.py`",
}
"""Modules of all other packages without a test of their own name, with the reason."""


def test_a_module_has_a_test_of_its_own_name() -> None:
    names = [path.relative_to(SOURCE).with_suffix("") for path in MODULES if path.name != "__init__.py"]
    lacking = {
        name.as_posix() for name in names if not (ROOT / "tests" / name.with_name(f"test_{name.name}.py")).exists()
    }
    within = {package: {name for name in lacking if name.startswith(f"{package}/")} for package in TESTED_AS_A_WHOLE}
    assert all(within.values()), "a package isn't an exception any more"
    assert lacking.difference(*within.values()) == set(TESTED_ELSEWHERE)


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
        for node in syntax_nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(str(path.relative_to(SOURCE)))
    shared = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if name not in SAME_NAMES} == {}
    assert set(SAME_NAMES) <= set(shared), "an exception isn't needed any more"


def test_a_docstring_names_its_subject() -> None:
    unclear: list[str] = []
    for path in READ_BY_PEOPLE:
        tree = syntax_tree(path)
        texts = [node.value for node in syntax_nodes(path) if isinstance(node, ast.Expr)]
        assert ast.get_docstring(tree) or not tree.body, f"{path} has no docstring"
        for text in texts:
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and RIDDLES.match(text.value):
                unclear.append(f"{path.relative_to(ROOT)}:{text.lineno} {text.value}")
    assert unclear == []


def test_constants_name_their_subject() -> None:
    found = [
        f"{path.relative_to(ROOT)} {name}"
        for path in READ_BY_PEOPLE
        for name in re.findall(r"^([A-Z_]+)\b[^=\n]*=", path.read_text(encoding="utf-8"), re.MULTILINE)
        if VAGUE_NAMES.match(name)
    ]
    assert found == []


def test_tests_await_beside_the_loop_that_a_browser_leaves() -> None:
    """Once a browser is open, `asyncio.run` fails in the same thread: `tests.loops.run` has one of its own."""
    tests = Path(__file__).parent
    programs = {tests / "store" / "play_forever.py"}
    own_loop = re.compile(r"\basyncio\.(run|Runner|new_event_loop)\(")
    found = {path for path in tests.rglob("*.py") if own_loop.search(path.read_text(encoding="utf-8"))}
    assert found == programs
