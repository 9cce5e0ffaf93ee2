"""Words of Mamma Mia!: orders named without their owners."""

from __future__ import annotations

import pytest

from forno.core.language import use
from forno.games.mamma_mia.words import title_of_name


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("4-olive", "Four olives"),
        ("2-green-pepper-2-shrimp", "Two green peppers and two shrimp"),
        ("mamma-mia-salami-shrimp", "Mamma Mia with salami or shrimp"),
        ("monotoni-junior", "Monotoni junior"),
        ("one-of-each", "One of each"),
        ("pizza-of-the-house", "Pizza of the house"),
    ],
)
def test_an_order_is_called_as_at_the_table(name: str, title: str) -> None:
    with use("en"):
        assert title_of_name(name) == title
