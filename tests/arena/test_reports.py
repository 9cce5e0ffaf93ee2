"""The report of a run: one page that needs nothing else."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from forno.cli import main
from tests.cli.helpers import Captured

pytestmark = pytest.mark.slow
ARENA = ["arena", "mamma-mia", "--edition", "grande", "--bots", "random,random:", "--seed", "7", "--processes", "1"]


class Page(HTMLParser):
    """Parser that notes what a page asks for from elsewhere, and how its tags nest."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.open: list[str] = []
        self.drawn = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.outside += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]
        self.drawn += tag == "svg"
        if tag not in ("meta", "th"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path, capsys: Captured) -> None:
    assert main([*ARENA, "--games", "6", "--report", str(tmp_path / "report")]) == 0
    assert [path.name for path in (tmp_path / "report").iterdir()] == ["index.html"]
    text = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.outside == []
    assert page.drawn == 4
    assert "url(" not in text
    for title in ("Win shares", "Ratings", "Score distributions", "Thinking time"):
        assert f'aria-label="{title}"' in text
