"""`forno rules`: numbers, words and near misses."""

from __future__ import annotations

from forno.cli import main
from tests.cli.helpers import Captured


def test_rules_lists_each_with_its_first_words(capsys: Captured) -> None:
    assert main(["rules", "--game", "mamma-mia"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("  MM-14  When an order appears") and line.endswith("…") for line in lines)
    assert any(line.startswith("  MMR-1 ") for line in lines)
    assert not any(line.startswith("  PM-") for line in lines)


def test_rules_in_full_in_any_spelling(capsys: Captured) -> None:
    assert main(["rules", "mm14", "MMR-1"]) == 0
    printed = capsys.readouterr().out
    assert "MM-14  Opening the oven" in printed
    assert "under the owner's" in printed
    assert "why:" in printed


def test_an_unknown_rule_names_the_nearest(capsys: Captured) -> None:
    assert main(["rules", "MM-99"]) == 1
    assert capsys.readouterr().err == "forno: there is no rule 'MM-99'; the nearest are MM-27, MM-28, MM-29, MM-30.\n"
