"""Code on the pages runs, and data can be read. Shell is run by `make release-test`, where only the wheel is."""

from __future__ import annotations

import json
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.docs.pages import CONTRIBUTING, PAGES, blocks

LANGUAGES = {"bibtex", "html", "json", "nginx", "python", "sh", "text", "toml"}
SHORTENED = "…"
"""Data that leaves something out can't be read."""
ELSEWHERE = {"api", "research"}
"""Pages with tests of their own: one needs a server, the other has programs that don't share their names."""
WITH_PYTHON = [
    page for page in PAGES if page.stem not in ELSEWHERE and any(block.language == "python" for block in blocks(page))
]


@pytest.mark.parametrize("page", [*PAGES, CONTRIBUTING], ids=lambda page: page.stem)
def test_every_block_says_what_it_is_and_data_can_be_read(page: Path) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, block.code
        if block.language == "toml":
            tomllib.loads(block.code)
        elif block.language == "json" and SHORTENED not in block.code:
            json.loads(block.code)


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_what_a_page_shows_can_be_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program: dict[str, object] = {"__name__": page.stem}
    # In a thread of its own: once a browser of Playwright's is open, this one has a loop already.
    with ThreadPoolExecutor(1) as thread:
        for block in blocks(page):
            if block.language == "python":
                thread.submit(exec, compile(block.code, str(page), "exec"), program).result()
