"""Helpers for tests of processes."""

from __future__ import annotations

import os
from pathlib import Path


def runs(process: int) -> bool:
    """Return whether a process is running; one that has ended and waits for its parent isn't."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
