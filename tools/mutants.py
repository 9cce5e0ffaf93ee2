"""Run mutmut over the rules, print the score and list the survivors.

A mutant that the tests answer with a failure, a crash or an endless loop counts as killed.
One that no test reaches counts as a survivor. Which files are mutated is set in pyproject.toml.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MUTANTS = ROOT / "mutants"
LOG = ROOT / "build" / "mutants" / "run.log"
SURVIVORS = ROOT / "build" / "mutants" / "survivors.txt"
KILLED = {"killed", "timeout", "segfault", "caught by type check"}


def mutmut(*arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def run(workers: int, pattern: str) -> int:
    """Run every mutant without a result; on a terminal mutmut shows its progress."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(workers), pattern]
    if sys.stdout.isatty():
        return subprocess.run(command, cwd=ROOT).returncode
    with LOG.open("w", encoding="utf-8") as log:
        return subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT).returncode


def results(pattern: str) -> dict[str, str]:
    """Return the status of every mutant by its name."""
    status = {}
    for line in mutmut("results", "--all", "true").splitlines():
        name, colon, state = line.strip().rpartition(": ")
        if colon and fnmatchcase(name, pattern):
            status[name] = state
    return status


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "game", nargs="?", default="*", help="the folder of one game, such as mamma_mia; all by default"
    )
    parser.add_argument(
        "--digits", default="0-9", help="test a sample: mutants whose number ends in one of these digits, such as 37"
    )
    parser.add_argument("--keep", action="store_true", help="keep the results of the last run, go on from there")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="PERCENT", help="fail below this score")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()

    if not options.keep:
        shutil.rmtree(MUTANTS, ignore_errors=True)
    SURVIVORS.parent.mkdir(parents=True, exist_ok=True)
    pattern = f"forno.games.{options.game}.*[{options.digits}]"
    failed = run(options.workers, pattern)
    status = results(pattern)
    if failed or not status or "not checked" in status.values():
        print(f"mutmut did not finish; see {LOG.relative_to(ROOT)}", file=sys.stderr)
        return failed or 1

    survivors = sorted(name for name, state in status.items() if state not in KILLED)
    with SURVIVORS.open("w", encoding="utf-8") as file:
        for name in survivors:
            file.write(f"{mutmut('show', name).strip()}\n\n")

    for module, count in sorted(Counter(name.rpartition(".")[0] for name in survivors).items()):
        print(f"{module}: {count} survived")
    print(f"survivors with their diffs: {SURVIVORS.relative_to(ROOT)}")
    killed = len(status) - len(survivors)
    score = 100 * killed / len(status)
    print(f"killed {killed} of {len(status)} ({score:.1f}%)")
    return 0 if score >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
