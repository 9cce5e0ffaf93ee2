"""`forno review`."""

from __future__ import annotations

import json

import pytest

import forno
from forno.cli import main
from forno.testing import at_random


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with the record of a day that somebody played at random."""
    state, choose = forno.game("pizza-master", mode="tutorial", players=2, max_days=1).deal(7), at_random(7)
    while not state.is_over:
        state.apply(choose(state.legal_actions()))
    path = tmp_path_factory.mktemp("record") / "day.txt"
    path.write_text(str(forno.Record.of(state)))
    return str(path)


def test_a_record_is_reviewed_for_one_seat(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--seat", "green", "--effort", "0.02"]) == 0
    told = capsys.readouterr().out
    assert "Green: 7 decisions. Memory:" in told
    assert "Your chance to win, turn by turn:" in told
    assert main(["review", record, "--seat", "1", "--effort", "0.02", "--language", "it"]) == 0
    assert "Giudizio" in capsys.readouterr().out


def test_all_numbers_are_there_for_programs(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--seat", "green", "--effort", "0.02", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert (found["name"], found["seat"], found["done"]) == ("green", 0, 7)
    worst = next(finding for finding in found["findings"] if finding["best"])
    assert worst["text"]
    assert worst["best"]["wins"] > worst["chosen"]["wins"]
    assert worst["chosen"]["turn"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nowhere.txt"], 1, "nowhere.txt"),
        (["{record}", "--seat", "pink"], 2, "pink"),
        (["{record}", "--effort", "0"], 2, "--effort"),
    ],
)
def test_what_cant_be_reviewed_is_refused_with_the_reason(
    record: str, arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *(argument.format(record=record) for argument in arguments)]) == code
    assert said in capsys.readouterr().err
