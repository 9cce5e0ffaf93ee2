"""Profile of a server at saturation, by groups of calls: `make bench-serving ARGS=--profile`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

GROUPS: Final = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("storing", r"/store/|metrics"),
        ("sending", r"\bsend \(.*httptools_impl|\bwrite \(.*(asyncio|uvloop)"),
        ("own: view", r"\bown_place \("),
        ("own: hand and turn", r"\bown \(.*(show|face)\.py|\bturn_tree \("),
        ("own: message", r"\bown_message \(|\b_own_news \("),
        ("own: rest", r"\b_tell_own \("),
        ("everybody: message", r"\bpublic_message \(|\bjson \(.*(show|face)\.py"),
        ("everybody: steps", r"\b_public \("),
        ("publishing: rest", r"\bpublish \("),
        ("rules", r"/games/.*/rules/"),
        ("checking", r"\b(check|trial|apply) \(.*/table/"),
        ("the table", r"/live/|/table/"),
        ("way in: uvicorn", r"\bHttpToolsProtocol\."),
        ("way in: limits of a connection", r"/connections\.py"),
        ("way in: application, headers, keys", r"/web/"),
    )
)
"""Groups of calls: a stack belongs to the first one with a pattern that any of its frames matches."""
REST: Final = "event loop and rest"
MAIN: Final = "<module>"
"""Outermost frame of the thread that serves; the others wait, or write to disk."""


def sample(pid: int, seconds: int) -> list[str]:
    """Return the stacks that py-spy samples in a process while it runs, as lines `frame;frame;… count`."""
    program = shutil.which("py-spy", path=sysconfig.get_path("scripts")) or shutil.which("py-spy")
    if program is None:
        sys.exit("--profile needs py-spy: pip install py-spy")
    sampled = Path(f"build/profile-{pid}.raw")
    sampled.parent.mkdir(exist_ok=True)
    command = [program, "record", "--pid", str(pid), "--duration", str(seconds), "--rate", "250"]
    subprocess.run([*command, "--format", "raw", "--output", str(sampled)], check=True, capture_output=True)
    lines = sampled.read_text().splitlines()
    sampled.unlink()
    return lines


def shares(stacks: Iterable[str]) -> dict[str, float]:
    """Return the share of each group in the samples of the thread that serves."""
    counted: Counter[str] = Counter()
    for stack in stacks:
        if not stack.startswith(MAIN):
            continue
        frames, _, count = stack.rpartition(" ")
        found = next((name for name, pattern in GROUPS if any(map(pattern.search, frames.split(";")))), REST)
        counted[found] += int(count)
    return {name: counted[name] / counted.total() for name in (*(name for name, _ in GROUPS), REST)}
