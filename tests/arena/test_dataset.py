"""The data set: complete, replayable, and nothing of one that was interrupted."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import forno
from forno.arena import dataset
from forno.arena.dataset import dataset_matches, write_dataset
from forno.cli import main
from tests.cli.helpers import Captured

pytestmark = pytest.mark.slow


def test_the_data_set_has_every_edition_mode_and_number_of_players() -> None:
    matches = dataset_matches()
    tables = {(match.game_name, dict(match.options)[forno.game_info(match.game_name).variant]) for match in matches}
    assert tables == {(info.name, variant) for info in forno.catalogue() for variant in info.variants}
    assert len(matches) == 30
    for match in matches:
        assert {player.label for player in match.players} == set(dataset.LEVELS)


def test_the_data_set_can_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    both = [dataset_matches()[0], dataset_matches()[-12]]
    monkeypatch.setattr(dataset, "dataset_matches", lambda: both)
    file = tmp_path / "games.parquet"
    assert main(["dataset", str(file), "--games", "5", "--processes", "1"]) == 0
    capsys.readouterr()
    rows = parquet.read_table(file).to_pylist()
    assert [row["game"] for row in rows] == ["mamma-mia"] * 3 + ["pizza-master"] * 2
    for row in rows:
        end = forno.Record.parse(row["record"]).replay()
        assert list(end.outcome.scores) == row["scores"]
        state = forno.game(row["game"], **json.loads(row["options"])).deal(row["seed"])
        for action in row["actions"]:
            state.apply(action)
        assert state.outcome == end.outcome
        assert sum(row["decisions"]) == len(row["actions"])
    sheet = file.with_suffix(".md").read_text(encoding="utf-8")
    assert hashlib.sha256(file.read_bytes()).hexdigest() in sheet
    assert "| Mamma Mia! (classic) | 2 | 3 |" in sheet
    assert not re.search(r"\{[A-Z0-9]+\}", sheet)
    assert all(f"`{name}`" in sheet for name in dataset.FIELDS)
    assert main(["dataset", str(file), "--games", "5"]) == 2
    assert "is there already" in capsys.readouterr().err
    write_dataset(tmp_path / "again.parquet", 5, processes=1)
    assert (tmp_path / "again.parquet").read_bytes() == file.read_bytes(), "the same command writes the same file"


def test_a_data_set_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(tmp_path / "games.parquet", 1, processes=1, step=stop)
    assert list(tmp_path.iterdir()) == []


def test_a_data_set_without_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", str(tmp_path / "games.parquet")]) == 1
    assert "forno[parquet]" in capsys.readouterr().err
