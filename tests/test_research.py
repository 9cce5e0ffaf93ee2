"""The examples in docs/research.md run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "research.md"
EXAMPLES = [
    (section.partition("\n")[0], code)
    for section in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    for code in re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
]


@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _code in EXAMPLES])
def test_an_example_runs(title: str, code: str) -> None:
    exec(compile(code, f"{PAGE.name}: {title}", "exec"), {"__name__": "example"})


def test_every_example_is_found() -> None:
    assert len(EXAMPLES) == PAGE.read_text("utf-8").count("```python") > 2
