"""Chance is the same everywhere: the values here were written down once, and no platform may change them."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_128

import pytest

from forno.core.chance import Chance, chance_key, permutation, pick


def test_the_key_of_a_seed_never_changes() -> None:
    assert chance_key(7, "mamma-mia").hex() == "b1c6769fdb8152eef90de00535e44460"
    assert chance_key("pizza").hex() == "6c9980eda87b63e377d30c360dfb0078"


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert chance_key(7, "mamma-mia") == chance_key("7", "mamma-mia")


def test_games_with_the_same_seed_are_kept_apart() -> None:
    assert chance_key(7, "mamma-mia") != chance_key(7, "pizza-master")
    assert chance_key("7", "a", "b") != chance_key("7", "a b")


def test_a_shuffle_never_changes() -> None:
    key = chance_key(7, "mamma-mia")
    assert permutation(key, 0, 12) == [4, 5, 1, 10, 0, 11, 9, 2, 3, 7, 6, 8]
    assert permutation(key, 1, 12) == [10, 5, 7, 6, 0, 2, 9, 11, 4, 3, 8, 1]
    assert [pick(key, stream, 5) for stream in range(12)] == [4, 0, 1, 1, 3, 3, 3, 4, 4, 3, 3, 1]


def test_a_shuffle_is_what_the_standard_says() -> None:
    key = b"0123456789abcdef"
    noise = shake_128(key + b"\x00\x00\x00\x03").digest(8 * 20)
    ranks = [int.from_bytes(noise[8 * place : 8 * place + 8], "big") for place in range(20)]
    assert permutation(key, 3, 20) == sorted(range(20), key=lambda place: ranks[place])


@pytest.mark.parametrize("size", [0, 1, 2, 48, 72])
def test_a_shuffle_has_every_number_once(size: int) -> None:
    assert sorted(permutation(chance_key(1), 0, size)) == list(range(size))


def test_every_place_is_equally_likely() -> None:
    firsts = Counter(pick(chance_key(seed), 0, 4) for seed in range(4000))
    assert all(850 < firsts[place] < 1150 for place in range(4))


def test_the_numbers_of_a_chance_never_change() -> None:
    chance = Chance(7)
    assert [chance.bits() for _ in range(3)] == [3974595333630838402, 15726857668554375009, 10447056352718378332]
    assert [chance.below(10) for _ in range(12)] == [8, 4, 5, 6, 5, 3, 4, 8, 6, 5, 5, 2]
    assert [round(chance.random(), 6) for _ in range(3)] == [0.421936, 0.744025, 0.319951]
    cards = list("abcdefgh")
    chance.shuffle(cards)
    assert "".join(cards) == "cebdfgha"
    assert chance.choice("margherita") == "m"


def test_a_chance_goes_on_past_its_first_block() -> None:
    chance = Chance("long")
    numbers = [chance.bits() for _ in range(200)]
    assert len(set(numbers)) == 200
    assert all(0 <= number < 1 << 64 for number in numbers)


def test_the_same_seed_gives_the_same_chance_and_another_context_another() -> None:
    def numbers(chance: Chance) -> list[int]:
        return [chance.below(1000) for _ in range(20)]

    assert numbers(Chance(3, "bot")) == numbers(Chance("3", "bot"))
    assert numbers(Chance(3, "bot")) != numbers(Chance(3, "sample"))


def test_numbers_below_are_in_range_and_equally_likely() -> None:
    chance = Chance("fair")
    rolls = Counter(chance.below(6) for _ in range(6000))
    assert set(rolls) == set(range(6))
    assert all(850 < rolls[side] < 1150 for side in range(6))
    assert {chance.below(1) for _ in range(9)} == {0}


def test_random_is_from_0_up_to_but_not_including_1() -> None:
    chance = Chance("unit")
    numbers = [chance.random() for _ in range(3000)]
    assert all(0 <= number < 1 for number in numbers)
    assert 0.47 < sum(numbers) / len(numbers) < 0.53


def test_shuffling_keeps_every_item() -> None:
    items = [1, 1, 2, 3, 5, 8]
    Chance(1).shuffle(items)
    assert sorted(items) == [1, 1, 2, 3, 5, 8]
