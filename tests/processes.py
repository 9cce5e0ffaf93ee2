"""Helpers for tests of processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[1]


def runs(process: int) -> bool:
    """Return whether a process is running; one that has ended and waits for its parent isn't."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def said_until_killed(seconds: float, module: str, *words: str) -> list[list[str]]:
    """Run a module of the tests, and kill it that long after its first line; return the words of its whole lines."""
    lines: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-m", module, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        killer = threading.Timer(seconds, process.kill)
        for line in process.stdout:
            if not lines:  # the moment is chosen by the clock, not by what it has just done
                killer.start()
            lines.append(line)
    assert process.returncode == -9
    return [line.split() for line in lines if line.endswith("\n")]
