"""The notebooks print what they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.notebooks import NOTEBOOKS, kept, load, run

pytestmark = [pytest.mark.release, pytest.mark.slow]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path: Path) -> None:
    code = [cell for cell in load(path)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert run(path) == [kept(cell) for cell in code]
