"""Every rule and ruling is proved by a test that cites it, and no test cites one that doesn't exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import forno

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "forno" / "games"
NUMBER = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


def numbers_in(path: Path) -> set[str]:
    return set(NUMBER.findall(path.read_text(encoding="utf-8")))


def prefix(number: str) -> str:
    return number.partition("-")[0]


def stated() -> set[str]:
    """All rules and rulings there are, of games registered or not."""
    return set().union(*(numbers_in(path) for path in GAMES.glob("*/rulebook/*.md")))


def to_prove() -> set[str]:
    """The rules of the registered games and the rulings on them: `MM-1` and so on, `MMR-1` and so on."""
    prefixes: set[str] = set()
    for info in forno.catalogue():
        path = GAMES / info.name.replace("-", "_") / "rulebook" / "rules.md"
        for number in numbers_in(path) if path.exists() else ():
            prefixes |= {prefix(number), prefix(number) + "R"}
    return {number for number in stated() if prefix(number) in prefixes}


def citations(code: str) -> Iterator[str]:
    """Return the numbers in `pytest.mark.rule(…)` in a piece of code."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            for argument in node.args:
                yield ast.literal_eval(argument)


@cache
def cited() -> dict[str, list[str]]:
    """Every number cited, with the files that do."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path == Path(__file__):
            continue
        for number in citations(path.read_text(encoding="utf-8")):
            found.setdefault(number, []).append(path.name)
    return found


def by_number(number: str) -> tuple[str, int]:
    return prefix(number), int(number.partition("-")[2])


def test_every_rule_is_cited_by_a_test() -> None:
    missing = sorted(to_prove() - cited().keys(), key=by_number)
    assert missing == [], f"no test proves {', '.join(missing)}"


def test_every_cited_rule_exists() -> None:
    unknown = {number: where for number, where in cited().items() if number not in stated()}
    assert unknown == {}


def test_the_rules_are_numbered_without_gaps() -> None:
    highest: dict[str, int] = {}
    for number in stated():
        highest[prefix(number)] = max(highest.get(prefix(number), 0), by_number(number)[1])
    assert {f"{name}-{n}" for name, last in highest.items() for n in range(1, last + 1)} == stated()


def test_citations_are_found_wherever_they_stand() -> None:
    code = """
pytestmark = pytest.mark.rule("AB-1")

@pytest.mark.rule("AB-2", "AB-3")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("AB-4"))])
def test_two(x): ...
"""
    assert sorted(citations(code)) == ["AB-1", "AB-2", "AB-3", "AB-4"]
