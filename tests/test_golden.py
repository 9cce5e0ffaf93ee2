"""The golden files are what the code says today, and there is one wherever there should be."""

from __future__ import annotations

from pathlib import Path

import pytest

import forno
from tests import golden
from tests.variants import Variant

TABLES = golden.usual_tables()
RECORDS = sorted(golden.RECORDS.glob("*.txt"))


@pytest.mark.parametrize("variant", TABLES, ids=str)
def test_a_playthrough_goes_as_it_went(variant: Variant) -> None:
    path = golden.playthrough_path(variant)
    assert path.exists(), f"there is no playthrough {path.name}: run 'make golden'"
    stored = path.read_text(encoding="utf-8").splitlines()
    played = golden.playthrough_text(variant).splitlines()
    for number, (was, now) in enumerate(zip(stored, played, strict=False), 1):
        assert now == was, f"{path.name}, line {number}"
    assert len(played) == len(stored), path.name


def test_there_is_no_playthrough_of_anything_else() -> None:
    known = {golden.playthrough_path(variant) for variant in TABLES}
    assert set(golden.PLAYTHROUGHS.glob("*.txt")) == known


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_stored_record_replays(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = forno.Record.parse(text)
    state = record.replay()
    assert state.is_over
    assert path.stem.endswith(f"-{state.outcome.reason}")
    assert str(forno.Record.of(state)) == text


@pytest.mark.parametrize("info", forno.catalogue(), ids=lambda info: info.name)
def test_there_is_a_record_for_every_way_a_game_can_end(info: forno.GameInfo) -> None:
    names = [path.stem for path in RECORDS if path.stem.startswith(f"{info.name}-")]
    for reason in golden.ENDINGS.get(info.name, ()):
        assert any(name.endswith(f"-{reason}") for name in names), f"{info.name} has no record ending {reason}"


@pytest.mark.parametrize("variant", TABLES, ids=str)
def test_there_is_a_record_of_every_edition_and_mode(variant: Variant) -> None:
    prefix = f"{variant.info.name}-{variant.name}-"
    assert any(path.stem.startswith(prefix) for path in RECORDS), f"no record {prefix}*: run 'make golden'"


@pytest.mark.parametrize("variant", TABLES, ids=str)
def test_there_are_as_many_ways_to_go_on_as_there_were(variant: Variant) -> None:
    stored = golden.stored_counts().get(str(variant))
    assert stored, f"{variant} isn't counted: run 'make golden'"
    for steps, expected in stored.items():
        assert golden.counts(variant, int(steps), len(expected)) == expected, f"{variant} after {steps} steps"
