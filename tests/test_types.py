"""Types are right everywhere, as `make lint` also checks: here beside other tests, since it keeps one core busy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_types_are_right() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=Path(__file__).parents[1], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
