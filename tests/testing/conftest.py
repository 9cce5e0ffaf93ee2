"""The game Toppings is registered for every test here, and for no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import toy


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with toy.registered(toy.INFO):
        yield
