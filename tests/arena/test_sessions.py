"""Runs as a person watches them: the bar tells how long it takes."""

from __future__ import annotations

import sys

import pytest

from forno.arena.sessions import ProgressBar, span
from tests.cli.helpers import Captured


def test_the_bar_tells_how_long_it_takes(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with ProgressBar(400, 100) as progress:
        progress.shown -= 1
        progress.step()
    assert "101/400 games" in capsys.readouterr().err
    progress.done = 200
    assert progress.line(50) == "[############............] 200/400 games, 2 a second, 1 min 40 s left"
    assert [span(seconds) for seconds in (8, 200, 7500)] == ["8 s", "3 min 20 s", "2 h 05 min"]
