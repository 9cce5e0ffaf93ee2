"""The rule book that `forno rules` reads."""

from __future__ import annotations

import pytest

from forno.rulebook import UnknownRule, rule, rules, rules_of


def test_every_number_is_there_once_and_none_is_left_out() -> None:
    numbers = [entry.number for entry in rules()]
    assert len(set(numbers)) == len(numbers)
    for letters, most in (("MM", 30), ("MMR", 20), ("PM", 16), ("PMR", 20)):
        found = [number for number in numbers if number.partition("-")[0] == letters]
        assert found == [f"{letters}-{number}" for number in range(1, most + 1)]


def test_a_ruling_belongs_to_its_game_and_gives_its_reason() -> None:
    ruling = rule("MMR-1")
    assert (ruling.game, ruling.chapter) == ("mamma-mia", "Rulings, Mamma Mia!")
    assert ruling.text.splitlines()[1].startswith("why: ")
    assert ruling in rules_of("mamma-mia")


def test_texts_are_plain() -> None:
    for entry in rules():
        assert "**" not in entry.text
        assert "`" not in entry.text
        assert "](" not in entry.text


@pytest.mark.parametrize("spelling", ["MM-14", "mm-14", "mm14", "MM 14", " MM-014 "])
def test_numbers_are_read_kindly(spelling: str) -> None:
    assert rule(spelling).number == "MM-14"


@pytest.mark.parametrize(
    ("number", "nearest"), [("MM-0", "MM-1, MM-2, MM-3, MM-4"), ("MMX-3", "MMR-"), ("oven", "MM-1"), ("", "MM-1")]
)
def test_an_unknown_number_names_the_nearest(number: str, nearest: str) -> None:
    with pytest.raises(UnknownRule, match=nearest):
        rule(number)
