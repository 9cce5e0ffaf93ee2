"""Where the pages of this house lie: at the root of their host, or under a path of it.

The one place that knows. All addresses are written from the root, `/t/…`; what leads there (`at`) puts the path before
them. Processes that render for a server hear of it in a variable, as a server itself may.
"""

from __future__ import annotations

import os
import re
from typing import Final

VARIABLE: Final = "FORNO_BASE_PATH"
BASE: Final = re.compile(r"(?:/[A-Za-z0-9][\w.~-]*)*", re.ASCII)
"""What such a path may be: `/forno`, `/games/forno`, or nothing."""

_base = ""


def lie_under(path: str) -> None:
    """From now on pages lie under that path. A process has one house: what it has rendered may be kept."""
    global _base
    _base = path
    os.environ[VARIABLE] = path


def base() -> str:
    """The path under which everything lies; empty at the root."""
    return _base


def at(address: str) -> str:
    """Where something is that is written from the root."""
    return f"{_base}{address}" if _base and address.startswith("/") else address


if BASE.fullmatch(told := os.environ.get(VARIABLE, "").rstrip("/")):
    _base = told
