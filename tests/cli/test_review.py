"""`forno review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from forno.cli import main

RECORD = Path(__file__).parents[1] / "records" / "mamma-mia-classic-most-orders.txt"


def test_a_record_is_reviewed_for_one_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(RECORD), "--seat", "yellow", "--effort", "0.02"]) == 0
    told = capsys.readouterr().out
    assert "Yellow: 20 decisions. Memory:" in told
    assert "Your chance to win, turn by turn:" in told
    assert main(["review", str(RECORD), "--seat", "1", "--effort", "0.02", "--language", "it"]) == 0
    assert "Giudizio" in capsys.readouterr().out


def test_all_numbers_are_there_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(RECORD), "--seat", "yellow", "--effort", "0.02", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert (found["name"], found["seat"], found["done"]) == ("yellow", 0, 20)
    worst = next(finding for finding in found["findings"] if finding["best"])
    assert worst["text"]
    assert worst["best"]["wins"] > worst["chosen"]["wins"]
    assert worst["chosen"]["turn"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nowhere.txt"], 1, "nowhere.txt"),
        ([str(RECORD), "--seat", "pink"], 2, "pink"),
        ([str(RECORD), "--effort", "0"], 2, "--effort"),
    ],
)
def test_what_cant_be_reviewed_is_refused_with_the_reason(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", *arguments]) == code
    assert said in capsys.readouterr().err
