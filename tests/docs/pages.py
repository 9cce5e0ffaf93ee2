"""Pages of the documentation, and their blocks of code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n]*)\n(?P<code>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    code: str

    @property
    def file(self) -> str | None:
        """The file that the block is, if its first line says so: `# my-deck.toml`."""
        named = re.match(r"# ([\w-]+\.\w+)\n", self.code)
        return named[1] if named else None


def blocks(page: Path) -> list[Block]:
    return [Block(found["language"], found["code"]) for found in FENCE.finditer(page.read_text(encoding="utf-8"))]
