"""Finished games to be counted."""

from __future__ import annotations

from forno.table.table import Table
from tests.finished import finished

GUESTS = (("Zaira", "key-zaira"), ("cuoco", ""))


def games() -> list[Table]:
    return [
        *(finished(f"tavolo{seed}", seed=seed, guests=GUESTS) for seed in range(3)),
        finished("tavolo9", "pizza-master", guests=GUESTS, seed=1),
    ]
