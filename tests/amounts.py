"""Amounts of random play and of examples: few by default, all in `make test-load`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypothesis import settings

THOROUGH = "TESTS_THOROUGH" in os.environ


def amount(few: int, many: int) -> int:
    """Return `few`, or `many` in a thorough test run."""
    return many if THOROUGH else few


def examples(few: int, many: int) -> settings:
    """Return Hypothesis settings with that many examples."""
    from hypothesis import settings  # which a browser's Python lacks

    return settings(max_examples=amount(few, many))
