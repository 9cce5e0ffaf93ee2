"""Kaggle's harness plays our games: in an environment of its own, since it pins other versions than our tests use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed.environments import environment

pytestmark = [pytest.mark.release, pytest.mark.slow]


def test_kaggles_harness_plays_whole_games(wheel: Path, tmp_path: Path) -> None:
    there = environment(tmp_path)
    there.install(str(wheel), "kaggle-environments")
    said = there.run(str(there.python), str(Path(__file__).with_name("kaggle_games.py")))
    for name in ("mamma-mia", "pizza-master"):
        assert f"\n{name} won by " in said, "among the harness's own lines"
