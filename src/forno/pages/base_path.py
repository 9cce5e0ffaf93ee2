"""The base path: pages lie at the root of their host, or under a path of it.

The one place that knows. All addresses are written from the root, `/t/…`; what leads there (`at`) puts the path before
them. Processes that render for a server hear of it in a variable, as a server itself may.
"""

from __future__ import annotations

import os
import re
from typing import Final

VARIABLE: Final = "FORNO_BASE_PATH"
BASE_PATTERN: Final = re.compile(r"(?:/[A-Za-z0-9][\w.~-]*)*", re.ASCII)
"""Pattern of a base path: `/forno`, `/games/forno`, or nothing."""

_base = ""


def lie_under(path: str) -> None:
    """Set the base path of this process. It is set once, so rendered parts may be cached."""
    global _base
    _base = path
    os.environ[VARIABLE] = path


def base() -> str:
    """Return the base path; empty at the root."""
    return _base


def at(address: str) -> str:
    """Return an address, written from the root, with the base path before it."""
    return f"{_base}{address}" if _base and address.startswith("/") else address


if BASE_PATTERN.fullmatch(told := os.environ.get(VARIABLE, "").rstrip("/")):
    _base = told
