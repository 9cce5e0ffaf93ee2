"""Child processes end with the process that started them, also if it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from forno.bots import children
from tests.processes import runs
from tools.waiting import until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PARENT = """
import subprocess, sys
from forno.bots import children
how, *commands = sys.argv[1:]
started = [subprocess.Popen(line.split(), stdout=subprocess.PIPE, start_new_session=True) for line in commands]
for child in started:
    if how == "loses" and children._watcher is not None:
        children._watcher.kill()
        children._watcher.wait()
    children.watch(child.pid)
    print(child.pid, int(child.stdout.readline()), flush=True)
if how == "forgets":
    children.forget(started[0].pid)
    print("forgotten", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def stubborn(tmp_path: Path) -> str:
    """A program that reads nothing, hears no signal, and has a child of its own, whose number it says."""
    file = tmp_path / "stubborn.py"
    file.write_text(
        "import os, signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    return f"{sys.executable} {file}"


@pytest.fixture
def parents() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for parent in started:
        parent.kill()
        parent.communicate()


def start(parents: list[subprocess.Popen[str]], how: str, *commands: str) -> list[list[int]]:
    """A process that has started those: for each its number, and that of its own child."""
    command = [sys.executable, "-c", PARENT, how, *commands]
    parent = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    parents.append(parent)
    assert parent.stdout is not None
    numbers = [list(map(int, parent.stdout.readline().split())) for _command in commands]
    if how == "forgets":
        assert parent.stdout.readline() == "forgotten\n"
    return numbers


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
def test_children_end_with_whoever_started_them(
    parents: list[subprocess.Popen[str]], stubborn: str, end: signal.Signals | None
) -> None:
    started = start(parents, "watches", stubborn, stubborn)
    numbers = [number for family in started for number in family]
    assert all(map(runs, numbers))
    if end is None:
        parents[0].communicate("")
    else:
        parents[0].send_signal(end)
        parents[0].communicate()
    until(lambda: not any(map(runs, numbers)), "they are still there")


def test_who_was_forgotten_is_left_alone(parents: list[subprocess.Popen[str]], stubborn: str) -> None:
    (forgotten, other), (watched, _other) = start(parents, "forgets", stubborn, stubborn)
    parents[0].kill()
    until(lambda: not runs(watched), "it is still there")
    assert runs(forgotten)
    children.end(forgotten)
    until(lambda: not runs(forgotten) and not runs(other), "they are still there")


def test_if_their_watcher_was_killed_another_one_knows_them_all(
    parents: list[subprocess.Popen[str]], stubborn: str
) -> None:
    started = start(parents, "loses", stubborn, stubborn)
    parents[0].kill()
    until(lambda: not any(runs(number) for family in started for number in family), "they are still there")


def test_a_process_that_thinks_uses_one_thread_unless_it_is_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    children.think_with_one_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "4")
    children.think_with_one_thread()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "4"
