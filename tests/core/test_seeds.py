"""Seeds are whole numbers or lines of text; what they are written as reads back as what they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forno
from forno.core.errors import SeedError
from forno.core.seeds import MAX_SEED_CHARACTERS, read_seed, settled_seed, write_seed
from tests.variants import variants


class Seven:
    """A number that isn't Python's own, such as NumPy's."""

    def __index__(self) -> int:
        return 7


def test_numbers_of_others_become_pythons_own() -> None:
    assert type(settled_seed(Seven())) is int
    assert forno.game("mamma-mia").deal(Seven()).seed == 7  # type: ignore[arg-type]


WRONG: list[Any] = [
    None,
    b"7",
    7.0,
    True,
    [7],
    "",
    "a\nb",
    "a\u2028b",
    "\ud800",
    "\x00",
    "x" * 201,
    10**200,
    -(10**9999),
]


@pytest.mark.parametrize("seed", WRONG, ids=lambda seed: ascii(seed)[:12] if not isinstance(seed, int) else "number")
def test_everything_else_is_refused_by_every_game(seed: Any) -> None:
    with pytest.raises(SeedError) as refused:
        settled_seed(seed)
    assert refused.value.code == "seed"
    for name in {variant.info.name for variant in variants()}:
        with pytest.raises(SeedError):
            forno.game(name).deal(seed)


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("7", 7),
        (" -7 ", -7),
        ("0", 0),
        ("-0", "-0"),
        ("007", "007"),
        ('"7"', "7"),
        ('" 7"', " 7"),
        ("pizza time", "pizza time"),
        ("-", "-"),
        ("9" * MAX_SEED_CHARACTERS, int("9" * MAX_SEED_CHARACTERS)),
        ("-" + "9" * MAX_SEED_CHARACTERS, -int("9" * MAX_SEED_CHARACTERS)),
    ],
)
def test_a_seed_is_read_from_its_text(text: str, seed: int | str) -> None:
    assert read_seed(text) == seed
    assert type(read_seed(text)) is type(seed)


@pytest.mark.parametrize("text", ["²", "--5", "-²", "", " ", '"', '"a', '""', '"a"b', '"\\n"', "9" * 201])
def test_a_text_that_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(SeedError):
        read_seed(text)


LIKE_NUMBERS = st.text(st.sampled_from("-+0123²٣\"' .#"), min_size=1, max_size=6)


@given(st.integers(-(10**MAX_SEED_CHARACTERS) + 1, 10**MAX_SEED_CHARACTERS - 1) | st.text(max_size=12) | LIKE_NUMBERS)
def test_whatever_can_be_a_seed_reads_back_from_one_line(seed: int | str) -> None:
    try:
        settled_seed(seed)
    except SeedError:
        assert isinstance(seed, str)
        assert not seed or not seed.isprintable()
        return
    text = write_seed(seed)
    assert text == text.strip()
    assert len(text.splitlines()) == 1
    assert read_seed(text) == seed
    assert type(read_seed(text)) is type(seed)
