"""Run the notebooks, cell by cell, each in a folder of its own: `python -m tools.notebooks` stores their output.

They are plain Python, without a kernel's magic, so that nothing else is needed to run them; Jupyter shows the same.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"


def load(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def kept(cell: dict[str, Any]) -> str:
    """Return the stored output of the cell."""
    return "".join("".join(output["text"]) for output in cell["outputs"])


def run(path: Path) -> list[str]:
    """Return the output of each code cell; all run in one module, as in a Jupyter session."""
    session = ModuleType("__main__")
    before = sys.modules["__main__"], Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        sys.modules["__main__"] = session
        os.chdir(folder)
        try:
            return [
                _printed(source(cell), session, path) for cell in load(path)["cells"] if cell["cell_type"] == "code"
            ]
        finally:
            sys.modules["__main__"] = before[0]
            os.chdir(before[1])


def _printed(code: str, session: ModuleType, path: Path) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.parse(code), str(path), "exec"), vars(session))
    return printed.getvalue()


def keep(path: Path) -> None:
    """Run a notebook and store its output in it."""
    notebook = load(path)
    printed = iter(run(path))
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
        text = next(printed)
        cell["execution_count"] = number
        cell["outputs"] = (
            [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []
        )
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def as_markdown(path: Path) -> Iterator[str]:
    """Return a notebook as a Markdown page with its text, code and output."""
    for cell in load(path)["cells"]:
        if cell["cell_type"] == "markdown":
            yield source(cell)
        else:
            yield f"```python\n{source(cell)}\n```"
            if text := kept(cell):
                yield f"```text\n{text.rstrip()}\n```"


def main() -> None:
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        keep(path)
        print(path.name)


if __name__ == "__main__":
    main()
