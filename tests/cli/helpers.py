"""Helpers for tests of the command line."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import forno

Captured = pytest.CaptureFixture[str]
OWN_DECK = """
title = "Two of a kind"
kinds = 5

[[orders]]
name = "2-{X1}"
needs = { P = 1, X1 = 2 }

[[orders]]
name = "bombastica"
source = "printed"
at_least = 15
"""


def call(*words: str, typed: str = "", wait: float = 60) -> subprocess.CompletedProcess[str]:
    """Run `forno` in a process of its own, in a terminal of 80 columns."""
    return subprocess.run(
        [sys.executable, "-m", "forno", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=wait,
        env=os.environ | {"COLUMNS": "80", "PYTHONUTF8": "1"},
    )


def assert_no_secret_of_others(flat: str, game: forno.Record, seat: int) -> None:
    """Check that no sentence with a private part of another seat is in a text."""
    for _, state in game.steps():
        for event in state.events:
            seen = event.seen_by(seat)
            if (
                seen != event
                and (sentence := game.game.tell(event))
                and (seen is None or game.game.tell(seen) != sentence)
            ):
                assert sentence not in flat
