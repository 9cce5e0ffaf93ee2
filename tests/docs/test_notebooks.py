"""The notebooks print what they show, from the wheel alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed.environments import Environment
from tools.notebooks import NOTEBOOKS, kept, load, source

pytestmark = [pytest.mark.release, pytest.mark.slow]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path: Path, bare: Environment, tmp_path: Path) -> None:
    code = [cell for cell in load(path)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    script = tmp_path / "notebook.py"
    script.write_text(f"import os; os.chdir({str(tmp_path)!r})\n" + "\n".join(map(source, code)), encoding="utf-8")
    assert bare.run(str(bare.python), str(script)) == "".join(map(kept, code))
